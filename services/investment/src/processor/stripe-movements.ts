import type Stripe from 'stripe'
import type { ProcessorMovement } from './gateway.js'

/** What each type of Stripe's balance transactions is about. All others concern no payment, such as a payout. */
const KINDS: Readonly<Record<string, ProcessorMovement['kind']>> = {
  charge: 'charge',
  payment: 'charge',
  refund: 'refund',
  payment_refund: 'refund',
  payment_reversal: 'refund',
  refund_failure: 'refund',
  payment_failure_refund: 'refund',
  adjustment: 'dispute',
}

/**
 * Reads a balance transaction whose source is expanded. Amounts are those of the payment: if the account's balance has
 * another currency, the source states them.
 */
export function movementOf(transaction: Stripe.BalanceTransaction): ProcessorMovement {
  const { id: movementId, created, fee: feeMinor, amount, currency } = transaction
  const source = typeof transaction.source === 'object' ? transaction.source : null
  const paymentId = paymentIdOf(source)
  const kind = paymentId === undefined ? 'other' : (KINDS[transaction.type] ?? 'other')
  const isConverted = transaction.exchange_rate !== null && source !== null && 'currency' in source
  const stated = isConverted ? amountIn(source) : undefined
  return {
    ...{ movementId, kind, feeMinor, at: new Date(created * 1000) },
    ...(stated ? { amount: Math.sign(amount) * stated.amount, currency: stated.currency } : { amount, currency }),
    ...(paymentId === undefined ? {} : { paymentId }),
  }
}

function paymentIdOf(source: Stripe.BalanceTransactionSource | null): string | undefined {
  if (source === null || !('payment_intent' in source)) return undefined
  const { payment_intent: intent } = source
  // A charge made without an intent has only its own id.
  return (typeof intent === 'string' ? intent : intent?.id) ?? source.id
}

function amountIn(source: Stripe.BalanceTransactionSource): { amount: number; currency: string } | undefined {
  if (!('amount' in source) || !('currency' in source) || typeof source.amount !== 'number') return undefined
  return { amount: source.amount, currency: String(source.currency) }
}
