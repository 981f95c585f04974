import { ApprovalStore } from '@hissa/approvals'
import { audited, StaffAudit, type Actor } from '@hissa/audit'
import type { Answer, Input } from '@hissa/contracts'
import type { ProposeShareAction as Contract } from '@hissa/contracts/tokenisation'
import { CLOCK, newId, type Clock } from '@hissa/kernel'
import { Inject, Injectable } from '@nestjs/common'
import { ExpireProposals } from './expire-proposals.js'
import { decisionView, evidenceFor, SHARE_ACTIONS } from './share-action.js'
import { entryOf, withReason } from './share-audit.js'
import { ownShares, Shareholders } from './shareholders.js'

/** Proposes an action on a shareholder for another person to approve. */
@Injectable()
export class ProposeShareAction {
  constructor(
    private readonly shareholders: Shareholders,
    private readonly expireProposals: ExpireProposals,
    private readonly approvals: ApprovalStore,
    private readonly staff: StaffAudit,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  execute({ userId, action, reason }: Input<typeof Contract>, by: Actor): Promise<Answer<typeof Contract>> {
    return this.staff.run(by, async (session) => {
      if (userId === by.userId) return ownShares()
      const found = await this.shareholders.factsOf(userId, session)
      if (!found.ok) return found
      const facts = await this.shareholders.check(action, found.value, session)
      if (!facts.ok) return facts
      // One that rests on something else is replaced.
      const expired = await this.expireProposals.execute(userId, by, session)
      if (!expired.ok) throw new Error(`the proposals about ${userId} could not be ended: ${expired.error.code}`)
      const requested = withReason(
        await this.approvals.request(session, {
          ...{ id: newId(), action: SHARE_ACTIONS[action.type], subjectId: userId, proposal: { userId, action } },
          ...{ evidence: evidenceFor(action, facts.value), maker: by.userId, reason, at: this.clock.now() },
        }),
      )
      if (!requested.ok) return requested
      return audited({ decision: decisionView(requested.value) }, entryOf('proposed', requested.value))
    })
  }
}
