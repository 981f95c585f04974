import type { Actor } from '@hissa/audit'
import type { ApprovalStore } from '@hissa/approvals'
import type { DecisionView, PendingResolution, ResolutionAction } from '@hissa/contracts/investment'
import { Inject, Injectable } from '@nestjs/common'
import { StaffActions } from '../lifecycle/lifecycle.api.js'
import type { Order } from '../orders/orders.api.js'
import {
  APPROVAL_STORE,
  ConflictsOfInterest,
  pendingView,
  RESOLVE,
  type ResolutionProposal,
  type Subject,
  subjectId,
} from '../payments/payments.api.js'
import type { Raise } from '../raises/raises.api.js'
import { type Decisions, decisionView } from './staff-views.js'

/** Returns what a member of staff may decide about raises and orders, and what was decided. */
@Injectable()
export class StaffDecisions {
  constructor(
    private readonly conflicts: ConflictsOfInterest,
    private readonly actions: StaffActions,
    @Inject(APPROVAL_STORE) private readonly approvals: ApprovalStore,
  ) {}

  ofRaise(raise: Raise, by: Actor): Promise<Decisions> {
    return this.of({ kind: 'raise', id: raise._id }, by, () => this.actions.actionsOfRaise(raise))
  }

  ofOrder(order: Order, by: Actor): Promise<Decisions> {
    return this.of({ kind: 'order', id: order._id }, by, async () => [
      ...this.actions.actionsOfOrder(order),
      ...workActionsOf(order),
    ])
  }

  /** Returns every decision about a subject, newest first. */
  async history(subject: Subject): Promise<DecisionView[]> {
    return (await this.approvals.ofSubject(subjectId(subject))).map(decisionView)
  }

  private async of(subject: Subject, by: Actor, actionsNow: () => Promise<Decisions['actions']>): Promise<Decisions> {
    const pending = await this.pending(subject)
    const own = (await this.conflicts.refuseConflictOfInterest(by.userId, subject)) !== undefined
    const actions = own || pending ? [] : await actionsNow()
    return { actions, ...(pending ? { pending } : {}), ...(own ? { own: true } : {}) }
  }

  private async pending(subject: Subject): Promise<PendingResolution | undefined> {
    const of = { action: RESOLVE, subjectId: subjectId(subject) }
    const approval = await this.approvals.pendingOf<ResolutionProposal>(of)
    return approval ? pendingView(approval) : undefined
  }
}

/** Returns the actions for the rejected work of an order. */
function workActionsOf({ rejected }: Order): Array<ResolutionAction['type']> {
  if (rejected?.kind === 'refund') return ['settle']
  return rejected?.kind === 'expiry' ? ['release'] : []
}
