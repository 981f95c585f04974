import type Stripe from 'stripe'
import { blank } from './fixtures.js'
import { stripeId } from './ids.js'

// Stripe's fee on a local card in the United Arab Emirates: 2.9 % and AED 1.
const FEE_BASIS_POINTS = 290
const FEE_FIXED = 100
const BASIS_POINTS = 10_000

/**
 * Creates the balance transaction of a charge or refund. A refund's amount is negative and returns no fee. The caller
 * chooses the sign of an `adjustment` (dispute).
 */
export function newBalanceTransaction(
  type: 'charge' | 'refund' | 'refund_failure' | 'adjustment',
  amount: number,
  currency: string,
  description: string | null,
  now: number,
): Stripe.BalanceTransaction {
  const fee = type === 'charge' ? Math.round((amount * FEE_BASIS_POINTS) / BASIS_POINTS) + FEE_FIXED : 0
  const signed = type === 'refund' ? -amount : amount
  const transaction: Stripe.BalanceTransaction = {
    id: stripeId('txn_3'),
    object: 'balance_transaction',
    amount: signed,
    available_on: now + 2 * 86_400,
    balance_type: 'payments',
    created: now,
    currency,
    description,
    exchange_rate: null,
    fee,
    fee_details:
      fee === 0
        ? []
        : [{ amount: fee, application: null, currency, description: 'Processing fee', type: 'stripe_fee' }],
    net: signed - fee,
    reporting_category: categoryOf(type, signed),
    source: null,
    status: 'pending',
    type,
  }
  return { ...blank('balance_transaction'), ...transaction }
}

/** Returns Stripe's category for accounting; its only adjustments here are those of disputes. */
const categoryOf = (type: string, signed: number) =>
  type === 'adjustment' ? (signed < 0 ? 'dispute' : 'dispute_reversal') : type

/** Creates a refund to the card that paid. */
export function newRefund(
  charge: Stripe.Charge,
  terms: {
    amount: number
    reason: Stripe.Refund['reason']
    metadata: Record<string, string>
    balanceTransaction: string
    status: 'pending' | 'succeeded'
  },
  now: number,
): Stripe.Refund {
  const refund: Stripe.Refund = {
    id: stripeId('re_3'),
    object: 'refund',
    amount: terms.amount,
    balance_transaction: terms.balanceTransaction,
    charge: charge.id,
    created: now,
    currency: charge.currency,
    customer: null,
    customer_account: null,
    destination_details: {
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
      type: 'card',
    },
    metadata: terms.metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: terms.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: terms.status,
    transfer_reversal: null,
  }
  return { ...blank('refund'), ...refund }
}
