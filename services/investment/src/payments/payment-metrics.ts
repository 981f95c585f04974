import {
  CLOCK,
  Histogram,
  METRICS,
  registerCountAndAge,
  registerNumber,
  sharedRead,
  type Clock,
  type MetricsRegistry,
} from '@hissa/kernel'
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common'
import { OrderStore } from '../orders/orders.api.js'
import type { Settled } from './payment.js'

/**
 * Publishes payments whose outcome is unknown, refunds that are due, and the time from a webhook to its posting on
 * `/metrics`. Each scrape reads the store, so all replicas report the same orders.
 */
@Injectable()
export class PaymentMetrics implements OnModuleInit {
  private readonly seconds: Histogram<'outcome'>

  constructor(
    private readonly orders: OrderStore,
    @Inject(METRICS) private readonly registry: MetricsRegistry,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.seconds = new Histogram({
      name: 'webhook_posting_duration_seconds',
      help: 'Time from the receipt of a webhook until it is posted, by outcome; a failed one is delivered again.',
      labelNames: ['outcome'],
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers: [registry],
    })
  }

  onModuleInit(): void {
    const source = { registry: this.registry, wall: this.clock }
    registerCountAndAge(source, () => this.orders.unsettled(this.clock.now()), {
      count: { name: 'payments_unsettled', help: 'Orders whose reservation has ended and whose payment is unknown.' },
      age: {
        name: 'payments_unsettled_oldest_age_seconds',
        help: 'Business time since the earliest of these reservations ended; 0 without any.',
      },
    })
    const refundsDue = sharedRead(() => this.orders.refundsDue())
    registerCountAndAge(source, refundsDue, {
      count: { name: 'refunds_due', help: 'Orders whose money is to be returned and is not yet.' },
      age: {
        name: 'refunds_due_oldest_age_seconds',
        help: 'Business time since the earliest of these orders ended; 0 without any.',
      },
    })
    const amount = { name: 'refunds_due_amount_minor_units', help: 'Sum of the refunds that are due, in fils for AED.' }
    registerNumber(this.registry, amount, async () => (await refundsDue()).amountFils)
  }

  /** Records one webhook: what became of it, and after how many seconds. */
  posted(outcome: Settled | 'failed', seconds: number): void {
    this.seconds.observe({ outcome }, seconds)
  }
}
