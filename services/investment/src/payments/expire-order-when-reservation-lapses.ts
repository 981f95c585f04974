import { Deadlines, type Clock, type Sweep } from '@hissa/kernel'
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common'
import { type Order, ReleaseOrder } from '../orders/orders.api.js'
import { WALL_CLOCK } from '../ports.js'
import { DueOrders } from './due-orders.js'
import { PAYMENT_GATEWAY, type PaymentGateway } from './gateway.js'
import { SettlePayment } from './settle-payment.js'

/**
 * At 30 minutes an unpaid reservation ends, in this order: the payment page is ended first, and units go back only when
 * the processor says that it is; if it says that it was paid, the order is settled instead.
 */
@Injectable()
export class ExpireOrderWhenReservationLapses implements Sweep, OnModuleInit {
  readonly name = 'investment-expire-order-when-reservation-lapses'

  constructor(
    private readonly due: DueOrders,
    private readonly releases: ReleaseOrder,
    private readonly settle: SettlePayment,
    private readonly deadlines: Deadlines,
    @Inject(PAYMENT_GATEWAY) private readonly gateway: PaymentGateway,
    @Inject(WALL_CLOCK) private readonly wall: Clock,
  ) {}

  onModuleInit(): void {
    this.deadlines.register(this)
  }

  nextDueAt(): Promise<Date | null> {
    return this.due.nextDueAt('expiry')
  }

  sweep(now: Date): Promise<void> {
    return this.due.sweep('expiry', now, (order) => this.expire(order))
  }

  private async expire(order: Order): Promise<void> {
    // Its page is being opened at this moment; without a page nobody can have paid.
    const { lockedUntil } = order
    if (lockedUntil && lockedUntil > this.wall.now()) return this.due.putOff(order, lockedUntil)
    if (order.checkout) {
      const fact = await this.gateway.expireCheckout(order.checkout.sessionId)
      if (fact.paid) return void (await this.settle.run({ fact: { ...fact, orderId: order._id } }))
      if (fact.state !== 'expired') throw new Error(`the checkout is ${fact.state} and unpaid`)
    }
    await this.releases.run(order._id, { type: 'expire', due: true })
  }
}
