import { ok, refuse, type Answer, type ErrorOf, type Refused, type Result } from '@hissa/contracts'
import {
  type ActionFigures,
  FIGURES_CHANGED,
  type OrderState,
  type PreviewResolution,
  type ResolutionAction,
} from '@hissa/contracts/investment'
import { StaffAudit, type Actor } from '@hissa/audit'
import { CLOCK, type Clock } from '@hissa/kernel'
import { sum, units, type Units, ZERO } from '@hissa/money'
import { Inject, Injectable } from '@nestjs/common'
import {
  isBlocked,
  isDisputed,
  type CountedOrder,
  leftFils,
  noOrder,
  type Order,
  OrderStore,
} from '../../orders/orders.api.js'
import { noProperty, RaiseStore } from '../../raises/raises.api.js'
import { CarryOut, notPossible } from './carry-out.js'
import { nettable } from './netting.js'
import { noItem, type Subject } from './resolution.js'
import type { ResolutionError } from './subject-actions.js'
import { SuspenseStore } from './suspense.store.js'

type ActionType = ResolutionAction['type']

/** The orders that each decision about a raise concerns, and those that it ends without a payment. */
const OF_RAISE: Partial<Record<ActionType, readonly OrderState[]>> = {
  close: ['paid'],
  file_deed: ['paid', 'cooling_off'],
  fail: ['paid', 'cooling_off', 'reserved'],
}

const NOTHING: ActionFigures = {
  ...{ orders: 0, investors: 0, units: units(0), amountMinor: 0, currency: 'aed', reservations: 0, waiting: 0 },
}

/** Adds up what a decision about a raise changes. Orders that wait for a bank or a review are only counted. Pure. */
export function figuresOfOrders(type: ActionType, orders: readonly CountedOrder[]): ActionFigures {
  const waits = type === 'fail' ? isDisputed : isBlocked
  const reserved = orders.filter(({ state }) => state === 'reserved')
  const paid = orders.filter(({ state }) => state !== 'reserved')
  const changed = paid.filter((order) => !waits(order))
  return {
    ...NOTHING,
    orders: changed.length,
    investors: new Set(changed.map(({ userId }) => userId)).size,
    units: unitsOf(changed),
    amountMinor: changed.reduce((all, order) => sum(all, leftOf(order)), ZERO),
    reservations: reserved.length,
    waiting: paid.length - changed.length,
  }
}

const leftOf = (order: Pick<Order, 'hold' | 'totalFils'>) => leftFils(order) ?? order.totalFils
const unitsOf = (orders: ReadonlyArray<{ units: Units }>) => units(orders.reduce((all, each) => all + each.units, 0))

/** Reads how many orders, how many investors and how much money a decision of finance concerns. */
@Injectable()
export class Figures {
  constructor(
    private readonly orders: OrderStore,
    private readonly raises: RaiseStore,
    private readonly items: SuspenseStore,
    private readonly carryOut: CarryOut,
    private readonly staff: StaffAudit,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Returns the figures of an action, and records who read them. */
  async preview(subject: Subject, action: ActionType, by: Actor): Promise<Answer<typeof PreviewResolution>> {
    const figures = await this.of(subject, action)
    if (!figures.ok) return figures
    const about = `${subject.kind}:${subject.id}`
    await this.staff.record(by, { action: 'resolution.previewed', subject: about, detail: { action } })
    return ok({ figures: figures.value, readAt: this.clock.now().toISOString() })
  }

  /** Refuses a decision whose figures are no longer those that its maker or checker was shown. */
  async refuseChanged(
    shown: ActionFigures | undefined,
    subject: Subject,
    action: ActionType,
  ): Promise<Refused<ErrorOf<typeof FIGURES_CHANGED> | ResolutionError> | undefined> {
    if (!shown) return undefined
    const now = await this.of(subject, action)
    if (!now.ok) return now
    const figures = now.value
    const names = Object.keys(NOTHING) as Array<keyof ActionFigures>
    if (names.every((name) => shown[name] === figures[name])) return undefined
    return refuse(FIGURES_CHANGED, 'The figures have changed since they were shown.', { figures })
  }

  private of({ kind, id }: Subject, type: ActionType): Promise<Result<ActionFigures, ResolutionError>> {
    if (kind === 'raise') return this.ofRaise(id, type)
    if (kind === 'order') return this.ofOrder(id, type)
    return kind === 'suspense' ? this.ofItem(id, type) : Promise.resolve(notPossible('action'))
  }

  private async ofRaise(propertyId: string, type: ActionType): Promise<Result<ActionFigures, ResolutionError>> {
    const states = OF_RAISE[type]
    if (!states) return notPossible('action')
    if (!(await this.raises.byId(propertyId))) return noProperty()
    return ok(figuresOfOrders(type, await this.orders.countedOfRaise(propertyId, states)))
  }

  private async ofOrder(orderId: string, type: ActionType): Promise<Result<ActionFigures, ResolutionError>> {
    const order = await this.orders.byId(orderId)
    if (!order) return noOrder()
    if (type === 'release') return ok({ ...NOTHING, investors: 1, units: order.units, reservations: 1 })
    const amount = type === 'cancel' ? leftOf(order) : type === 'settle' ? order.refund?.amountFils : undefined
    if (amount === undefined) return notPossible('action')
    return ok({ ...NOTHING, orders: 1, investors: 1, units: order.units, amountMinor: amount })
  }

  private async ofItem(itemId: string, type: ActionType): Promise<Result<ActionFigures, ResolutionError>> {
    const item = await this.items.byId(itemId)
    if (!item) return noItem()
    const amount = type === 'net' ? nettable(await this.carryOut.nettingOf(item)) : item.amount
    const amountMinor = Math.max(0, amount)
    const orders = type === 'assign' ? 1 : 0
    return ok({ ...NOTHING, orders, investors: item.userId ? 1 : 0, amountMinor, currency: item.currency })
  }
}
