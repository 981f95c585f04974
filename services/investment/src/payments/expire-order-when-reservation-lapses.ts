import { Deadlines, LOGGER, type Clock, type Logger, type Sweep } from '@hissa/kernel'
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common'
import { BackOff } from '../back-off.js'
import { type Order, OrderStore } from '../orders/orders.api.js'
import { WALL_CLOCK } from '../ports.js'
import { EndReservation } from './end-reservation.js'

const BATCH = 200

/** Ends unpaid reservations whose time has run out, after 30 minutes at most. */
@Injectable()
export class ExpireOrderWhenReservationLapses implements Sweep, OnModuleInit {
  readonly name = 'investment-expire-order-when-reservation-lapses'
  private readonly backOff: BackOff

  constructor(
    private readonly orders: OrderStore,
    private readonly reservations: EndReservation,
    private readonly deadlines: Deadlines,
    @Inject(WALL_CLOCK) wall: Clock,
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
    await this.reservations.run(order, true)
  }
}
