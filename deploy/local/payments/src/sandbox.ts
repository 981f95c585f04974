import Stripe from 'stripe'
import { type Aftermath, behaviourOf, type Card, type Decline } from './cards.js'
import { invalid, noSuch } from './errors.js'
import { blank } from './fixtures.js'
import { stripeId } from './ids.js'
import { newCharge, newPaymentIntent, newPaymentMethod } from './payment-objects.js'
import { newBalanceTransaction, newRefund } from './refund-objects.js'
import { dispute, refundDue } from './after-payment.js'
import { newLineItems, newSession } from './session-objects.js'
import type { SessionRequest } from './session-request.js'
import type { Store, StripeObject } from './store.js'

type Session = Stripe.Checkout.Session
type EventRequest = { id: string | null; idempotency_key: string | null }

export type PayOutcome =
  | { kind: 'paid'; redirectUrl: string }
  | { kind: 'declined'; message: string }
  | { kind: 'authenticate' }
  | { kind: 'closed'; status: 'complete' | 'expired' }

interface SessionNote {
  request: SessionRequest
  lineItems: Stripe.LineItem[]
  /** The payment method that waits for 3-D Secure. */
  challenged: string | null
}

export interface RefundRequest {
  paymentIntent: string | null
  charge: string | null
  amount: number | null
  reason: Stripe.Refund['reason']
  metadata: Record<string, string>
}

/** A later effect of a test card. */
interface ChargeNote {
  after: Aftermath
}

const NO_REQUEST: EventRequest = { id: null, idempotency_key: null }
const AUTHENTICATION_FAILED: Decline = {
  code: 'payment_intent_authentication_failure',
  message: 'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
}

/** Stripe's state machines that the product uses: Checkout sessions, payments, refunds, disputes, and their events. */
export class Sandbox {
  constructor(
    private readonly store: Store,
    private readonly options: { baseUrl: () => string; nowMs: () => number; onEvent: () => void },
  ) {}

  now(): number {
    return Math.floor(this.options.nowMs() / 1000)
  }

  createSession(request: SessionRequest): Session {
    const session = newSession(request, (id) => `${this.options.baseUrl()}/c/pay/${id}`, this.now())
    const note: SessionNote = { request, lineItems: newLineItems(request, this.now()), challenged: null }
    this.store.transaction(() => {
      this.save(session)
      this.store.putNote(session.id, note)
    })
    return session
  }

  session(id: string): Session {
    this.expireDue()
    return this.store.get<Session>('checkout.session', id) ?? fail(noSuch('checkout.session', id, 'session'))
  }

  lineItems(sessionId: string): Stripe.LineItem[] {
    return this.noteOf(this.session(sessionId).id).lineItems
  }

  /** Expires an open session. Throws StripeFailure 400 when it is complete or already expired, as Stripe does. */
  expireSession(id: string, request: EventRequest = NO_REQUEST): Session {
    const session = this.session(id)
    if (session.status !== 'open') {
      throw invalid(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
      )
    }
    return this.store.transaction(() => this.expire(session, request))
  }

  /** Expires every open session past its expiry (wall time). Returns how many. */
  expireDue(): number {
    const ids = this.store.dueIds('checkout.session', 'open', this.now())
    for (const id of ids) {
      const session = this.store.get<Session>('checkout.session', id)
      if (session) this.store.transaction(() => this.expire(session, NO_REQUEST))
    }
    return ids.length
  }

  /** Attempts to pay an open session by card. `number` decides the card's behaviour and is not stored. */
  pay(sessionId: string, card: Card, number: string): PayOutcome {
    const session = this.session(sessionId)
    const closed = closedOutcome(session)
    if (closed) return closed
    const behaviour = behaviourOf(number)
    return this.store.transaction(() => {
      const method = this.store.put(newPaymentMethod(card, session.customer_email, this.now()))
      if (behaviour.kind === 'succeed')
        return this.succeed(session, method, { authenticated: false, after: behaviour.after })
      if (behaviour.kind === 'decline') return this.decline(session, method, behaviour.decline)
      return this.challenge(session, method)
    })
  }

  /** Completes 3-D Secure: `passed` pays, otherwise the card is declined. */
  authenticate(sessionId: string, passed: boolean): PayOutcome {
    const session = this.session(sessionId)
    const closed = closedOutcome(session)
    if (closed) return closed
    const note = this.noteOf(sessionId)
    const method = note.challenged && this.store.get<Stripe.PaymentMethod>('payment_method', note.challenged)
    if (!method)
      return { kind: 'declined', message: 'This payment is not waiting for authentication. Enter the card again.' }
    return this.store.transaction(() => {
      this.store.putNote(sessionId, { ...note, challenged: null })
      return passed
        ? this.succeed(session, method, { authenticated: true })
        : this.decline(session, method, AUTHENTICATION_FAILED)
    })
  }

  /** True while a card waits for 3-D Secure. */
  isChallenged(sessionId: string): boolean {
    return this.noteOf(sessionId).challenged !== null
  }

  /** Refunds a charge in full or in part. Throws StripeFailure for an unknown, unpaid or already refunded charge. */
  refund(request: RefundRequest, origin: EventRequest): Stripe.Refund {
    const charge = this.chargeToRefund(request)
    const left = charge.amount - charge.amount_refunded
    if (left === 0)
      throw invalid(`Charge ${charge.id} has already been refunded.`, undefined, 'charge_already_refunded')
    const amount = request.amount ?? left
    if (amount < 1)
      throw invalid('This value must be greater than or equal to 1.', 'amount', 'parameter_invalid_integer')
    if (amount > left) {
      throw invalid(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left}).`, 'amount')
    }
    return this.store.transaction(() => {
      const transaction = newBalanceTransaction('refund', amount, charge.currency, 'REFUND FOR CHARGE', this.now())
      const aftermath = this.store.note<ChargeNote>(charge.id)?.after
      const status = aftermath === 'refund_pending' ? ('pending' as const) : ('succeeded' as const)
      const { reason, metadata } = request
      const terms = { amount, reason, metadata, balanceTransaction: transaction.id, status }
      const refund = this.store.put(newRefund(charge, terms, this.now()), refundDue(aftermath, this.now()))
      this.store.put({ ...transaction, source: refund.id })
      const refunded = charge.amount_refunded + amount
      const data = [refund, ...(charge.refunds?.data ?? [])]
      const after: Stripe.Charge = {
        ...charge,
        amount_refunded: refunded,
        refunded: refunded === charge.amount,
        refunds: { object: 'list', data, has_more: false, url: `/v1/charges/${charge.id}/refunds` },
      }
      this.store.put(after)
      this.emit('refund.created', refund, origin)
      this.emit('charge.refunded', after, origin)
      return refund
    })
  }

  private chargeToRefund(request: RefundRequest): Stripe.Charge {
    let chargeId = request.charge
    if (request.paymentIntent !== null) {
      const intent = this.store.get<Stripe.PaymentIntent>('payment_intent', request.paymentIntent)
      if (!intent) throw noSuch('payment_intent', request.paymentIntent, 'payment_intent')
      chargeId = intent.status === 'succeeded' ? (intent.latest_charge as string) : null
      if (chargeId === null)
        throw invalid(
          `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
          'payment_intent',
        )
    }
    if (chargeId === null)
      throw invalid('One of the following params should be provided for this request: payment_intent or charge.')
    const charge = this.store.get<Stripe.Charge>('charge', chargeId) ?? fail(noSuch('charge', chargeId, 'charge'))
    if (!charge.paid) throw invalid(`Charge ${charge.id} did not succeed and cannot be refunded.`, 'charge')
    return charge
  }

  private succeed(
    session: Session,
    method: Stripe.PaymentMethod,
    { authenticated, after }: { authenticated: boolean; after?: Aftermath | undefined },
  ): PayOutcome {
    const intent = this.intentOf(session)
    const transaction = newBalanceTransaction('charge', intent.amount, intent.currency, intent.description, this.now())
    const charge = newCharge(
      intent,
      method,
      { decline: null, authenticated, balanceTransaction: transaction.id },
      this.now(),
    )
    this.store.put({ ...transaction, source: charge.id })
    this.store.put(charge)
    if (after) this.store.putNote(charge.id, { after } satisfies ChargeNote)
    const paid: Stripe.PaymentIntent = {
      ...intent,
      amount_received: intent.amount,
      last_payment_error: null,
      latest_charge: charge.id,
      next_action: null,
      payment_method: method.id,
      status: 'succeeded',
    }
    this.store.put(paid)
    const email = session.customer_email
    const details = {
      address: method.billing_details.address,
      business_name: null,
      email,
      individual_name: null,
      name: method.billing_details.name,
      phone: null,
      tax_exempt: 'none' as const,
      tax_ids: [],
    }
    const complete: Session = {
      ...session,
      customer_details: details,
      payment_intent: intent.id,
      payment_status: 'paid',
      status: 'complete',
      url: null,
    }
    this.save(complete)
    this.emit('charge.succeeded', charge)
    this.emit('payment_intent.succeeded', paid)
    this.emit('checkout.session.completed', complete)
    if (after === 'dispute') dispute(this, this.store, charge.id)
    return { kind: 'paid', redirectUrl: successUrlOf(complete) }
  }

  private decline(session: Session, method: Stripe.PaymentMethod, decline: Decline): PayOutcome {
    const intent = this.intentOf(session)
    const unauthenticated = decline === AUTHENTICATION_FAILED
    // A card that fails 3-D Secure is never charged, so Stripe records no charge for it.
    const charge = unauthenticated
      ? null
      : this.store.put(
          newCharge(intent, method, { decline, authenticated: false, balanceTransaction: null }, this.now()),
        )
    const failed = {
      ...intent,
      last_payment_error: {
        ...(charge && { charge: charge.id }),
        code: decline.code,
        ...(decline.declineCode && { decline_code: decline.declineCode }),
        message: decline.message,
        payment_method: method,
        type: unauthenticated ? 'invalid_request_error' : 'card_error',
      },
      latest_charge: charge?.id ?? intent.latest_charge,
      next_action: null,
      payment_method: null,
      status: 'requires_payment_method',
    } as Stripe.PaymentIntent
    this.store.put(failed)
    if (charge) this.emit('charge.failed', charge)
    this.emit('payment_intent.payment_failed', failed)
    return { kind: 'declined', message: decline.message }
  }

  private challenge(session: Session, method: Stripe.PaymentMethod): PayOutcome {
    const intent = this.intentOf(session)
    const waiting = {
      ...intent,
      payment_method: method.id,
      status: 'requires_action',
      next_action: { type: 'redirect_to_url', redirect_to_url: { url: `${session.url}/3ds`, return_url: session.url } },
    } as Stripe.PaymentIntent
    this.store.put(waiting)
    this.store.putNote(session.id, { ...this.noteOf(session.id), challenged: method.id })
    this.emit('payment_intent.requires_action', waiting)
    return { kind: 'authenticate' }
  }

  private intentOf(session: Session): Stripe.PaymentIntent {
    if (typeof session.payment_intent === 'string') {
      const known = this.store.get<Stripe.PaymentIntent>('payment_intent', session.payment_intent)
      if (known) return known
    }
    const intent = this.store.put(newPaymentIntent(session, this.noteOf(session.id).request, this.now()))
    this.save({ ...session, payment_intent: intent.id })
    this.emit('payment_intent.created', intent)
    return intent
  }

  private expire(session: Session, request: EventRequest): Session {
    const expired: Session = { ...session, status: 'expired', url: null }
    this.save(expired)
    this.emit('checkout.session.expired', expired, request)
    return expired
  }

  private save(session: Session): void {
    this.store.put(session, { status: session.status, due: session.expires_at })
  }

  private noteOf(sessionId: string): SessionNote {
    return this.store.note<SessionNote>(sessionId) ?? fail(noSuch('checkout.session', sessionId, 'session'))
  }

  emit(type: string, object: StripeObject, request: EventRequest = NO_REQUEST): void {
    const event = {
      ...blank('event'),
      id: stripeId('evt_1'),
      object: 'event',
      api_version: Stripe.API_VERSION,
      created: this.now(),
      data: { object },
      livemode: false,
      pending_webhooks: 1,
      request,
      type,
    }
    this.store.put(event)
    this.store.putDelivery(event.id, this.options.nowMs())
    this.options.onEvent()
  }
}

/** Returns the address after payment: the success URL with Stripe's template filled in. */
export function successUrlOf(session: Session): string {
  return (session.success_url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', session.id)
}

function closedOutcome(session: Session): PayOutcome | null {
  return session.status === 'open' ? null : { kind: 'closed', status: session.status as 'complete' | 'expired' }
}

function fail(error: Error): never {
  throw error
}
