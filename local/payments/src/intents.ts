import type Stripe from 'stripe'
import { dispute } from './after-payment.js'
import { behaviourOfMethod, methodById } from './customers.js'
import { invalid, missing, StripeFailure } from './errors.js'
import type { Form } from './form.js'
import { chargeIntent } from './pay-session.js'
import { newPaymentIntent } from './payment-objects.js'
import type { Sandbox } from './sandbox.js'
import { integer, metadataOf, refuseUnknown, text } from './session-request.js'
import type { Store } from './store.js'

const KNOWN = new Set([
  'amount',
  'currency',
  'payment_method',
  'confirm',
  'metadata',
  'expand',
  'automatic_payment_methods',
  'allowed_payment_method_types',
])

/**
 * Creates and confirms a payment intent without a page, for tests that have none. Throws StripeFailure 402 for a
 * declined card.
 */
export function payIntent(sandbox: Sandbox, store: Store, form: Form): Stripe.PaymentIntent {
  refuseUnknown(form, KNOWN)
  if (form.confirm !== 'true') throw invalid('This sandbox creates payment intents with confirm=true only.', 'confirm')
  const methodId = text(form.payment_method)
  if (methodId === null) throw missing('payment_method')
  const currency = text(form.currency)
  if (currency === null) throw missing('currency')
  const amount = integer(form.amount, 'amount')
  return store.transaction(() => {
    const method = methodById(sandbox, store, methodId)
    const behaviour = behaviourOfMethod(store, method.id)
    if (behaviour.kind !== 'succeed') throw declined(behaviour)
    const terms = { paymentMetadata: metadataOf(form.metadata), paymentDescription: null }
    const blank = { currency, receiptEmail: null, statementDescriptor: null }
    const session = { amount_total: amount, customer: null }
    const intent = store.put(newPaymentIntent(session, { ...terms, ...blank }, sandbox.now()))
    sandbox.emit('payment_intent.created', intent)
    const { after } = behaviour
    const { paid, charge } = chargeIntent(sandbox, store, { intent, method, authenticated: false, after })
    if (after === 'dispute') dispute(sandbox, store, charge.id)
    return paid
  })
}

function declined(behaviour: ReturnType<typeof behaviourOfMethod>): StripeFailure {
  if (behaviour.kind !== 'decline')
    return invalid('This card requires authentication, which needs a page.', 'payment_method')
  const { code, declineCode, message } = behaviour.decline
  return new StripeFailure(402, {
    type: 'card_error',
    code,
    message,
    ...(declineCode && { decline_code: declineCode }),
  })
}
