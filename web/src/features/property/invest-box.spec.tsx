import { beforeEach, describe, expect, it } from '@jest/globals'
import { units } from '@hissa/money'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { needs } from '../../../test/order.js'
import { aProperty } from '../../../test/property.js'
import { fakeApi, renderRoutes, storeTokens } from '../../../test/render.js'
import { InvestBox } from './invest-box.js'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

const NEEDS = 'GET /orders/requirements'
const text = { documentId: 'risk', version: 1, hash: 'h' }
const nothing = needs()
const needing = (needs: object) => fakeApi({ [NEEDS]: () => [200, { ...nothing, ...needs }] })
/** The calls without those that read what the user owns. */
const asked = (calls: { call: string }[]) =>
  calls.map(({ call }) => call).filter((call) => call !== 'GET /investments' && call !== 'GET /orders')

function open(api = fakeApi({}), at = '/properties/marina-gate-2-1904', property = aProperty()) {
  const view = renderRoutes({
    at,
    api,
    routes: [
      { path: '/properties/:id', element: <InvestBox property={property} /> },
      { path: '*', element: 'elsewhere' },
    ],
  })
  return { ...view, amount: () => screen.getByLabelText<HTMLInputElement>('Your investment') }
}
const type = (input: HTMLElement, value: string) => fireEvent.change(input, { target: { value } })
const press = () => fireEvent.click(screen.getByRole('button', { name: 'Invest' }))

describe('the invest box', () => {
  it.each([
    ['the minimum', '', '2,000'],
    ['the amount of the address', '?amount=7500', '7,500'],
    ['the amount of a form sent without the script', `?amount=${encodeURIComponent('٧٬٥٠٠')}`, '7,500'],
    ['the minimum when the address has no amount in it', '?amount=lots', '2,000'],
  ])('starts with %s', (_name, search, value) => {
    expect(open(undefined, `/properties/marina-gate-2-1904${search}`).amount().value).toBe(value)
  })

  it('accepts Arabic digits and pasted text and shows what is paid', () => {
    const { amount, container } = open()
    type(amount(), '١٠٬٠٠٠')
    expect(container.textContent).toContain('100 shares')
    type(amount(), 'AED 10,000')
    expect(container.textContent).toContain('10,150')
  })

  it('shows income to the fil and the share with three decimals, as the home page and the review do', () => {
    const target = { ...aProperty().offering.expectedReturn!, basisPoints: 518 }
    const { container } = open(undefined, undefined, aProperty({ unitsIssued: units(16_500), expectedReturn: target }))
    expect(container.textContent).toContain('103.60')
    expect(container.textContent).toContain('0.121%')
  })

  it.each(['', 'abc', '1900', '999999900', '2050'])('shows no figures for %j, which cannot be bought', (text) => {
    const { amount, container } = open()
    type(amount(), text)
    expect(screen.queryByText(/^[\d,]+ shares?$/)).toBeNull()
    expect([...container.querySelectorAll('dd')].map((figure) => figure.textContent)).toEqual(['–', '–', '–', '–'])
  })

  it('states the offered shares and who keeps the rest when a part of the company is offered', () => {
    expect(open().container.textContent).not.toContain('Offered now')
    const part = open(
      undefined,
      undefined,
      aProperty({ unitsTotal: units(200), unitsAvailable: units(140), unitsIssued: units(5_117) }),
    )
    expect(part.container.textContent).toContain(
      'Offered now: 200 of the company’s 5,117 shares. The sponsor, who arranged the offering, holds the other 4,917',
    )
  })

  it('redirects a user whose session has ended to sign-in and keeps property and amount', async () => {
    storeTokens()
    // The session cannot be refreshed without it.
    localStorage.removeItem('CognitoIdentityServiceProvider.client.user-1.refreshToken')
    const { amount, router } = open(fakeApi({ [NEEDS]: () => [401, { code: 'UNAUTHENTICATED', detail: 'x' }] }))
    type(amount(), '5,000')
    press()
    await screen.findByText('elsewhere')
    expect(router.state.location.search).toBe(
      `?next=${encodeURIComponent('/properties/marina-gate-2-1904?amount=5000')}`,
    )
  })

  it('redirects a visitor to sign-in and keeps property and amount', async () => {
    const { amount, router } = open()
    type(amount(), '5,000')
    press()
    await screen.findByText('elsewhere')
    expect(router.state.location.pathname).toBe('/signin')
    expect(router.state.location.search).toBe(
      `?next=${encodeURIComponent('/properties/marina-gate-2-1904?amount=5000')}`,
    )
  })

  it('rejects an amount below the minimum without a request', async () => {
    storeTokens()
    const { amount, calls } = open()
    type(amount(), '1999')
    press()
    await screen.findByText('Invalid Amount: Minimum investment amount is 2000')
    expect(asked(calls)).toEqual([])
  })

  it('offers the two nearest amounts for one that is not a whole number of shares', async () => {
    storeTokens()
    const { amount } = open()
    type(amount(), '2,050')
    press()
    fireEvent.click(await screen.findByRole('button', { name: /2,100/ }))
    expect(amount().value).toBe('2,100')
    expect(screen.queryByText(/Shares cost/)).toBeNull()
  })

  it('opens the disclosures with the amount before it sends an order', async () => {
    storeTokens()
    const { router, calls } = open(needing({ outstanding: [text] }))
    press()
    await screen.findByText('elsewhere')
    expect(`${router.state.location.pathname}${router.state.location.search}`).toBe(
      '/investment-flow/Prop_1904_marina?amount=2000',
    )
    expect(asked(calls)).toEqual([NEEDS])
  })

  it('opens the review before a second purchase, as before the first, and sends no order itself', async () => {
    storeTokens()
    const { router, calls } = open(needing({}))
    press()
    await screen.findByText('elsewhere')
    expect(`${router.state.location.pathname}${router.state.location.search}`).toBe(
      '/investment-flow/Prop_1904_marina?amount=2000',
    )
    expect(asked(calls)).toEqual([NEEDS])
  })

  it('opens the questions about the risks before it sends an order', async () => {
    storeTokens()
    const { router, calls } = open(needing({ appropriateness: 'required' }))
    press()
    await screen.findByText('elsewhere')
    expect(`${router.state.location.pathname}${router.state.location.search}`).toBe(
      '/investment-flow/Prop_1904_marina?amount=2000',
    )
    expect(asked(calls)).toEqual([NEEDS])
  })

  it.each([
    ['required', 'Your identity verification isn’t complete'],
    ['suspended', 'Your account is suspended. Please contact support.'],
  ])('explains that identity is %s before it sends an order', async (identity, words) => {
    storeTokens()
    const { calls } = open(needing({ identity }))
    press()
    await screen.findByText(words)
    expect(asked(calls)).toEqual([NEEDS])
  })

  it('keeps the entry through a reload, only for the same user and address', async () => {
    storeTokens()
    const first = open()
    type(first.amount(), '5,000')
    first.unmount()
    const again = open()
    expect(again.amount().value).toBe('5,000')
    again.unmount()
    const elsewhere = open(undefined, '/properties/marina-gate-2-1904?amount=7500')
    expect(elsewhere.amount().value).toBe('7,500')
    elsewhere.unmount()
    storeTokens({ sub: 'user-2' })
    expect(open().amount().value).toBe('2,000')
  })

  it('explains a failed call and can repeat it', async () => {
    storeTokens()
    const { calls } = open(fakeApi({ [NEEDS]: () => [500, { code: 'INTERNAL', detail: 'x' }] }))
    press()
    await screen.findByText('Failed to initiate payment. Please try again.')
    press()
    await waitFor(() => expect(asked(calls)).toEqual([NEEDS, NEEDS]))
  })

  it('sends one request however often the button or Enter is pressed', async () => {
    storeTokens()
    const { calls } = open(fakeApi({ [NEEDS]: () => [500, { code: 'INTERNAL', detail: 'x' }] }))
    press()
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Processing...' })
    fireEvent.click(button)
    fireEvent.submit(button.form!)
    await screen.findByText('Failed to initiate payment. Please try again.')
    expect(asked(calls)).toEqual([NEEDS])
  })

  it('has no amount field when nothing can be bought', () => {
    open(undefined, undefined, { ...aProperty({ unitsAvailable: units(0) }), status: 'funded' })
    expect(screen.queryByLabelText('Your investment')).toBeNull()
    expect(screen.getByText('Funded')).toBeTruthy()
  })

  it.each([
    [
      8_400,
      'The offering closes by 30 November 2026, 12:00, Dubai time, unless we extend the deadline. It goes ahead only if at least 80% of the shares are paid for.',
    ],
    [
      10_500,
      'The offering closes by 30 November 2026, 12:00, Dubai time, unless we extend the deadline. It goes ahead only if every share is paid for.',
    ],
  ])('states that %i shares are needed to close, and the refund otherwise', (minimumUnits, words) => {
    open(undefined, undefined, aProperty({ minimumUnits: units(minimumUnits) }))
    expect(screen.getByText(`${words} Otherwise everyone is refunded in full.`)).toBeTruthy()
  })

  // The page's time is 21 November 2026, 08:00 UTC.
  it.each([
    [
      '2026-11-20T08:00:00Z',
      '2026-11-30T08:00:00Z',
      /closed on 20 November 2026 with 62% .* until 22 November 2026, 12:00, Dubai time\. .* reopens until its deadline, currently 30 November 2026, 12:00, Dubai time\.$/,
    ],
    [
      '2026-11-20T08:00:00Z',
      '2026-11-20T08:00:00Z',
      /until 22 November 2026, 12:00, Dubai time\. The shares are registered after that, once the title deed is filed\.$/,
    ],
    [
      '2026-11-10T08:00:00Z',
      '2026-11-30T08:00:00Z',
      /period ended on 12 November 2026, 12:00, Dubai time\. The shares are registered once the title deed is filed\.$/,
    ],
  ])('states what follows a closing at %s with the deadline %s', (fundedAt, deadline, words) => {
    open(undefined, undefined, { ...aProperty({ fundedAt, deadline }), status: 'funded' })
    expect(screen.getByText(words)).toBeTruthy()
  })

  it('states that everyone is refunded when the offering did not go ahead', () => {
    open(undefined, undefined, { ...aProperty(), status: 'failed' })
    expect(screen.getByText('Didn’t go ahead')).toBeTruthy()
    expect(screen.getByText(/Everyone who invested gets a full refund, including the platform fee\./)).toBeTruthy()
  })

  it('accepts no orders after the deadline, even if the offering is still active', () => {
    const property = aProperty()
    open(undefined, undefined, { ...property, offering: { ...property.offering, deadline: '1999-12-31T16:00:00Z' } })
    expect(screen.queryByLabelText('Your investment')).toBeNull()
    expect(screen.getByText('Closed to orders')).toBeTruthy()
    expect(screen.queryByText(/left|Closes today/)).toBeNull()
  })
})
