import { Deadlines, LOGGER, type Clock, type Logger, type Sweep } from '@hissa/kernel'
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common'
import { BackOff } from '../back-off.js'
import { type Order, OrderStore, ReleaseOrder } from '../orders/orders.api.js'
import { WALL_CLOCK } from '../ports.js'
import { PAYMENT_GATEWAY, type PaymentGateway } from './gateway.js'
import { SettlePayment } from './settle-payment.js'

const BATCH = 200

/**
 * At 30 minutes an unpaid reservation ends, in this order: the payment page is ended first, and units go back only when
 * the processor says that it is; if it says that it was paid, the order is settled instead.
 */
@Injectable()
export class ExpireOrderWhenReservationLapses implements Sweep, OnModuleInit {
  readonly name = 'investment-expire-order-when-reservation-lapses'
  private readonly backOff: BackOff

  constructor(
    private readonly orders: OrderStore,
    private readonly releases: ReleaseOrder,
    private readonly settle: SettlePayment,
    private readonly deadlines: Deadlines,
    @Inject(PAYMENT_GATEWAY) private readonly gateway: PaymentGateway,
    @Inject(WALL_CLOCK) private readonly wall: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.backOff = new BackOff(wall)
  }

  onModuleInit(): void {
    this.deadlines.register(this)
  }

  nextDueAt(): Promise<Date | null> {
    return this.orders.nextDueAt('expiry')
  }

  async sweep(now: Date): Promise<void> {
    const due = await this.orders.due('expiry', now, BATCH)
    const log = (order: Order, error: unknown) =>
      this.logger.warn({ err: error, orderId: order._id }, 'a lapsed reservation is not released yet')
    await this.backOff.each(
      due,
      (order) => order._id,
      (order) => this.expire(order),
      log,
    )
  }

  private async expire(order: Order): Promise<void> {
    // Its page is being opened at this moment; without a page nobody can have paid.
    if (order.lockedUntil && order.lockedUntil > this.wall.now()) return
    if (order.checkout) {
      const fact = await this.gateway.expireCheckout(order.checkout.sessionId)
      if (fact.paid) return void (await this.settle.run({ fact: { ...fact, orderId: order._id } }))
      if (fact.state !== 'expired') throw new Error(`the checkout is ${fact.state} and unpaid`)
    }
    await this.releases.run(order._id, { type: 'expire', due: true })
  }
}
