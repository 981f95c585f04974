import type Stripe from 'stripe'
import { dispute } from './after-payment.js'
import { type Aftermath, behaviourOf, type Card, type Decline } from './cards.js'
import { attach, behaviourOfMethod, cardsOf, keepMethod } from './customers.js'
import { newCharge, newPaymentIntent, newPaymentMethod } from './payment-objects.js'
import { newBalanceTransaction } from './refund-objects.js'
import { type ChargeNote, type Sandbox, type Session, successUrlOf } from './sandbox.js'
import { type Attempt, challengeSetup, declineSetup, succeedSetup } from './save-card.js'
import type { Store } from './store.js'

export type PayOutcome =
  | { kind: 'paid'; redirectUrl: string }
  | { kind: 'declined'; message: string; declineCode?: string }
  | { kind: 'authenticate' }
  | { kind: 'closed'; status: 'complete' | 'expired' }

/** How a session is paid: with an entered card, or with one of the customer's saved cards. */
export type Means = { card: Card; number: string; saves: boolean } | { savedId: string }

const AUTHENTICATION_FAILED: Decline = {
  code: 'payment_intent_authentication_failure',
  message: 'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
}
const NOT_WAITING = 'This payment is not waiting for authentication. Enter the card again.'
const NOT_SAVED = 'This card is no longer saved. Enter a card.'

/** Attempts to complete an open session by card. The card's number decides its behaviour and is not stored. */
export function attemptSession(sandbox: Sandbox, store: Store, sessionId: string, means: Means): PayOutcome {
  const session = sandbox.session(sessionId)
  const closed = closedOutcome(session)
  if (closed) return closed
  return store.transaction(() => {
    const attempt = attemptWith(sandbox, store, session, means)
    if (!attempt) return { kind: 'declined', message: NOT_SAVED }
    const { behaviour } = attempt
    if (behaviour.kind === 'authenticate') return challenge(sandbox, store, session, attempt)
    if (behaviour.kind === 'succeed' || (session.mode === 'setup' && behaviour.savable))
      return succeed(sandbox, store, session, attempt, false)
    return decline(sandbox, store, session, attempt, behaviour.decline)
  })
}

/** Completes 3-D Secure: `passed` completes the session, otherwise the card is declined. */
export function authenticateSession(sandbox: Sandbox, store: Store, sessionId: string, passed: boolean): PayOutcome {
  const session = sandbox.session(sessionId)
  const closed = closedOutcome(session)
  if (closed) return closed
  const note = sandbox.noteOf(sessionId)
  const method = note.challenged && store.get<Stripe.PaymentMethod>('payment_method', note.challenged)
  if (!method) return { kind: 'declined', message: NOT_WAITING }
  return store.transaction(() => {
    store.putNote(sessionId, { ...note, challenged: null })
    const attempt = { method, behaviour: behaviourOfMethod(store, method.id), saves: note.saves ?? false }
    return passed
      ? succeed(sandbox, store, session, attempt, true)
      : decline(sandbox, store, session, attempt, AUTHENTICATION_FAILED)
  })
}

function attemptWith(sandbox: Sandbox, store: Store, session: Session, means: Means): Attempt | undefined {
  const customer = session.customer as string | null
  if ('savedId' in means) {
    const method = customer && cardsOf(store, customer).find(({ id }) => id === means.savedId)
    return method ? { method, behaviour: behaviourOfMethod(store, method.id), saves: false } : undefined
  }
  const behaviour = behaviourOf(means.number)
  const method = keepMethod(store, newPaymentMethod(means.card, session.customer_email, sandbox.now()), behaviour)
  return { method, behaviour, saves: means.saves && customer !== null }
}

function succeed(sandbox: Sandbox, store: Store, session: Session, attempt: Attempt, authenticated: boolean) {
  const completed =
    session.mode === 'setup'
      ? succeedSetup(sandbox, store, session, attempt)
      : succeedPayment(sandbox, store, session, attempt, authenticated)
  return { kind: 'paid' as const, redirectUrl: successUrlOf(completed) }
}

function succeedPayment(
  sandbox: Sandbox,
  store: Store,
  session: Session,
  { method, behaviour, saves }: Attempt,
  authenticated: boolean,
): Session {
  if (saves) attach(sandbox, store, method, { customer: session.customer as string, redisplay: 'always' })
  const intent = intentOf(sandbox, store, session)
  const after = behaviour.kind === 'succeed' ? behaviour.after : undefined
  const { paid, charge } = chargeIntent(sandbox, store, { intent, method, authenticated, after })
  const details = {
    address: method.billing_details.address,
    business_name: null,
    email: session.customer_email,
    individual_name: null,
    name: method.billing_details.name,
    phone: null,
    tax_exempt: 'none' as const,
    tax_ids: [],
  }
  const complete = sandbox.save({
    ...session,
    client_secret: null,
    customer_details: details,
    payment_intent: paid.id,
    payment_status: 'paid',
    status: 'complete',
    url: null,
  })
  sandbox.emit('checkout.session.completed', complete)
  if (after === 'dispute') dispute(sandbox, store, charge.id)
  return complete
}

/** Charges a payment intent in full and emits its events. */
export function chargeIntent(
  sandbox: Sandbox,
  store: Store,
  payment: {
    intent: Stripe.PaymentIntent
    method: Stripe.PaymentMethod
    authenticated: boolean
    after: Aftermath | undefined
  },
): { paid: Stripe.PaymentIntent; charge: Stripe.Charge } {
  const { intent, method, authenticated, after } = payment
  const now = sandbox.now()
  const transaction = newBalanceTransaction('charge', intent.amount, intent.currency, intent.description, now)
  const result = { decline: null, authenticated, balanceTransaction: transaction.id }
  const charge = store.put(newCharge(intent, method, result, now))
  store.put({ ...transaction, source: charge.id })
  if (after) store.putNote(charge.id, { after } satisfies ChargeNote)
  const paid = store.put<Stripe.PaymentIntent>({
    ...intent,
    amount_received: intent.amount,
    last_payment_error: null,
    latest_charge: charge.id,
    next_action: null,
    payment_method: method.id,
    status: 'succeeded',
  })
  sandbox.emit('charge.succeeded', charge)
  sandbox.emit('payment_intent.succeeded', paid)
  return { paid, charge }
}

function decline(sandbox: Sandbox, store: Store, session: Session, attempt: Attempt, reason: Decline): PayOutcome {
  if (session.mode === 'setup') declineSetup(sandbox, store, session, attempt, reason)
  else declinePayment(sandbox, store, session, attempt, reason)
  const { message, declineCode } = reason
  return { kind: 'declined', message, ...(declineCode && { declineCode }) }
}

function declinePayment(sandbox: Sandbox, store: Store, session: Session, { method }: Attempt, reason: Decline): void {
  const intent = intentOf(sandbox, store, session)
  const unauthenticated = reason === AUTHENTICATION_FAILED
  const refused = { decline: reason, authenticated: false, balanceTransaction: null }
  // A card that fails 3-D Secure is never charged, so Stripe records no charge for it.
  const charge = unauthenticated ? null : store.put(newCharge(intent, method, refused, sandbox.now()))
  const failed = store.put({
    ...intent,
    last_payment_error: {
      ...(charge && { charge: charge.id }),
      code: reason.code,
      ...(reason.declineCode && { decline_code: reason.declineCode }),
      message: reason.message,
      payment_method: method,
      type: unauthenticated ? 'invalid_request_error' : 'card_error',
    },
    latest_charge: charge?.id ?? intent.latest_charge,
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
  })
  if (charge) sandbox.emit('charge.failed', charge)
  sandbox.emit('payment_intent.payment_failed', failed)
}

function challenge(sandbox: Sandbox, store: Store, session: Session, { method, saves }: Attempt): PayOutcome {
  store.putNote(session.id, { ...sandbox.noteOf(session.id), challenged: method.id, saves })
  if (session.mode === 'setup') {
    challengeSetup(sandbox, store, session, method)
    return { kind: 'authenticate' }
  }
  const intent = intentOf(sandbox, store, session)
  const url = `${sandbox.baseUrl}/c/pay/${session.id}/3ds`
  const waiting = store.put({
    ...intent,
    payment_method: method.id,
    status: 'requires_action',
    next_action: { type: 'redirect_to_url', redirect_to_url: { url, return_url: session.url ?? session.return_url } },
  } as Stripe.PaymentIntent)
  sandbox.emit('payment_intent.requires_action', waiting)
  return { kind: 'authenticate' }
}

function intentOf(sandbox: Sandbox, store: Store, session: Session): Stripe.PaymentIntent {
  if (typeof session.payment_intent === 'string') {
    const known = store.get<Stripe.PaymentIntent>('payment_intent', session.payment_intent)
    if (known) return known
  }
  const intent = store.put(newPaymentIntent(session, sandbox.noteOf(session.id).request, sandbox.now()))
  sandbox.save({ ...session, payment_intent: intent.id })
  sandbox.emit('payment_intent.created', intent)
  return intent
}

function closedOutcome(session: Session): PayOutcome | null {
  return session.status === 'open' ? null : { kind: 'closed', status: session.status as 'complete' | 'expired' }
}
