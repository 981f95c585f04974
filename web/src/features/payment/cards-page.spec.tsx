import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { fakeApi, NOW_MS, renderRoutes, storeTokens } from '../../../test/render.js'
import { installStripe, stripe } from '../../../test/stripe.js'
import { hasExpired } from './card-list.js'
import CardsPage from './cards-page.js'

const visa = { cardId: 'pm_1', brand: 'visa', last4: '4242', expMonth: 12, expYear: 2029 }
const old = { cardId: 'pm_2', brand: 'mastercard', last4: '4444', expMonth: 10, expYear: 2026 }

beforeEach(() => {
  localStorage.clear()
  storeTokens()
  history.replaceState(null, '', '/add-payment-method')
  installStripe()
})
afterEach(() => {
  jest.restoreAllMocks()
})

type Answer = (body: unknown) => [number, unknown]
function open(answers: Record<string, Answer>) {
  return renderRoutes({
    at: '/add-payment-method',
    api: fakeApi(answers),
    routes: [{ path: '/add-payment-method', element: <CardsPage /> }],
  })
}
const listed =
  (...cards: object[]): Answer =>
  () => [200, { success: true, cards, count: cards.length }]
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))

describe('saved cards', () => {
  it('are listed with brand, last digits and expiry, and marked once expired', async () => {
    open({ 'GET /payment-methods': listed(visa, old) })
    const items = await screen.findAllByRole('listitem')
    expect(items.map((item) => item.textContent?.replace(/[\u2066\u2069]/g, ''))).toEqual([
      'Visa •••• 4242Expires 12/2029Remove',
      'Mastercard •••• 4444Expires 10/2026ExpiredRemove',
    ])
  })

  it('are saved on this page, and the list is read again', async () => {
    const cards: object[] = []
    const { calls } = open({
      'GET /payment-methods': () => listed(...cards)(null),
      'POST /add-payment-method': () => [200, { success: true, sessionId: 'cs_2', clientSecret: 'cs_2_secret_y' }],
    })
    await screen.findByText('You don’t have any saved cards yet')
    await press('Add a card')
    const save = await screen.findByRole('button', { name: 'Save card' })
    await waitFor(() => expect(save.getAttribute('aria-disabled')).toBeNull())
    cards.push(visa)
    fireEvent.click(save)
    await screen.findByText(/•••• 4242/)
    expect(stripe.confirmed).toEqual([{ email: 'sara@example.com', redirect: 'if_required' }])
    expect(screen.queryByRole('button', { name: 'Save card' })).toBeNull()
    expect(calls.filter(({ call }) => call === 'GET /payment-methods')).toHaveLength(2)
  })

  it.each([
    ['TOO_MANY_CARDS', { maximum: 10 }, /up to 10 cards/],
    ['ACCOUNT_SUSPENDED', {}, /can’t add cards at the moment/],
    ['PROCESSOR_UNAVAILABLE', {}, /Nothing was saved/],
  ])('explain %s', async (code, more, text) => {
    open({
      'GET /payment-methods': listed(visa),
      'POST /add-payment-method': () => [409, { code, detail: 'No', ...more }],
    })
    await press('Add a card')
    expect((await screen.findByRole('alert')).textContent).toMatch(text)
  })

  it('lead an unverified user to the verification', async () => {
    open({
      'GET /payment-methods': listed(visa),
      'POST /add-payment-method': () => [403, { code: 'KYC_REQUIRED', detail: 'No', userStatus: 'kyc_pending' }],
    })
    await press('Add a card')
    const link = within(await screen.findByRole('alert')).getByRole('link', { name: 'Verify your identity' })
    expect(link.getAttribute('href')).toBe('/onboarding')
  })

  it('are removed after confirmation', async () => {
    const { calls } = open({
      'GET /payment-methods': listed(visa, old),
      'POST /payment-methods/pm_2/removal': listed(visa),
    })
    await press('Remove Mastercard 4444')
    const dialog = await screen.findByRole('dialog', { hidden: true })
    expect(calls.map(({ call }) => call)).not.toContain('POST /payment-methods/pm_2/removal')
    fireEvent.click(within(dialog).getByText('Remove'))
    await waitFor(() => expect(calls.map(({ call }) => call)).toContain('POST /payment-methods/pm_2/removal'))
  })

  it('show an error when they can’t be loaded, and are read again on request', async () => {
    let isDown = true
    open({ 'GET /payment-methods': () => (isDown ? [503, { code: 'X', detail: 'No' }] : listed(visa)(null)) })
    await screen.findByText('We couldn’t load your cards')
    isDown = false
    await press('Try Again')
    await screen.findByText(/•••• 4242/)
  })
})

describe('hasExpired', () => {
  it('is true once the card’s month has ended', () => {
    const at = (text: string) => Date.parse(text)
    const card = { ...visa, expMonth: 11, expYear: 2026 }
    expect([hasExpired(card, NOW_MS), hasExpired(card, at('2026-12-01T00:00:00Z'))]).toEqual([false, true])
    expect(hasExpired({ ...card, expMonth: 12 }, at('2027-01-01T00:00:00Z'))).toBe(true)
  })
})
