import type Stripe from 'stripe'
import { type CardBehaviour, testToken } from './cards.js'
import { invalid, noSuch } from './errors.js'
import { newPaymentMethod } from './payment-objects.js'
import type { EventRequest, Sandbox } from './sandbox.js'
import { newCustomer } from './setup-objects.js'
import type { Store } from './store.js'

/** What a card does when it is used, stored without its number. */
interface MethodNote {
  behaviour: CardBehaviour
}

type Redisplay = 'always' | 'limited' | 'unspecified'

/** Stores the payment method of an entered card and what it does when it is used. */
export function keepMethod(store: Store, method: Stripe.PaymentMethod, behaviour: CardBehaviour): Stripe.PaymentMethod {
  store.putNote(method.id, { behaviour } satisfies MethodNote)
  return store.put(method)
}

/** Returns what a payment method does when it is used: it succeeds unless another behaviour is stored. */
export const behaviourOfMethod = (store: Store, methodId: string): CardBehaviour =>
  store.note<MethodNote>(methodId)?.behaviour ?? { kind: 'succeed' }

/** Creates a customer and emits `customer.created`. */
export function createCustomer(
  sandbox: Sandbox,
  store: Store,
  named: Parameters<typeof newCustomer>[0],
  origin: EventRequest,
): Stripe.Customer {
  return store.transaction(() => {
    const customer = store.put(newCustomer(named, sandbox.now()))
    sandbox.emit('customer.created', customer, origin)
    return customer
  })
}

/** Lists the saved cards of a customer, newest first. Throws StripeFailure for an unknown customer. */
export function cardsOf(store: Store, customerId: string, limit = 100): Stripe.PaymentMethod[] {
  if (!store.get('customer', customerId)) throw noSuch('customer', customerId, 'customer')
  return store.list<Stripe.PaymentMethod>('payment_method', { limit, where: { customer: customerId } })
}

/** Returns the saved cards that a customer may be offered again. */
export function offered(store: Store, customer: string): Stripe.PaymentMethod[] {
  return cardsOf(store, customer).filter(({ allow_redisplay: redisplay }) => redisplay === 'always')
}

/** Saves a payment method for a customer. A card that authenticates only once has done so. */
export function attach(
  sandbox: Sandbox,
  store: Store,
  method: Stripe.PaymentMethod,
  owner: { customer: string; redisplay: Redisplay },
): Stripe.PaymentMethod {
  const behaviour = behaviourOfMethod(store, method.id)
  if (behaviour.kind === 'authenticate' && behaviour.once) keepMethod(store, method, { kind: 'succeed' })
  const attached = store.put({ ...method, customer: owner.customer, allow_redisplay: owner.redisplay })
  sandbox.emit('payment_method.attached', attached)
  return attached
}

/** Saves a card for a customer by its id or by one of Stripe's test tokens, such as `pm_card_visa`. */
export function attachById(sandbox: Sandbox, store: Store, id: string, customer: string): Stripe.PaymentMethod {
  if (!store.get('customer', customer)) throw noSuch('customer', customer, 'customer')
  return store.transaction(() => {
    const method = methodById(sandbox, store, id)
    if (method.customer) throw invalid('The payment method you provided has already been attached to a customer.')
    return attach(sandbox, store, method, { customer, redisplay: 'unspecified' })
  })
}

/** Returns a stored payment method, or a new one for a test token. Throws StripeFailure when there is none. */
export function methodById(sandbox: Sandbox, store: Store, id: string): Stripe.PaymentMethod {
  const stored = store.get<Stripe.PaymentMethod>('payment_method', id)
  if (stored) return stored
  const token = testToken(id)
  if (!token) throw noSuch('PaymentMethod', id, 'payment_method')
  const card = { brand: 'visa', last4: token.number.slice(-4), expMonth: 12, expYear: 2034, name: '' } as const
  return keepMethod(store, newPaymentMethod(card, null, sandbox.now()), token.behaviour)
}

/** Removes a saved card: it can never be used again. Throws StripeFailure unless it is saved. */
export function detach(sandbox: Sandbox, store: Store, id: string, origin: EventRequest): Stripe.PaymentMethod {
  return store.transaction(() => {
    const method = store.get<Stripe.PaymentMethod>('payment_method', id)
    if (!method) throw noSuch('PaymentMethod', id, 'payment_method')
    if (!method.customer)
      throw invalid('The payment method you provided is not attached to a customer so detachment is impossible.')
    const detached = store.put<Stripe.PaymentMethod>({ ...method, customer: null })
    sandbox.emit('payment_method.detached', detached, origin)
    return detached
  })
}
