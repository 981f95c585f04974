import { StaffAudit, type Actor } from '@hissa/audit'
import { type Answer, type ErrorsOf, ok, refuse, type Result } from '@hissa/contracts'
import { type RetryWork as Contract, WORK_NOT_REJECTED } from '@hissa/contracts/investment'
import { CLOCK, type Clock } from '@hissa/kernel'
import { type Change, Committer } from '@hissa/ledger'
import { Inject, Injectable } from '@nestjs/common'
import { dueFrom } from '../../due/due.js'
import { noOrder, orderChange, OrderStore, stepKey } from '../../orders/orders.api.js'
import { IDS, type Ids } from '../../ports.js'
import { ConflictsOfInterest } from './conflicts-of-interest.js'
import { noItem, type Subject, subjectId } from './resolution.js'
import { SUBJECT_ACTIONS, type SubjectActions } from './subject-actions.js'
import { suspenseKey, suspenseSave } from './suspense.js'
import { SuspenseStore } from './suspense.store.js'

type Decided = Result<Change, ErrorsOf<typeof Contract>>

/** Returns rejected work to the queue. A retry decides nothing, so one person may do it. */
@Injectable()
export class RetryWork {
  constructor(
    private readonly ledger: Committer,
    private readonly items: SuspenseStore,
    private readonly orders: OrderStore,
    private readonly conflicts: ConflictsOfInterest,
    private readonly staff: StaffAudit,
    @Inject(SUBJECT_ACTIONS) private readonly others: SubjectActions,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: Ids,
  ) {}

  async run(subject: Subject, reason: string, by: Actor): Promise<Answer<typeof Contract>> {
    const conflict = await this.conflicts.refuseConflictOfInterest(by.userId, subject)
    if (conflict) return conflict
    const outcome = await this.ledger.decideAndCommit<Answer<typeof Contract>>(async () => {
      const decided = await this.of(subject)
      if (!decided.ok) return { done: decided }
      const change = decided.value
      const done = { action: 'work.retried', subject: subjectId(subject), detail: { subject, reason } }
      return { ...change, saves: [this.staff.save(by, done), ...change.saves] }
    })
    if ('done' in outcome) return outcome.done
    return outcome.ok ? ok({ retried: true }) : notRejected()
  }

  private of({ kind, id }: Subject): Promise<Decided> {
    if (kind === 'raise') return this.others.retryRaise(id)
    return kind === 'order' ? this.ofOrder(id) : this.ofItem(id)
  }

  private async ofOrder(orderId: string): Promise<Decided> {
    const order = await this.orders.byId(orderId)
    if (!order) return noOrder()
    if (!order.rejected) return notRejected()
    const at = this.clock.now()
    const due = dueFrom(order.rejected.kind, at)
    const step = { set: { due }, unset: ['rejected' as const], transfers: [], events: [] }
    return ok(orderChange({ key: stepKey(order, 'retry'), inputHash: this.ids.next(), order, step, at }, this.ids))
  }

  private async ofItem(itemId: string): Promise<Decided> {
    const item = await this.items.byId(itemId)
    if (!item) return noItem()
    if (!item.rejected) return notRejected()
    const due = dueFrom(item.rejected.kind, this.clock.now())
    const saves = [suspenseSave(item, { set: { due }, unset: ['rejected'] })]
    return ok({ key: suspenseKey(item, 'retry'), inputHash: this.ids.next(), transfers: [], saves, events: [] })
  }
}

const notRejected = () => refuse(WORK_NOT_REJECTED, 'This no longer needs a retry.')
