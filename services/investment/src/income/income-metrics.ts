import { CLOCK, type Clock, METRICS, type MetricsRegistry, registerNumber } from '@hissa/kernel'
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common'
import { DistributionStore } from './distribution.store.js'
import { IncomeStore } from './income.store.js'
import { ReadIncome } from './read-income.js'

/** How long the payment of an approved distribution may take. */
const PAYMENT_MS = 3_600_000
/** More than this are as bad. */
const MOST = 1_000

/** Publishes what is late about distributions on `/metrics`. Each scrape reads the store, so all replicas agree. */
@Injectable()
export class IncomeMetrics implements OnModuleInit {
  constructor(
    private readonly income: IncomeStore,
    private readonly distributions: DistributionStore,
    private readonly read: ReadIncome,
    @Inject(METRICS) private readonly registry: MetricsRegistry,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    const overdue = {
      name: 'distributions_overdue',
      help: 'Quarters that ended over 30 days ago with income that is not distributed.',
    }
    registerNumber(this.registry, overdue, async () => {
      return (await this.income.overdue(this.read.dueBefore(), MOST)).length
    })
    const unpaid = {
      name: 'distributions_unpaid',
      help: 'Distributions that were approved over an hour ago and are not paid in full.',
    }
    registerNumber(this.registry, unpaid, () => {
      return this.distributions.countUnpaid(new Date(this.clock.now().getTime() - PAYMENT_MS))
    })
  }
}
