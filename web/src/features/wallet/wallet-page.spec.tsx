import { beforeEach, describe, expect, it } from '@jest/globals'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { fakeApi, renderRoutes, storeTokens } from '../../../test/render.js'
import { ACCOUNT, addressOf, aReceipt, hashOf, LOCAL_CHAIN, POLYGON, PROPERTY } from '../../../test/token.js'
import WalletPage from './wallet-page.js'

const own = (more: object = {}) => ({
  ...{ property: PROPERTY, token: addressOf('1'), units: 20, unitsAwaiting: 5, receipt: aReceipt('a') },
  ...more,
})
const wallet = (more: object = {}): [number, unknown] => [
  200,
  {
    success: true,
    chain: LOCAL_CHAIN,
    account: ACCOUNT,
    isCustodial: true,
    isFrozen: false,
    freezes: [],
    tokens: [own()],
    ...more,
  },
]
const open = (answer: () => [number, unknown]) =>
  renderRoutes({
    at: '/wallet',
    api: fakeApi({ 'GET /wallet': answer }),
    routes: [{ path: '/wallet', Component: WalletPage }],
  })
const text = () => document.body.textContent ?? ''
const rows = async () => (await screen.findAllByRole('row')).slice(1).map((row) => row.textContent)

beforeEach(() => {
  localStorage.clear()
  storeTokens()
  // jsdom has no modal dialogs.
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
})

describe('the wallet', () => {
  it('shows the whole address, who holds it, and the shares with their latest issue', async () => {
    open(() => wallet())
    const [row] = await rows()
    for (const part of [PROPERTY.title, '20', '5', '0x1111…1111', '23 Nov 2026', '0xaaaa…aaaa'])
      expect(row).toContain(part)
    expect(text()).toContain(ACCOUNT)
    expect(text()).toContain('Hissa holds your shares for you at this address. There is nothing to sign and no fee.')
    expect(screen.getByText('0xaaaa…aaaa').closest('a')!.getAttribute('href')).toBe(
      `/tokenization/${PROPERTY.slug}/transactions/${hashOf('a')}`,
    )
  })

  it('links to the explorer of a public chain', async () => {
    open(() => wallet({ chain: POLYGON }))
    const link = await screen.findByRole('link', { name: 'View in the block explorer' })
    expect(link.getAttribute('href')).toBe(`https://polygonscan.com/address/${ACCOUNT}`)
  })

  it('names Hissa as custodian only if Hissa holds the shares', async () => {
    open(() => wallet({ isCustodial: false }))
    await screen.findByText(/^Your shares are held in your own wallet/)
    expect(text()).not.toContain('Hissa holds your shares')
  })

  it('explains the address before the first shares are registered', async () => {
    open(() => wallet({ account: undefined, tokens: [] }))
    await screen.findByText('You don’t have any shares on the blockchain yet')
    expect(screen.getByRole('link', { name: 'Browse properties' }).getAttribute('href')).toBe('/properties')
  })

  it('shows shares that await their issue without a transaction', async () => {
    open(() => wallet({ tokens: [own({ units: 0, receipt: undefined })] }))
    const [row] = await rows()
    expect(row).toContain('–')
    expect(row).not.toContain('0xaaaa')
  })

  it('says that an address has no shares', async () => {
    open(() => wallet({ tokens: [] }))
    await screen.findByText('No shares are issued to this address yet.')
  })

  it('shows an error, and loads again on request', async () => {
    let isDown = true
    open(() => (isDown ? [503, { code: 'UNAVAILABLE', detail: 'No' }] : wallet()))
    await screen.findByText('We couldn’t load your wallet')
    isDown = false
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await rows()).toHaveLength(1)
  })
})

const WALLET = addressOf('d')
const aMove = (more: object = {}) => ({
  ...{ relocationId: 'move-1', kind: 'own_wallet', state: 'requested', from: ACCOUNT, to: WALLET },
  ...{ tokens: 0, tokensMoved: 0, requestedAt: '2026-11-21T07:00:00.000Z' },
  ...more,
})
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))

describe('a request to move shares', () => {
  it('can be withdrawn while it is under review, and offers no second one', async () => {
    let state = 'requested'
    const api = fakeApi({
      'GET /wallet': () => wallet({ relocation: aMove({ state }) }),
      'POST /wallet/relocations/move-1/withdraw': () => {
        state = 'withdrawn'
        return [200, { relocation: aMove({ state }) }]
      },
    })
    renderRoutes({ at: '/wallet', api, routes: [{ path: '/wallet', Component: WalletPage }] })
    await screen.findByText('Under review')
    expect(screen.queryByRole('button', { name: 'Use your own wallet' })).toBeNull()
    await press('Withdraw request')
    await screen.findByText(/You withdrew this request. Nothing has moved\./)
    await screen.findByRole('button', { name: 'Use your own wallet' })
    expect(screen.queryByRole('button', { name: 'Withdraw request' })).toBeNull()
  })

  it('shows how many properties are moved, in words and as a bar', async () => {
    open(() => wallet({ relocation: aMove({ state: 'moving', tokens: 3, tokensMoved: 2 }) }))
    await screen.findByText('2 of 3 properties moved')
    const bar = screen.getByRole('progressbar', { name: '2 of 3 properties moved' })
    expect([bar.getAttribute('value'), bar.getAttribute('max')]).toEqual(['2', '3'])
    expect(screen.queryByRole('button', { name: 'Withdraw request' })).toBeNull()
  })

  it('says that the move starts until the properties are counted', async () => {
    open(() => wallet({ relocation: aMove({ state: 'moving' }) }))
    await screen.findByText('The request is approved. The first shares move in a moment.')
    expect(screen.queryByRole('progressbar')).toBeNull()
    expect(text()).not.toContain('0 of 0')
  })

  it.each([
    ['own_wallet', 'You asked to hold your shares in your own wallet.'],
    ['return', 'You asked to move your shares from your own wallet back to Hissa.'],
    ['recovery', 'Your wallet was reported lost, so your shares move back to Hissa.'],
  ])('says why the shares move: %s', async (kind, reason) => {
    open(() => wallet({ relocation: aMove({ kind }) }))
    await waitFor(() => expect(text()).toContain(reason))
  })

  it.each([
    ['completed', 'All your shares are at the new address.'],
    ['declined', 'We declined this request. Nothing has moved, and you can ask us for the reason.'],
    ['cancelled', 'We couldn’t complete this move, so we cancelled it. Your shares stay at their address'],
  ])('says that it is %s', async (state, sentence) => {
    open(() => wallet({ relocation: aMove({ state, endedAt: '2026-11-21T07:30:00.000Z' }) }))
    await waitFor(() => expect(text()).toContain(sentence))
    expect(text()).toContain('21 November 2026, 11:30')
  })

  it('cannot be withdrawn by the investor if staff recover a lost wallet', async () => {
    open(() => wallet({ isCustodial: false, relocation: aMove({ kind: 'recovery' }) }))
    await screen.findByText('Recovery of a lost wallet')
    expect(screen.queryByRole('button', { name: 'Withdraw request' })).toBeNull()
  })
})

describe('an own wallet', () => {
  it('can be given back to Hissa after a confirmation, and shows the refusal of a pending request', async () => {
    let isRefused = true
    const api = fakeApi({
      'GET /wallet': () => wallet({ isCustodial: false, account: WALLET }),
      'POST /wallet/return': () =>
        isRefused
          ? [409, { code: 'WALLET_REQUEST_PENDING', detail: 'No' }]
          : [200, { relocation: aMove({ kind: 'return' }) }],
    })
    const { calls } = renderRoutes({ at: '/wallet', api, routes: [{ path: '/wallet', Component: WalletPage }] })
    await press('Move back to Hissa')
    expect(calls.filter(({ call }) => call === 'POST /wallet/return')).toEqual([])
    await press('Send request')
    expect((await screen.findByRole('alert')).textContent).toContain('You already have a request under review.')
    isRefused = false
    await press('Send request')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(calls.filter(({ call }) => call === 'POST /wallet/return')).toHaveLength(2)
  })

  it('that is frozen says why, what it means and whom to ask, and can’t be moved', async () => {
    open(() => wallet({ isCustodial: false, isFrozen: true, freezes: [{ kind: 'account' }] }))
    await screen.findByText('All your shares are frozen')
    for (const part of [
      'your whole account',
      'a court or another authority',
      'You still own them',
      'Distributions are still paid to you',
    ])
      expect(text()).toContain(part)
    expect(screen.getAllByRole('link', { name: 'Contact us' })[0]!.getAttribute('href')).toBe('/contact')
    expect(screen.queryByRole('button', { name: 'Move back to Hissa' })).toBeNull()
  })

  it('says which properties’ shares are frozen if not all are', async () => {
    open(() => wallet({ isFrozen: true, freezes: [{ kind: 'property', property: PROPERTY }] }))
    const title = await screen.findByText('Some of your shares are frozen')
    const notice = title.closest('div')!.parentElement!.textContent
    expect(notice).toContain(`The freeze applies only to your shares of:${PROPERTY.title}`)
    expect(text()).not.toContain('your whole account')
  })

  it('says that a paused token is no freeze of the holder', async () => {
    open(() => wallet({ freezes: [{ kind: 'token_paused', property: PROPERTY }] }))
    await screen.findByText('Shares of some properties are paused')
    expect(text()).toContain(`paused for every holder:${PROPERTY.title}`)
    expect(text()).not.toContain('frozen')
    await screen.findByRole('button', { name: 'Use your own wallet' })
  })

  it('is explained, with what happens if it is lost', async () => {
    open(() => wallet())
    await screen.findByRole('heading', { name: 'If you lose your wallet' })
    expect(text()).toContain('we move them back to Hissa. The lost wallet can’t receive shares any more.')
  })
})
