import { AuditLog } from '@hissa/audit'
import { CLOCK, type Clock, problem } from '@hissa/kernel'
import { type Change, Committer } from '@hissa/ledger'
import { Inject, Injectable } from '@nestjs/common'
import { dueFrom } from '../../due/due.js'
import { orderChange, OrderStore, stepKey } from '../../orders/orders.api.js'
import { IDS, type Ids } from '../../ports.js'
import { auditSave } from './audit-save.js'
import { Interests } from './interests.js'
import { type Subject, subjectId } from './resolution.js'
import type { Actor } from './resolve.js'
import { suspenseKey, suspenseSave } from './suspense.js'
import { SuspenseStore } from './suspense.store.js'

/** Puts work that was rejected back into the queue. It decides nothing anew, so one person may do it. */
@Injectable()
export class RetryWork {
  constructor(
    private readonly ledger: Committer,
    private readonly items: SuspenseStore,
    private readonly orders: OrderStore,
    private readonly interests: Interests,
    private readonly audit: AuditLog,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: Ids,
  ) {}

  /** Errors: NOT_FOUND 404; CONFLICT_OF_INTEREST 403; WORK_NOT_REJECTED 409. */
  async run(subject: Subject, reason: string, by: Actor): Promise<void> {
    await this.interests.rejectOwnMoney(by.userId, subject)
    const outcome = await this.ledger.decideAndCommit(async () => {
      const change = await (subject.kind === 'order' ? this.ofOrder(subject.id) : this.ofItem(subject.id))
      const detail = { subject, reason }
      const entry = { actor: by.userId, roles: by.roles, action: 'work.retried', subject: subjectId(subject), detail }
      return { ...change, saves: [auditSave(this.audit, entry), ...change.saves] }
    })
    if ('ok' in outcome && !outcome.ok) throw notRejected()
  }

  private async ofOrder(orderId: string): Promise<Change> {
    const order = await this.orders.byId(orderId)
    if (!order) throw problem('NOT_FOUND', 404, 'There is no such order.')
    if (!order.rejected) throw notRejected()
    const at = this.clock.now()
    const step = { set: { due: dueFrom(order.rejected.kind, at) }, unset: ['rejected' as const], transfers: [] }
    return orderChange({ key: stepKey(order, 'retry'), inputHash: this.ids.next(), order, step, at }, this.ids)
  }

  private async ofItem(itemId: string): Promise<Change> {
    const item = await this.items.byId(itemId)
    if (!item) throw problem('NOT_FOUND', 404, 'There is no such item.')
    if (!item.rejected) throw notRejected()
    const due = dueFrom(item.rejected.kind, this.clock.now())
    const saves = [suspenseSave(item, { set: { due }, unset: ['rejected'] })]
    return { key: suspenseKey(item, 'retry'), inputHash: this.ids.next(), transfers: [], saves, events: [] }
  }
}

const notRejected = () => problem('WORK_NOT_REJECTED', 409, 'This is not waiting for a retry any more.')
