import { type Answer, type Input, ok } from '@hissa/contracts'
import type { ReleaseReservation as Contract } from '@hissa/contracts/investment'
import { CLOCK, LOGGER, type Clock, type Logger } from '@hissa/kernel'
import { Inject, Injectable } from '@nestjs/common'
import { InvestorStore } from '../investors/investors.api.js'
import { ScheduleRelease, noOrder, orderView, OrderStore } from '../orders/orders.api.js'
import { isEligible } from '../rules/rules.api.js'
import { EndReservation } from './end-reservation.js'

/**
 * Releases an investor's own reservation. The request is recorded before the processor is called, so it is carried out
 * even if this call fails.
 */
@Injectable()
export class ReleaseReservation {
  constructor(
    private readonly orders: OrderStore,
    private readonly investors: InvestorStore,
    private readonly reservations: ScheduleRelease,
    private readonly ending: EndReservation,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async run(userId: string, { orderId }: Input<typeof Contract>): Promise<Answer<typeof Contract>> {
    const order = await this.orders.byId(orderId)
    if (order?.userId !== userId) return noOrder()
    const scheduled = await this.reservations.run(orderId, 'released')
    if (scheduled?.state === 'reserved') {
      try {
        await this.ending.run(scheduled, false)
      } catch (error) {
        this.logger.warn({ err: error, orderId }, 'the reservation could not be released yet and will be retried')
      }
    }
    const after = (await this.orders.byId(orderId)) ?? order
    const eligible = isEligible(await this.investors.statusOf(userId))
    return ok({ order: orderView(after, { eligible, at: this.clock.now() }) })
  }
}
