import { StaffAudit, type Actor } from '@hissa/audit'
import type { Approval, ApprovalStore } from '@hissa/approvals'
import { type Answer, type Input, ok } from '@hissa/contracts'
import { orderReference, type ListApprovals as Contract, type PendingApprovalView } from '@hissa/contracts/investment'
import { defineCursor, instant } from '@hissa/kernel'
import { Inject, Injectable } from '@nestjs/common'
import * as z from 'zod/mini'
import {
  APPROVAL_STORE,
  ConflictsOfInterest,
  pendingView,
  RESOLVE,
  type ResolutionProposal,
  type Subject,
  SuspenseStore,
} from '../payments/payments.api.js'
import { HoldingStore } from '../holdings/holdings.api.js'
import { RaiseStore } from '../raises/raises.api.js'

const CURSOR = defineCursor('approvals', z.tuple([instant, z.string()]))

/** Lists the proposals of finance that await a decision, oldest first. Every read writes an audit row. */
@Injectable()
export class ListApprovals {
  constructor(
    private readonly raises: RaiseStore,
    private readonly items: SuspenseStore,
    private readonly holdings: HoldingStore,
    private readonly conflicts: ConflictsOfInterest,
    private readonly staff: StaffAudit,
    @Inject(APPROVAL_STORE) private readonly approvals: ApprovalStore,
  ) {}

  async run({ limit, cursor }: Input<typeof Contract>, by: Actor): Promise<Answer<typeof Contract>> {
    const after = CURSOR.decode(cursor)
    if (!after.ok) return after
    const { approvals: page, more } = await this.approvals.pending([RESOLVE], { limit, after: after.value })
    const detail = { approvalIds: page.map(({ id }) => id) }
    await this.staff.record(by, { action: 'approvals.listed', subject: null, detail })
    const approvals = await Promise.all(
      (page as Array<Approval<ResolutionProposal>>).map((each) => this.view(each, by)),
    )
    const last = page.at(-1)
    const next = more && last ? { cursor: CURSOR.encode([last.requestedAt, last.id]) } : {}
    return ok({ approvals, count: approvals.length, ...next })
  }

  private async view(approval: Approval<ResolutionProposal>, { userId }: Actor): Promise<PendingApprovalView> {
    const { subject, action } = approval.proposal
    const own = (await this.conflicts.refuseConflictOfInterest(userId, subject, action)) !== undefined
    const label = await this.labelOf(subject)
    return { pending: pendingView(approval), subject, label, ...(own ? { own: true } : {}) }
  }

  private async labelOf({ kind, id }: Subject): Promise<string> {
    if (kind === 'order') return orderReference(id)
    if (kind === 'raise') return (await this.raises.byId(id))?.title ?? id
    if (kind === 'holding') return (await this.holdings.byId(id))?.title ?? id
    const item = await this.items.byId(id)
    return item?.orderId ? orderReference(item.orderId) : (item?.paymentId ?? id)
  }
}
