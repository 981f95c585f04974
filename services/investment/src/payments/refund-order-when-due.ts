import { CLOCK, Deadlines, legalOrThrow, LOGGER, type Clock, type Logger, type Sweep } from '@hissa/kernel'
import { type Change, Committer, type Save } from '@hissa/ledger'
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common'
import { backoffMs, dueFrom } from '../due/due.js'
import { decide, type Order, orderChange, type OrderStep, OrderStore, PAYMENTS, stepKey } from '../orders/orders.api.js'
import { PaymentDifferenceStore } from '../differences/differences.api.js'
import { IDS, type Ids, WALL_CLOCK } from '../ports.js'
import { DueOrders } from './due-orders.js'
import { PAYMENT_GATEWAY, type PaymentGateway, type RefundSnapshot } from '../processor/processor.api.js'
import { type Cause, refundRowId, refundSave, webhookEventSave, type Settled } from './payment.js'
import { PaymentStore } from './payment.store.js'
import { ASK_AGAIN_MS, BLOCKED_MS, isCurrentRefund, MOST_ATTEMPTS } from './refund-attempts.js'

/** Requests in progress at the same time: at 0.4 s each, below the processor's limit of 100 writes a second. */
const AT_ONCE = 24

/**
 * Refunds an order that got no units, or was cancelled, to its card, and retries until the processor confirms. The
 * idempotency key belongs to the order's attempt and changes only when the processor reports that an attempt failed
 * permanently. A refund waits while the processor and the ledger disagree about its payment.
 */
@Injectable()
export class RefundOrderWhenDue implements Sweep, OnModuleInit {
  readonly name = 'investment-refund-order-when-due'

  constructor(
    private readonly ledger: Committer,
    private readonly orders: OrderStore,
    private readonly due: DueOrders,
    private readonly payments: PaymentStore,
    private readonly differences: PaymentDifferenceStore,
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

  sweep(now: Date): Promise<boolean> {
    return this.due.sweep('refund', now, (order) => this.refund(order), AT_ONCE)
  }

  /**
   * Updates an order to match the processor's report of one refund. Only the order's current refund changes it, and an
   * event that was already applied changes nothing. Returns `foreign` for any other refund.
   * Throws LedgerUnavailable or GatewayUnavailable.
   */
  async apply(snapshot: RefundSnapshot, event?: Cause): Promise<Settled | 'foreign'> {
    if (event && (await this.payments.hasEvent(event.eventId))) return 'duplicate'
    const outcome = await this.ledger.decideAndCommit(async () => {
      const order = snapshot.orderId === undefined ? undefined : await this.orders.byId(snapshot.orderId)
      if (!order?.refund || !isCurrentRefund(order.refund, snapshot)) return { done: 'foreign' as const }
      return (await this.change(order, snapshot, event)) ?? { done: 'ignored' as const }
    })
    if ('ok' in outcome) {
      if (outcome.ok) return outcome.replayed ? 'duplicate' : 'applied'
      throw new Error(`the refund ${snapshot.refundId} was not applied: ${outcome.reason}`)
    }
    return outcome.done
  }

  /**
   * Builds the change that reopens a refunded order after the refund made elsewhere, or the dispute, that settled it
   * was returned. Returns undefined when the order was not settled by exactly that. The next attempt is our own.
   */
  async reopened(
    orderId: string,
    returned: { id: string; amount: number },
    moment: { key: string; at: Date },
  ): Promise<Change | undefined> {
    const order = await this.orders.byId(orderId)
    // An order with a refund id was last refunded by us, so another refund was returned.
    if (order?.state !== 'refunded' || order.refund!.refundId !== undefined) return undefined
    if (order.refund!.amountFils !== returned.amount) return undefined
    const { key, at } = moment
    const { attempt, amountFils } = order.refund!
    const next = { due: dueFrom('refund' as const, at, this.wall.now()) }
    const step = legalOrThrow(decide(order, { type: 'failRefund', key, next }, at))
    // Settling had closed the row of the attempt before the current one.
    const row = await this.payments.byId(refundRowId(orderId, attempt - 1))
    const saves = [refundSave(order, { amount: amountFils, attempt: attempt + 1 }, at)]
    if (row) saves.push({ collection: PAYMENTS, id: row._id, version: row.version, set: { state: 'failed' } })
    this.logger.error({ orderId, returned: returned.id, attempt }, 'the refund that settled an order was returned')
    return orderChange({ key, inputHash: returned.id, order, step, saves, at }, this.ids)
  }

  private async refund(due: Order): Promise<void> {
    if (due.refund?.refundId === undefined && (await this.differences.blocksPayment(due.paymentId ?? '')))
      return this.due.putOff(due, new Date(this.wall.now().getTime() + BLOCKED_MS))
    const order = await this.begun(due)
    if (!order) return
    const { refundId, amountFils, attempt } = order.refund!
    const { _id: orderId, paymentId } = order
    const idempotencyKey = `refund:${orderId}:${attempt}`
    const request = { paymentId: paymentId!, amount: amountFils, orderId, attempt, idempotencyKey }
    const snapshot = refundId ? await this.gateway.readRefund(refundId) : await this.gateway.refund(request)
    await this.apply({ ...snapshot, orderId, attempt })
  }

  /**
   * Returns an order whose refund may be requested, after recording that of a cancelled one; undefined if its state has
   * changed.
   */
  private async begun(order: Order): Promise<Order | undefined> {
    if (order.state !== 'cancelled') return order
    const at = this.clock.now()
    const step = legalOrThrow(decide(order, { type: 'requestRefund' }, at))
    const change = { key: stepKey(order, 'request-refund'), inputHash: 'request-refund', order, step, at }
    const outcome = await this.ledger.commit(orderChange(change, this.ids))
    if (outcome.ok) return { ...order, ...step.set, version: order.version + 1 }
    if (outcome.reason === 'STALE') return undefined
    throw new Error(`the refund of order ${order._id} was not begun: ${outcome.reason}`)
  }

  /** Returns the change for an update of the current refund; undefined when nothing is new. */
  private async change(order: Order, snapshot: RefundSnapshot, event: Cause | undefined) {
    const at = this.clock.now()
    const key = stepKey(order, 'refund')
    const step = this.step(order, snapshot, { key, at })
    if (!step) return undefined
    const { attempt, amountFils } = order.refund!
    const saves = [...(await this.closeRow(order, snapshot)), ...webhookEventSave(event, at, snapshot.state)]
    if (snapshot.state === 'failed') saves.push(refundSave(order, { amount: amountFils, attempt: attempt + 1 }, at))
    return orderChange({ key, inputHash: this.ids.next(), order, step, saves, at }, this.ids)
  }

  private step(order: Order, snapshot: RefundSnapshot, { key, at }: { key: string; at: Date }): OrderStep | undefined {
    const { refundId, state } = snapshot
    if (state === 'failed')
      return legalOrThrow(decide(order, { type: 'failRefund', key, next: this.afterFailed(order, snapshot, at) }, at))
    if (order.state !== 'refunding') return undefined
    if (state === 'succeeded') return legalOrThrow(decide(order, { type: 'confirmRefund', refundId }, at))
    const due = dueFrom('refund' as const, at, new Date(this.wall.now().getTime() + ASK_AGAIN_MS))
    return { set: { refund: { ...order.refund!, refundId }, due }, unset: [], transfers: [], events: [] }
  }

  private afterFailed(order: Order, { refundId }: RefundSnapshot, at: Date) {
    const { attempt } = order.refund!
    const log = { orderId: order._id, refundId, attempt }
    if (attempt >= MOST_ATTEMPTS) {
      this.logger.error({ ...log, alarm: 'WORK_REJECTED' }, 'every attempt to refund failed')
      return { rejected: { kind: 'refund' as const, code: 'refund_failed', tries: attempt, at } }
    }
    this.logger.error(log, 'a refund failed and will be attempted again')
    return { due: dueFrom('refund' as const, at, new Date(this.wall.now().getTime() + backoffMs(attempt))) }
  }

  /** Records the outcome in the attempt's row. */
  private async closeRow(order: Order, { refundId, state }: RefundSnapshot): Promise<Save[]> {
    const row = await this.payments.byId(refundRowId(order._id, order.refund!.attempt))
    return row ? [{ collection: PAYMENTS, id: row._id, version: row.version, set: { state, refundId } }] : []
  }
}
