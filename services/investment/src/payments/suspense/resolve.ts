import { AuditLog } from '@hissa/audit'
import {
  type Approval,
  alreadyPending as pendingAlready,
  approvalSave,
  type ApprovalStore,
  decideApproval,
  evidenceOf,
  expireIfChanged,
  PENDING_INDEX,
  requestApproval,
  withdrawApproval,
} from '@hissa/approvals'
import type { ResolutionAction } from '@hissa/contracts/investment'
import { CLOCK, type Clock, problem, ProblemError, valueOrThrow } from '@hissa/kernel'
import { type Change, Committer, type Outcome, type Save } from '@hissa/ledger'
import { Inject, Injectable } from '@nestjs/common'
import { IDS, type Ids } from '../../ports.js'
import { auditSave } from './audit-save.js'
import { APPROVAL_STORE, RESOLVE, type ResolutionProposal, type Subject, subjectId } from './resolution.js'
import { CarryOut, notPossible } from './carry-out.js'
import { Interests } from './interests.js'

export interface Actor {
  userId: string
  roles: readonly string[]
}

/**
 * Resolves suspense and rejected work by maker and checker. Proposal, decision, what follows from it and the audit row
 * are one commit each. Errors: those of the contracts.
 */
@Injectable()
export class ResolveSuspense {
  constructor(
    private readonly ledger: Committer,
    private readonly carryOut: CarryOut,
    private readonly interests: Interests,
    private readonly audit: AuditLog,
    @Inject(APPROVAL_STORE) private readonly approvals: ApprovalStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: Ids,
  ) {}

  async propose(subject: Subject, action: ResolutionAction, reason: string, by: Actor) {
    const of = { action: RESOLVE, subjectId: subjectId(subject) }
    const id = this.ids.next()
    const at = this.clock.now()
    await this.interests.rejectOwnMoney(by.userId, subject, action)
    const evidence = evidenceOf(await this.carryOut.evidence(subject, action))
    const proposal: ResolutionProposal = { subject, action }
    const request = { id, ...of, evidence, proposal, maker: by.userId, reason, at }
    const approval = valueOrThrow(requestApproval(request))
    const known = await this.approvals.pendingOf<ResolutionProposal>(of)
    const saves = [approvalSave(approval), this.audited('suspense.proposed', approval, by)]
    if (known) {
      const now = evidenceOf(await this.evidenceNow(known))
      const expired = expireIfChanged(known, { evidence: now, at })
      if (expired === known) throw alreadyPending(known.id)
      saves.unshift(approvalSave(expired))
    }
    const change = { key: `propose:${id}`, inputHash: id, transfers: [], saves, events: [] }
    const outcome = await this.ledger.commit(change)
    if (!outcome.ok) throw outcome.reason === 'DUPLICATE' ? alreadyPending(undefined) : refused(outcome)
    return approval
  }

  async decide(approvalId: string, verdict: 'approve' | 'reject', reason: string, by: Actor) {
    const outcome = await this.ledger.decideAndCommit<never>(async () => {
      const approval = valueOrThrow(await this.approvals.load<ResolutionProposal>(approvalId))
      try {
        return await this.decision(approval, verdict, reason, by)
      } catch (error) {
        // What another checker decided since has changed the evidence.
        const now = valueOrThrow(await this.approvals.load(approvalId))
        if (now.version !== approval.version) throw notPending()
        throw error
      }
    })
    if ('done' in outcome) return outcome.done
    if (outcome.ok) return verdict === 'approve' ? ('approved' as const) : ('rejected' as const)
    throw refused(outcome)
  }

  private async decision(
    approval: Approval<ResolutionProposal>,
    verdict: 'approve' | 'reject',
    reason: string,
    by: Actor,
  ): Promise<Change> {
    const { subject, action } = approval.proposal
    await this.interests.rejectOwnMoney(by.userId, subject, action)
    const at = this.clock.now()
    const evidence = evidenceOf(await this.evidenceNow(approval))
    const decided = valueOrThrow(decideApproval(approval, { checker: by.userId, verdict, evidence, reason, at }))
    const saves = [approvalSave(decided), this.audited(`suspense.${decided.state}`, decided, by)]
    const key = `decide:${approval.id}:${approval.version}`
    // Of two checkers who agree, the second has decided nothing.
    const inputHash = `${by.userId}:${verdict}`
    if (verdict === 'reject') return { key, inputHash, transfers: [], saves, events: [] }
    const change = await this.carryOut.change(subject, action, { key, at })
    return { ...change, inputHash, saves: [...saves, ...change.saves] }
  }

  /** Takes back the caller's own proposal; nothing else changes. */
  async withdraw(approvalId: string, by: Actor) {
    const outcome = await this.ledger.decideAndCommit<never>(async () => {
      const approval = valueOrThrow(await this.approvals.load<ResolutionProposal>(approvalId))
      const withdrawn = valueOrThrow(withdrawApproval(approval, { by: by.userId, at: this.clock.now() }))
      const saves = [approvalSave(withdrawn), this.audited('suspense.proposal_withdrawn', withdrawn, by)]
      // Shares the key of a decision, so that of a simultaneous withdrawal and decision only one succeeds.
      const key = `decide:${approvalId}:${approval.version}`
      return { key, inputHash: `${by.userId}:withdraw`, transfers: [], saves, events: [] }
    })
    if ('done' in outcome) return outcome.done
    if (outcome.ok) return 'withdrawn' as const
    throw refused(outcome)
  }

  /** What no longer can be done rests on other evidence than what was proposed. */
  private evidenceNow({ proposal: { subject, action } }: Approval<ResolutionProposal>) {
    return this.carryOut.evidence(subject, action).catch((error: unknown) => {
      if ((error as { code?: string }).code === 'RESOLUTION_NOT_POSSIBLE') return null
      throw error
    })
  }

  private audited(action: string, approval: Approval<ResolutionProposal>, by: Actor): Save {
    const { id, reason, checkerReason, proposal, maker, checker } = approval
    const detail = { approvalId: id, ...proposal, maker, checker, reason: checkerReason ?? reason }
    return auditSave(this.audit, { actor: by.userId, roles: by.roles, action, subject: approval.subjectId, detail })
  }
}

const alreadyPending = (approvalId?: string) => ProblemError.of(pendingAlready(approvalId).error)
const notPending = () => problem('APPROVAL_NOT_PENDING', 409, 'This has already been decided or withdrawn.')

function refused(outcome: Outcome & { ok: false }) {
  if (outcome.reason === 'DUPLICATE' && outcome.index === PENDING_INDEX) return alreadyPending(undefined)
  if (outcome.reason === 'LIMIT') return notPossible(outcome.accountId.startsWith('units-') ? 'no_units' : 'no_money')
  if (outcome.reason === 'STALE' || outcome.reason === 'KEY_REUSED') return notPending()
  return new Error(`the resolution was not written: ${outcome.reason}`)
}
