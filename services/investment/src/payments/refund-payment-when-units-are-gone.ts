import { CLOCK, Deadlines, LOGGER, type Clock, type Logger, type Sweep } from '@hissa/kernel'
import { Committer, type Save } from '@hissa/ledger'
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common'
import { backoffMs, dueFrom } from '../due/due.js'
import { decide, type Order, orderChange, type OrderStep, OrderStore, stepKey } from '../orders/orders.api.js'
import { IDS, type Ids, WALL_CLOCK } from '../ports.js'
import { DueOrders } from './due-orders.js'
import { PAYMENT_GATEWAY, type PaymentGateway, type RefundFact } from './gateway.js'
import { PAYMENTS, refundRowId } from './payment.js'
import { PaymentStore } from './payment.store.js'

/** A refund that the processor has taken on is confirmed by webhook; this is how often, in wall time, it is asked too. */
const ASK_AGAIN_MS = 5 * 60_000
/** How many attempts may fail for good before staff decide. */
const MOST_ATTEMPTS = 5

/**
 * Sends the money of an order that got no units back to its card, and keeps at it until the processor confirms. The
 * idempotency key is the order's, and changes only when the processor has said that an attempt failed for good.
 */
@Injectable()
export class RefundPaymentWhenUnitsAreGone implements Sweep, OnModuleInit {
  readonly name = 'investment-refund-payment-when-units-are-gone'

  constructor(
    private readonly ledger: Committer,
    private readonly orders: OrderStore,
    private readonly due: DueOrders,
    private readonly payments: PaymentStore,
    private readonly deadlines: Deadlines,
    @Inject(PAYMENT_GATEWAY) private readonly gateway: PaymentGateway,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(WALL_CLOCK) private readonly wall: Clock,
    @Inject(IDS) private readonly ids: Ids,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.deadlines.register(this)
  }

  nextDueAt(): Promise<Date | null> {
    return this.due.nextDueAt('refund')
  }

  sweep(now: Date): Promise<void> {
    return this.due.sweep('refund', now, (order) => this.refund(order))
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
    const nowMs = this.wall.now().getTime()
    if (fact.state === 'pending') {
      const due = dueFrom('refund' as const, at, new Date(nowMs + ASK_AGAIN_MS))
      return { set: { refund: { ...before, refundId: fact.refundId }, due }, unset: [], transfers: [] }
    }
    const { attempt } = before
    const refund = { ...before, attempt: attempt + 1 }
    const log = { orderId: order._id, refundId: fact.refundId, attempt }
    if (attempt >= MOST_ATTEMPTS) {
      this.logger.error({ ...log, alarm: 'WORK_REJECTED' }, 'every attempt to refund failed')
      const rejected = { kind: 'refund' as const, code: 'refund_failed', tries: attempt, at }
      return { set: { refund, rejected }, unset: ['due'], transfers: [] }
    }
    this.logger.error(log, 'a refund failed and will be attempted anew')
    const due = dueFrom('refund' as const, at, new Date(nowMs + backoffMs(attempt)))
    return { set: { refund, due }, unset: [], transfers: [] }
  }

  private async closeRow(orderId: string): Promise<Save[]> {
    const row = await this.payments.byId(refundRowId(orderId))
    return row ? [{ collection: PAYMENTS, id: row._id, version: row.version, set: { state: 'succeeded' } }] : []
  }
}
