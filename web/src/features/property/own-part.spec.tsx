import type { HoldingView, OrderView } from '@hissa/contracts/investment'
import { fils, units } from '@hissa/money'
import { beforeEach, describe, expect, it } from '@jest/globals'
import { screen, within } from '@testing-library/react'
import { anOrder } from '../../../test/order.js'
import { aProperty } from '../../../test/property.js'
import { fakeApi, renderRoutes, storeTokens } from '../../../test/render.js'
import { PROPERTY } from '../../../test/token.js'
import DetailPage from './detail-page.js'

const holding = (change: Partial<HoldingView> = {}): HoldingView => ({
  ...{ property: PROPERTY, state: 'pending', raiseState: 'active', units: units(500), allottedUnits: units(0) },
  ...{ unitPriceFils: fils(10_000), amountFils: fils(5_000_000), feeFils: fils(75_000), sharePartsPerMillion: 47_619 },
  ...{ unitsTotal: units(10_500), unitsPaid: units(6_510), expectedReturnBasisPoints: 680, coolingOffHours: 48 },
  ...{ firstPaidAt: '2026-11-21T08:00:00Z', lastPaidAt: '2026-11-21T08:00:00Z', nextDates: [] },
  ...change,
})
const ELSEWHERE = { propertyId: 'Prop_other', slug: 'other', title: 'Other' }

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

function open(holdings: HoldingView[], orders: OrderView[] = [], offering = {}) {
  const api = fakeApi({
    [`GET /properties/${PROPERTY.slug}`]: () => [200, { success: true, property: aProperty(offering) }],
    'GET /investments': () => [200, { success: true, holdings, count: holdings.length }],
    'GET /orders': () => [200, { success: true, orders, count: orders.length }],
  })
  const at = `/properties/${PROPERTY.slug}`
  return renderRoutes({ at, api, routes: [{ path: '/properties/:id', Component: DetailPage }] })
}
const own = async () => within(await screen.findByRole('region', { name: 'You own' }))

describe('the property page of an owner', () => {
  beforeEach(() => storeTokens())

  it('has what they own after the form to invest, in the order in which it is drawn', async () => {
    const { container } = open([holding()])
    const own = await screen.findByRole('region', { name: 'You own' })
    const form = container.querySelector('#invest form')!
    expect(form.compareDocumentPosition(own)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    for (const part of [own, form, own.parentElement!]) expect(part.className).not.toMatch(/\border-|flex-col-reverse/)
  })

  it('says what they own and links to the dashboard', async () => {
    open([holding(), holding({ property: ELSEWHERE, units: units(7) })])
    const part = await own()
    expect(part.getByText('500 shares').className).toContain('text-mine')
    expect(part.getByText('4.762% of the company. Paid for, not registered yet.')).toBeTruthy()
    const link = part.getByRole('link', { name: 'View on your dashboard' })
    expect(link.getAttribute('href')).toBe('/investor-dashboard')
    expect(part.queryByText(/reserved/)).toBeNull()
  })

  it.each([
    [500, 'Registered in your name.'],
    [20, '20 of 500 shares registered.'],
  ])('says how many are registered, such as %d', async (allotted, text) => {
    open([holding({ allottedUnits: units(allotted) })])
    expect((await own()).getByText(`4.762% of the company. ${text}`)).toBeTruthy()
  })

  it('shows what they own in copper among the taken shares, and what they would add', async () => {
    const { container } = open([holding()])
    await own()
    const name = '6,510 of 10,500 shares are taken, 500 of them are yours, 20 more would be'
    expect(screen.getByRole('img', { name: name.replaceAll(',510', '510').replace('10,500', '10500') })).toBeTruthy()
    expect(container.querySelectorAll('.share-grid path.sq-mine').length).toBeGreaterThanOrEqual(9)
  })

  it('shows it in copper after the offering has closed', async () => {
    const { container } = open([holding()], [], { unitsAvailable: units(0), fundedAt: '2026-11-20T08:00:00Z' })
    await own()
    expect(screen.queryByRole('button', { name: 'Invest' })).toBeNull()
    expect(container.querySelectorAll('.share-grid path.sq-mine').length).toBeGreaterThanOrEqual(9)
  })

  it('shows an unpaid reservation with the link to its payment page', async () => {
    open([], [anOrder({ property: ELSEWHERE }), anOrder({ units: units(30) })])
    const part = within(await screen.findByRole('region', { name: 'Your reservation' }))
    expect(part.getByText(/^30 shares are reserved for you until 12:31, Dubai time\.$/)).toBeTruthy()
    const link = part.getByRole('link', { name: 'Continue to payment' })
    expect(link.getAttribute('href')).toBe('https://pay.test/cs_1')
    expect(part.queryByText('View on your dashboard')).toBeNull()
  })
})

describe('the property page of anybody else', () => {
  it('says nothing of shares to an investor who has none', async () => {
    storeTokens()
    const { calls } = open([], [anOrder({ state: 'paid', checkoutUrl: undefined })])
    await screen.findByRole('heading', { level: 1 })
    await screen.findByRole('button', { name: 'Invest' })
    expect(calls.map(({ call }) => call)).toContain('GET /investments')
    expect(screen.queryByRole('region', { name: /You own|Your reservation/ })).toBeNull()
  })

  it('asks the server for nothing of a visitor', async () => {
    const { calls } = open([])
    await screen.findByRole('button', { name: 'Invest' })
    expect(calls.map(({ call }) => call)).not.toContain('GET /investments')
    expect(calls.map(({ call }) => call)).not.toContain('GET /orders')
  })
})
