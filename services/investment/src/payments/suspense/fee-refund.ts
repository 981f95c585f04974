import type { Save } from '@hissa/ledger'
import type { Fils } from '@hissa/money'
import { type Order, PAYMENTS } from '../../orders/orders.api.js'
import { refundSave } from '../payment.js'
import { beginRefund } from './suspense-refund.js'
import { type SuspenseItem, suspenseSave } from './suspense.js'

/** Returns the id of the payment row that shows a fee refund to the investor. */
export const feeRefundRowId = ({ _id }: Pick<SuspenseItem, '_id'>) => `refund:${_id}`

/**
 * Opens a suspense item for a fee, or a part of it, that is refunded to the order's payer, and begins the refund.
 * `index` is the number of transfers that precede these in the same change.
 */
export function beginFeeRefund(
  order: Order,
  amount: Fils,
  { key, at, index }: { key: string; at: Date; index: number },
) {
  const { _id: orderId, userId, paymentId, version } = order
  const item: SuspenseItem = {
    ...{ _id: `fee:${orderId}:${version}`, kind: 'fee_refund', direction: 'in', state: 'open' },
    ...{ amount, currency: 'aed', orderId, userId, openedAt: at, version: 0 },
    ...(paymentId ? { paymentId } : {}),
  }
  const { transfers, ...step } = beginRefund(item, key, at, index)
  const row: Save = { ...refundSave(order, { amount, attempt: 1 }, at), id: feeRefundRowId(item) }
  return { transfers, saves: [suspenseSave(item, step), row] }
}

/** Returns the save that keeps the payment row of a fee refund in step with its item; none for other items. */
export function feeRefundRow(
  item: SuspenseItem,
  row: { version: number } | undefined,
  set: { state: 'pending' | 'succeeded'; refundId?: string; method?: 'bank_transfer' },
): Save[] {
  if (item.kind !== 'fee_refund' || !row) return []
  return [{ collection: PAYMENTS, id: feeRefundRowId(item), version: row.version, set }]
}
