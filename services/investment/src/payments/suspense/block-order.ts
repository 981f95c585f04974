import { legalOrThrow } from '@hissa/kernel'
import type { Change } from '@hissa/ledger'
import { fils, sum } from '@hissa/money'
import { Inject, Injectable } from '@nestjs/common'
import { decide, type Order, orderChange, OrderStore } from '../../orders/orders.api.js'
import { IDS, type Ids } from '../../ports.js'
import { PaymentStore } from '../payment.store.js'
import { balancesOf, positionOf } from './money-left.js'
import type { SuspenseItem } from './suspense.js'
import { SuspenseStore } from './suspense.store.js'

const isAllottable = ({ state }: Order) => state === 'paid' || state === 'cooling_off'

/** Returns whether money of a payment was refunded in the processor's dashboard, and no one has accounted for it. */
export const isMissing = (item: SuspenseItem) =>
  item.kind === 'dashboard_refund' && balancesOf(positionOf(item)).missing > 0

/**
 * Keeps orders from being allotted while money of their payment is missing, because it was refunded in the processor's
 * dashboard. The order changes in the commit that changes the item, so an allotment at the same time is decided again.
 */
@Injectable()
export class BlockOrder {
  constructor(
    private readonly items: SuspenseStore,
    private readonly orders: OrderStore,
    private readonly payments: PaymentStore,
    @Inject(IDS) private readonly ids: Ids,
  ) {}

  /** Adds to a change of items what it means for the order of their payment. `changed` are the items after it. */
  async alongWith(change: Change, changed: readonly SuspenseItem[], at: Date): Promise<Change> {
    const paymentId = changed.find(({ kind }) => kind === 'dashboard_refund')?.paymentId
    if (paymentId === undefined) return change
    const order = await this.payeeOf(paymentId)
    if (!order) return change
    const isChanged = ({ _id }: SuspenseItem) => changed.some((item) => item._id === _id)
    const others = (await this.items.ofPayment(paymentId)).filter((item) => !isChanged(item))
    const missing = [...others, ...changed].filter(isMissing)
    const hold = { moneyOut: missing.map(({ _id }) => _id).sort(), moneyOutFils: missingFils(missing) }
    const { moneyOut = [], moneyOutFils = fils(0) } = order.hold ?? {}
    if (String(hold.moneyOut) === String(moneyOut) && hold.moneyOutFils === moneyOutFils) return change
    const step = legalOrThrow(decide(order, { type: 'changeHold', ...hold }, at))
    const { key, inputHash, saves = [] } = change
    const noted = orderChange({ key, inputHash, order, step, saves, at }, this.ids)
    return { ...change, saves: noted.saves }
  }

  /** Returns the order that a payment has paid, while it can be allotted. */
  private async payeeOf(paymentId: string): Promise<Order | undefined> {
    const rows = await this.payments.ofPayment(paymentId)
    const orders = await Promise.all(rows.flatMap(({ orderId }) => (orderId ? [this.orders.byId(orderId)] : [])))
    return orders.find((order) => order?.paymentId === paymentId && isAllottable(order))
  }
}

/** Returns how much is missing of a payment, which was in dirhams if it has paid an order. */
export const missingFils = (items: readonly SuspenseItem[]) =>
  sum(...items.filter(isInDirhams).map((item) => fils(balancesOf(positionOf(item)).missing)))

const isInDirhams = ({ currency }: SuspenseItem) => currency === 'aed'
