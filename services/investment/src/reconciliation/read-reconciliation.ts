import { type Actor, StaffAudit } from '@hissa/audit'
import { type Answer, ok } from '@hissa/contracts'
import type { ListReconciliation, RunReconciliation } from '@hissa/contracts/investment'
import { CLOCK, type Clock } from '@hissa/kernel'
import { Inject, Injectable } from '@nestjs/common'
import {
  HoldingDifferenceStore,
  holdingDifferenceView,
  ListDifferences,
  paymentDifferenceView,
  PaymentDifferenceStore,
} from '../differences/differences.api.js'
import { RaiseStore } from '../raises/raises.api.js'
import { Reconcile } from './reconcile.js'
import { ReconciliationStore } from './reconciliation.store.js'
import { nextRunAfter, type Run, runView } from './run.js'

const MOST_RUNS = 20
const MOST_DIFFERENCES = 100
/** How long staff are answered the run that they asked for last, after it is complete. */
const PAUSE_MS = 5 * 60_000

/** Shows finance the runs and what differs, and starts a run for it. Both leave an audit row. */
@Injectable()
export class ReadReconciliation {
  constructor(
    private readonly store: ReconciliationStore,
    private readonly payments: PaymentDifferenceStore,
    private readonly holdings: HoldingDifferenceStore,
    private readonly raises: RaiseStore,
    private readonly registers: ListDifferences,
    private readonly reconcile: Reconcile,
    private readonly staff: StaffAudit,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async list(by: Actor): Promise<Answer<typeof ListReconciliation>> {
    const [payments, holdings] = await Promise.all([
      this.payments.listOpen(MOST_DIFFERENCES),
      this.holdings.listOpen(MOST_DIFFERENCES),
    ])
    const detail = { differences: [...payments, ...holdings].map(({ _id }) => _id) }
    await this.staff.record(by, { action: 'reconciliation.read', subject: null, detail })
    const [runs, registers, raises] = await Promise.all([
      this.store.newest(MOST_RUNS),
      this.registers.run('open'),
      this.raises.byIds(holdings.map(({ propertyId }) => propertyId)),
    ])
    return ok({
      runs: runs.map(runView),
      nextRunAt: nextRunAfter(this.clock.now()).toISOString(),
      payments: payments.map(paymentDifferenceView),
      holdings: holdings.map((row) => {
        const { title = row.propertyId, slug = row.propertyId } = raises.get(row.propertyId) ?? {}
        return holdingDifferenceView(row, { title, slug })
      }),
      registers,
    })
  }

  async start(by: Actor): Promise<Answer<typeof RunReconciliation>> {
    await this.staff.record(by, { action: 'reconciliation.requested', subject: null, detail: {} })
    return ok({ run: runView((await this.justComplete()) ?? (await this.reconcile.begin(by.userId))) })
  }

  /** Returns the last run if staff asked for it and it has only just been completed, so that they don't repeat it. */
  private async justComplete(): Promise<Run | undefined> {
    const [newest] = await this.store.newest(1)
    if (!newest?.requestedBy || !newest.completedAt) return undefined
    return newest.completedAt.getTime() > this.clock.now().getTime() - PAUSE_MS ? newest : undefined
  }
}
