import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { units } from '@hissa/money'
import { fakeApi, renderRoutes, storeTokens } from '../../../test/render.js'
import {
  ACCOUNT,
  addressOf,
  anAwaitingToken,
  aReceipt,
  aToken,
  aTransfer,
  hashOf,
  LOCAL_CHAIN,
  POLYGON,
  PROPERTY,
  REGISTER,
} from '../../../test/token.js'
import TokenizationPage from './tokenization-page.js'

type Answers = Parameters<typeof fakeApi>[0]

const own = { property: PROPERTY, token: addressOf('1'), units: 20, unitsAwaiting: 0 }
const answers = (token = aToken(), chain = LOCAL_CHAIN): Answers => ({
  [`GET /tokens/${PROPERTY.slug}`]: () => [200, { success: true, chain, token }],
  [`GET /tokens/${PROPERTY.slug}/transfers`]: () => [200, { success: true, transfers: [aTransfer()], count: 1 }],
  [`GET /tokens/${PROPERTY.slug}/holders`]: () => [
    200,
    { success: true, holders: [{ account: ACCOUNT, units: 20 }], count: 1 },
  ],
  'GET /wallet': () => [200, { success: true, chain, account: ACCOUNT, isCustodial: true, tokens: [own] }],
  'GET /register': () => [200, { success: true, registers: [REGISTER], count: 1 }],
})
const nothing: Answers = {
  [`GET /tokens/${PROPERTY.slug}/transfers`]: () => [200, { success: true, transfers: [], count: 0 }],
  [`GET /tokens/${PROPERTY.slug}/holders`]: () => [200, { success: true, holders: [], count: 0 }],
  'GET /wallet': () => [200, { success: true, chain: LOCAL_CHAIN, isCustodial: true, tokens: [] }],
  'GET /register': () => [200, { success: true, registers: [], count: 0 }],
}
const open = (given: Answers, at = `/tokenization/${PROPERTY.slug}`) =>
  renderRoutes({
    at,
    api: fakeApi(given),
    routes: [{ path: '/tokenization/:propertyId?', Component: TokenizationPage }],
  })
const text = () => document.body.textContent ?? ''

beforeEach(() => {
  localStorage.clear()
  storeTokens()
})

describe('the page of a token', () => {
  it('shows the state, the supply, the chain and the latest comparison', async () => {
    open(answers())
    await screen.findByRole('heading', { level: 1, name: PROPERTY.title })
    for (const part of ['Live', 'Token MARINA on Local chain', '6,510', 'of 10,500 shares', 'Not registered yet3,950'])
      expect(text()).toContain(part)
    expect(text()).toContain(
      'Blockchain and register agreed at block 81,204,400, on 23 November 2026, 00:05, Dubai time',
    )
    expect(text()).toContain('No one may hold more than 5,250 shares.')
  })

  it('marks the user’s own shares and address', async () => {
    open(answers())
    await screen.findByText('Yours')
    expect(screen.getByRole('img', { name: '6,510 of 10,500 shares are issued. 20 of them are yours.' })).toBeTruthy()
    expect(text()).toContain('Copper squares are your shares: 20.')
  })

  it('is complete if the wallet can’t be loaded', async () => {
    open({ ...answers(), 'GET /wallet': () => [503, { code: 'UNAVAILABLE', detail: 'No' }] })
    await screen.findByText('Download entries')
    expect(screen.getByRole('img', { name: '6,510 of 10,500 shares are issued' })).toBeTruthy()
    expect(text()).not.toContain('copper')
  })

  it('links the contract to its deployment on a local chain, and to the explorer on a public one', async () => {
    const linkOf = async () => (await screen.findByRole('link', { name: /^0x1111…1111/ })).getAttribute('href')
    const { unmount } = open(answers())
    expect(await linkOf()).toBe(`/tokenization/${PROPERTY.slug}/transactions/${hashOf('d')}`)
    unmount()
    open(answers(aToken(), POLYGON))
    expect(await linkOf()).toBe(`https://polygonscan.com/address/${addressOf('1')}`)
  })

  it('warns with the figures of both sides while chain and register disagree', async () => {
    const reconciliation = { ...aToken().reconciliation!, state: 'differs' as const, unitsOnRegister: units(6_490) }
    open(answers(aToken({ state: 'halted', reconciliation })))
    const warning = await screen.findByRole('alert')
    expect(warning.textContent).toContain('Issuing and transfers are halted')
    expect(warning.textContent).toContain('the blockchain had 6,510 shares. The register had 6,490 issued shares.')
    expect(text()).not.toContain('agreed')
  })

  it('explains each part of a token without a title deed', async () => {
    open({ ...answers(anAwaitingToken()), ...nothing })
    expect(await screen.findAllByText('Awaiting title deed')).toHaveLength(2)
    for (const part of [
      'Shares can’t be issued yet.',
      'Not deployed yet',
      'No title deed recorded yet',
      'The rules are set when the contract is deployed.',
    ])
      expect(text()).toContain(part)
    await screen.findByText(/There are no transfers yet/)
    await screen.findByText('No one holds issued shares yet.')
    await screen.findByText(/No register has been published yet/)
    expect(screen.queryByRole('button', { name: 'Download your proof' })).toBeNull()
  })

  it('replaces a record’s id with the slug in the address', async () => {
    const given = answers()
    const { router } = open(
      { ...given, 'GET /tokens/Prop_1904_marina': given[`GET /tokens/${PROPERTY.slug}`]! },
      '/tokenization/Prop_1904_marina',
    )
    await waitFor(() => expect(router.state.location.pathname).toBe(`/tokenization/${PROPERTY.slug}`))
    expect(router.state.historyAction).toBe('REPLACE')
  })

  it('says that a property has no token, and links to the list', async () => {
    open({})
    await screen.findByRole('heading', { level: 1, name: 'Token not found' })
    expect(screen.getByRole('link', { name: 'All tokens' }).getAttribute('href')).toBe('/tokenization')
    expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull()
  })

  it('shows an error, and loads again on request', async () => {
    let isDown = true
    const given = answers()
    const token = `GET /tokens/${PROPERTY.slug}`
    open({ ...given, [token]: (body) => (isDown ? [503, { code: 'UNAVAILABLE', detail: 'No' }] : given[token]!(body)) })
    await screen.findByText('We couldn’t load this token')
    isDown = false
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    await screen.findByRole('heading', { level: 1, name: PROPERTY.title })
  })

  it('is in Arabic, with the property’s Arabic name', async () => {
    const property = { slug: PROPERTY.slug, title: PROPERTY.title, translations: { ar: { title: 'مارينا غيت' } } }
    renderRoutes({
      at: `/tokenization/${PROPERTY.slug}`,
      locale: 'ar',
      api: fakeApi({ ...answers(), [`GET /properties/${PROPERTY.slug}`]: () => [200, { success: true, property }] }),
      routes: [{ path: '/tokenization/:propertyId?', Component: TokenizationPage }],
    })
    await screen.findByRole('heading', { level: 1, name: 'مارينا غيت' })
    expect(text()).toContain('لا يجوز أن يملك أي شخص أكثر من 5,250 حصة.')
  })
})

describe('the rules of a token', () => {
  const rules = async (modules: Parameters<typeof aToken>[0] & object) => {
    open(answers(aToken(modules)))
    return (await screen.findByRole('heading', { name: 'Rules' })).parentElement!.textContent
  }
  const address = addressOf('4')

  it('are sentences', async () => {
    const shown = await rules({
      modules: [
        { kind: 'country', address, excluded: ['KP', 'IR'] },
        { kind: 'holder_count', address: addressOf('5'), most: 500 },
        { kind: 'lock_up', address: addressOf('6'), until: '2027-11-22T20:00:00Z' },
      ],
    })
    expect(shown).toContain('Residents of these countries may not hold shares: North Korea, Iran.')
    expect(shown).toContain('No more than 500 people may hold shares.')
    expect(shown).toContain('Holders can’t transfer shares before 23 November 2027, 00:00, Dubai time.')
  })

  it('say that shares change hands through Hissa only if the lock-up never ends', async () => {
    const shown = await rules({ modules: [{ kind: 'lock_up', address: addressOf('6'), isClosed: true }] })
    expect(shown).toContain('Shares change hands through Hissa only.')
  })

  it('say so if there is no lock-up', async () => {
    const shown = await rules({
      modules: [{ kind: 'lock_up', address: addressOf('6') }],
    })
    expect(shown).toContain('There’s no lock-up period.')
  })
})

describe('the transfers and holders of a token', () => {
  it('show a move with both addresses', async () => {
    const moved = aTransfer({ kind: 'transfer', from: addressOf('3'), to: addressOf('9') })
    open({
      ...answers(),
      [`GET /tokens/${PROPERTY.slug}/transfers`]: () => [200, { success: true, transfers: [moved], count: 1 }],
    })
    const row = (await screen.findByText('Moved')).closest('tr')!.textContent
    for (const part of ['0x3333…3333', '0x9999…9999', '20']) expect(row).toContain(part)
  })

  it('read the next page by the cursor of the last', async () => {
    const pages = [
      { transfers: [aTransfer()], count: 1, cursor: 'next' },
      { transfers: [aTransfer({ kind: 'burn', to: undefined, from: ACCOUNT, receipt: aReceipt('9') })], count: 1 },
    ]
    open({
      ...answers(),
      [`GET /tokens/${PROPERTY.slug}/transfers`]: () => [200, { success: true, ...pages.shift() }],
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Show more' }))
    await screen.findByText('Burned')
    expect(screen.getByText('0x9999…9999').closest('a')!.getAttribute('href')).toBe(
      `/tokenization/${PROPERTY.slug}/transactions/${hashOf('9')}`,
    )
  })

  it('show an error in their place, and leave the rest of the page', async () => {
    open({
      ...answers(),
      [`GET /tokens/${PROPERTY.slug}/holders`]: () => [500, { code: 'INTERNAL', detail: 'No' }],
    })
    await screen.findByText('We couldn’t load the holders')
    expect(screen.getByRole('heading', { level: 1, name: PROPERTY.title })).toBeTruthy()
  })
})

describe('the published register', () => {
  const saved: Blob[] = []
  const { createObjectURL, revokeObjectURL } = URL
  beforeEach(() => {
    saved.length = 0
    URL.createObjectURL = (blob) => `blob:${saved.push(blob as Blob)}`
    URL.revokeObjectURL = () => undefined
  })
  afterEach(() => void Object.assign(URL, { createObjectURL, revokeObjectURL }))
  const entry = (index: number) => ({ index, propertyId: PROPERTY.propertyId, account: ACCOUNT, units: 20, proof: [] })
  const contentOf = (blob: Blob) =>
    new Promise<string>((resolve) => {
      const reader = new FileReader()
      reader.onload = () => resolve(reader.result as string)
      reader.readAsText(blob)
    })

  it('states its number, its day and where its fingerprint is stored', async () => {
    open(answers())
    const link = await screen.findByRole('link', { name: 'Download entries' })
    expect(link.getAttribute('href')).toBe('/api/register/42?limit=1000')
    for (const part of [
      'Number42',
      '23 November 2026',
      '0x7777…7777',
      'Block 81,204,311',
      '0xeeee…eeee',
      '0x8888…8888',
    ])
      expect(text()).toContain(part)
  })

  it('links its anchor to the explorer of the same chain only', async () => {
    const anchored = (chainId: number): Answers => ({
      ...answers(aToken(), POLYGON),
      'GET /register': () => {
        const register = { ...REGISTER, anchor: { ...REGISTER.anchor!, chainId } }
        return [200, { success: true, registers: [register], count: 1 }]
      },
    })
    const { unmount } = open(anchored(POLYGON.chainId))
    const link = await screen.findByRole('link', { name: /^0x8888…8888/ })
    expect(link.getAttribute('href')).toBe(`https://polygonscan.com/tx/${hashOf('8')}`)
    unmount()
    open(anchored(LOCAL_CHAIN.chainId))
    await screen.findByText('0x8888…8888')
    expect(screen.queryByRole('link', { name: /^0x8888…8888/ })).toBeNull()
  })

  it('says that its fingerprint is not confirmed yet, and that the file has a part of the entries', async () => {
    const books = { ...REGISTER.books!, shareEntries: 1_205 }
    const { anchor: _, ...register } = { ...REGISTER, treeSize: 1_400, books }
    open({ ...answers(), 'GET /register': () => [200, { success: true, registers: [register], count: 1 }] })
    await screen.findByText('Not confirmed yet')
    expect(text()).toContain('The file contains the first 1,000 of 1,205 entries.')
  })

  it('saves the user’s proof from all pages, in the form that the verifier reads', async () => {
    const pages = [
      { register: REGISTER, entries: [entry(0)], cursor: 'next' },
      { register: REGISTER, entries: [entry(1)] },
    ]
    open({ ...answers(), 'GET /register/42/proof': () => [200, { success: true, ...pages.shift() }] })
    fireEvent.click(await screen.findByRole('button', { name: 'Download your proof' }))
    await waitFor(() => expect(saved).toHaveLength(1))
    const file = JSON.parse(await contentOf(saved[0]!)) as { register: unknown; entries: { index: number }[] }
    expect(file.register).toEqual(REGISTER)
    expect(file.entries.map(({ index }) => index)).toEqual([0, 1])
  })

  it('states the cash of all investors', async () => {
    open(answers())
    await screen.findByText('Cash of all investors')
    expect(text()).toMatch(/Cash of all investors.*300\.50 UAE dirhams/)
  })

  it('saves the proof of cash of a user without shares', async () => {
    const cash = { userId: 'u', amountFils: 300, entries: [{ index: 4 }] }
    open({
      ...answers(),
      'GET /register/42/proof': () => [200, { success: true, register: REGISTER, entries: [], cash }],
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Download your proof' }))
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(JSON.parse(await contentOf(saved[0]!))).toEqual({ register: REGISTER, entries: [], cash })
  })

  it('saves nothing and says so if the user has no entry, or if the proof can’t be loaded', async () => {
    const given: [number, unknown][] = [
      [200, { success: true, register: REGISTER, entries: [] }],
      [503, { code: 'UNAVAILABLE', detail: 'No' }],
    ]
    open({ ...answers(), 'GET /register/42/proof': () => given.shift()! })
    const button = await screen.findByRole('button', { name: 'Download your proof' })
    fireEvent.click(button)
    await screen.findByText(/This register has no shares or cash of yours/)
    fireEvent.click(button)
    await screen.findByText(/We couldn’t prepare your proof/)
    expect(saved).toEqual([])
  })

  it('gives the command of the verifier for this register and token', async () => {
    open(answers())
    await screen.findByText('Verify it yourself')
    expect([...document.querySelectorAll('code')].map(({ textContent }) => textContent)).toEqual([
      `{"${PROPERTY.propertyId}":"${addressOf('1')}"}`,
      'node books.mjs http://localhost --sequence=42 --rpc=NODE --tokens=contracts.json',
    ])
  })
})

describe('the list of tokens', () => {
  const list = (tokens: unknown[]): Answers => ({
    'GET /tokens': () => [200, { success: true, chain: LOCAL_CHAIN, tokens, count: tokens.length }],
  })

  it('shows each token with its state, issued shares and holders, and links to it', async () => {
    open(
      list([aToken(), { ...anAwaitingToken(), property: { ...PROPERTY, propertyId: 'Prop_2', slug: 'reem' } }]),
      '/tokenization',
    )
    const rows = (await screen.findAllByRole('row')).slice(1).map((row) => row.textContent)
    for (const part of [PROPERTY.title, '6,510 of 10,500', '118', '0x1111…1111', 'Live'])
      expect(rows[0]).toContain(part)
    for (const part of ['0 of 10,500', 'Not deployed yet', 'Awaiting title deed']) expect(rows[1]).toContain(part)
    const links = screen.getAllByRole('link', { name: PROPERTY.title }).map((link) => link.getAttribute('href'))
    expect(links).toEqual([`/tokenization/${PROPERTY.slug}`, '/tokenization/reem'])
  })

  it('has texts for an empty list and for an error', async () => {
    const { unmount } = open(list([]), '/tokenization')
    await screen.findByText('No tokens yet')
    unmount()
    open({ 'GET /tokens': () => [503, { code: 'UNAVAILABLE', detail: 'No' }] }, '/tokenization')
    await screen.findByText('We couldn’t load the tokens')
  })
})
