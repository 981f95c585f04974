import type Stripe from 'stripe'
import type { Aftermath } from './cards.js'
import { invalid, noSuch } from './errors.js'
import { stripeId } from './ids.js'
import { newBalanceTransaction } from './refund-objects.js'
import type { Sandbox } from './sandbox.js'
import type { Store } from './store.js'

const LATER_SECONDS = 3
const DAY_SECONDS = 86_400

/** Returns the index values of a new refund, so that the sweep finds refunds whose test card changes them later. */
export function refundDue(after: Aftermath | undefined, now: number): { status?: string; due?: number } {
  return after === 'refund_pending' || after === 'refund_fails' ? { status: after, due: now + LATER_SECONDS } : {}
}

/** Settles the due refunds of test cards whose refunds change later. Returns how many. */
export function settleRefunds(sandbox: Sandbox, store: Store): number {
  const pending = store.dueIds('refund', 'refund_pending', sandbox.now())
  const failing = store.dueIds('refund', 'refund_fails', sandbox.now())
  for (const id of pending) completeRefund(sandbox, store, id)
  for (const id of failing) failRefund(sandbox, store, id)
  return pending.length + failing.length
}

/** Completes a pending refund, as the card network does days later. */
export function completeRefund(sandbox: Sandbox, store: Store, refundId: string): void {
  store.transaction(() => {
    const refund = store.get<Stripe.Refund>('refund', refundId)
    if (refund?.status !== 'pending') return
    sandbox.emit('refund.updated', store.put<Stripe.Refund>({ ...refund, status: 'succeeded' }))
  })
}

/**
 * Fails a refund, even one that had succeeded: the account gets the money back and the charge is no longer refunded.
 * Throws StripeFailure for an unknown refund and for one that has already failed.
 */
export function failRefund(sandbox: Sandbox, store: Store, refundId: string): Stripe.Refund {
  return store.transaction(() => {
    const refund = store.get<Stripe.Refund>('refund', refundId)
    if (!refund) throw noSuch('refund', refundId)
    if (refund.status === 'failed') throw invalid(`Refund ${refundId} has already failed.`)
    const { amount, currency, charge: chargeId } = refund
    const transaction = newBalanceTransaction('refund_failure', amount, currency, 'REFUND FAILURE', sandbox.now())
    store.put({ ...transaction, source: refundId })
    const failed = store.put<Stripe.Refund>({
      ...refund,
      status: 'failed',
      failure_reason: 'expired_or_canceled_card',
      failure_balance_transaction: transaction.id,
    })
    const charge = store.get<Stripe.Charge>('charge', chargeId as string)!
    store.put({ ...charge, amount_refunded: charge.amount_refunded - amount, refunded: false })
    sandbox.emit('refund.failed', failed)
    sandbox.emit('refund.updated', failed)
    return failed
  })
}

/** Opens a dispute of a whole charge; the amount is withdrawn immediately, as with cards. Throws StripeFailure. */
export function dispute(sandbox: Sandbox, store: Store, chargeId: string): Stripe.Dispute {
  return store.transaction(() => {
    const charge = store.get<Stripe.Charge>('charge', chargeId)
    if (!charge) throw noSuch('charge', chargeId, 'charge')
    if (!charge.paid || charge.disputed) throw invalid(`Charge ${chargeId} cannot be disputed.`)
    const amount = charge.amount - charge.amount_refunded
    if (amount === 0) throw invalid(`Charge ${chargeId} has been refunded.`)
    const opened = store.put(newDispute(charge, amount, sandbox.now()))
    store.put({ ...charge, disputed: true })
    sandbox.emit('charge.dispute.created', opened)
    sandbox.emit('charge.dispute.funds_withdrawn', move(sandbox, store, opened, -amount))
    return opened
  })
}

/** Decides a dispute; winning it returns the amount. Throws StripeFailure unless it is open. */
export function closeDispute(
  sandbox: Sandbox,
  store: Store,
  disputeId: string,
  status: 'won' | 'lost',
): Stripe.Dispute {
  return store.transaction(() => {
    const open = store.get<Stripe.Dispute>('dispute', disputeId)
    if (!open) throw noSuch('dispute', disputeId)
    if (open.status !== 'needs_response') throw invalid(`Dispute ${disputeId} is ${open.status}.`)
    const closed = store.put<Stripe.Dispute>({ ...open, status })
    sandbox.emit('charge.dispute.closed', closed)
    if (status === 'won') sandbox.emit('charge.dispute.funds_reinstated', move(sandbox, store, closed, closed.amount))
    return closed
  })
}

/** Returns the balance transaction of a dispute. */
function move(sandbox: Sandbox, store: Store, disputed: Stripe.Dispute, amount: number): Stripe.Dispute {
  const transaction = newBalanceTransaction('adjustment', amount, disputed.currency, 'Dispute', sandbox.now())
  const kept = store.put({ ...transaction, source: disputed.id })
  return store.put({ ...disputed, balance_transactions: [...disputed.balance_transactions, kept] })
}

function newDispute(charge: Stripe.Charge, amount: number, now: number): Stripe.Dispute {
  return {
    id: stripeId('du_1'),
    object: 'dispute',
    amount,
    balance_transactions: [],
    charge: charge.id,
    created: now,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence_details: { due_by: now + 7 * DAY_SECONDS, has_evidence: false, past_due: false, submission_count: 0 },
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: 'fraudulent',
    status: 'needs_response',
  } as unknown as Stripe.Dispute
}
