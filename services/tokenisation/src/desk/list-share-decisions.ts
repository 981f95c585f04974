import { ApprovalStore, type Approval } from '@hissa/approvals'
import { StaffAudit, type Actor } from '@hissa/audit'
import { ok, type Answer, type Input } from '@hissa/contracts'
import type { ListShareDecisions as Contract } from '@hissa/contracts/tokenisation'
import { defineCursor, instant } from '@hissa/kernel'
import { Injectable } from '@nestjs/common'
import * as z from 'zod/mini'
import { DecisionViews } from './decision-views.js'
import { SHARE_ACTIONS, type ShareProposal } from './share-action.js'

const CURSOR = defineCursor('share-decisions', z.tuple([instant, z.string()]))
const ACTIONS = Object.values(SHARE_ACTIONS)

/** Lists the proposals about shareholders that wait for a second person. Every read writes an audit row. */
@Injectable()
export class ListShareDecisions {
  constructor(
    private readonly approvals: ApprovalStore,
    private readonly views: DecisionViews,
    private readonly staff: StaffAudit,
  ) {}

  async execute({ limit, cursor }: Input<typeof Contract>, by: Actor): Promise<Answer<typeof Contract>> {
    const after = CURSOR.decode(cursor)
    if (!after.ok) return after
    const [{ approvals, more }, count] = await Promise.all([
      this.approvals.pending(ACTIONS, { limit, after: after.value }),
      this.approvals.countPending(ACTIONS),
    ])
    const approvalIds = approvals.map(({ id }) => id)
    await this.staff.record(by, { action: 'share-decisions.listed', subject: null, detail: { approvalIds } })
    const last = more ? approvals.at(-1) : undefined
    const next = last ? { cursor: CURSOR.encode([last.requestedAt, last.id]) } : {}
    return ok({ decisions: await this.views.of(approvals as Approval<ShareProposal>[]), count, ...next })
  }
}
