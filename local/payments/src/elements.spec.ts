import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Stripe from 'stripe'
import { startPayments, type Payments } from './index.js'

const KEY = 'sk_test_local'
const CARD = { number: '4242424242424242', expiry: '12/34', cvc: '123', name: 'Aisha Khan' }
const RETURN = 'http://localhost:9/payment-success?session_id={CHECKOUT_SESSION_ID}'

let dataDir: string
let payments: Payments
let stripe: Stripe

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'payments-'))
  payments = await startPayments({
    ...{ port: 0, dataDir, secretKey: KEY },
    ...{ webhookUrl: 'http://127.0.0.1:9/hook', webhookSecret: 'whsec_test' },
  })
  const { hostname, port } = new URL(payments.url)
  stripe = new Stripe(KEY, { host: hostname, port: Number(port), protocol: 'http', maxNetworkRetries: 0 })
})
afterEach(async () => {
  await payments.close()
  rmSync(dataDir, { recursive: true })
})

const lines = [
  { quantity: 1, price_data: { currency: 'aed', unit_amount: 203_000, product_data: { name: 'Al Reem' } } },
]
const payable = (more: object = {}) =>
  stripe.checkout.sessions.create({
    ...{ mode: 'payment', ui_mode: 'elements', line_items: lines, return_url: RETURN },
    ...more,
  })
const savable = (customer: string) =>
  stripe.checkout.sessions.create({
    ...{ mode: 'setup', ui_mode: 'elements', customer, return_url: RETURN, currency: 'aed' },
    ...{ payment_method_data: { allow_redisplay: 'always' } },
  })

async function send(path: string, fields: Record<string, string>): Promise<Record<string, unknown>> {
  const response = await fetch(`${payments.url}${path}`, { method: 'POST', body: new URLSearchParams(fields) })
  return (await response.json()) as Record<string, unknown>
}
const confirm = (session: Stripe.Checkout.Session, fields: Record<string, string>) =>
  send('/elements/confirm', { client_secret: session.client_secret!, email: 'aisha@hissa.test', ...fields })
const frame = (session: Stripe.Checkout.Session, locale = 'en') =>
  fetch(`${payments.url}/elements/payment?client_secret=${session.client_secret}&locale=${locale}`)

describe('a session for the merchant’s own page', () => {
  it('has a client secret instead of an address, and none once it has ended', async () => {
    const session = await payable()
    expect(session).toMatchObject({ ui_mode: 'elements', url: null, success_url: null, return_url: RETURN })
    expect(session.client_secret).toMatch(new RegExp(`^${session.id}_secret_`))
    expect((await fetch(`${payments.url}/c/pay/${session.id}`)).status).toBe(404)
    expect(await stripe.checkout.sessions.expire(session.id)).toMatchObject({ client_secret: null, status: 'expired' })
  })

  it.each([
    ['a success URL', { success_url: 'http://localhost:9/' }, 'success_url'],
    ['a cancel URL', { cancel_url: 'http://localhost:9/' }, 'cancel_url'],
    ['the parameter that the API no longer has', { payment_method_types: ['card'] }, 'payment_method_types'],
    ['a customer that does not exist', { customer: 'cus_none' }, 'customer'],
    ['Arabic as the language of Checkout', { locale: 'ar' }, 'locale'],
  ])('is rejected with %s', async (_, more, param) => {
    await expect(payable(more)).rejects.toMatchObject({ type: 'StripeInvalidRequestError', param })
  })

  it('is paid by its frame, which shows errors beside the fields and never repeats the number', async () => {
    const session = await payable()
    const wrong = await confirm(session, { ...CARD, number: '4242424242424241', cvc: '' })
    expect(wrong).toMatchObject({ kind: 'invalid', errors: { number: expect.any(String), cvc: expect.any(String) } })
    expect(JSON.stringify(wrong)).not.toContain('42424')
    const paid = await confirm(session, CARD)
    expect(paid).toEqual({ kind: 'paid', redirectUrl: RETURN.replace('{CHECKOUT_SESSION_ID}', session.id) })
    expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
      ...{ status: 'complete', payment_status: 'paid' },
      customer_details: { email: 'aisha@hissa.test' },
    })
    expect(await confirm(session, CARD)).toMatchObject({ kind: 'closed', status: 'complete' })
    expect(await (await frame(session)).text()).toContain('charged once')
  })

  it('requires an email address', async () => {
    expect(await confirm(await payable(), { ...CARD, email: '' })).toMatchObject({ kind: 'failed' })
  })

  it('declines a card in the page’s language and lets another one pay', async () => {
    const session = await payable()
    const declined = await confirm(session, { ...CARD, number: '4000000000009995', locale: 'ar' })
    expect(declined).toEqual({ kind: 'declined', declineCode: 'insufficient_funds', message: 'رصيد البطاقة غير كافٍ.' })
    expect(await confirm(session, CARD)).toMatchObject({ kind: 'paid' })
  })

  it('requests 3-D Secure in a separate frame: passed pays, failed declines', async () => {
    for (const [result, kind] of [
      ['fail', 'declined'],
      ['complete', 'paid'],
    ] as const) {
      const session = await payable()
      const challenged = await confirm(session, { ...CARD, number: '4000002760003184' })
      expect(challenged).toEqual({ kind: 'authenticate' })
      const address = `${payments.url}/elements/3ds?client_secret=${session.client_secret}`
      const body = new URLSearchParams({ result })
      const reported = await (await fetch(address, { method: 'POST', body })).text()
      expect(reported).toContain(`&quot;kind&quot;:&quot;${kind}&quot;`)
      const status = kind === 'paid' ? 'complete' : 'open'
      expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ status })
    }
  })

  it('is embedded only by the page it returns to, in that page’s language and direction', async () => {
    const shown = await frame(await payable(), 'ar')
    expect(shown.headers.get('content-security-policy')).toContain('frame-ancestors http://localhost:9')
    const text = await shown.text()
    expect(text).toContain('<html lang="ar" dir="rtl">')
    expect(text).toContain('رقم البطاقة')
  })

  it('shows its amounts to a page with its secret, and nothing to a page with another', async () => {
    const session = await payable()
    const read = await send('/elements/session', { client_secret: session.client_secret! })
    expect(read).toMatchObject({
      ...{ id: session.id, canConfirm: true, status: { type: 'open' } },
      total: { total: { minorUnitsAmount: 203_000, amount: 'AED 2,030.00' } },
      lineItems: [{ name: 'Al Reem', quantity: 1 }],
    })
    for (const secret of [`${session.id}_secret_x`, session.id, '']) {
      const refused = await send('/elements/session', { client_secret: secret })
      expect(refused).toEqual({ error: expect.objectContaining({ code: 'resource_missing' }) })
    }
  })
})

describe('saved cards', () => {
  it('are saved by a setup session, offered by the customer’s next payments, and removed', async () => {
    const customer = await stripe.customers.create({ metadata: { userId: 'u1' } }, { idempotencyKey: 'u1' })
    expect((await stripe.customers.create({ metadata: { userId: 'u1' } }, { idempotencyKey: 'u1' })).id).toBe(
      customer.id,
    )
    const session = await savable(customer.id)
    expect(session).toMatchObject({ mode: 'setup', payment_status: 'no_payment_required', amount_total: null })
    expect(await confirm(session, CARD)).toMatchObject({ kind: 'paid' })
    const intent = await stripe.setupIntents.retrieve(session.setup_intent as string)
    expect(intent).toMatchObject({ status: 'succeeded', customer: customer.id })

    const { data } = await stripe.customers.listPaymentMethods(customer.id, { type: 'card' })
    expect(data).toMatchObject([{ card: { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2034 } }])
    const [saved] = data
    const order = await payable({ customer: customer.id })
    expect(await (await frame(order)).text()).toContain(saved!.id)
    expect(await confirm(order, { saved: saved!.id })).toMatchObject({ kind: 'paid' })
    const [charge] = (await stripe.charges.list()).data
    expect(charge).toMatchObject({ customer: customer.id, payment_method: saved!.id, amount: 203_000 })

    await stripe.paymentMethods.detach(saved!.id)
    expect((await stripe.customers.listPaymentMethods(customer.id)).data).toEqual([])
    const late = await payable({ customer: customer.id })
    expect(await confirm(late, { saved: saved!.id })).toMatchObject({ kind: 'declined' })
    await expect(stripe.customers.retrievePaymentMethod(customer.id, saved!.id)).rejects.toMatchObject({
      code: 'resource_missing',
    })
  })

  it('of another customer cannot be used', async () => {
    const [mine, theirs] = [await stripe.customers.create(), await stripe.customers.create()]
    const method = await stripe.paymentMethods.attach('pm_card_visa', { customer: theirs.id })
    const session = await payable({ customer: mine.id })
    expect(await confirm(session, { saved: method.id })).toMatchObject({ kind: 'declined' })
    await expect(stripe.customers.retrievePaymentMethod(mine.id, method.id)).rejects.toThrow('No such')
  })

  it('are saved while paying only if the session offers it and the payer chooses it', async () => {
    const customer = await stripe.customers.create()
    const offer = { saved_payment_method_options: { payment_method_save: 'enabled' } }
    const count = async () => (await stripe.customers.listPaymentMethods(customer.id)).data.length
    expect(await confirm(await payable({ customer: customer.id, ...offer }), CARD)).toMatchObject({ kind: 'paid' })
    expect(await count()).toBe(0)
    await confirm(await payable({ customer: customer.id, ...offer }), { ...CARD, save: '1' })
    expect(await count()).toBe(1)
  })

  it.each([
    ['4000002500003155', 'paid'],
    ['4000002760003184', 'authenticate'],
    ['4000000000000341', 'declined'],
  ])('card %s, once saved, answers a payment with %s', async (number, kind) => {
    const customer = await stripe.customers.create()
    const session = await savable(customer.id)
    const first = await confirm(session, { ...CARD, number })
    if (first.kind === 'authenticate') {
      const body = new URLSearchParams({ result: 'complete' })
      await fetch(`${payments.url}/elements/3ds?client_secret=${session.client_secret}`, { method: 'POST', body })
    }
    const [saved] = (await stripe.customers.listPaymentMethods(customer.id)).data
    const paid = await confirm(await payable({ customer: customer.id }), { saved: saved!.id })
    expect(paid).toMatchObject({ kind })
  })

  it('reject a declined card and stay empty', async () => {
    const customer = await stripe.customers.create()
    const session = await savable(customer.id)
    expect(await confirm(session, { ...CARD, number: '4000000000000002' })).toMatchObject({ kind: 'declined' })
    expect(await stripe.setupIntents.retrieve(session.setup_intent as string)).toMatchObject({
      last_setup_error: { decline_code: 'generic_decline' },
    })
    expect((await stripe.customers.listPaymentMethods(customer.id)).data).toEqual([])
  })
})
