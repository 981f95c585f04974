import { CLOCK, type Clock, METRICS, type MetricsRegistry, registerNumber } from '@hissa/kernel'
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common'
import { HoldingDifferenceStore, PaymentDifferenceStore } from '../differences/differences.api.js'
import { ReconciliationStore } from './reconciliation.store.js'

/** Publishes how old the last complete reconciliation is, and how many payments differ. */
@Injectable()
export class ReconciliationMetrics implements OnModuleInit {
  private readonly bootedAt: Date

  constructor(
    private readonly store: ReconciliationStore,
    private readonly differences: PaymentDifferenceStore,
    private readonly holdings: HoldingDifferenceStore,
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
    const open = { name: 'reconciliation_differences', help: 'Payments and holdings that differ from the ledger.' }
    registerNumber(this.registry, open, () => this.countOpen())
  }

  private async countOpen(): Promise<number> {
    const [payments, holdings] = await Promise.all([this.differences.countOpen(), this.holdings.countOpen()])
    return payments + holdings
  }

  private async ageSeconds(): Promise<number> {
    const { startedAt = this.bootedAt } = (await this.store.lastComplete()) ?? {}
    return (this.clock.now().getTime() - startedAt.getTime()) / 1000
  }
}
