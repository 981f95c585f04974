import { type Answer, type ErrorOf, type Input, ok, type Result } from '@hissa/contracts'
import type {
  IDEMPOTENCY_IN_FLIGHT,
  KeepReservation as Contract,
  RESERVATION_NOT_EXTENDABLE,
} from '@hissa/contracts/investment'
import { CLOCK, legalOrThrow, LOGGER, type Clock, type Logger } from '@hissa/kernel'
import { type Change, Committer } from '@hissa/ledger'
import { Inject, Injectable } from '@nestjs/common'
import { InvestorStore } from '../investors/investors.api.js'
import {
  deadlineOf,
  decide,
  inFlight,
  LOCK_MS,
  noOrder,
  notExtendable,
  OpenCheckout,
  type Order,
  orderChange,
  OrderStore,
  orderView,
  stepKey,
  whyNotExtend,
} from '../orders/orders.api.js'
import { IDS, type Ids, WALL_CLOCK } from '../ports.js'
import { PAYMENT_GATEWAY, type PaymentGateway } from '../processor/processor.api.js'
import { isOpen, RaiseStore } from '../raises/raises.api.js'
import { isEligible } from '../rules/rules.api.js'
import { SettlePayment } from './settle-payment.js'

type NotExtended = ErrorOf<typeof RESERVATION_NOT_EXTENDABLE | typeof IDEMPOTENCY_IN_FLIGHT>

/**
 * Extends an investor's own reservation once. One commit takes the payment page off the order and moves the deadline;
 * from then on the processor's reports about that page no longer release the order. The page is then closed and the
 * next one opened. After a crash in between, the same call or placing the order again continues.
 */
@Injectable()
export class KeepReservation {
  constructor(
    private readonly ledger: Committer,
    private readonly orders: OrderStore,
    private readonly raises: RaiseStore,
    private readonly investors: InvestorStore,
    private readonly checkout: OpenCheckout,
    private readonly settle: SettlePayment,
    @Inject(PAYMENT_GATEWAY) private readonly gateway: PaymentGateway,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(WALL_CLOCK) private readonly wall: Clock,
    @Inject(IDS) private readonly ids: Ids,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async run(userId: string, { orderId }: Input<typeof Contract>): Promise<Answer<typeof Contract>> {
    const order = await this.orders.byId(orderId)
    if (order?.userId !== userId) return noOrder()
    const extended = await this.extend(order)
    if (!extended.ok) return extended
    const page = await this.checkout.run(extended.value, order.locale)
    if (!page.ok && !(await this.isPaidInstead(extended.value))) return page
    const after = (await this.orders.byId(orderId)) ?? order
    const eligible = isEligible(await this.investors.statusOf(userId))
    return ok({ order: orderView(after, { eligible, at: this.clock.now() }) })
  }

  /** Commits the extension and locks the order for this call. An extension whose page is not open yet is continued. */
  private async extend({ _id: orderId }: Order): Promise<Result<Order, NotExtended>> {
    const outcome = await this.ledger.decideAndCommit(
      async (): Promise<Change | { done: Result<never, NotExtended> }> => {
        const order = (await this.orders.byId(orderId))!
        const [at, wall] = [this.clock.now(), this.wall.now()]
        const isUnfinished = order.extension !== undefined && !order.checkout
        const why = whyNotExtend(order, at)
        if (why && !(why === 'extended' && isUnfinished)) return { done: notExtendable(why) }
        if (order.lockedUntil && order.lockedUntil > wall) return { done: inFlight() }
        const lockedUntil = new Date(wall.getTime() + LOCK_MS)
        const change = { inputHash: this.ids.next(), order, at }
        if (isUnfinished) {
          const step = { set: { lockedUntil }, unset: [], transfers: [], events: [] }
          return orderChange({ ...change, key: stepKey(order, 'lock'), step }, this.ids)
        }
        const raise = await this.raises.byId(order.propertyId)
        if (!raise || !isOpen(raise, at)) return { done: notExtendable('raise_closed') }
        const moved = { begunAt: wall, expiresAt: deadlineOf(wall, at), lockedUntil }
        const step = legalOrThrow(decide(order, { type: 'extend', ...moved }, at))
        return orderChange({ ...change, key: stepKey(order, 'extend'), step, within: raise }, this.ids)
      },
    )
    if ('done' in outcome) return outcome.done
    if (!outcome.ok) throw new Error(`the reservation of ${orderId} was not extended: ${outcome.reason}`)
    return ok((await this.orders.byId(orderId))!)
  }

  /** Settles the order if the page that was to be replaced had been paid. Returns whether it had. */
  private async isPaidInstead({ _id: orderId, extension }: Order): Promise<boolean> {
    if (!extension?.replaced) return false
    try {
      const snapshot = await this.gateway.readCheckout(extension.replaced)
      if (snapshot.paid) await this.settle.run({ snapshot: { ...snapshot, orderId } })
      return snapshot.paid
    } catch (error) {
      // The webhook or the reconciliation settles it later.
      this.logger.warn({ err: error, orderId }, 'the replaced checkout could not be read')
      return false
    }
  }
}
