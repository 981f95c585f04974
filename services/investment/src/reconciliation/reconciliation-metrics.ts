import { CLOCK, type Clock, METRICS, type MetricsRegistry, registerNumber } from '@hissa/kernel'
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common'
import { PaymentDifferenceStore } from '../differences/differences.api.js'
import { ReconciliationStore } from './reconciliation.store.js'

/** Publishes how old the last complete reconciliation is, and how many payments differ. */
@Injectable()
export class ReconciliationMetrics implements OnModuleInit {
  private readonly bootedAt: Date

  constructor(
    private readonly store: ReconciliationStore,
    private readonly differences: PaymentDifferenceStore,
    @Inject(METRICS) private readonly registry: MetricsRegistry,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.bootedAt = clock.now()
  }

  onModuleInit(): void {
    const age = {
      name: 'reconciliation_age_seconds',
      help: 'Business time since the last complete reconciliation began, or since the start of the service before the first.',
    }
    registerNumber(this.registry, age, () => this.ageSeconds())
    const open = { name: 'reconciliation_differences', help: 'Payments about which processor and ledger disagree.' }
    registerNumber(this.registry, open, () => this.differences.countOpen())
  }

  private async ageSeconds(): Promise<number> {
    const { startedAt = this.bootedAt } = (await this.store.lastComplete()) ?? {}
    return (this.clock.now().getTime() - startedAt.getTime()) / 1000
  }
}
