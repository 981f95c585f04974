import type Stripe from 'stripe'
import type { CardBehaviour, Decline } from './cards.js'
import { attach } from './customers.js'
import type { Sandbox, Session } from './sandbox.js'
import type { Store } from './store.js'

/** The card of an attempt. */
export interface Attempt {
  method: Stripe.PaymentMethod
  behaviour: CardBehaviour
  /** Whether it is saved for the customer once it has paid. */
  saves: boolean
}

/** Saves the card for the session's customer and completes the session. */
export function succeedSetup(sandbox: Sandbox, store: Store, session: Session, { method }: Attempt): Session {
  const redisplay = sandbox.noteOf(session.id).request.redisplay ?? 'limited'
  const customer = session.customer as string | null
  if (customer !== null) attach(sandbox, store, method, { customer, redisplay })
  const intent = put(store, session, {
    ...{ last_setup_error: null, next_action: null, payment_method: method.id, status: 'succeeded' },
  })
  sandbox.emit('setup_intent.succeeded', intent)
  const complete = sandbox.save({ ...session, client_secret: null, status: 'complete', url: null })
  sandbox.emit('checkout.session.completed', complete)
  return complete
}

/** Records that the bank declined to save the card. */
export function declineSetup(
  sandbox: Sandbox,
  store: Store,
  session: Session,
  { method }: Attempt,
  { code, declineCode, message }: Decline,
): void {
  const error = { code, ...(declineCode && { decline_code: declineCode }), message, payment_method: method }
  const intent = put(store, session, {
    last_setup_error: { ...error, type: 'card_error' },
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
  })
  sandbox.emit('setup_intent.setup_failed', intent)
}

/** Records that the card waits for 3-D Secure. */
export function challengeSetup(sandbox: Sandbox, store: Store, session: Session, method: Stripe.PaymentMethod): void {
  const intent = put(store, session, { payment_method: method.id, status: 'requires_action' })
  sandbox.emit('setup_intent.requires_action', intent)
}

function put(store: Store, session: Session, change: Partial<Stripe.SetupIntent>): Stripe.SetupIntent {
  const intent = store.get<Stripe.SetupIntent>('setup_intent', session.setup_intent as string)!
  return store.put({ ...intent, ...change })
}
