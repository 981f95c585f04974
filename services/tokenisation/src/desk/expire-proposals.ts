import { AuditLog, type Actor } from '@hissa/audit'
import { ApprovalStore, expireIfChanged, type Approval } from '@hissa/approvals'
import { ok, type ErrorOf, type NOT_FOUND, type Result } from '@hissa/contracts'
import type { APPROVAL_NOT_PENDING } from '@hissa/contracts/approvals'
import { CLOCK, type Clock } from '@hissa/kernel'
import type { ClientSession } from '@hissa/persistence'
import { Inject, Injectable } from '@nestjs/common'
import { evidenceFor, type ShareProposal } from './share-action.js'
import { entryOf } from './share-audit.js'
import { Shareholders } from './shareholders.js'

/** Ends the proposals about a shareholder that rested on what has changed. Each end is in the audit log. */
@Injectable()
export class ExpireProposals {
  constructor(
    private readonly shareholders: Shareholders,
    private readonly approvals: ApprovalStore,
    private readonly log: AuditLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute(
    userId: string,
    { userId: actor, roles }: Actor,
    session: ClientSession,
  ): Promise<Result<null, ErrorOf<typeof NOT_FOUND | typeof APPROVAL_NOT_PENDING>>> {
    const facts = await this.shareholders.factsOf(userId, session)
    if (!facts.ok) return facts
    const at = this.clock.now()
    for (const proposal of (await this.approvals.ofSubject(userId, session)) as Approval<ShareProposal>[]) {
      const expired = expireIfChanged(proposal, { evidence: evidenceFor(proposal.proposal.action, facts.value), at })
      if (expired === proposal) continue
      const saved = await this.approvals.end(session, expired)
      if (!saved.ok) return saved
      await this.log.append(session, { actor, roles, ...entryOf('expired', expired) })
    }
    return ok(null)
  }
}
