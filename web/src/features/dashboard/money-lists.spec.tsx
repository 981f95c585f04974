import { beforeEach, describe, expect, it } from '@jest/globals'
import { fireEvent, screen } from '@testing-library/react'
import { fakeApi, renderRoutes, storeTokens } from '../../../test/render.js'
import OrdersPage from './orders-page.js'
import PaymentsPage from './payments-page.js'

const property = { propertyId: 'Prop_1904_marina', slug: 'marina', title: 'Marina Heights' }
const order = (n: number, more: object = {}) => ({
  ...{ orderId: `o-${n}`, reference: `HS-0000000${n}`, property, state: 'paid', units: 30, unitPriceFils: 10_000 },
  ...{ amountFils: 300_000, feeFils: 4_500, totalFils: 304_500, version: 1 },
  ...{ createdAt: '2026-11-21T08:00:00Z', expiresAt: '2026-11-21T08:31:00Z' },
  ...more,
})
const payment = (n: number, more: object = {}) => ({
  ...{ paymentId: `p-${n}`, orderId: `o-${n}`, reference: `HS-0000000${n}`, property, kind: 'payment' },
  ...{ state: 'succeeded', method: 'card', amountFils: 304_500, currency: 'AED', at: '2026-11-21T08:05:00Z' },
  ...more,
})

beforeEach(() => {
  localStorage.clear()
  storeTokens()
})

function open(path: '/orders' | '/payments', answer: () => [number, unknown]) {
  const element = path === '/orders' ? <OrdersPage /> : <PaymentsPage />
  return renderRoutes({ at: path, api: fakeApi({ [`GET ${path}`]: answer }), routes: [{ path, element }] })
}
const rows = async () => (await screen.findAllByRole('row')).slice(1).map((row) => row.textContent)

describe('the list of orders', () => {
  it('shows reference, property, shares, amounts, date and state, and links an unpaid order to its page', async () => {
    const unpaid = order(2, { state: 'reserved', checkoutUrl: 'http://localhost/payment/o-2' })
    open('/orders', () => [200, { success: true, orders: [order(1), unpaid], count: 2 }])
    const [first] = await rows()
    for (const part of ['HS-00000001', 'Marina Heights', '30', '3,000.00', '45.00', '3,045.00', '21 Nov 2026', 'Paid'])
      expect(first).toContain(part)
    const link = screen.getByRole('link', { name: 'Continue to payment' })
    expect(link.getAttribute('href')).toBe('http://localhost/payment/o-2')
  })

  it('reads the next page by the last one’s cursor', async () => {
    const pages = [
      { orders: [order(1)], count: 1, cursor: 'next' },
      { orders: [order(2)], count: 1 },
    ]
    open('/orders', () => [200, { success: true, ...pages.shift() }])
    expect(await rows()).toHaveLength(1)
    fireEvent.click(screen.getByRole('button', { name: 'Show more' }))
    await screen.findByText('HS-00000002')
    expect(await rows()).toHaveLength(2)
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  })

  it('keeps its rows and shows an error when the next page can’t be loaded', async () => {
    const answers: [number, unknown][] = [
      [200, { success: true, orders: [order(1)], count: 1, cursor: 'next' }],
      [503, { code: 'UNAVAILABLE', detail: 'No' }],
    ]
    open('/orders', () => answers.shift() ?? [503, { code: 'UNAVAILABLE', detail: 'No' }])
    await rows()
    fireEvent.click(screen.getByRole('button', { name: 'Show more' }))
    await screen.findByText('We couldn’t load your orders')
    expect(await rows()).toHaveLength(1)
  })
})

describe('the list of payments', () => {
  it('distinguishes payments from refunds, and a card from a bank transfer', async () => {
    const refund = payment(2, { kind: 'refund', state: 'pending', method: 'bank_transfer' })
    open('/payments', () => [200, { success: true, payments: [payment(1), refund], count: 2 }])
    const [first, second] = await rows()
    for (const part of ['HS-00000001', 'Payment', 'Card', '3,045.00', 'Completed']) expect(first).toContain(part)
    for (const part of ['HS-00000002', 'Refund', 'Bank transfer', 'In progress']) expect(second).toContain(part)
  })
})

describe.each([
  ['/orders', 'orders', 'You don’t have any orders yet', 'We couldn’t load your orders'],
  ['/payments', 'payments', 'You don’t have any payments yet', 'We couldn’t load your payments'],
] as const)('%s', (path, key, none, failed) => {
  it('has a text for an empty list, which links to the properties', async () => {
    open(path, () => [200, { success: true, [key]: [], count: 0 }])
    await screen.findByText(none)
    expect(screen.getByRole('link', { name: 'Browse properties' }).getAttribute('href')).toBe('/properties')
  })

  it('shows an error when it can’t be loaded, and loads again on request', async () => {
    let isDown = true
    open(path, () =>
      isDown ? [500, { code: 'INTERNAL', detail: 'No' }] : [200, { success: true, [key]: [], count: 0 }],
    )
    await screen.findByText(failed)
    isDown = false
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    await screen.findByText(none)
  })
})
