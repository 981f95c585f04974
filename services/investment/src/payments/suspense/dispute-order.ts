import type { OrderFact } from '@hissa/contracts/investment'
import { CLOCK, Deadlines, legalOrThrow, LOGGER, type Clock, type Logger } from '@hissa/kernel'
import { type Change, Committer, type Save, type TransferInput } from '@hissa/ledger'
import { type Fils, fils, smaller, subtract, sum, type Units, units } from '@hissa/money'
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common'
import { dueFrom } from '../../due/due.js'
import { type DueOutcome, DueRows } from '../../due/due-rows.js'
import type { Clocks } from '../../due/due.schema.js'
import { costOf, HoldingStore, takeFromHolding, touchHolding } from '../../holdings/holdings.api.js'
import {
  decide,
  isRegistered,
  type Order,
  orderChange,
  OrderStore,
  type OrderStep,
  type Reversal,
} from '../../orders/orders.api.js'
import { IDS, type Ids, WALL_CLOCK } from '../../ports.js'
import { type Raise, RaiseStore } from '../../raises/raises.api.js'
import { disputeLossSave, refundSave } from '../payment.js'
import { PaymentStore } from '../payment.store.js'
import { BlockOrder } from './block-order.js'
import { after, type MoneyStep, payFor, positionOf } from './money-left.js'
import type { Moment } from './subject-actions.js'
import { type SuspenseItem, suspenseKey, suspenseSave, type SuspenseWork } from './suspense.js'
import { SuspenseStore } from './suspense.store.js'

/** Wall time between two searches for the payment of an item, whose webhook can arrive later than the item's. */
const LOOK_AGAIN_MS = 5 * 60_000
/** Webhooks are delivered for at most three days. An item of a payment that is not ours has none. */
const LOOK_FOR_MS = 76 * 3_600_000

const REVERSIBLE: ReadonlyArray<Order['state']> = ['paid', 'cooling_off', 'allotted', 'issued']

/** Applies disputes and dashboard refunds to the orders of their payments, in the commit that books them. */
@Injectable()
export class DisputeOrder extends DueRows<SuspenseWork, SuspenseItem> implements OnModuleInit {
  readonly name = 'investment-dispute-order'

  constructor(
    private readonly ledger: Committer,
    private readonly items: SuspenseStore,
    private readonly orders: OrderStore,
    private readonly raises: RaiseStore,
    private readonly holdings: HoldingStore,
    private readonly payments: PaymentStore,
    private readonly block: BlockOrder,
    private readonly deadlines: Deadlines,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(WALL_CLOCK) private readonly wall: Clock,
    @Inject(IDS) private readonly ids: Ids,
    @Inject(LOGGER) logger: Logger,
  ) {
    super({ clock, wall, logger })
  }

  onModuleInit(): void {
    const sweep = (now: Date) => this.sweep('dispute', now, (item) => this.lookAgain(item))
    this.deadlines.register({ name: this.name, nextDueAt: () => this.nextDueAt('dispute'), sweep })
  }

  /** Builds the change of a step of a dispute, with its effect on the order. */
  async change(decided: MoneyStep, { key, at }: Moment, saves: readonly Save[]): Promise<Change> {
    const { item, owed } = decided
    const disputed = after(decided)
    const more = [...saves, ...(owed ? [suspenseSave(owed, { set: {}, unset: [] })] : [])]
    const order = await this.orderOf(disputed)
    if (!order) {
      const step = this.waiting(disputed, await this.isBooked(disputed), at)
      const all = { set: { ...decided.step.set, ...step.set }, unset: [...decided.step.unset, ...step.unset] }
      const { transfers } = decided.step
      return { key, inputHash: item._id, transfers, saves: [suspenseSave(item, all), ...more], events: [] }
    }
    return this.ofOrder(decided, order, { key, at }, more)
  }

  /** Builds the change of a step of a dashboard refund, with its effect on the order. */
  async ofRefund(decided: MoneyStep, { key, at }: Moment, saves: readonly Save[]): Promise<Change> {
    const { item, step, owed } = decided
    const changed = after(decided)
    const wait = this.waiting(changed, await this.isBooked(changed), at)
    const all = { set: { ...step.set, ...wait.set }, unset: [...step.unset, ...wait.unset] }
    const more = [...saves, ...(owed ? [suspenseSave(owed, { set: {}, unset: [] })] : [])]
    const { transfers } = step
    const change = { key, inputHash: item._id, transfers, saves: [suspenseSave(item, all), ...more], events: [] }
    return this.block.alongWith(change, [changed], at)
  }

  protected read(kind: SuspenseWork, clocks: Clocks, limit: number): Promise<SuspenseItem[]> {
    return this.items.due(kind, clocks, limit)
  }

  protected readNext(kind: SuspenseWork, clocks: Clocks): Promise<Date | null> {
    return this.items.nextDueAt(kind, clocks)
  }

  protected refusalOf(): string | undefined {
    return undefined
  }

  protected async save(item: SuspenseItem, { verb, ...set }: DueOutcome<SuspenseWork>): Promise<void> {
    const save = suspenseSave(item, { set, unset: 'rejected' in set ? ['due'] : [] })
    const key = suspenseKey(item, verb)
    await this.ledger.commit({ key, inputHash: this.ids.next(), transfers: [], saves: [save], events: [] })
  }

  /** Applies an item whose payment had not been booked when the item was. */
  private async lookAgain({ _id }: SuspenseItem): Promise<void> {
    const outcome = await this.ledger.decideAndCommit(async () => {
      const item = await this.items.byId(_id)
      if (item?.due?.kind !== 'dispute') return { done: 'moved on' }
      const nothing: MoneyStep = { item, step: { set: {}, unset: [], transfers: [] } }
      const moment = { key: suspenseKey(item, 'look'), at: this.clock.now() }
      return item.kind === 'dispute' ? this.change(nothing, moment, []) : this.ofRefund(nothing, moment, [])
    })
    if ('ok' in outcome && !outcome.ok) throw new Error(`${_id} was not applied: ${outcome.reason}`)
  }

  /**
   * Returns the fields that schedule the next search for the payment; none once it is booked or can no longer arrive.
   */
  private waiting(item: SuspenseItem, isBooked: boolean, at: Date): Pick<MoneyStep['step'], 'set' | 'unset'> {
    const isOver = at.getTime() - item.openedAt.getTime() > LOOK_FOR_MS
    if (isBooked || isOver || item.paymentId === undefined) return { set: {}, unset: ['due'] }
    const next = new Date(this.wall.now().getTime() + LOOK_AGAIN_MS)
    return { set: { due: dueFrom('dispute' as const, at, next) }, unset: [] }
  }

  private async isBooked({ paymentId }: SuspenseItem): Promise<boolean> {
    return paymentId !== undefined && (await this.payments.ofPayment(paymentId)).length > 0
  }

  /** Returns the order that the disputed payment has paid, while it can be reversed. */
  private async orderOf({ paymentId }: SuspenseItem): Promise<Order | undefined> {
    if (paymentId === undefined) return undefined
    const rows = await this.payments.ofPayment(paymentId)
    const orders = await Promise.all(rows.flatMap(({ orderId }) => (orderId ? [this.orders.byId(orderId)] : [])))
    return orders.find((order) => order?.paymentId === paymentId && REVERSIBLE.includes(order.state))
  }

  private async ofOrder(decided: MoneyStep, order: Order, moment: Moment, more: readonly Save[]): Promise<Change> {
    const { item, step } = decided
    const disputed = after(decided)
    const others = await this.othersOf(disputed)
    const verdict = verdictOn(disputed, others)
    if (verdict.state === 'lost') return this.reverse(decided, order, moment, more)
    const { key, at } = moment
    const saves = [
      suspenseSave(item, { set: { ...step.set, orderId: order._id }, unset: [...step.unset, 'due'] }),
      ...more,
    ]
    const { itemId, state } = order.dispute ?? {}
    if (state === verdict.state && itemId === verdict.itemId)
      return { key, inputHash: item._id, transfers: step.transfers, saves, events: [] }
    const catchUp = verdict.state === 'won' && (order.state === 'paid' || order.state === 'cooling_off')
    const decidedOrder = legalOrThrow(decide(order, { type: 'dispute', dispute: verdict, catchUp }, at))
    // An open dispute keeps the units where they are: of this and a transfer, the second is decided again.
    if (isRegistered(order)) saves.push(touchHolding((await this.holdings.of(order.userId, order.propertyId))!))
    const stated = disputedOf(disputed, order, others)
    return this.written(order, decidedOrder, { key, at, saves, stated, booked: step.transfers })
  }

  /** Returns the other items of the payment of a dispute. */
  private async othersOf({ _id, paymentId }: SuspenseItem): Promise<SuspenseItem[]> {
    return (await this.items.ofPayment(paymentId!)).filter((other) => other._id !== _id)
  }

  /** Takes the order back in the commit that books the loss. */
  private async reverse(decided: MoneyStep, order: Order, moment: Moment, more: readonly Save[]): Promise<Change> {
    const { item, step } = decided
    const { key, at } = moment
    const lost = after(decided)
    const isAllotted = isRegistered(order)
    const lostFils = smaller(fils(positionOf(lost).moved), order.totalFils)
    const restFils = subtract(order.totalFils, lostFils)
    const paid = isAllotted ? undefined : payFor(lost, order._id, lostFils, at)
    const set = { ...step.set, orderId: order._id, ...paid?.step.set }
    const unset = [...step.unset, ...(paid?.step.unset ?? []), 'due' as const].filter((field) => !(field in set))
    const { save, ...units } = await this.takeUnits(order)
    const saves = [
      suspenseSave(item, { set, unset }),
      ...more,
      save,
      disputeLossSave(order, lostFils, at),
      ...(restFils > 0 ? [refundSave(order, { amount: restFils, attempt: 2 }, at)] : []),
      ...(restFils > 0 && isAllotted
        ? [suspenseSave(restItem(lost, order, restFils, at), { set: {}, unset: [] })]
        : []),
    ]
    const type = restFils > 0 ? 'reversePart' : 'reverse'
    const reversal: Reversal = { key, itemId: lost._id, lostFils, pays: paid?.pays ?? [], ...units }
    const reversed = legalOrThrow(decide(order, { type, ...reversal }, at))
    const raise = (await this.raises.byId(order.propertyId))!
    const moved = units.unitsTakenBack === 0 ? {} : { raise, ...units }
    const stated = { disputedFils: lostFils }
    return this.written(order, reversed, { key, at, saves, stated, booked: step.transfers, ...moved })
  }

  /**
   * Returns the save that takes the order out of its holding, and how many units return to the treasury if that is not
   * simply all of them. Units that were transferred to another investor stay there, so no more return than the payer
   * still has on the register.
   */
  private async takeUnits(order: Order): Promise<{ save: Save; unitsTakenBack?: Units }> {
    const { userId, propertyId } = order
    const holding = (await this.holdings.of(userId, propertyId))!
    if (!isRegistered(order)) return { save: takeFromHolding(holding, order, 'paid') }
    if (!holding.transferredAt) return { save: takeFromHolding(holding, order, heldAs(order)) }
    const unitsTakenBack = smaller(order.units, holding.allottedUnits ?? units(0))
    const elsewhere = (await this.orders.heldBy(userId, propertyId)).filter((other) => !isRegistered(other))
    const taken = costOf(holding, unitsTakenBack, elsewhere)
    return { unitsTakenBack, save: takeFromHolding(holding, order, heldAs(order), taken) }
  }

  private written(
    order: Order,
    step: OrderStep,
    {
      booked,
      raise,
      unitsTakenBack = order.units,
      ...rest
    }: {
      key: string
      at: Date
      saves: Save[]
      stated: Pick<OrderFact, 'disputedFils'>
      booked: readonly TransferInput[]
      raise?: Raise
      unitsTakenBack?: Units
    },
  ): Change {
    const { userId } = order
    const moves = raise ? { raise, moved: { userId, units: unitsTakenBack, how: 'returned' as const } } : {}
    const change = orderChange({ ...rest, inputHash: order._id, order, step, ...moves }, this.ids)
    // After the order's own transfers, because its hold is named by its position in the change.
    return { ...change, transfers: [...change.transfers, ...booked] }
  }
}

/** Returns the state of a registered order's units in its holding. */
const heldAs = ({ state }: Order) => (state === 'issued' ? 'issued' : 'allotted')

/**
 * Returns what a dispute means for its order. A loss counts once the money has left; until its withdrawal is reported,
 * or if that is in another currency, the order stays blocked. A loss whose money has come back is a win.
 */
function stateOf(item: SuspenseItem): NonNullable<Order['dispute']>['state'] {
  if (item.dispute !== 'lost') return item.dispute ?? 'open'
  if (item.currency === 'aed' && positionOf(item).moved > 0) return 'lost'
  return item.wasWon ? 'won' : 'open'
}

/**
 * Returns the state of the disputes of a payment, of which `disputed` has just changed: open while one of them is.
 */
function verdictOn(disputed: SuspenseItem, others: readonly SuspenseItem[]): NonNullable<Order['dispute']> {
  const own = { itemId: disputed._id, state: stateOf(disputed) }
  if (own.state !== 'won') return own
  const open = others.find((item) => item.kind === 'dispute' && stateOf(item) === 'open')
  return open ? { itemId: open._id, state: 'open' } : own
}

/** Returns how much of a payment is disputed: no more than its dashboard refunds have left of it. */
function disputedOf(
  { disputed, currency }: SuspenseItem,
  { totalFils }: Order,
  others: readonly SuspenseItem[],
): Pick<OrderFact, 'disputedFils'> {
  if (disputed === undefined || currency !== 'aed') return {}
  const refunds = others.filter((item) => item.kind === 'dashboard_refund' && item.currency === 'aed')
  const refunded = sum(...refunds.map((item) => fils(positionOf(item).moved)))
  return { disputedFils: smaller(fils(disputed), subtract(totalFils, smaller(refunded, totalFils))) }
}

/** Opens the item of the part of a payment that the platform refunds after the order was allotted. */
function restItem({ _id, currency }: SuspenseItem, order: Order, rest: Fils, openedAt: Date): SuspenseItem {
  return {
    ...{ _id: `${_id}:rest`, kind: 'dispute', direction: 'out', state: 'open', dispute: 'lost' },
    ...{ amount: rest, moved: rest, covered: 0, netted: 0, currency, orderId: order._id, openedAt, version: 0 },
  }
}
