import type { Locale } from '@hissa/contracts'
import { systemTiming, type Timing } from '@hissa/kernel'
import type Stripe from 'stripe'
import {
  type CheckoutSnapshot,
  type CheckoutRequest,
  type DisputeUpdate,
  GatewayRefused,
  type MovementPage,
  type MovementRange,
  type PaymentGateway,
  type RefundSnapshot,
  type RefundRequest,
  WebhookForged,
  type WebhookEvent,
} from './gateway.js'
import { ask, stripeClient, type StripeConfig } from './stripe-client.js'
import { movementOf } from './stripe-movements.js'

/** Clocks differ by seconds; the SDK's tolerance of five minutes covers only timestamps in the past. */
const LARGEST_SKEW_AHEAD_MS = 60_000
/** Stripe's largest page. */
const MOST_MOVEMENTS = 100
/**
 * The languages of the processor's page. It has no Arabic, so Arabic is paid on our own page with the Payment Element,
 * which has.
 */
const PAGE_LOCALES: Partial<Record<Locale, Stripe.Checkout.SessionCreateParams.Locale>> = {
  en: 'en',
  fr: 'fr',
  es: 'es',
}

/** Implements the port with Stripe's SDK: Checkout sessions, refunds and signed webhooks. */
export class StripeGateway implements PaymentGateway {
  private readonly stripe: Stripe

  constructor(
    private readonly config: StripeConfig,
    private readonly timing: Timing = systemTiming,
  ) {
    this.stripe = stripeClient(config)
  }

  async openCheckout(request: CheckoutRequest): Promise<{ sessionId: string; url: string }> {
    const params = checkoutParams(request)
    const { idempotencyKey, payUrl } = request
    const session = await ask(() => this.stripe.checkout.sessions.create(params, { idempotencyKey }))
    // Only a session that is no longer open has neither.
    const url = session.url ?? (session.client_secret ? payUrl : undefined)
    if (!url) throw new GatewayRefused('the checkout session has no address', 'session_closed')
    return { sessionId: session.id, url }
  }

  async expireCheckout(sessionId: string): Promise<CheckoutSnapshot> {
    try {
      return checkoutSnapshot(await ask(() => this.stripe.checkout.sessions.expire(sessionId)))
    } catch (error) {
      // Only an open session can be expired; for any other, its state is the result.
      if (error instanceof GatewayRefused) return this.readCheckout(sessionId)
      throw error
    }
  }

  async readCheckout(sessionId: string): Promise<CheckoutSnapshot> {
    return checkoutSnapshot(await ask(() => this.stripe.checkout.sessions.retrieve(sessionId)))
  }

  async refund(request: RefundRequest): Promise<RefundSnapshot> {
    const { paymentId, amount, orderId, suspenseId, attempt, idempotencyKey } = request
    const origin = { ...(orderId ? { orderId } : {}), ...(suspenseId ? { suspenseId } : {}) }
    const metadata = { ...origin, ...(attempt ? { attempt: String(attempt) } : {}) }
    const params = { payment_intent: paymentId, amount, metadata }
    return refundSnapshot(await ask(() => this.stripe.refunds.create(params, { idempotencyKey })))
  }

  async readRefund(refundId: string): Promise<RefundSnapshot> {
    return refundSnapshot(await ask(() => this.stripe.refunds.retrieve(refundId)))
  }

  async listRefunds(paymentId: string): Promise<RefundSnapshot[]> {
    const { data } = await ask(() => this.stripe.refunds.list({ payment_intent: paymentId, limit: 100 }))
    return data.map(refundSnapshot)
  }

  async listMovements({ from, to, after }: MovementRange): Promise<MovementPage> {
    const seconds = (at: Date) => Math.floor(at.getTime() / 1000)
    const { data, has_more: hasMore } = await ask(() =>
      this.stripe.balanceTransactions.list({
        ...{ created: { gte: seconds(from), lte: seconds(to) }, limit: MOST_MOVEMENTS, expand: ['data.source'] },
        ...(after ? { starting_after: after } : {}),
      }),
    )
    const next = hasMore ? data.at(-1)?.id : undefined
    return { movements: data.map(movementOf), ...(next ? { next } : {}) }
  }

  readWebhook(payload: Buffer, signature: string): WebhookEvent {
    return webhookEvent(this.verify(payload, signature))
  }

  private verify(payload: Buffer, signature: string): Stripe.Event {
    const event = this.signed(payload, signature)
    // A signature dated in the future could be replayed until that time.
    if (signedAtMs(signature) > this.timing.wallMs() + LARGEST_SKEW_AHEAD_MS)
      throw new WebhookForged('the signature is from the future')
    if (!isEvent(event)) throw new WebhookForged('the body is not an event')
    return event
  }

  private signed(payload: Buffer, signature: string): unknown {
    try {
      return this.stripe.webhooks.constructEvent(payload, signature, this.config.STRIPE_WEBHOOK_SECRET)
    } catch (cause) {
      throw new WebhookForged('the signature does not fit', { cause })
    }
  }
}

/** Returns the latest time in a signature header, whichever of them the SDK reads. */
const signedAtMs = (signature: string): number =>
  Math.max(...[...signature.matchAll(/(?:^|,)t=(\d+)/g)].map(([, seconds]) => Number(seconds) * 1000))

function isEvent(body: unknown): body is Stripe.Event {
  const { id, type, data } = (body ?? {}) as Partial<Stripe.Event>
  return typeof id === 'string' && typeof type === 'string' && typeof data?.object === 'object' && data.object !== null
}

/** Returns the content of a session, built from the request alone. */
function checkoutParams(request: CheckoutRequest): Stripe.Checkout.SessionCreateParams {
  const { orderId, lines, locale, customerId, successUrl, cancelUrl, expiresAt } = request
  const page = PAGE_LOCALES[locale]
  return {
    mode: 'payment',
    line_items: lines.map(({ name, unitAmountFils, quantity }) => ({
      price_data: { currency: 'aed', unit_amount: unitAmountFils, product_data: { name } },
      quantity,
    })),
    client_reference_id: orderId,
    metadata: { orderId, language: locale },
    payment_intent_data: { metadata: { orderId } },
    // Whatever the account's settings: only cards are refunded as the platform expects, and only in dirhams.
    allowed_payment_method_types: ['card'],
    adaptive_pricing: { enabled: false },
    ...(customerId && { customer: customerId, saved_payment_method_options: { payment_method_save: 'enabled' } }),
    ...(page
      ? { locale: page, success_url: successUrl, cancel_url: cancelUrl }
      : { ui_mode: 'elements', return_url: successUrl }),
    expires_at: Math.ceil(expiresAt.getTime() / 1000),
  }
}

/** An unknown status is not treated as final. */
const CHECKOUT_STATES: Record<string, CheckoutSnapshot['state']> = { complete: 'complete', expired: 'expired' }

function checkoutSnapshot(session: Stripe.Checkout.Session): CheckoutSnapshot {
  const orderId = session.metadata?.['orderId'] ?? session.client_reference_id
  const paymentId = idOf(session.payment_intent)
  return {
    sessionId: session.id,
    ...(orderId ? { orderId } : {}),
    ...(paymentId ? { paymentId } : {}),
    state: CHECKOUT_STATES[session.status ?? ''] ?? 'open',
    paid: session.status === 'complete' && session.payment_status === 'paid',
    amount: session.amount_total ?? 0,
    currency: session.currency ?? '',
  }
}

const REFUND_STATES: Record<string, RefundSnapshot['state']> = {
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'failed',
}

function refundSnapshot(refund: Stripe.Refund): RefundSnapshot {
  const { orderId, suspenseId, attempt } = refund.metadata ?? {}
  const paymentId = idOf(refund.payment_intent)
  return {
    refundId: refund.id,
    state: REFUND_STATES[refund.status ?? ''] ?? 'pending',
    ...(orderId ? { orderId } : {}),
    ...(suspenseId ? { suspenseId } : {}),
    ...(attempt ? { attempt: Number(attempt) } : {}),
    ...(paymentId ? { paymentId } : {}),
    amount: refund.amount,
    currency: refund.currency,
  }
}

function webhookEvent(event: Stripe.Event): WebhookEvent {
  const { id: eventId, type } = event
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.expired':
    case 'checkout.session.async_payment_succeeded':
      // A session that saved a card moves no money.
      if (event.data.object.mode !== 'payment') return { eventId, type, kind: 'other' }
      return { eventId, type, kind: 'checkout', checkout: checkoutSnapshot(event.data.object), failed: false }
    case 'checkout.session.async_payment_failed':
      return { eventId, type, kind: 'checkout', checkout: checkoutSnapshot(event.data.object), failed: true }
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
      return { eventId, type, kind: 'refund', refund: refundSnapshot(event.data.object) }
    case 'charge.refunded': {
      const paymentId = idOf(event.data.object.payment_intent)
      return paymentId ? { eventId, type, kind: 'charge', paymentId } : { eventId, type, kind: 'other' }
    }
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
      return {
        eventId,
        type,
        kind: 'dispute',
        dispute: disputeUpdate(event.data.object, MOVES[event.type] ?? 0, event.created),
      }
    default:
      return { eventId, type, kind: 'other' }
  }
}

const DISPUTE_STATES: Record<string, DisputeUpdate['status']> = { won: 'won', warning_closed: 'won', lost: 'lost' }
/** The states of a dispute in which evidence can be submitted. */
const ASKS_FOR_EVIDENCE: readonly string[] = ['needs_response', 'warning_needs_response']
/** How an event moves the disputed amount: 1 withdrawn, -1 reinstated. */
const MOVES: Record<string, number> = { 'charge.dispute.funds_withdrawn': 1, 'charge.dispute.funds_reinstated': -1 }

function disputeUpdate(dispute: Stripe.Dispute, moves: number, sentSeconds: number | undefined): DisputeUpdate {
  const paymentId = idOf(dispute.payment_intent)
  // The event's own movement is the latest in its direction.
  const movement = dispute.balance_transactions?.findLast(({ amount }) => amount * moves < 0)
  const dueSeconds = ASKS_FOR_EVIDENCE.includes(dispute.status) ? dispute.evidence_details?.due_by : null
  const amount = movement?.currency === dispute.currency ? Math.abs(movement.amount) : dispute.amount
  return {
    disputeId: dispute.id,
    ...(movement ? { movementId: movement.id } : {}),
    ...(paymentId ? { paymentId } : {}),
    status: DISPUTE_STATES[dispute.status] ?? 'open',
    movedMinor: moves * amount,
    disputedMinor: dispute.amount,
    ...(dueSeconds ? { evidenceDueSeconds: dueSeconds } : {}),
    ...(sentSeconds ? { sentSeconds } : {}),
    currency: dispute.currency,
  }
}

const idOf = (value: string | { id: string } | null) => (typeof value === 'string' ? value : value?.id)
