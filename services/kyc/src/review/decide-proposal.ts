import { ApprovalStore, evidenceChanged, expireIfChanged, type Approval } from '@hissa/approvals'
import { audited, StaffAudit, type Audited } from '@hissa/audit'
import {
  ok,
  type ErrorOf,
  type ErrorsOf,
  type FORBIDDEN,
  type Input,
  type NOT_FOUND,
  type Result,
} from '@hissa/contracts'
import type { APPROVAL_NOT_PENDING } from '@hissa/contracts/approvals'
import type { DecideTicketProposal, WithdrawTicketProposal } from '@hissa/contracts/kyc'
import { CLOCK, type Clock } from '@hissa/kernel'
import type { Caller } from '@hissa/messaging'
import type { ClientSession } from '@hissa/persistence'
import { Inject, Injectable } from '@nestjs/common'
import type { Case, CaseProposal, CommandOf } from '../cases/case.js'
import { evidenceNotOpened, refuseCommand, type CommandError } from '../cases/case-errors.js'
import { CaseStore } from '../cases/case.store.js'
import { ACTION, caseEvidence, IN_NOTES, ReviewCase, type ScreenedAgain } from './review-case.js'

type DecideErrors = ErrorsOf<typeof DecideTicketProposal>
interface Proposed {
  current: Case
  proposal: CaseProposal
  /** What a screening found, which ended the proposal. */
  found?: ScreenedAgain['found'] | undefined
}

/**
 * Decides on a proposal of another reviewer, or withdraws the caller's proposal. Events: kyc.case.approved|rejected.v1.
 */
@Injectable()
export class DecideProposal {
  constructor(
    private readonly reviews: ReviewCase,
    private readonly store: CaseStore,
    private readonly approvals: ApprovalStore,
    private readonly staff: StaffAudit,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Decides on a proposal. If its evidence has changed, the proposal's expiry is committed before the error is
   * returned.
   */
  async decide(input: Input<typeof DecideTicketProposal>, by: Caller): Promise<Result<Case, DecideErrors>> {
    const decided = await this.staff.run(by, (session) => this.decideOnce(input, by, session))
    if (!decided.ok) return decided
    return decided.value ? ok(decided.value) : evidenceChanged()
  }

  withdraw(
    { caseId }: Input<typeof WithdrawTicketProposal>,
    by: Caller,
  ): Promise<Result<Case, ErrorsOf<typeof WithdrawTicketProposal>>> {
    return this.staff.run(by, async (session) => {
      const proposed = await this.load(caseId, by, session)
      if (!proposed.ok) return proposed
      const { approvalId } = proposed.value.proposal
      const withdrawal = { by: by.userId, at: this.clock.now() }
      const withdrawn = await this.approvals.withdraw(session, approvalId, withdrawal)
      return withdrawn.ok ? this.returnToQueue(session, proposed.value, by, 'proposal_withdrawn') : withdrawn
    })
  }

  /** Returns undefined if the proposal has expired because its evidence has changed. */
  private async decideOnce(
    { caseId, verdict, reason, version }: Input<typeof DecideTicketProposal>,
    by: Caller,
    session: ClientSession,
  ): Promise<Result<Audited<Case | undefined>, DecideErrors>> {
    const at = this.clock.now()
    const proposed = await this.load(caseId, by, session)
    if (!proposed.ok) return proposed
    const { proposal } = proposed.value
    const { approvalId, decision, by: maker, reasonCodes } = proposal
    const mayApprove = verdict === 'approve' && decision === 'approve' && by.userId !== maker
    // What a screening finds is a change of the evidence, so it ends the proposal below.
    const screened = mayApprove ? await this.reviews.screenAgain(proposed.value.current, session) : undefined
    const current = screened?.next ?? proposed.value.current
    const forged = await this.reviews.isForged(session, await this.store.openEvidence(current, session))
    const evidence = caseEvidence(current, forged)
    const approval = await this.approvals.load(approvalId, session)
    if (!approval.ok) return approval
    const expired = expireIfChanged(approval.value, { evidence, at })
    if (expired !== approval.value && by.userId !== maker)
      return this.expire(session, { current, proposal, found: screened?.found }, expired, by)
    if (verdict === 'approve' && by.userId !== maker) {
      const unopened = await this.store.unopenedBy(by.userId, current, session)
      if (unopened) return evidenceNotOpened(unopened)
    }
    const decided = await this.endApproval(session, approvalId, { checker: by.userId, verdict, evidence, at })
    if (!decided.ok) return decided
    if (version !== current.version) return refuseCommand({ code: 'VERSION_CONFLICT' })
    if (verdict === 'reject') return this.returnToQueue(session, proposed.value, by, 'proposal_rejected', reason)
    const trace = { action: ACTION[decision], note: reason, detail: { proposedBy: maker, approvalId, reasonCodes } }
    return this.reviews.execute(session, current, { type: 'confirm', by: by.userId }, by, trace)
  }

  private async load(
    caseId: string,
    by: Caller,
    session: ClientSession,
  ): Promise<Result<Proposed, ErrorOf<typeof NOT_FOUND | typeof FORBIDDEN | typeof APPROVAL_NOT_PENDING>>> {
    const submitted = await this.reviews.loadSubmitted(caseId, session)
    if (!submitted.ok) return submitted
    const current = submitted.value
    if (current.userId === by.userId) return refuseCommand({ code: 'OWN_CASE' })
    const { proposal } = current
    return proposal ? ok({ current, proposal }) : refuseCommand({ code: 'NOT_PROPOSED' })
  }

  private async endApproval(
    session: ClientSession,
    approvalId: string,
    decision: Omit<Parameters<ApprovalStore['decide']>[2], 'reason'>,
  ) {
    // The reason may contain personal data, so it is stored in the sealed notes of the case.
    const decided = await this.approvals.decide(session, approvalId, { ...decision, reason: IN_NOTES })
    if (decided.ok) return decided
    const { error } = decided
    if (error.code === 'VALIDATION_FAILED') throw new Error(`the constant reason was rejected: ${error.detail}`)
    return { ok: false as const, error }
  }

  private async expire(session: ClientSession, proposed: Proposed, expired: Approval, by: Caller) {
    const saved = await this.approvals.end(session, expired)
    if (!saved.ok) return saved
    const returned = await this.returnToQueue(session, proposed, by, 'proposal_expired')
    return returned.ok ? audited(undefined, returned.value.done) : returned
  }

  private returnToQueue(
    session: ClientSession,
    { current, proposal, found }: Proposed,
    by: Caller,
    why: CommandOf<'return'>['why'],
    note?: string,
  ): Promise<Result<Audited<Case>, CommandError<CommandOf<'return'>>>> {
    const { decision, reasonCodes, by: proposedBy } = proposal
    const detail = { decision, reasonCodes, proposedBy, ...found }
    const command: CommandOf<'return'> = { type: 'return', by: by.userId, why }
    return this.reviews.apply(current, command, by, session, { action: `case.${why}`, note, detail })
  }
}
