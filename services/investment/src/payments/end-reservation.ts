import type { Clock } from '@hissa/kernel'
import { Inject, Injectable } from '@nestjs/common'
import { type Order, payableSession, ReleaseOrder } from '../orders/orders.api.js'
import { WALL_CLOCK } from '../ports.js'
import { PAYMENT_GATEWAY, type PaymentGateway } from '../processor/processor.api.js'
import { SettlePayment } from './settle-payment.js'

/**
 * Ends an unpaid reservation. The payment page is closed at the processor first, and units are released only when the
 * processor confirms that it is closed. If it reports a payment, the order is settled instead.
 */
@Injectable()
export class EndReservation {
  constructor(
    private readonly releases: ReleaseOrder,
    private readonly settle: SettlePayment,
    @Inject(PAYMENT_GATEWAY) private readonly gateway: PaymentGateway,
    @Inject(WALL_CLOCK) private readonly wall: Clock,
  ) {}

  /**
   * Ends the reservation; `due` if its time has run out. Returns false while its page is being opened: try again later.
   * Throws GatewayUnavailable and others; the reservation is then unchanged.
   */
  async run(order: Order, due: boolean): Promise<boolean> {
    // Without a page it cannot have been paid.
    if (order.lockedUntil && order.lockedUntil > this.wall.now()) return false
    const sessionId = payableSession(order)
    if (sessionId) {
      const snapshot = await this.gateway.expireCheckout(sessionId)
      if (snapshot.paid) {
        await this.settle.run({ snapshot: { ...snapshot, orderId: order._id } })
        return true
      }
      if (snapshot.state !== 'expired') throw new Error(`the checkout is ${snapshot.state} and unpaid`)
    }
    await this.releases.run(order._id, { type: 'expire', due })
    return true
  }
}
