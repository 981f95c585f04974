import type { Locale } from '@hissa/contracts'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { fils } from '@hissa/money'
import Stripe from 'stripe'
import { GatewayRefused, GatewayUnavailable, WebhookForged } from './gateway.js'
import { StripeGateway } from './stripe-gateway.js'

const SECRET = 'whsec_test'
const session = {
  id: 'cs_1',
  object: 'checkout.session',
  mode: 'payment',
  status: 'complete',
  payment_status: 'paid',
  amount_total: 203_000,
  currency: 'aed',
  metadata: { orderId: 'o1' },
  payment_intent: 'pi_1',
  url: null,
}
let server: Server
let gateway: StripeGateway
let answers: Array<[status: number, body: object]>
let asked: Array<{ url: string; key: string | undefined; body: string }>

/** Records a request and returns Stripe's next response. */
async function answer(request: IncomingMessage): Promise<[number, object]> {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  asked.push({
    url: `${request.method} ${request.url}`,
    key: request.headers['idempotency-key'] as string | undefined,
    body: decodeURIComponent(body),
  })
  return answers.shift() ?? [200, session]
}

beforeAll(async () => {
  server = createServer((request, response) => {
    void answer(request).then(([status, body]) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  gateway = new StripeGateway({ STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: SECRET, STRIPE_API_BASE: base })
})
beforeEach(() => {
  answers = []
  asked = []
})
afterAll(() => {
  server.close()
})

const request = {
  ...{ orderId: 'o1', idempotencyKey: 'o1', successUrl: 'http://a.test/s', cancelUrl: 'http://a.test/c' },
  payUrl: 'http://a.test/payment/o1',
  ...{
    lines: [{ name: 'Units', unitAmountFils: fils(10_000), quantity: 20 }],
    locale: 'en' as Locale,
    expiresAt: new Date(1_800_000_000_500),
  },
}

describe('StripeGateway', () => {
  it('opens a session under the order’s key, priced per unit, with the expiry in whole seconds', async () => {
    answers.push([200, { ...session, status: 'open', url: 'https://pay.test/cs_1' }])
    expect(await gateway.openCheckout(request)).toEqual({ sessionId: 'cs_1', url: 'https://pay.test/cs_1' })
    expect(asked[0]).toMatchObject({ url: 'POST /v1/checkout/sessions', key: 'o1' })
    for (const part of [
      'line_items[0][price_data][unit_amount]=10000',
      'line_items[0][quantity]=20',
      'metadata[orderId]=o1',
      'expires_at=1800000001',
    ]) {
      expect(asked[0]!.body).toContain(part)
    }
  })

  it.each([
    ['en', 'en'],
    ['fr', 'fr'],
    ['es', 'es'],
  ] as const)('requests the hosted page of a payer who reads %s in that language', async (locale, page) => {
    answers.push([200, { ...session, status: 'open', url: 'https://pay.test/cs_1' }])
    await gateway.openCheckout({ ...request, locale })
    const { body } = asked.at(-1)!
    for (const part of [`locale=${page}`, 'success_url=http://a.test/s', 'cancel_url=http://a.test/c'])
      expect(body).toContain(part)
    expect(body).not.toMatch(/ui_mode|return_url/)
  })

  it('has an Arabic payer pay on our own page, with the same deadline and order', async () => {
    answers.push([200, { ...session, status: 'open', client_secret: 'cs_1_secret_x' }])
    const opened = await gateway.openCheckout({ ...request, locale: 'ar' })
    expect(opened).toEqual({ sessionId: 'cs_1', url: 'http://a.test/payment/o1' })
    const { body } = asked.at(-1)!
    for (const part of [
      'ui_mode=elements',
      'return_url=http://a.test/s',
      'expires_at=1800000001',
      'metadata[orderId]=o1',
    ])
      expect(body).toContain(part)
    // Stripe rejects each of them together with this mode, or for this language.
    expect(body).not.toMatch(/success_url|cancel_url|locale=/)
  })

  it('accepts only cards and only dirhams, whatever the account offers', async () => {
    answers.push([200, { ...session, status: 'open', url: 'https://pay.test/cs_1' }])
    await gateway.openCheckout(request)
    expect(asked[0]!.body).toContain('allowed_payment_method_types[0]=card')
    expect(asked[0]!.body).toContain('adaptive_pricing[enabled]=false')
  })

  it('offers the saved cards of a customer, and saving another, only if the order has one', async () => {
    const open = { ...session, status: 'open', url: 'https://pay.test/cs_1' }
    answers.push([200, open], [200, open])
    await gateway.openCheckout({ ...request, customerId: 'cus_1' })
    expect(asked[0]!.body).toContain('customer=cus_1&saved_payment_method_options[payment_method_save]=enabled')
    await gateway.openCheckout(request)
    expect(asked[1]!.body).not.toMatch(/customer|saved_payment_method_options/)
  })

  it('refuses an answer without an address or a secret: the session has ended', async () => {
    answers.push([200, session], [200, session])
    await expect(gateway.openCheckout(request)).rejects.toMatchObject({ code: 'session_closed' })
    await expect(gateway.openCheckout({ ...request, locale: 'ar' })).rejects.toMatchObject({ code: 'session_closed' })
  })

  it('returns the state of a session that can no longer be expired', async () => {
    answers.push([400, { error: { type: 'invalid_request_error', message: 'not open' } }])
    expect(await gateway.expireCheckout('cs_1')).toEqual({
      sessionId: 'cs_1',
      orderId: 'o1',
      paymentId: 'pi_1',
      state: 'complete',
      paid: true,
      amount: 203_000,
      currency: 'aed',
    })
  })

  it('distinguishes a refusal from an outage', async () => {
    answers.push([
      400,
      { error: { type: 'invalid_request_error', message: 'no', code: 'parameter_invalid', param: 'expires_at' } },
    ])
    await expect(gateway.openCheckout(request)).rejects.toMatchObject({ name: 'GatewayRefused', param: 'expires_at' })
    await expect(gateway.openCheckout(request)).rejects.toThrow(GatewayRefused)
    answers.push([401, { error: { type: 'authentication_error', message: 'key' } }])
    await expect(gateway.readCheckout('cs_1')).rejects.toThrow(GatewayUnavailable)
  })

  it('refunds under the given key', async () => {
    const money = { payment_intent: 'pi_1', amount: 203_000, currency: 'aed' }
    const metadata = { orderId: 'o1', attempt: '2' }
    answers.push([200, { id: 're_1', object: 'refund', status: 'pending', metadata, ...money }])
    const refund = { paymentId: 'pi_1', amount: 203_000, orderId: 'o1', attempt: 2, idempotencyKey: 'refund:o1:2' }
    expect(await gateway.refund(refund)).toEqual({
      ...{ refundId: 're_1', state: 'pending', orderId: 'o1', attempt: 2 },
      ...{ paymentId: 'pi_1', amount: 203_000, currency: 'aed' },
    })
    expect(asked[0]).toMatchObject({ url: 'POST /v1/refunds', key: 'refund:o1:2' })
    expect(asked[0]!.body).toContain('metadata[attempt]=2')
  })
})

describe('StripeGateway.readWebhook', () => {
  const event = JSON.stringify({
    id: 'evt_1',
    object: 'event',
    type: 'checkout.session.completed',
    data: { object: session },
  })
  const sign = (payload: string, secret = SECRET, timestamp?: number) =>
    Stripe.webhooks.generateTestHeaderString({ payload, secret, ...(timestamp ? { timestamp } : {}) })

  it('reads a signed webhook', () => {
    expect(gateway.readWebhook(Buffer.from(event), sign(event))).toMatchObject({
      eventId: 'evt_1',
      kind: 'checkout',
      checkout: { paid: true, orderId: 'o1' },
    })
  })

  it('ignores a session that saved a card', () => {
    const setup = { ...session, mode: 'setup', payment_status: 'no_payment_required', metadata: {} }
    const body = JSON.stringify({ ...JSON.parse(event), data: { object: setup } })
    expect(gateway.readWebhook(Buffer.from(body), sign(body))).toEqual({
      ...{ eventId: 'evt_1', type: 'checkout.session.completed', kind: 'other' },
    })
  })

  it('identifies a movement of a dispute by its balance transaction, and reads the amount from it', () => {
    const moved = (id: string, amount: number) => ({ id, amount, currency: 'aed' })
    const balance_transactions = [moved('txn_1', -203_000), moved('txn_2', 150_000)]
    const read = (type: string) => {
      const dispute = { id: 'du_1', payment_intent: 'pi_1', status: 'won', amount: 203_000, currency: 'aed' }
      const body = JSON.stringify({ id: 'evt_2', type, data: { object: { ...dispute, balance_transactions } } })
      return gateway.readWebhook(Buffer.from(body), sign(body))
    }
    expect(read('charge.dispute.funds_withdrawn')).toMatchObject({
      dispute: { movementId: 'txn_1', movedMinor: 203_000, disputedMinor: 203_000 },
    })
    expect(read('charge.dispute.funds_reinstated')).toMatchObject({
      dispute: { movementId: 'txn_2', movedMinor: -150_000, disputedMinor: 203_000 },
    })
    expect(read('charge.dispute.closed')).not.toHaveProperty('dispute.movementId')
  })

  it('reads until when evidence for a dispute is accepted, while the processor asks for it', () => {
    const read = (status: string, due_by: number | null) => {
      const dispute = { id: 'du_1', payment_intent: 'pi_1', status, amount: 203_000, currency: 'aed' }
      const object = { ...dispute, evidence_details: { due_by } }
      const body = JSON.stringify({ id: 'evt_2', type: 'charge.dispute.updated', created: 1_000, data: { object } })
      const step = gateway.readWebhook(Buffer.from(body), sign(body))
      expect(step).toMatchObject({ dispute: { sentSeconds: 1_000 } })
      return step.kind === 'dispute' && step.dispute.evidenceDueSeconds
    }
    expect(read('needs_response', 1_796_155_200)).toBe(1_796_155_200)
    expect(read('warning_needs_response', 1_796_155_200)).toBe(1_796_155_200)
    expect(read('needs_response', null)).toBeUndefined()
    expect(read('under_review', 1_796_155_200)).toBeUndefined()
    expect(read('lost', 1_796_155_200)).toBeUndefined()
  })

  it('accepts a timestamp slightly in the future', () => {
    const ahead = sign(event, SECRET, Math.floor(Date.now() / 1000) + 30)
    expect(gateway.readWebhook(Buffer.from(event), ahead)).toMatchObject({ eventId: 'evt_1' })
  })

  it.each([
    ['one altered byte', event.replace('203000', '203001'), sign(event)],
    ['another secret', event, sign(event, 'whsec_other')],
    ['an old signature', event, sign(event, SECRET, Math.floor(Date.now() / 1000) - 600)],
    ['a signature from the future', event, sign(event, SECRET, Math.floor(Date.now() / 1000) + 600)],
    ...['null', '[]', '"text"', '7', '{}', '{"id":"evt_1","type":"refund.created"}'].map((body) => [
      `a signed body that is not an event: ${body}`,
      body,
      sign(body),
    ]),
    ['no signature', event, ''],
    ['what is not JSON, signed by nobody', '{', 't=1,v1=0'],
  ] as [string, string, string][])('rejects %s', (_, body, signature) =>
    expect(() => gateway.readWebhook(Buffer.from(body), signature)).toThrow(WebhookForged),
  )
})
