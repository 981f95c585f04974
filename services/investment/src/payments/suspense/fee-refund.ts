import type { Save } from '@hissa/ledger'
import type { Fils } from '@hissa/money'
import type { Order } from '../../orders/orders.api.js'
import { PAYMENTS, refundSave } from '../payment.js'
import { beginRefund } from './suspense-refund.js'
import { type SuspenseItem, suspenseSave } from './suspense.js'

/** Returns the id of the payment row that shows a fee refund to the investor. */
export const feeRefundRowId = ({ _id }: Pick<SuspenseItem, '_id'>) => `refund:${_id}`

/**
 * Opens the item of a fee that is refunded to the payer of an order, and begins its refund. `index` is the number of
 * the change's transfers before these.
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

/** Builds the save of the row of a fee refund whose item changes; none for other items. */
export function feeRefundRow(
  item: SuspenseItem,
  row: { version: number } | undefined,
  set: { state: 'pending' | 'succeeded'; refundId?: string; method?: 'bank_transfer' },
): Save[] {
  if (item.kind !== 'fee_refund' || !row) return []
  return [{ collection: PAYMENTS, id: feeRefundRowId(item), version: row.version, set }]
}
