import { StaffAudit, type Actor } from '@hissa/audit'
import {
  type Approval,
  alreadyPending,
  approvalSave,
  type ApprovalStore,
  decideApproval,
  evidenceOf,
  expireIfChanged,
  notPending,
  requestApproval,
  withdrawApproval,
} from '@hissa/approvals'
import { type Answer, type ErrorsOf, ok, type Result } from '@hissa/contracts'
import type {
  ActionFigures,
  DecideResolution,
  ProposeResolution,
  ResolutionRefusal,
  WithdrawResolution,
} from '@hissa/contracts/investment'
import { endedBeforeCommit, loadProposal, notWritten, withReason } from '../../decide-approval.js'
import { CLOCK, type Clock } from '@hissa/kernel'
import { type Change, Committer, type Outcome, type Save } from '@hissa/ledger'
import { Inject, Injectable } from '@nestjs/common'
import { isCapAccount } from '../../orders/orders.api.js'
import { IDS, type Ids } from '../../ports.js'
import { APPROVAL_STORE, pendingView, RESOLVE, type ResolutionProposal, subjectId } from './resolution.js'
import { CarryOut, notPossible } from './carry-out.js'
import { ConflictsOfInterest } from './conflicts-of-interest.js'
import { Figures } from './figures.js'
import type { ResolutionError } from './subject-actions.js'

type Proposal = Approval<ResolutionProposal>

/** The input of a maker or a checker. */
interface Entry {
  reason: string
  by: Actor
  /** The figures that they were shown. */
  shown?: ActionFigures | undefined
}

interface Verdict extends Entry {
  verdict: 'approve' | 'reject'
}

/**
 * Resolves suspense and rejected work by maker and checker. A proposal, or a decision with its effects, is one commit
 * with its audit row.
 */
@Injectable()
export class ResolveSuspense {
  constructor(
    private readonly ledger: Committer,
    private readonly carryOut: CarryOut,
    private readonly conflicts: ConflictsOfInterest,
    private readonly figures: Figures,
    private readonly staff: StaffAudit,
    @Inject(APPROVAL_STORE) private readonly approvals: ApprovalStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: Ids,
  ) {}

  async propose(content: ResolutionProposal, entry: Entry): Promise<Answer<typeof ProposeResolution>> {
    const id = this.ids.next()
    let approval: Proposal | undefined
    const outcome = await this.ledger.decideAndCommit<Answer<typeof ProposeResolution>>(async () => {
      const proposed = await this.proposal(id, content, entry)
      if (!proposed.ok) return { done: proposed }
      approval = proposed.value.approval
      return { key: `propose:${id}`, inputHash: id, transfers: [], saves: proposed.value.saves, events: [] }
    })
    if ('done' in outcome) return outcome.done
    if (outcome.ok) return ok({ pending: pendingView(approval!) })
    if (outcome.reason === 'DUPLICATE') return alreadyPending(undefined)
    throw notWritten(outcome)
  }

  /** Creates a proposal. A pending one expires if its evidence has changed; otherwise it prevents another. */
  private async proposal(
    id: string,
    proposal: ResolutionProposal,
    { reason, by, shown }: Entry,
  ): Promise<Result<{ approval: Proposal; saves: Save[] }, ErrorsOf<typeof ProposeResolution>>> {
    const { subject, action } = proposal
    const of = { action: RESOLVE, subjectId: subjectId(subject) }
    const at = this.clock.now()
    const conflict = await this.conflicts.refuseConflictOfInterest(by.userId, subject, action)
    if (conflict) return conflict
    const seen = await this.carryOut.evidence(subject, action)
    if (!seen.ok) return seen
    const why = await this.carryOut.obstacle(subject, action)
    if (why) return notPossible(why)
    const changed = await this.figures.refuseChanged(shown, subject, action.type)
    if (changed) return changed
    const request = { id, ...of, evidence: evidenceOf(seen.value), proposal, maker: by.userId, reason, at }
    const requested = withReason(requestApproval(request))
    if (!requested.ok) return requested
    const approval = requested.value
    const saves = [approvalSave(approval), this.audited('suspense.proposed', approval, by)]
    const known = await this.approvals.pendingOf<ResolutionProposal>(of)
    if (!known) return ok({ approval, saves })
    const now = await this.evidenceNow(known)
    if (!now.ok) return now
    const expired = expireIfChanged(known, { evidence: evidenceOf(now.value), at })
    if (expired === known) return alreadyPending(known.id)
    return ok({ approval, saves: [approvalSave(expired), ...saves] })
  }

  async decide(approvalId: string, entry: Verdict): Promise<Answer<typeof DecideResolution>> {
    let outcome = await this.attempt(approvalId, entry)
    // The investor or another run took the same units or money first: the next attempt finds the evidence changed.
    if ('ok' in outcome && !outcome.ok && outcome.reason === 'LIMIT') outcome = await this.attempt(approvalId, entry)
    if ('done' in outcome) return outcome.done
    if (outcome.ok) return ok({ state: entry.verdict === 'approve' ? 'approved' : 'rejected' })
    if (outcome.reason === 'LIMIT') return notPossible(limitOf(outcome.accountId))
    return endedBeforeCommit(outcome)
  }

  private attempt(approvalId: string, entry: Verdict): Promise<Outcome | { done: Answer<typeof DecideResolution> }> {
    return this.ledger.decideAndCommit<Answer<typeof DecideResolution>>(async () => {
      const loaded = await loadProposal<ResolutionProposal>(this.approvals, RESOLVE, approvalId)
      if (!loaded.ok) return { done: loaded }
      const decided = await this.decisionUnlessEnded(loaded.value, entry)
      return decided.ok ? decided.value : { done: decided }
    })
  }

  /** Builds the change of a decision. If another checker was first, that decision has changed the evidence. */
  private async decisionUnlessEnded(
    approval: Proposal,
    entry: Verdict,
  ): Promise<Result<Change, ErrorsOf<typeof DecideResolution>>> {
    const decided = await this.decision(approval, entry).catch(async (error: unknown) => {
      if (await this.hasEnded(approval)) return notPending()
      throw error
    })
    return decided.ok || !(await this.hasEnded(approval)) ? decided : notPending()
  }

  private async hasEnded({ id, version }: Proposal): Promise<boolean> {
    const now = await this.approvals.load(id)
    return !now.ok || now.value.version !== version
  }

  private async decision(
    approval: Proposal,
    { verdict, reason, by, shown }: Verdict,
  ): Promise<Result<Change, ErrorsOf<typeof DecideResolution>>> {
    const { subject, action } = approval.proposal
    const conflict = await this.conflicts.refuseConflictOfInterest(by.userId, subject, action)
    if (conflict) return conflict
    const at = this.clock.now()
    const now = await this.evidenceNow(approval)
    if (!now.ok) return now
    const decidedOn = (evidence: typeof now.value) =>
      withReason(decideApproval(approval, { checker: by.userId, verdict, evidence: evidenceOf(evidence), reason, at }))
    const ended = decidedOn(now.value)
    if (!ended.ok) return ended
    const decided = ended.value
    const saves = [approvalSave(decided), this.audited(`suspense.${decided.state}`, decided, by)]
    const key = `decide:${approval.id}:${approval.version}`
    // When two checkers agree, the second must not appear to have decided.
    const inputHash = `${by.userId}:${verdict}`
    if (verdict === 'reject') return ok({ key, inputHash, transfers: [], saves, events: [] })
    const changed = await this.figures.refuseChanged(shown, subject, action.type)
    if (changed) return changed
    const change = await this.carryOut.change(subject, action, { key, at })
    if (change.ok) return ok({ ...change.value, inputHash, saves: [...saves, ...change.value.saves] })
    // Another commit may have changed the evidence since it was read.
    const after = await this.evidenceNow(approval)
    const again = after.ok ? decidedOn(after.value) : after
    return again.ok ? change : again
  }

  /** Withdraws the caller's own proposal; nothing else changes. */
  async withdraw(approvalId: string, by: Actor): Promise<Answer<typeof WithdrawResolution>> {
    const outcome = await this.ledger.decideAndCommit<Answer<typeof WithdrawResolution>>(async () => {
      const loaded = await loadProposal<ResolutionProposal>(this.approvals, RESOLVE, approvalId)
      if (!loaded.ok) return { done: loaded }
      const withdrawn = withdrawApproval(loaded.value, { by: by.userId, at: this.clock.now() })
      if (!withdrawn.ok) return { done: withdrawn }
      const saves = [approvalSave(withdrawn.value), this.audited('suspense.proposal_withdrawn', withdrawn.value, by)]
      // Shares the key of a decision, so that of a simultaneous withdrawal and decision only one succeeds.
      const key = `decide:${approvalId}:${loaded.value.version}`
      return { key, inputHash: `${by.userId}:withdraw`, transfers: [], saves, events: [] }
    })
    if ('done' in outcome) return outcome.done
    return outcome.ok ? ok({ state: 'withdrawn' }) : endedBeforeCommit(outcome)
  }

  /** Returns the current evidence, which differs from the proposal's when the action is no longer possible. */
  private async evidenceNow({
    proposal: { subject, action },
  }: Proposal): Promise<Result<Record<string, unknown> | null, ResolutionError>> {
    const evidence = await this.carryOut.evidence(subject, action)
    return evidence.ok || evidence.error.code === 'NOT_FOUND' ? evidence : ok(null)
  }

  private audited(action: string, approval: Proposal, by: Actor): Save {
    const { id, reason, checkerReason, proposal, maker, checker } = approval
    const detail = { approvalId: id, ...proposal, maker, checker, reason: checkerReason ?? reason }
    return this.staff.save(by, { action, subject: approval.subjectId, detail })
  }
}

/** Returns the reason of a resolution that exceeds the limit of an account. */
function limitOf(accountId: string): ResolutionRefusal {
  if (isCapAccount(accountId)) return 'annual_limit'
  return accountId.startsWith('units-') ? 'no_units' : 'no_money'
}
