import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { fakeApi, renderRoutes, storeTokens } from '../../../test/render.js'
import { installStripe, stripe } from '../../../test/stripe.js'
import type { AppLocale } from '../../lib/locale.js'
import PaymentPage, { elsewhereOf } from './payment-page.js'

const ORDER = {
  orderId: 'o-1',
  reference: 'HS-5A6B7C8D',
  property: { propertyId: 'Prop_1904_marina', slug: 'marina', title: 'Marina Heights' },
  ...{ state: 'reserved', units: 30, unitPriceFils: 10_000, version: 1 },
  ...{ amountFils: 300_000, feeFils: 4_500, totalFils: 304_500 },
  ...{ createdAt: '2026-11-21T08:00:00Z', expiresAt: '2026-11-21T08:31:00Z' },
  checkoutUrl: 'http://localhost/payment/o-1',
}

beforeEach(() => {
  localStorage.clear()
  storeTokens()
  history.replaceState(null, '', '/payment/o-1')
  installStripe()
})
afterEach(() => {
  jest.restoreAllMocks()
})

function open(answer: [number, unknown], locale: AppLocale = 'ar') {
  return renderRoutes({
    ...{ at: '/payment/o-1', locale },
    api: fakeApi({ 'GET /orders/o-1/checkout': () => answer }),
    routes: [{ path: '/payment/:orderId', element: <PaymentPage /> }],
  })
}
const payable: [number, unknown] = [200, { success: true, order: ORDER, clientSecret: 'cs_1_secret_x' }]
const payButton = () => screen.findByRole('button', { name: /^ادفع.*3,045/ })

describe('the payment page', () => {
  // First, because a script that has loaded is not loaded again.
  it('offers to load the card form again after Stripe.js could not be loaded', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined)
    stripe.failures = 1
    open(payable)
    expect((await screen.findByRole('alert')).textContent).toContain('تعذّر تحميل نموذج البطاقة')
    expect(screen.queryByRole('button', { name: /^ادفع.*3,045/ })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'حاول مرة أخرى' }))
    await payButton()
    await waitFor(() => expect(stripe.created).toHaveLength(1))
    expect(stripe.loads).toHaveLength(2)
  })

  it('shows reference, amounts and deadline, and mounts the card fields in its language', async () => {
    open(payable)
    await payButton()
    const text = document.body.textContent
    for (const part of ['HS-5A6B7C8D', '3,000.00', '45.00', '3,045.00', '12:31']) expect(text).toContain(part)
    await waitFor(() => expect(stripe.created).toEqual([{ key: '', locale: 'ar', clientSecret: 'cs_1_secret_x' }]))
  })

  it('confirms with the account’s email, and leaves the rest to Stripe', async () => {
    open(payable)
    const button = await payButton()
    await waitFor(() => expect(button.getAttribute('aria-disabled')).toBeNull())
    fireEvent.click(button)
    await waitFor(() => expect(stripe.confirmed).toEqual([{ email: 'sara@example.com' }]))
  })

  it('shows why a card was declined, reads the order again, and can be confirmed again', async () => {
    stripe.answers = [{ type: 'error', error: { message: 'رصيد البطاقة غير كافٍ.', code: 'paymentFailed' } }]
    const { calls } = open(payable)
    const button = await payButton()
    await waitFor(() => expect(button.getAttribute('aria-disabled')).toBeNull())
    fireEvent.click(button)
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('لم يُخصم منك شيء')
    expect(alert.textContent).toContain('رصيد البطاقة غير كافٍ.')
    const reads = () => calls.filter(({ call }) => call === 'GET /orders/o-1/checkout').length
    await waitFor(() => expect(reads()).toBeGreaterThan(1))
    fireEvent.click(await payButton())
    await waitFor(() => expect(stripe.confirmed).toHaveLength(2))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('destroys the card fields when it is left', async () => {
    const { unmount } = open(payable)
    await waitFor(() => expect(stripe.created).toHaveLength(1))
    unmount()
    expect(stripe.destroyed).toBe(1)
  })

  it.each([
    [404, 'NOT_FOUND', 'لم نجد هذا الطلب'],
    [503, 'PROCESSOR_UNAVAILABLE', 'تعذّر تحميل صفحة الدفع'],
  ])('explains a failure with status %i', async (status, code, title) => {
    open([status, { code, detail: 'No' }])
    expect((await screen.findByRole('alert')).textContent).toContain(title)
    expect(stripe.loads).toEqual([])
  })
})

describe('elsewhereOf', () => {
  it('returns the hosted payment page of an order paid there', () => {
    const order = { orderId: 'o-1', state: 'reserved', checkoutUrl: 'https://pay.test/cs_1' } as const
    expect(elsewhereOf(order)).toBe('https://pay.test/cs_1')
  })

  it('is the page of the order’s state if it can’t be paid, never this page again', () => {
    const order = { orderId: 'o-1', state: 'reserved' } as const
    for (const checkoutUrl of [ORDER.checkoutUrl, undefined])
      expect(elsewhereOf({ ...order, checkoutUrl })).toBe('/payment-cancel?order_id=o-1')
  })

  it.each(['paid', 'cooling_off', 'expired', 'refunding'] as const)(
    'returns the result page of an order that is %s',
    (state) => {
      expect(elsewhereOf({ orderId: 'o-1', state })).toBe('/payment-success?order_id=o-1')
    },
  )
})
