import { StaffAudit, type Actor } from '@hissa/audit'
import { type Answer, type Input, ok } from '@hissa/contracts'
import type { GetStaffOrder as Contract } from '@hissa/contracts/investment'
import { Injectable } from '@nestjs/common'
import { cashPaymentId, noOrder, type Order, OrderStore, settleKey } from '../orders/orders.api.js'
import {
  feeRefundRowId,
  type Payment,
  PaymentStore,
  ReadSuspense,
  refundRowId,
  type SuspenseItem,
  SuspenseStore,
} from '../payments/payments.api.js'
import { StaffDecisions } from './decisions.js'
import { orderRow, paymentView, transferView } from './staff-views.js'
import { TransferStore } from './transfers.store.js'

/** Reads everything that is recorded about an order. Every read writes an audit row. */
@Injectable()
export class ReadStaffOrder {
  constructor(
    private readonly orders: OrderStore,
    private readonly payments: PaymentStore,
    private readonly items: SuspenseStore,
    private readonly transfers: TransferStore,
    private readonly decisions: StaffDecisions,
    private readonly suspense: ReadSuspense,
    private readonly staff: StaffAudit,
  ) {}

  async run({ orderId }: Input<typeof Contract>, by: Actor): Promise<Answer<typeof Contract>> {
    const order = await this.orders.byId(orderId)
    if (!order) return noOrder()
    await this.staff.record(by, { action: 'order.read', subject: `order:${orderId}`, detail: {} })
    const items = await this.itemsOf(order)
    const decisions = await this.decisions.history({ kind: 'order', id: orderId })
    const ofItems = await Promise.all(items.map(({ _id: id }) => this.decisions.history({ kind: 'suspense', id })))
    const decided = [...decisions, ...ofItems.flat()].map(({ approvalId }) => approvalId)
    const [rows, transfers, views, row] = await Promise.all([
      this.paymentsOf(order, items),
      this.transfers.ofOrder(orderId, prefixesOf(order, items, decided)),
      Promise.all(items.map((item) => this.suspense.item(item, by))),
      this.decisions.ofOrder(order, by),
    ])
    const rules = order.decisions.map(({ rule, version, allowed, inputs }) => ({ rule, version, allowed, inputs }))
    return ok({
      order: orderRow(order, row),
      payments: rows.map(paymentView),
      items: views,
      rules,
      transfers: transfers.map(transferView),
      decisions,
    })
  }

  private async itemsOf({ paymentId }: Order): Promise<SuspenseItem[]> {
    const items = paymentId === undefined ? [] : await this.items.ofPayment(paymentId)
    return items.sort((a, b) => a.openedAt.getTime() - b.openedAt.getTime() || (a._id < b._id ? -1 : 1))
  }

  /** Returns the payments of an order, then the attempts to refund it, then refunds of its fee. */
  private async paymentsOf(order: Order, items: readonly SuspenseItem[]): Promise<Payment[]> {
    const cash = order.paidFrom ? await this.payments.byId(cashPaymentId(order._id)) : undefined
    const paid = order.paymentId === undefined ? [cash ?? []].flat() : await this.payments.ofPayment(order.paymentId)
    const attempts = Array.from({ length: order.refund?.attempt ?? 0 }, (_, index) => refundRowId(order._id, index + 1))
    const fees = items.filter(({ kind }) => kind === 'fee_refund').map(feeRefundRowId)
    const refunds = await Promise.all([...attempts, ...fees].map((id) => this.payments.byId(id)))
    return [...paid, ...refunds.flatMap((row) => row ?? [])]
  }
}

/** Returns how the keys of the changes begin that can have moved an order's money or units. */
function prefixesOf(order: Order, items: readonly SuspenseItem[], approvalIds: readonly string[]): string[] {
  const { _id, placeKey, checkout } = order
  return [
    ...[`${placeKey}#`, `order:${_id}:`],
    ...(checkout ? [`${settleKey(checkout.sessionId)}#`] : []),
    ...items.map((item) => `suspense:${item._id}:`),
    ...approvalIds.map((id) => `decide:${id}:`),
  ]
}
