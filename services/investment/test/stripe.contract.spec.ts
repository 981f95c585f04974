import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Locale } from '@hissa/contracts'
import { newId } from '@hissa/kernel'
import { fils } from '@hissa/money'
import { poll } from '@hissa/testing-helpers'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Stripe from 'stripe'
import { startPayments, type Payments } from '../../../local/payments/src/index.js'
import { StripeCards } from '../src/processor/stripe-cards.js'
import { stripeClient, type StripeConfig } from '../src/processor/stripe-client.js'
import { StripeGateway } from '../src/processor/stripe-gateway.js'

const MINUTE_MS = 60_000
const WEBHOOK_SECRET = 'whsec_contract'
const testKey = process.env['STRIPE_SECRET_KEY']

interface Processor {
  config: StripeConfig
  stop(): Promise<void>
}

async function startSandbox(): Promise<Processor> {
  const dataDir = mkdtempSync(join(tmpdir(), 'contract-'))
  const secretKey = 'sk_test_contract'
  const webhook = { webhookUrl: 'http://127.0.0.1:9/hook', webhookSecret: WEBHOOK_SECRET }
  const payments: Payments = await startPayments({ port: 0, dataDir, secretKey, ...webhook })
  return {
    config: { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET, STRIPE_API_BASE: payments.url },
    stop: async () => {
      await payments.close()
      rmSync(dataDir, { recursive: true })
    },
  }
}

/** An account in test mode. A live key is rejected: these tests move money. */
async function useStripe(): Promise<Processor> {
  if (!testKey?.startsWith('sk_test_')) throw new Error('STRIPE_SECRET_KEY must be a key of test mode: sk_test_…')
  const config = { STRIPE_SECRET_KEY: testKey, STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET, STRIPE_API_BASE: undefined }
  return { config, stop: () => Promise.resolve() }
}

/** What the platform relies on, of Stripe and of the sandbox that replaces it. */
function suite(start: () => Promise<Processor>): void {
  let processor: Processor
  let stripe: Stripe
  let gateway: StripeGateway
  let cards: StripeCards

  beforeAll(async () => {
    processor = await start()
    stripe = stripeClient(processor.config)
    gateway = new StripeGateway(processor.config)
    cards = new StripeCards(processor.config)
  })
  afterAll(() => processor?.stop())

  const order = (change: object = {}) => {
    const orderId = newId()
    return {
      ...{ orderId, idempotencyKey: orderId, locale: 'en' as Locale },
      lines: [
        { name: 'Shares', unitAmountFils: fils(10_000), quantity: 20 },
        { name: 'Fee', unitAmountFils: fils(3_000), quantity: 1 },
      ],
      ...{ successUrl: 'https://hissa.test/s?id={CHECKOUT_SESSION_ID}', cancelUrl: 'https://hissa.test/c' },
      payUrl: `https://hissa.test/payment/${orderId}`,
      expiresAt: new Date(Date.now() + 31 * MINUTE_MS),
      ...change,
    }
  }

  /** Pays without a page, which only a browser could use. */
  const pay = async (amount: number, method = 'pm_card_visa') => {
    const intent = await stripe.paymentIntents.create({
      ...{ amount, currency: 'aed', payment_method: method, confirm: true },
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    })
    expect(intent.status).toBe('succeeded')
    return intent.id
  }

  it('opens one page for one key, with the total and the deadline', async () => {
    const request = order()
    const first = await gateway.openCheckout(request)
    expect(await gateway.openCheckout(request)).toEqual(first)
    expect(first.url).toMatch(/^https?:\/\/.+/)
    expect(await gateway.readCheckout(first.sessionId)).toEqual({
      ...{ sessionId: first.sessionId, orderId: request.orderId, state: 'open', paid: false },
      ...{ amount: 203_000, currency: 'aed' },
    })
    const session = await stripe.checkout.sessions.retrieve(first.sessionId)
    expect(session.expires_at).toBe(Math.ceil(request.expiresAt.getTime() / 1000))
    expect(await cards.readPaySecret(first.sessionId)).toBeUndefined()
  })

  it('opens an embedded session for Arabic, whose client secret works until it expires', async () => {
    const request = order({ locale: 'ar' })
    const { sessionId, url } = await gateway.openCheckout(request)
    expect(url).toBe(request.payUrl)
    expect(await cards.readPaySecret(sessionId)).toMatch(new RegExp(`^${sessionId}_secret_`))
    expect(await gateway.expireCheckout(sessionId)).toMatchObject({ state: 'expired', paid: false })
    expect(await gateway.expireCheckout(sessionId)).toMatchObject({ state: 'expired' })
    expect(await cards.readPaySecret(sessionId)).toBeUndefined()
  })

  it('refuses a page that would expire within 30 minutes, and an unknown one', async () => {
    const soon = order({ expiresAt: new Date(Date.now() + 20 * MINUTE_MS) })
    await expect(gateway.openCheckout(soon)).rejects.toMatchObject({ name: 'GatewayRefused', param: 'expires_at' })
    await expect(gateway.readCheckout('cs_test_none')).rejects.toMatchObject({ code: 'resource_missing' })
  })

  it('refunds a payment in parts under separate keys, never above it', async () => {
    const paymentId = await pay(203_000)
    const [orderId, key] = [newId(), newId()]
    const part = (amount: number, attempt: number) =>
      gateway.refund({ paymentId, amount, orderId, attempt, idempotencyKey: `${key}:${attempt}` })
    const first = await part(3_000, 1)
    expect(first).toMatchObject({ orderId, attempt: 1, paymentId, amount: 3_000, currency: 'aed' })
    expect((await part(3_000, 1)).refundId).toBe(first.refundId)
    await part(100_000, 2)
    await expect(part(100_001, 3)).rejects.toMatchObject({ name: 'GatewayRefused' })
    await part(100_000, 4)
    await expect(part(1, 5)).rejects.toMatchObject({ name: 'GatewayRefused', code: 'charge_already_refunded' })
    const refunds = await gateway.listRefunds(paymentId)
    expect(refunds.map(({ amount }) => amount).sort()).toEqual([100_000, 100_000, 3_000])
    expect(await gateway.readRefund(first.refundId)).toMatchObject({ refundId: first.refundId, state: 'succeeded' })
  })

  it('lists the movements of its balance by payment, page by page, within a time', async () => {
    const [paymentId, disputedId] = [await pay(203_000), await pay(100_000, 'pm_card_createDispute')]
    await gateway.refund({ paymentId, amount: 3_000, idempotencyKey: newId() })
    const now = Date.now()
    const range = { from: new Date(now - 10 * MINUTE_MS), to: new Date(now + MINUTE_MS) }
    const read = await poll('the dispute', async () => {
      const found = []
      for (let after: string | undefined; ;) {
        const page = await gateway.listMovements({ ...range, ...(after ? { after } : {}) })
        found.push(...page.movements)
        after = page.next
        if (!after) break
      }
      return found.some(({ kind, paymentId: id }) => kind === 'dispute' && id === disputedId) && found
    })
    const of = (id: string) =>
      read
        .filter((movement) => movement.paymentId === id)
        .map(({ kind, amount, currency }) => [kind, amount, currency])
        .sort()
    expect(of(paymentId)).toEqual([
      ['charge', 203_000, 'aed'],
      ['refund', -3_000, 'aed'],
    ])
    expect(of(disputedId)).toEqual([
      ['charge', 100_000, 'aed'],
      ['dispute', -100_000, 'aed'],
    ])
    const earlier = { from: range.from, to: new Date(now - 9 * MINUTE_MS) }
    const { movements } = await gateway.listMovements(earlier)
    expect(movements.filter((movement) => movement.paymentId === paymentId)).toEqual([])
  })

  it('reports a refund that fails after it was accepted', async () => {
    const paymentId = await pay(203_000, 'pm_card_refundFail')
    const refund = await gateway.refund({ paymentId, amount: 203_000, idempotencyKey: newId() })
    expect(refund.state).not.toBe('failed')
    await poll('the refund to fail', async () => (await gateway.readRefund(refund.refundId)).state === 'failed')
  })

  it('keeps a disputed payment from being refunded, and reports each step of the dispute', async () => {
    const paymentId = await pay(203_000, 'pm_card_createDispute')
    const [dispute] = await poll('the dispute', async () => {
      const { data } = await stripe.disputes.list({ payment_intent: paymentId })
      return data.length > 0 && data
    })
    const refund = gateway.refund({ paymentId, amount: 203_000, idempotencyKey: newId() })
    await expect(refund).rejects.toMatchObject({ name: 'GatewayRefused', code: 'charge_disputed' })
    const steps = await poll('its events', async () => {
      const { data } = await stripe.events.list({ limit: 100 })
      const own = data.filter(({ data: { object } }) => (object as { id?: string }).id === dispute!.id)
      return own.length >= 2 && own
    })
    const read = steps.map((event) => {
      const payload = JSON.stringify(event)
      const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: WEBHOOK_SECRET })
      return gateway.readWebhook(Buffer.from(payload), signature)
    })
    const evidenceDueSeconds = dispute!.evidence_details.due_by
    expect(evidenceDueSeconds).toBeGreaterThan(dispute!.created)
    for (const step of read)
      expect(step).toMatchObject({ kind: 'dispute', dispute: { paymentId, status: 'open', evidenceDueSeconds } })
    const moved = read.map((step) => (step.kind === 'dispute' ? step.dispute.movedMinor : null))
    expect(moved.sort()).toEqual([0, 203_000])
  })

  it('keeps a customer’s cards: created once, saved on our own page, listed, and removed by their owner only', async () => {
    const [userId, other] = [newId(), newId()]
    const customerId = await cards.createCustomer(userId)
    expect(await cards.createCustomer(userId)).toBe(customerId)
    const otherId = await cards.createCustomer(other)
    expect(otherId).not.toBe(customerId)
    const expiresAt = new Date(Date.now() + 31 * MINUTE_MS)
    const setup = await cards.openSetup({ customerId, returnUrl: 'https://hissa.test/add-payment-method', expiresAt })
    expect(setup.clientSecret).toMatch(new RegExp(`^${setup.sessionId}_secret_`))
    expect(await cards.listCards(customerId)).toEqual([])
    await stripe.paymentMethods.attach('pm_card_visa', { customer: customerId })
    const [card] = await cards.listCards(customerId)
    expect(card).toMatchObject({ brand: 'visa', last4: '4242', cardId: expect.stringMatching(/^pm_/) })
    expect(await cards.removeCard(otherId, card!.cardId)).toBe(false)
    expect(await cards.removeCard(customerId, card!.cardId)).toBe(true)
    expect(await cards.removeCard(customerId, card!.cardId)).toBe(false)
    expect(await cards.listCards(customerId)).toEqual([])
  })

  it.each(['en', 'ar'] as const)('opens the page of a customer (%s)', async (locale) => {
    const customerId = await cards.createCustomer(newId())
    const { sessionId } = await gateway.openCheckout(order({ locale, customerId }))
    const session = await stripe.checkout.sessions.retrieve(sessionId)
    expect(session).toMatchObject({ customer: customerId, mode: 'payment', amount_total: 203_000 })
  })
}

describe('the card processor, replaced by the sandbox', () => suite(startSandbox))

const withKey = testKey ? describe : describe.skip
withKey('the card processor, Stripe in test mode (STRIPE_SECRET_KEY)', () => suite(useStripe))
