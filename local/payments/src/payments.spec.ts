import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { createServer, type Server } from 'node:http'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Stripe from 'stripe'
import { fixtures } from './fixtures.js'
import { startPayments, type Payments } from './index.js'

const SECRET = 'whsec_test'
const KEY = 'sk_test_local'
const CARD = { number: '4242424242424242', expiry: '12/30', cvc: '123', name: 'Aisha Khan' }

interface Hook {
  event: Stripe.Event
  verified: boolean
}

/** A webhook endpoint that responds with `status` and records what it received. */
function hookServer() {
  const received: Hook[] = []
  const waiting: (() => void)[] = []
  const state = { status: 200 }
  const server: Server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const signature = String(request.headers['stripe-signature'])
      const event = Stripe.webhooks.constructEvent(body, signature, SECRET)
      received.push({ event, verified: true })
      response.writeHead(state.status).end()
      waiting.splice(0).forEach((wake) => wake())
    })
  })
  const until = async (condition: () => boolean): Promise<void> => {
    while (!condition()) await new Promise<void>((resolve) => waiting.push(resolve))
  }
  const types = () => received.map((hook) => hook.event.type)
  return { server, received, state, until, types }
}

let dataDir: string
let clock: number
let hook: ReturnType<typeof hookServer>
let payments: Payments
let stripe: Stripe

const nowS = () => Math.floor(clock / 1000)
const params = (): Stripe.Checkout.SessionCreateParams => ({
  mode: 'payment',
  line_items: [
    { quantity: 1, price_data: { currency: 'aed', unit_amount: 203_000, product_data: { name: 'Al Reem 2 bed' } } },
  ],
  success_url: 'http://localhost:9/payment-success?session_id={CHECKOUT_SESSION_ID}',
  cancel_url: 'http://localhost:9/payment-cancel',
  client_reference_id: 'order-1',
  customer_email: 'aisha@hissa.test',
  expires_at: nowS() + 31 * 60,
  metadata: { orderId: 'order-1' },
  payment_intent_data: { metadata: { orderId: 'order-1' } },
})

async function start(): Promise<void> {
  const webhookUrl = `http://127.0.0.1:${(hook.server.address() as AddressInfo).port}/hook`
  payments = await startPayments({
    port: 0,
    dataDir,
    webhookUrl,
    webhookSecret: SECRET,
    secretKey: KEY,
    nowMs: () => clock,
  })
  const { hostname, port } = new URL(payments.url)
  stripe = new Stripe(KEY, { host: hostname, port: Number(port), protocol: 'http', maxNetworkRetries: 0 })
}

const post = (url: string, fields: Record<string, string>) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'payments-'))
  clock = Date.now()
  hook = hookServer()
  await new Promise<void>((resolve) => hook.server.listen(0, '127.0.0.1', resolve))
  await start()
})

afterEach(async () => {
  await payments.close()
  hook.server.closeAllConnections()
  await new Promise((resolve) => hook.server.close(resolve))
  rmSync(dataDir, { recursive: true })
})

/** Expects every key of the example, null or of the example's type; keys chosen by the application are not compared. */
function missingFrom(example: unknown, actual: unknown, path: string): string[] {
  if (actual === null || example === null) return actual === undefined ? [path] : []
  if (actual === undefined || typeof actual !== typeof example || Array.isArray(actual) !== Array.isArray(example))
    return [path]
  if (typeof example !== 'object' || Array.isArray(example)) return []
  if (
    /metadata$|data\.object$|payment_method_options$|destination_details$|last_payment_error$|next_action$/.test(path)
  )
    return []
  return Object.entries(example).flatMap(([key, inner]) =>
    missingFrom(inner, (actual as Record<string, unknown>)[key], `${path}.${key}`),
  )
}

// The package parses decimals into its decimal class; on the wire they are strings.
const asJson = (object: unknown): unknown => JSON.parse(JSON.stringify(object))

describe('the payments sandbox, called by the stripe package', () => {
  it('rejects a language that the hosted page does not have, as Stripe does', async () => {
    const asked = stripe.checkout.sessions.create({ ...params(), locale: 'ar' as 'auto' })
    await expect(asked).rejects.toMatchObject({ statusCode: 400, param: 'locale' })
  })

  it('creates, pays once and refunds; every object has every key Stripe sends', async () => {
    const created = await stripe.checkout.sessions.create(params())
    expect(created).toMatchObject({
      status: 'open',
      payment_status: 'unpaid',
      amount_total: 203_000,
      currency: 'aed',
      payment_intent: null,
    })
    const done = await post(created.url ?? '', CARD)
    expect(done.status).toBe(303)
    expect(done.headers.get('location')).toBe(`http://localhost:9/payment-success?session_id=${created.id}`)

    const paid = await stripe.checkout.sessions.retrieve(created.id, {
      expand: ['payment_intent.latest_charge', 'line_items'],
    })
    const intent = paid.payment_intent as Stripe.PaymentIntent
    const charge = intent.latest_charge as Stripe.Charge
    expect(paid).toMatchObject({ status: 'complete', payment_status: 'paid' })
    expect(intent).toMatchObject({ status: 'succeeded', amount_received: 203_000, metadata: { orderId: 'order-1' } })

    const refund = await stripe.refunds.create({ payment_intent: intent.id, amount: 3_000 })
    expect((await stripe.refunds.list({ payment_intent: intent.id })).data).toEqual([
      expect.objectContaining({ id: refund.id, amount: 3_000 }),
    ])
    await expect(stripe.refunds.create({ charge: charge.id, amount: 200_001 })).rejects.toMatchObject({
      param: 'amount',
    })
    await hook.until(() => hook.types().includes('charge.refunded'))

    const seen: [string, unknown][] = [
      ['checkout.session', created],
      ['checkout.session', await stripe.checkout.sessions.retrieve(created.id)],
      ['payment_intent', await stripe.paymentIntents.retrieve(intent.id)],
      ['charge', await stripe.charges.retrieve(charge.id)],
      ['refund', await stripe.refunds.retrieve(refund.id)],
      ['balance_transaction', await stripe.balanceTransactions.retrieve(refund.balance_transaction as string)],
      ['item', paid.line_items?.data[0]],
      ['price', paid.line_items?.data[0]?.price],
      ...hook.received.map((one): [string, unknown] => ['event', one.event]),
      ...hook.received.map((one): [string, unknown] => [one.event.data.object.object, one.event.data.object]),
    ]
    expect(seen.flatMap(([kind, object]) => missingFrom(fixtures[kind], asJson(object), kind))).toEqual([])

    const again = await post(`${payments.url}/c/pay/${created.id}`, CARD)
    expect(again.status).toBe(409)
    expect(await again.text()).toContain('already complete')
  })

  it('signs each webhook so that the package verifies it, and lists the event', async () => {
    const session = await stripe.checkout.sessions.create(params())
    await post(session.url ?? '', CARD)
    await hook.until(() => hook.received.length >= 4)
    expect(hook.types().sort()).toEqual([
      'charge.succeeded',
      'checkout.session.completed',
      'payment_intent.created',
      'payment_intent.succeeded',
    ])
    const { data } = await stripe.events.list({ type: 'checkout.session.completed' })
    expect(data[0]?.data.object).toMatchObject({
      id: session.id,
      payment_status: 'paid',
      metadata: { orderId: 'order-1' },
    })
  })

  it('returns the same session for the same idempotency key, and idempotency_error for other parameters', async () => {
    const first = await stripe.checkout.sessions.create(params(), { idempotencyKey: 'order-1' })
    const second = await stripe.checkout.sessions.create(params(), { idempotencyKey: 'order-1' })
    expect(second.id).toBe(first.id)
    expect(second.lastResponse.headers['idempotent-replayed']).toBe('true')
    const other = { ...params(), client_reference_id: 'order-2' }
    await expect(stripe.checkout.sessions.create(other, { idempotencyKey: 'order-1' })).rejects.toMatchObject({
      type: 'StripeIdempotencyError',
      statusCode: 400,
    })
    expect((await stripe.checkout.sessions.list()).data).toHaveLength(1)
  })

  it.each([
    ['29 minutes', 29 * 60],
    ['25 hours', 25 * 3600],
  ])('refuses an expiry of %s', async (_words, seconds) => {
    const bad = { ...params(), expires_at: nowS() + seconds }
    await expect(stripe.checkout.sessions.create(bad)).rejects.toMatchObject({ statusCode: 400, param: 'expires_at' })
  })

  it("rejects a wrong key, an unknown parameter, an unknown session and an unsupported call, in Stripe's envelope", async () => {
    const { hostname, port } = new URL(payments.url)
    const stranger = new Stripe('sk_test_other', {
      host: hostname,
      port: Number(port),
      protocol: 'http',
      maxNetworkRetries: 0,
    })
    await expect(stranger.checkout.sessions.list()).rejects.toMatchObject({ type: 'StripeAuthenticationError' })
    const odd = { ...params(), colour: 'green' } as Stripe.Checkout.SessionCreateParams
    await expect(stripe.checkout.sessions.create(odd)).rejects.toMatchObject({
      code: 'parameter_unknown',
      param: 'colour',
    })
    await expect(stripe.checkout.sessions.retrieve('cs_test_none')).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
    })
    await expect(stripe.products.list()).rejects.toMatchObject({ statusCode: 404 })
  })

  it('declines a card, shows this on the page, and accepts another card', async () => {
    const session = await stripe.checkout.sessions.create(params())
    const refused = await post(session.url ?? '', { ...CARD, number: '4000000000000002' })
    expect(refused.status).toBe(402)
    expect(await refused.text()).toContain('Your card was declined.')
    await hook.until(() => hook.types().includes('payment_intent.payment_failed'))
    const failed = hook.received.find((one) => one.event.type === 'payment_intent.payment_failed')
    expect(failed?.event.data.object).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { decline_code: 'generic_decline' },
    })
    expect((await post(session.url ?? '', CARD)).status).toBe(303)
    const intents = await stripe.paymentIntents.list()
    expect(intents.data.map((intent) => intent.status)).toEqual(['succeeded'])
  })

  it('shows errors beside their fields and never repeats the card number', async () => {
    const session = await stripe.checkout.sessions.create(params())
    const bad = await post(session.url ?? '', {
      number: '4242424242424241',
      expiry: '01/20',
      cvc: '1',
      name: 'Aisha <b>',
    })
    const body = await bad.text()
    expect(bad.status).toBe(422)
    expect(body).toContain('Your card number is invalid.')
    expect(body).toContain('expiration date is in the past')
    expect(body).toContain('Aisha &lt;b&gt;')
    expect(body).not.toContain('4242424242424241')
  })

  it('requests 3-D Secure: complete pays, fail declines without a charge', async () => {
    const session = await stripe.checkout.sessions.create(params())
    const page = session.url ?? ''
    for (const result of ['fail', 'complete']) {
      const asked = await post(page, { ...CARD, number: '4000002760003184' })
      expect(asked.headers.get('location')).toBe(`/c/pay/${session.id}/3ds`)
      expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe('open')
      const answered = await post(`${page}/3ds`, { result })
      expect(answered.status).toBe(result === 'fail' ? 402 : 303)
    }
    const { data } = await stripe.charges.list()
    expect(data.map((charge) => charge.payment_method_details?.card?.three_d_secure?.result)).toEqual(['authenticated'])
  })

  it('expires a session on request and at its expiry, and accepts no payment afterwards', async () => {
    const asked = await stripe.checkout.sessions.create(params())
    const timely = await stripe.checkout.sessions.create(params())
    expect((await stripe.checkout.sessions.expire(asked.id)).status).toBe('expired')
    await expect(stripe.checkout.sessions.expire(asked.id)).rejects.toMatchObject({ statusCode: 400 })
    clock += 32 * 60_000
    expect((await stripe.checkout.sessions.retrieve(timely.id)).status).toBe('expired')
    const late = await post(`${payments.url}/c/pay/${timely.id}`, CARD)
    expect(late.status).toBe(410)
    expect(await late.text()).toContain('has expired')
    expect((await stripe.paymentIntents.list()).data).toEqual([])
    await hook.until(() => hook.types().filter((type) => type === 'checkout.session.expired').length === 2)
  })

  it('retries a webhook that was not acknowledged, even after its own restart', async () => {
    hook.state.status = 500
    const session = await stripe.checkout.sessions.create(params())
    await post(session.url ?? '', CARD)
    await hook.until(() => hook.received.length >= 4)
    await payments.close()
    hook.received.length = 0
    hook.state.status = 200
    clock += 5_000
    await start()
    await hook.until(() => new Set(hook.types()).size === 4)
    expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe('complete')
  })

  it('fails, slows down and recovers as its fault switch says', async () => {
    payments.setFault('down', Date.now() + 60_000)
    await expect(stripe.checkout.sessions.create(params())).rejects.toMatchObject({ type: 'StripeConnectionError' })
    payments.setFault('error', Date.now() + 60_000)
    await expect(stripe.checkout.sessions.create(params())).rejects.toMatchObject({
      type: 'StripeAPIError',
      statusCode: 500,
    })
    payments.setFault(null, 0)
    expect((await stripe.checkout.sessions.create(params())).status).toBe('open')
  })

  it('lists sessions and deliveries, and sends an event again', async () => {
    const session = await stripe.checkout.sessions.create(params())
    await stripe.checkout.sessions.expire(session.id)
    await hook.until(() => hook.received.length === 1)
    const body = await (await fetch(payments.url)).text()
    expect(body).toContain('order-1')
    const eventId = hook.received[0]?.event.id ?? ''
    expect(body).toContain(eventId)
    expect((await post(`${payments.url}/events/${eventId}/resend`, {})).status).toBe(303)
    await hook.until(() => hook.received.length === 2)
    expect(hook.received[1]?.event.id).toBe(eventId)
  })
})

describe('money after the payment', () => {
  const press = (path: string) => post(`${payments.url}${path}`, {})
  const pay = async (number: string) => {
    const session = await stripe.checkout.sessions.create(params())
    await post(session.url!, { ...CARD, number })
    const paid = await stripe.checkout.sessions.retrieve(session.id)
    const intent = paid.payment_intent as string
    const [charge] = (await stripe.charges.list({ payment_intent: intent })).data
    return { intent, charge: charge! }
  }

  it('is refunded from the dashboard without metadata', async () => {
    const { intent, charge } = await pay(CARD.number)
    expect((await press(`/charges/${charge.id}/refund`)).status).toBe(303)
    await hook.until(() => hook.types().includes('charge.refunded'))
    const { data } = await stripe.refunds.list({ payment_intent: intent })
    expect(data).toMatchObject([{ amount: 203_000, status: 'succeeded', metadata: {} }])
    expect((await press(`/charges/${charge.id}/refund`)).status).toBe(400)
  })

  it('returns when a refund fails after succeeding, and can be refunded again', async () => {
    const { intent, charge } = await pay(CARD.number)
    const refund = await stripe.refunds.create({ payment_intent: intent, metadata: { orderId: 'o', attempt: '1' } })
    await press(`/refunds/${refund.id}/fail`)
    await hook.until(() => hook.types().includes('refund.failed'))
    expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({ status: 'failed', metadata: { attempt: '1' } })
    expect(await stripe.charges.retrieve(charge.id)).toMatchObject({ amount_refunded: 0, refunded: false })
    expect(await stripe.refunds.create({ payment_intent: intent })).toMatchObject({ status: 'succeeded' })
    expect((await press(`/refunds/${refund.id}/fail`)).status).toBe(400)
  })

  it.each([
    ['4000000000007726', 'pending', 'refund.updated', 'succeeded'],
    ['4000000000005126', 'succeeded', 'refund.failed', 'failed'],
  ])('of card %s has a refund that is %s and then changes', async (number, first, type, last) => {
    const { intent } = await pay(number)
    const refund = await stripe.refunds.create({ payment_intent: intent })
    expect(refund.status).toBe(first)
    clock += 3_000
    await hook.until(() => hook.types().includes(type as Stripe.Event.Type))
    expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({ status: last })
  })

  it.each([
    ['win', 'won', ['charge.dispute.closed', 'charge.dispute.funds_reinstated']],
    ['lose', 'lost', ['charge.dispute.closed']],
  ])('is disputed, by card or by hand; to %s ends it %s', async (verdict, status, types) => {
    await pay('4000000000000259')
    const { charge } = await pay(CARD.number)
    await press(`/charges/${charge.id}/dispute`)
    const told = () => hook.types().filter((type) => type === 'charge.dispute.funds_withdrawn').length
    await hook.until(() => told() === 2)
    const [dispute] = (await stripe.disputes.list({ charge: charge.id })).data
    expect(dispute).toMatchObject({ amount: 203_000, status: 'needs_response', payment_intent: charge.payment_intent })
    await press(`/disputes/${dispute!.id}/${verdict}`)
    await hook.until(() => types.every((type) => hook.types().includes(type as Stripe.Event.Type)))
    expect(await stripe.disputes.retrieve(dispute!.id)).toMatchObject({ status })
    expect((await press(`/disputes/${dispute!.id}/${verdict}`)).status).toBe(400)
  })
})
