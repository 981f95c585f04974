import { Gauge, METRICS, type MetricsRegistry } from '@hissa/kernel'
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common'
import { WaitlistStore } from './waitlist.store.js'

/** Publishes how many places on the waitlist are confirmed, and how many aren't yet. Each scrape reads the store. */
@Injectable()
export class WaitlistMetrics implements OnModuleInit {
  constructor(
    private readonly entries: WaitlistStore,
    @Inject(METRICS) private readonly registry: MetricsRegistry,
  ) {}

  onModuleInit(): void {
    const { entries } = this
    new Gauge({
      name: 'waitlist_entries',
      help: 'Places on the waitlist of early access, confirmed and pending.',
      labelNames: ['state'],
      registers: [this.registry],
      async collect() {
        const { confirmed, pending } = await entries.counts()
        this.set({ state: 'confirmed' }, confirmed)
        this.set({ state: 'pending' }, pending)
      },
    })
  }
}
