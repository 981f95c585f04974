import { CLOCK, Deadlines, LOGGER, type Clock, type Logger, type Sweep } from '@hissa/kernel'
import { Committer } from '@hissa/ledger'
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common'
import { nextLook, type Order, orderChange, payableSession, stepKey } from '../orders/orders.api.js'
import { IDS, type Ids } from '../ports.js'
import { DueOrders } from './due-orders.js'
import { GatewayRefused, PAYMENT_GATEWAY, type PaymentGateway } from '../processor/processor.api.js'
import { SettlePayment } from './settle-payment.js'

/** Queries the processor, every few minutes, about each order that has a payment page and no webhook yet. */
@Injectable()
export class SettlePaymentWhenWebhookIsMissing implements Sweep, OnModuleInit {
  readonly name = 'investment-settle-payment-when-webhook-is-missing'

  constructor(
    private readonly ledger: Committer,
    private readonly due: DueOrders,
    private readonly settle: SettlePayment,
    private readonly deadlines: Deadlines,
    @Inject(PAYMENT_GATEWAY) private readonly gateway: PaymentGateway,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: Ids,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.deadlines.register(this)
  }

  nextDueAt(): Promise<Date | null> {
    return this.due.nextDueAt('reconcile')
  }

  sweep(now: Date): Promise<boolean> {
    return this.due.sweep('reconcile', now, (order) => this.reconcile(order))
  }

  private async reconcile(order: Order): Promise<void> {
    // The reservation ends now, and ending its page queries the processor too.
    const sessionId = payableSession(order)
    if (sessionId && this.clock.now() < order.expiresAt && (await this.isPaid(order, sessionId))) {
      this.logger.warn({ orderId: order._id }, 'no webhook arrived; the payment was read from the processor')
      return
    }
    await this.postpone(order)
  }

  private async isPaid(order: Order, sessionId: string): Promise<boolean> {
    try {
      const snapshot = await this.gateway.readCheckout(sessionId)
      return (await this.settle.run({ snapshot: { ...snapshot, orderId: order._id } })) === 'applied'
    } catch (error) {
      if (!(error instanceof GatewayRefused)) throw error
      // Another request would be refused as well. The end of the reservation decides, or staff if that is refused too.
      this.logger.error({ orderId: order._id, code: error.code }, 'the processor does not know the checkout session')
      return false
    }
  }

  /** Postpones the next request, at most until the reservation ends. */
  private async postpone(order: Order): Promise<void> {
    const isOpen = order.state === 'reserved'
    const step = {
      set: isOpen ? { due: nextLook(order, this.clock.now()) } : {},
      unset: isOpen ? [] : ['due' as const],
      transfers: [],
      events: [],
    }
    const change = { key: stepKey(order, 'reconcile'), inputHash: 'reconcile', order, step, at: this.clock.now() }
    // A stale version means that a newer state of the order is known, which makes this postponement unnecessary.
    await this.ledger.commit(orderChange(change, this.ids))
  }
}
