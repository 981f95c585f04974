import { CLOCK, Deadlines, LOGGER, type Clock, type Logger, type Sweep } from '@hissa/kernel'
import { Committer, type Save } from '@hissa/ledger'
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common'
import { BackOff } from '../back-off.js'
import { decide, type Order, orderChange, type OrderStep, OrderStore, stepKey } from '../orders/orders.api.js'
import { IDS, type Ids, WALL_CLOCK } from '../ports.js'
import { PAYMENT_GATEWAY, type PaymentGateway, type RefundFact } from './gateway.js'
import { PAYMENTS, refundRowId } from './payment.js'
import { PaymentStore } from './payment.store.js'

const BATCH = 50
/** A refund that the processor has taken on is confirmed by webhook; this is how often it is asked all the same. */
const ASK_AGAIN_MS = 60 * 60_000

/**
 * Sends the money of an order that got no units back to its card, and keeps at it until the processor confirms. The
 * idempotency key is the order's, and changes only when the processor has said that an attempt failed for good.
 */
@Injectable()
export class RefundPaymentWhenUnitsAreGone implements Sweep, OnModuleInit {
  readonly name = 'investment-refund-payment-when-units-are-gone'
  private readonly backOff: BackOff

  constructor(
    private readonly ledger: Committer,
    private readonly orders: OrderStore,
    private readonly payments: PaymentStore,
    private readonly deadlines: Deadlines,
    @Inject(PAYMENT_GATEWAY) private readonly gateway: PaymentGateway,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(WALL_CLOCK) wall: Clock,
    @Inject(IDS) private readonly ids: Ids,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.backOff = new BackOff(wall)
  }

  onModuleInit(): void {
    this.deadlines.register(this)
  }

  nextDueAt(): Promise<Date | null> {
    return this.orders.nextDueAt('refund')
  }

  async sweep(now: Date): Promise<void> {
    const due = await this.orders.due('refund', now, BATCH)
    const log = (order: Order, error: unknown) =>
      this.logger.error({ err: error, orderId: order._id }, 'a refund was not taken on yet')
    await this.backOff.each(
      due,
      (order) => order._id,
      (order) => this.refund(order),
      log,
    )
  }

  /** Brings an order into line with what the processor says of its refund; true when this call changed something. */
  async apply(orderId: string, fact: RefundFact): Promise<boolean> {
    const outcome = await this.ledger.decideAndCommit(async () => {
      const order = await this.orders.byId(orderId)
      if (order?.state !== 'refunding' || !order.refund) return { done: false }
      const at = this.clock.now()
      const step =
        fact.state === 'succeeded'
          ? decide(order, { type: 'confirmRefund', refundId: fact.refundId }, at)
          : this.wait(order, fact, at)
      const saves = fact.state === 'succeeded' ? await this.closeRow(orderId) : []
      return orderChange(
        { key: stepKey(order, 'refund'), inputHash: this.ids.next(), order, step, saves, at },
        this.ids,
      )
    })
    return 'done' in outcome ? outcome.done : outcome.ok
  }

  private async refund(order: Order): Promise<void> {
    const { refundId, amountFils, attempt } = order.refund!
    const idempotencyKey = `refund:${order._id}:${attempt}`
    const request = { paymentId: order.paymentId!, amountFils, orderId: order._id, idempotencyKey }
    const fact = refundId ? await this.gateway.readRefund(refundId) : await this.gateway.refund(request)
    await this.apply(order._id, fact)
  }

  private wait(order: Order, fact: RefundFact, at: Date): OrderStep {
    const { refundId: _old, ...before } = order.refund!
    const dueAt = new Date(at.getTime() + ASK_AGAIN_MS)
    if (fact.state === 'pending')
      return { set: { refund: { ...before, refundId: fact.refundId, dueAt } }, unset: [], transfers: [] }
    this.logger.error({ orderId: order._id, refundId: fact.refundId }, 'a refund failed and will be asked for anew')
    const again = { ...before, attempt: before.attempt + 1, tries: before.tries + 1, dueAt }
    return { set: { refund: again }, unset: [], transfers: [] }
  }

  private async closeRow(orderId: string): Promise<Save[]> {
    const row = await this.payments.byId(refundRowId(orderId))
    return row ? [{ collection: PAYMENTS, id: row._id, version: row.version, set: { state: 'succeeded' } }] : []
  }
}
