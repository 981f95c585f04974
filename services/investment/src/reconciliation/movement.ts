import type { Transfer } from '@hissa/ledger'
import type { ProcessorMovement, RefundSnapshot } from '../processor/processor.api.js'

export type Part = 'charge' | 'refund' | 'dispute'

/** A movement of a payment's money as one side has it. Stored once by its id, so that reading it again changes nothing. */
export interface Movement {
  /** The processor's id of the movement, or the transfer's. */
  _id: string
  side: 'processor' | 'ledger'
  paymentId: string
  currency: string
  /** `<paymentId>:<currency>`: what is compared, because amounts of two currencies are never added up. */
  payment: string
  part: Part
  /** Minor units; negative when money left. */
  amount: number
  /** For the ledger: the change of what is held for a refund that the processor hasn't confirmed; never negative in sum. */
  held: number
  /** The pending transfer that holds it. Rows of earlier releases lack it. */
  hold?: string
  /** Wall time at the processor, business time in the ledger. */
  at: Date
  /** Until both sides agree about the payment. */
  open?: true
}

const CLEARING = /^client-([a-z]{3}):card-clearing$/

/** Returns the currency of a transfer into or out of card clearing; undefined for any other transfer. */
export const clearingCurrency = ({ debit, credit }: Pick<Transfer, 'debit' | 'credit'>): string | undefined =>
  (CLEARING.exec(debit) ?? CLEARING.exec(credit))?.[1]

/** Returns a payment's movement in the ledger. A transfer in two phases is held from the first to the second. Pure. */
export function ledgerMovement(transfer: Transfer, paymentId: string): Movement {
  const { _id, kind, code, credit, amount, at, pendingId = _id } = transfer
  const currency = clearingCurrency(transfer)!
  const signed = CLEARING.test(credit) ? -amount : amount
  const isPosted = kind === 'single' || kind === 'post'
  return {
    ...{ _id, side: 'ledger', ...paymentOf(paymentId, currency), part: partOf(code), at, open: true },
    amount: isPosted ? signed : 0,
    ...(kind === 'single' ? { held: 0 } : { held: kind === 'pending' ? -signed : signed, hold: pendingId }),
  }
}

/** Returns a payment's movement at the processor; undefined for one that concerns no payment. Pure. */
export function processorMovement(movement: ProcessorMovement): Movement | undefined {
  const { movementId: _id, kind, paymentId, currency, amount, at } = movement
  if (kind === 'other' || paymentId === undefined) return undefined
  return { _id, side: 'processor', ...paymentOf(paymentId, currency), part: kind, amount, held: 0, at, open: true }
}

/**
 * Returns a refund that wasn't requested through the platform and isn't confirmed yet, as if the ledger held it:
 * it is booked once it is confirmed. Undefined for any other refund. Pure.
 */
export function unconfirmedMovement(refund: RefundSnapshot, of: Movement): Movement | undefined {
  const { refundId, state, orderId, suspenseId, amount, currency } = refund
  if (state !== 'pending' || orderId || suspenseId || currency !== of.currency) return undefined
  const { paymentId, at } = of
  const ids = { _id: refundId, side: 'ledger', ...paymentOf(paymentId, currency), hold: refundId } as const
  return { ...ids, part: 'refund', amount: 0, held: amount, at }
}

const paymentOf = (paymentId: string, currency: string) => ({
  paymentId,
  currency,
  payment: `${paymentId}:${currency}`,
})

function partOf(code: string): Part {
  if (code === 'card.receive' || code === 'card.suspense') return 'charge'
  return code.startsWith('card.dispute') ? 'dispute' : 'refund'
}
