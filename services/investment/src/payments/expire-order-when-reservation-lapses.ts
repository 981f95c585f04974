import { CLOCK, Deadlines, type Clock, type Sweep } from '@hissa/kernel'
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common'
import type { Order } from '../orders/orders.api.js'
import { DueOrders } from './due-orders.js'
import { EndReservation } from './end-reservation.js'

/** Ends unpaid reservations that have expired, and those that were released. */
@Injectable()
export class ExpireOrderWhenReservationLapses implements Sweep, OnModuleInit {
  readonly name = 'investment-expire-order-when-reservation-lapses'

  constructor(
    private readonly due: DueOrders,
    private readonly reservations: EndReservation,
    private readonly deadlines: Deadlines,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.deadlines.register(this)
  }

  nextDueAt(): Promise<Date | null> {
    return this.due.nextDueAt('expiry')
  }

  sweep(now: Date): Promise<boolean> {
    return this.due.sweep('expiry', now, (order) => this.expire(order))
  }

  private async expire(order: Order): Promise<void> {
    const ended = await this.reservations.run(order, order.expiresAt <= this.clock.now())
    if (!ended) await this.due.putOff(order, order.lockedUntil!)
  }
}
