import { ApprovalStore, evidenceChanged, expireIfChanged } from '@hissa/approvals'
import type { Input } from '@hissa/contracts'
import type { DecideTicketProposal, WithdrawTicketProposal } from '@hissa/contracts/kyc'
import { CLOCK, valueOrThrow, type Clock } from '@hissa/kernel'
import type { Caller } from '@hissa/messaging'
import { MONGO, transaction, type ClientSession, type Connection } from '@hissa/persistence'
import { Inject, Injectable } from '@nestjs/common'
import type { Case } from '../cases/case.js'
import { refusalProblem } from '../cases/case-problems.js'
import { CaseStore } from '../cases/case.store.js'
import { ACTION, caseEvidence, IN_NOTES, ReviewCase } from './review-case.js'

/**
 * Decides on what another reviewer has proposed, or takes back one's own proposal. Events: kyc.case.approved|rejected.v1.
 */
@Injectable()
export class DecideProposal {
  constructor(
    private readonly reviews: ReviewCase,
    private readonly store: CaseStore,
    private readonly approvals: ApprovalStore,
    @Inject(MONGO) private readonly connection: Connection,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Errors: those of the contract. With changed evidence the proposal ends, which is kept, and then says so. */
  async decide(input: Input<typeof DecideTicketProposal>, by: Caller): Promise<Case> {
    const decided = await transaction(this.connection, (session) => this.decideOnce(input, by, session))
    return decided ?? valueOrThrow(evidenceChanged())
  }

  withdraw({ caseId }: Input<typeof WithdrawTicketProposal>, by: Caller): Promise<Case> {
    return transaction(this.connection, async (session) => {
      const { current, approvalId } = await this.load(caseId, by, session)
      valueOrThrow(await this.approvals.withdraw(session, approvalId, { by: by.userId, at: this.clock.now() }))
      return this.putBack(session, current, by, 'proposal_withdrawn')
    })
  }

  private async decideOnce(
    { caseId, verdict, reason, version }: Input<typeof DecideTicketProposal>,
    by: Caller,
    session: ClientSession,
  ): Promise<Case | null> {
    const at = this.clock.now()
    const { current, approvalId } = await this.load(caseId, by, session)
    const { decision, by: maker, reasonCodes } = current.proposal!
    const forged = await this.reviews.isForged(session, await this.store.openEvidence(current, session))
    const evidence = caseEvidence(current, forged)
    const approval = valueOrThrow(await this.approvals.load(approvalId, session))
    const now = expireIfChanged(approval, { evidence, at })
    if (now !== approval && by.userId !== maker) {
      valueOrThrow(await this.approvals.end(session, now))
      await this.putBack(session, current, by, 'proposal_expired')
      return null
    }
    // The reason may speak of the person: it is kept, sealed, with the notes of the case.
    const reviewed = { checker: by.userId, verdict, evidence, reason: IN_NOTES, at }
    valueOrThrow(await this.approvals.decide(session, approvalId, reviewed))
    if (version !== current.version) throw refusalProblem({ code: 'VERSION_CONFLICT' })
    if (verdict === 'reject') return this.putBack(session, current, by, 'proposal_rejected', reason)
    const trace = { action: ACTION[decision], note: reason, detail: { proposedBy: maker, approvalId, reasonCodes } }
    return this.reviews.carryOut(session, current, { type: 'confirm', by: by.userId }, by, trace)
  }

  private async load(caseId: string, by: Caller, session: ClientSession) {
    const current = await this.reviews.loadSubmitted(caseId, session)
    if (current.userId === by.userId) throw refusalProblem({ code: 'OWN_CASE' })
    const approvalId = current.proposal?.approvalId
    if (approvalId === undefined) throw refusalProblem({ code: 'NOT_PROPOSED' })
    return { current, approvalId }
  }

  private putBack(
    session: ClientSession,
    current: Case,
    by: Caller,
    why: 'proposal_rejected' | 'proposal_withdrawn' | 'proposal_expired',
    note?: string,
  ): Promise<Case> {
    const { decision, reasonCodes, by: proposedBy } = current.proposal!
    const detail = { decision, reasonCodes, proposedBy }
    return this.reviews.apply(current, { type: 'return', by: by.userId, why }, by, session, {
      action: `case.${why}`,
      note,
      detail,
    })
  }
}
