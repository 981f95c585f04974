import { CLOCK, type Clock, Gauge, METRICS, type MetricsRegistry, registerNumber } from '@hissa/kernel'
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common'
import { DifferenceStore } from '../../differences/differences.api.js'
import { OrderStore } from '../../orders/orders.api.js'
import { SuspenseStore } from './suspense.store.js'

/** How long before its end the time for evidence of a dispute counts as nearly over. */
const EVIDENCE_SOON_MS = 3 * 86_400_000

/** What is open, by kind and currency; without an amount if it is not about money. */
interface Item {
  kind: string
  currency: string
  items: number
  amount?: number
  oldest: Date
}

/**
 * Publishes the work that awaits finance on `/metrics`. Each scrape reads the store, so all replicas report the same.
 */
@Injectable()
export class SuspenseMetrics implements OnModuleInit {
  constructor(
    private readonly items: SuspenseStore,
    private readonly orders: OrderStore,
    private readonly differences: DifferenceStore,
    @Inject(METRICS) private readonly registry: MetricsRegistry,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    const ageSeconds = ({ oldest }: Item) => (this.clock.now().getTime() - oldest.getTime()) / 1000
    this.gauge('suspense_items', 'Items in suspense and register differences that are open.', ({ items }) => items)
    this.gauge('suspense_amount_minor_units', 'Money in suspense, in fils for AED.', ({ amount }) => amount)
    this.gauge('suspense_oldest_age_seconds', 'Business time since the oldest item was opened.', ageSeconds)
    const rejected = { name: 'work_rejected_orders', help: 'Orders whose due work the processor rejected for good.' }
    const held = { name: 'orders_on_hold', help: 'Paid orders that are not allotted until staff have reviewed them.' }
    registerNumber(this.registry, rejected, () => this.orders.countRejected())
    registerNumber(this.registry, held, () => this.orders.countHeld())
    const due = { name: 'disputes_evidence_due', help: 'Open disputes that accept evidence for less than three days.' }
    registerNumber(this.registry, due, () => this.items.countEvidenceDue(this.inThreeDays()))
  }

  private inThreeDays(): Date {
    return new Date(this.clock.now().getTime() + EVIDENCE_SOON_MS)
  }

  /** Returns the totals of suspense, and of register differences, which have no money and no currency. */
  private async totals(): Promise<Item[]> {
    const [money, differences] = await Promise.all([this.items.totals(), this.differences.totals()])
    return [...money, ...(differences ? [{ kind: 'register_difference', currency: 'none', ...differences }] : [])]
  }

  private gauge(name: string, help: string, valueOf: (item: Item) => number | undefined): void {
    const read = () => this.totals()
    new Gauge({
      ...{ name, help, labelNames: ['kind', 'currency'], registers: [this.registry] },
      async collect() {
        this.reset()
        // Without the store there are no samples, but the other metrics are still served.
        for (const item of await read().catch((): Item[] => [])) {
          const value = valueOf(item)
          if (value !== undefined) this.set({ kind: item.kind, currency: item.currency }, value)
        }
      },
    })
  }
}
