import type Stripe from 'stripe'
import { refundDue } from './after-payment.js'
import { amountText } from './amount.js'
import { invalid, noSuch } from './errors.js'
import { newBalanceTransaction, newRefund } from './refund-objects.js'
import { type ChargeNote, type EventRequest, type Sandbox } from './sandbox.js'
import type { Store } from './store.js'

export interface RefundRequest {
  paymentIntent: string | null
  charge: string | null
  amount: number | null
  reason: Stripe.Refund['reason']
  metadata: Record<string, string>
}

/**
 * Refunds a charge in full or in part; the refunds of a charge never exceed its amount. Throws StripeFailure for an
 * unknown, unpaid, disputed or already refunded charge.
 */
export function refund(sandbox: Sandbox, store: Store, request: RefundRequest, origin: EventRequest): Stripe.Refund {
  return store.transaction(() => {
    const charge = chargeToRefund(store, request)
    const amount = amountToRefund(charge, request.amount)
    const transaction = newBalanceTransaction('refund', amount, charge.currency, 'REFUND FOR CHARGE', sandbox.now())
    const aftermath = store.note<ChargeNote>(charge.id)?.after
    const status = aftermath === 'refund_pending' ? ('pending' as const) : ('succeeded' as const)
    const { reason, metadata } = request
    const terms = { amount, reason, metadata, balanceTransaction: transaction.id, status }
    const made = store.put(newRefund(charge, terms, sandbox.now()), refundDue(aftermath, sandbox.now()))
    store.put({ ...transaction, source: made.id })
    const refunded = charge.amount_refunded + amount
    const data = [made, ...(charge.refunds?.data ?? [])]
    const after: Stripe.Charge = {
      ...charge,
      amount_refunded: refunded,
      refunded: refunded === charge.amount,
      refunds: { object: 'list', data, has_more: false, url: `/v1/charges/${charge.id}/refunds` },
    }
    store.put(after)
    sandbox.emit('refund.created', made, origin)
    sandbox.emit('charge.refunded', after, origin)
    return made
  })
}

function amountToRefund(charge: Stripe.Charge, asked: number | null): number {
  const left = charge.amount - charge.amount_refunded
  if (left === 0) throw invalid(`Charge ${charge.id} has already been refunded.`, undefined, 'charge_already_refunded')
  const amount = asked ?? left
  if (amount < 1) throw invalid('This value must be greater than or equal to 1.', 'amount', 'parameter_invalid_integer')
  if (amount > left) {
    const text = (minor: number) => `${charge.currency.toUpperCase()} ${amountText(minor)}`
    throw invalid(
      `Refund amount (${text(amount)}) is greater than unrefunded amount on charge (${text(left)})`,
      'amount',
    )
  }
  return amount
}

function chargeToRefund(store: Store, { paymentIntent, charge: chargeId }: RefundRequest): Stripe.Charge {
  const id = paymentIntent === null ? chargeId : chargeOf(store, paymentIntent)
  if (id === null)
    throw invalid('One of the following params should be provided for this request: payment_intent or charge.')
  const charge = store.get<Stripe.Charge>('charge', id)
  if (!charge) throw noSuch('charge', id, 'charge')
  if (!charge.paid) throw invalid(`Charge ${charge.id} did not succeed and cannot be refunded.`, 'charge')
  // The bank has taken the money back, or still may.
  const disputes = store.list<Stripe.Dispute>('dispute', { limit: 1, where: { charge: charge.id } })
  if (disputes.some(({ status }) => status !== 'won'))
    throw invalid(`Charge ${charge.id} has been charged back; cannot issue a refund.`, undefined, 'charge_disputed')
  return charge
}

function chargeOf(store: Store, intentId: string): string {
  const intent = store.get<Stripe.PaymentIntent>('payment_intent', intentId)
  if (!intent) throw noSuch('payment_intent', intentId, 'payment_intent')
  if (intent.status === 'succeeded') return intent.latest_charge as string
  throw invalid(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`, 'payment_intent')
}
