import { CLOCK, type Clock, Gauge, METRICS, type MetricsRegistry } from '@hissa/kernel'
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common'
import { OrderStore } from '../../orders/orders.api.js'
import { type SuspenseTotal, SuspenseStore } from './suspense.store.js'

/**
 * Publishes the work that awaits finance on `/metrics`. Each scrape reads the store, so all replicas report the same.
 */
@Injectable()
export class SuspenseMetrics implements OnModuleInit {
  constructor(
    private readonly items: SuspenseStore,
    private readonly orders: OrderStore,
    @Inject(METRICS) private readonly registry: MetricsRegistry,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    const ageSeconds = ({ oldest }: SuspenseTotal) => (this.clock.now().getTime() - oldest.getTime()) / 1000
    this.gauge('suspense_items', 'Items in suspense that are not resolved.', ({ items }) => items)
    this.gauge('suspense_amount_minor_units', 'Money in suspense, in fils for AED.', ({ amount }) => amount)
    this.gauge('suspense_oldest_age_seconds', 'Business time since the oldest item was opened.', ageSeconds)
    const { orders } = this
    new Gauge({
      name: 'work_rejected_orders',
      help: 'Orders whose due work the processor rejected for good.',
      registers: [this.registry],
      async collect() {
        await orders.countRejected().then(
          (count) => this.set(count),
          () => this.remove(),
        )
      },
    })
  }

  private gauge(name: string, help: string, valueOf: (total: SuspenseTotal) => number): void {
    const { items } = this
    new Gauge({
      ...{ name, help, labelNames: ['kind', 'currency'], registers: [this.registry] },
      async collect() {
        this.reset()
        // Without the store there are no samples, but the other metrics are still served.
        const totals = await items.totals().catch((): SuspenseTotal[] => [])
        for (const total of totals) this.set({ kind: total.kind, currency: total.currency }, valueOf(total))
      },
    })
  }
}
