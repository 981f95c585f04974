import { CLOCK, Deadlines, LOGGER, type Clock, type Logger, type Sweep } from '@hissa/kernel'
import { Committer } from '@hissa/ledger'
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common'
import { BackOff } from '../back-off.js'
import { type Order, orderChange, OrderStore, RECONCILE_MS, stepKey } from '../orders/orders.api.js'
import { IDS, type Ids, WALL_CLOCK } from '../ports.js'
import { PAYMENT_GATEWAY, type PaymentGateway } from './gateway.js'
import { SettlePayment } from './settle-payment.js'

const BATCH = 100

/** Asks the processor, every few minutes, about each order that has a payment page and no news of it. */
@Injectable()
export class SettlePaymentWhenWebhookIsMissing implements Sweep, OnModuleInit {
  readonly name = 'investment-settle-payment-when-webhook-is-missing'
  private readonly backOff: BackOff

  constructor(
    private readonly ledger: Committer,
    private readonly orders: OrderStore,
    private readonly settle: SettlePayment,
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
    return this.orders.nextDueAt('reconcile')
  }

  async sweep(now: Date): Promise<void> {
    const due = await this.orders.due('reconcile', now, BATCH)
    const log = (order: Order, error: unknown) =>
      this.logger.warn({ err: error, orderId: order._id }, 'a checkout could not be read')
    await this.backOff.each(
      due,
      (order) => order._id,
      (order) => this.reconcile(order),
      log,
    )
  }

  private async reconcile(order: Order): Promise<void> {
    if (order.checkout) {
      const fact = await this.gateway.readCheckout(order.checkout.sessionId)
      const settled = await this.settle.run({ fact: { ...fact, orderId: order._id } })
      if (settled === 'applied') {
        this.logger.warn({ orderId: order._id }, 'the processor was asked because no webhook had come')
        return
      }
    }
    await this.postpone(order)
  }

  /** Asks again later, up to the time at which the reservation ends anyway. */
  private async postpone(order: Order): Promise<void> {
    const next = new Date(this.clock.now().getTime() + RECONCILE_MS)
    const again = order.state === 'reserved' && next < order.expiresAt
    const step = {
      set: again ? { reconcileAt: next } : {},
      unset: again ? [] : ['reconcileAt' as const],
      transfers: [],
    }
    const change = { key: stepKey(order, 'reconcile'), inputHash: 'reconcile', order, step, at: this.clock.now() }
    // Not at its version any more: then there is news of it, which is what was wanted.
    await this.ledger.commit(orderChange(change, this.ids))
  }
}
