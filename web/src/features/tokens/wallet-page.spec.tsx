import { beforeEach, describe, expect, it } from '@jest/globals'
import { fireEvent, screen } from '@testing-library/react'
import { fakeApi, renderRoutes, storeTokens } from '../../../test/render.js'
import { ACCOUNT, addressOf, aReceipt, hashOf, LOCAL_CHAIN, POLYGON, PROPERTY } from '../../../test/token.js'
import WalletPage from './wallet-page.js'

const own = (more: object = {}) => ({
  ...{ property: PROPERTY, token: addressOf('1'), units: 20, unitsAwaiting: 5, receipt: aReceipt('a') },
  ...more,
})
const wallet = (more: object = {}): [number, unknown] => [
  200,
  { success: true, chain: LOCAL_CHAIN, account: ACCOUNT, isCustodial: true, tokens: [own()], ...more },
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

  it('does not say that Hissa holds the shares if it does not', async () => {
    open(() => wallet({ isCustodial: false }))
    await screen.findByText('Your shares are held at this address.')
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
