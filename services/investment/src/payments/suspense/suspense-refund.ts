import { amountOf, transferId, type TransferInput } from '@hissa/ledger'
import { accounts } from '../../accounts.js'
import { dueFrom } from '../../due/due.js'
import { ref, type SuspenseItem, type SuspenseStep } from './suspense.js'

/**
 * Holds money that arrived, to refund it to its card. `key` is the idempotency key of the change, and `index` the
 * number of its transfers before the step's.
 */
export function beginRefund(item: SuspenseItem, key: string, at: Date, index = 0): SuspenseStep {
  const [debit, credit] = [accounts.suspense(item.currency), accounts.cardClearing(item.currency)]
  return {
    set: {
      state: 'refunding',
      // An attempt number is never used twice: it is part of the processor's idempotency key.
      refund: { hold: transferId(key, index), attempt: (item.refund?.attempt ?? 0) + 1 },
      due: dueFrom('suspense_refund' as const, at),
    },
    unset: [],
    transfers: [
      {
        kind: 'pending',
        code: 'card.suspense-refund',
        debit,
        credit,
        amount: amountOf('money', item.amount),
        ref: ref(item),
      },
    ],
  }
}

/** Records that the processor confirmed the refund. */
export function confirmRefund(item: SuspenseItem, refundId: string, at: Date): SuspenseStep {
  const { hold, attempt } = item.refund!
  return {
    set: { state: 'resolved', refund: { hold, attempt, refundId }, resolution: { type: 'refunded', at } },
    unset: ['due', 'rejected'],
    transfers: [{ kind: 'post', code: 'card.suspense-refund', pendingId: hold, ref: ref(item) }],
  }
}

/** Records that the refund failed. Money that had already left is in suspense again, held for the next attempt. */
export function failRefund(
  item: SuspenseItem,
  key: string,
  next: Pick<SuspenseItem, 'due'> | Pick<SuspenseItem, 'rejected'>,
): SuspenseStep {
  const { hold, attempt } = item.refund!
  const unset: SuspenseStep['unset'] = ['due' in next ? 'rejected' : 'due']
  const refund = { hold, attempt: attempt + 1 }
  if (item.state === 'refunding') return { set: { refund, ...next }, unset, transfers: [] }
  const [clearing, suspense] = [accounts.cardClearing(item.currency), accounts.suspense(item.currency)]
  const amount = amountOf('money', item.amount)
  return {
    set: { state: 'refunding', refund: { ...refund, hold: transferId(key, 1) }, ...next },
    unset: [...unset, 'resolution'],
    transfers: [
      { kind: 'single', code: 'card.refund-returned', debit: clearing, credit: suspense, amount, ref: ref(item) },
      { kind: 'pending', code: 'card.suspense-refund', debit: suspense, credit: clearing, amount, ref: ref(item) },
    ],
  }
}

/**
 * Records that the payer was paid by bank transfer. If one of our attempts succeeds later, it counts as money that
 * left.
 */
export function settleByTransfer(item: SuspenseItem, reference: string, at: Date): SuspenseStep {
  const [debit, credit] = [accounts.suspense(item.currency), accounts.bank(item.currency)]
  return {
    set: { state: 'resolved', refund: nextAttempt(item), resolution: { type: 'settled', reference, at } },
    unset: ['due', 'rejected'],
    transfers: [
      release(item),
      {
        kind: 'single',
        code: 'suspense.settle',
        debit,
        credit,
        amount: amountOf('money', item.amount),
        ref: ref(item),
      },
    ],
  }
}

/** Releases the money that is held for a refund. */
export const release = (item: SuspenseItem): TransferInput => ({
  kind: 'void',
  code: 'card.suspense-refund',
  pendingId: item.refund!.hold,
  ref: ref(item),
})

/** Returns the refund of an item with a new attempt number, so that earlier attempts no longer count. */
export function nextAttempt({ refund }: SuspenseItem): NonNullable<SuspenseItem['refund']> {
  const { hold, attempt } = refund!
  return { hold, attempt: attempt + 1 }
}
