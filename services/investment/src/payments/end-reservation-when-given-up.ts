import { Deadlines, LOGGER, type Clock, type Logger, type Sweep } from '@hissa/kernel'
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common'
import { BackOff } from '../back-off.js'
import { type Order, OrderStore } from '../orders/orders.api.js'
import { WALL_CLOCK } from '../ports.js'
import { EndReservation } from './end-reservation.js'

const BATCH = 200

/** Ends reservations that were given up: by their investor, or because the account may no longer invest. */
@Injectable()
export class EndReservationWhenGivenUp implements Sweep, OnModuleInit {
  readonly name = 'investment-end-reservation-when-given-up'
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
    return this.orders.nextDueAt('ending')
  }

  async sweep(now: Date): Promise<void> {
    const due = await this.orders.due('ending', now, BATCH)
    const log = (order: Order, error: unknown) =>
      this.logger.warn({ err: error, orderId: order._id }, 'a reservation that was given up is not released yet')
    await this.backOff.each(
      due,
      (order) => order._id,
      async (order) => void (await this.reservations.run(order, false)),
      log,
    )
  }
}
