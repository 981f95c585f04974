import {
  type Approval,
  alreadyPending,
  approvalSave,
  type ApprovalStore,
  decideApproval,
  evidenceOf,
  expireIfChanged,
  requestApproval,
  withdrawApproval,
} from '@hissa/approvals'
import { type Actor, StaffAudit } from '@hissa/audit'
import { type Answer, type ErrorsOf, type Input, NOT_FOUND, ok, refuse, type Result } from '@hissa/contracts'
import {
  type Classification,
  CLASSIFICATION_NOT_POSSIBLE,
  type ClassificationRefusal,
  CONFLICT_OF_INTEREST,
  type DecideClassification,
  InvestorClassified,
  type ProposeClassification,
  type WithdrawClassification,
} from '@hissa/contracts/investment'
import { endedBeforeCommit, loadProposal, notWritten, withReason } from '../decide-approval.js'
import { CLOCK, type Clock } from '@hissa/kernel'
import { type Change, Committer, type Save } from '@hissa/ledger'
import { newEvent, outboxRow } from '@hissa/messaging'
import { Inject, Injectable } from '@nestjs/common'
import { InvestorStore } from '../investors/investors.api.js'
import { APPROVAL_STORE, IDS, type Ids } from '../ports.js'
import { classAt, classSave, ClassStore, type ClassRow } from './class.store.js'
import { classFault, classRule, factsOf } from '../rules/rules.api.js'
import { CLASSIFY, type ClassProposal, pendingView } from './proposal.js'

type Proposal = Approval<ClassProposal>

/**
 * Decides the classes of investors by maker and checker. A proposal, or a decision with its effect, is one commit with
 * its audit row. Events: `investment.investor.classified.v1`.
 */
@Injectable()
export class ClassifyInvestor {
  constructor(
    private readonly ledger: Committer,
    private readonly classes: ClassStore,
    private readonly investors: InvestorStore,
    private readonly staff: StaffAudit,
    @Inject(APPROVAL_STORE) private readonly approvals: ApprovalStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: Ids,
  ) {}

  async propose(
    { reason, ...proposal }: Input<typeof ProposeClassification>,
    by: Actor,
  ): Promise<Answer<typeof ProposeClassification>> {
    const id = this.ids.next()
    let approval: Proposal | undefined
    const outcome = await this.ledger.decideAndCommit<Answer<typeof ProposeClassification>>(async () => {
      const proposed = await this.proposal(id, proposal, reason, by)
      if (!proposed.ok) return { done: proposed }
      approval = proposed.value.approval
      return { key: `classify:${id}`, inputHash: id, transfers: [], saves: proposed.value.saves, events: [] }
    })
    if ('done' in outcome) return outcome.done
    if (outcome.ok) return ok({ pending: pendingView(approval!) })
    if (outcome.reason === 'DUPLICATE') return alreadyPending(undefined)
    throw notWritten(outcome)
  }

  /** Creates a proposal. A pending one expires if the class has changed since; otherwise it prevents another. */
  private async proposal(
    id: string,
    proposal: ClassProposal,
    reason: string,
    by: Actor,
  ): Promise<Result<{ approval: Proposal; saves: Save[] }, ErrorsOf<typeof ProposeClassification>>> {
    const { userId } = proposal
    if (userId === by.userId) return ownClass()
    if (!(await this.investors.isKnown(userId))) return refuse(NOT_FOUND, 'There is no such investor.')
    const at = this.clock.now()
    const row = await this.classes.byId(userId)
    const refused = refuseClass(proposal, row, at)
    if (refused) return refused
    const of = { action: CLASSIFY, subjectId: userId }
    const request = { id, ...of, evidence: evidenceOfRow(row), proposal, maker: by.userId, reason, at }
    const requested = withReason(requestApproval(request))
    if (!requested.ok) return requested
    const approval = requested.value
    const saves = [approvalSave(approval), this.audited('classification.proposed', approval, by)]
    const known = await this.approvals.pendingOf<ClassProposal>(of)
    if (!known) return ok({ approval, saves })
    const expired = expireIfChanged(known, { evidence: evidenceOfRow(row), at })
    if (expired === known) return alreadyPending(known.id)
    return ok({ approval, saves: [approvalSave(expired), ...saves] })
  }

  async decide(
    { approvalId, verdict, reason }: Input<typeof DecideClassification>,
    by: Actor,
  ): Promise<Answer<typeof DecideClassification>> {
    const outcome = await this.ledger.decideAndCommit<Answer<typeof DecideClassification>>(async () => {
      const loaded = await loadProposal<ClassProposal>(this.approvals, CLASSIFY, approvalId)
      if (!loaded.ok) return { done: loaded }
      const decided = await this.decision(loaded.value, { verdict, reason, by })
      return decided.ok ? decided.value : { done: decided }
    })
    if ('done' in outcome) return outcome.done
    return outcome.ok ? ok({ state: verdict === 'approve' ? 'approved' : 'rejected' }) : endedBeforeCommit(outcome)
  }

  private async decision(
    approval: Proposal,
    { verdict, reason, by }: { verdict: 'approve' | 'reject'; reason: string; by: Actor },
  ): Promise<Result<Change, ErrorsOf<typeof DecideClassification>>> {
    const { proposal } = approval
    if (proposal.userId === by.userId) return ownClass()
    const at = this.clock.now()
    const row = await this.classes.byId(proposal.userId)
    const evidence = evidenceOfRow(row)
    const ended = withReason(decideApproval(approval, { checker: by.userId, verdict, evidence, reason, at }))
    if (!ended.ok) return ended
    const decided = ended.value
    const saves = [approvalSave(decided), this.audited(`classification.${decided.state}`, decided, by)]
    const change = { ...keyOf(approval, by.userId, verdict), transfers: [], events: [] }
    if (verdict === 'reject') return ok({ ...change, saves })
    // The evidence may have become too old since the proposal.
    const refused = refuseClass(proposal, row, at)
    if (refused) return refused
    const next = classified(decided, at)
    const version = (row?.version ?? 0) + 1
    return ok({ ...change, saves: [...saves, classSave(row, next)], events: [this.event(next, version)] })
  }

  /** Withdraws the caller's own proposal; nothing else changes. */
  async withdraw(
    { approvalId }: Input<typeof WithdrawClassification>,
    by: Actor,
  ): Promise<Answer<typeof WithdrawClassification>> {
    const outcome = await this.ledger.decideAndCommit<Answer<typeof WithdrawClassification>>(async () => {
      const loaded = await loadProposal<ClassProposal>(this.approvals, CLASSIFY, approvalId)
      if (!loaded.ok) return { done: loaded }
      const withdrawn = withdrawApproval(loaded.value, { by: by.userId, at: this.clock.now() })
      if (!withdrawn.ok) return { done: withdrawn }
      const { value } = withdrawn
      const saves = [approvalSave(value), this.audited('classification.proposal_withdrawn', value, by)]
      return { ...keyOf(loaded.value, by.userId, 'withdraw'), transfers: [], saves, events: [] }
    })
    if ('done' in outcome) return outcome.done
    return outcome.ok ? ok({ state: 'withdrawn' }) : endedBeforeCommit(outcome)
  }

  private event({ _id: userId, investorClass, expiresAt, decidedAt }: Omit<ClassRow, 'version'>, version: number) {
    const expiry = expiresAt ? { expiresAt: expiresAt.toISOString() } : {}
    const data = { userId, investorClass, ...expiry, version }
    const about = { aggregateId: userId, version, data, time: decidedAt, eventId: this.ids.next() }
    return { row: outboxRow(newEvent(InvestorClassified, about)) }
  }

  private audited(action: string, { id, proposal, maker, checker, ...approval }: Proposal, by: Actor): Save {
    const { userId: subject, investorClass, expiresAt } = proposal
    const reason = approval.checkerReason ?? approval.reason
    const detail = { approvalId: id, investorClass, expiresAt: expiresAt ?? null, maker, checker, reason }
    return this.staff.save(by, { action, subject, detail })
  }
}

/** Returns the class that an approved proposal decides. */
function classified({ proposal, maker, checker }: Proposal, at: Date): Omit<ClassRow, 'version'> {
  const { userId, investorClass, evidence, optUp, expiresAt } = proposal
  const { id: rule, version, evaluate } = classRule
  const isRetail = investorClass === 'retail'
  return {
    _id: userId,
    investorClass,
    ...(isRetail || !evidence ? {} : { evidence }),
    ...(isRetail || !optUp ? {} : { optUp }),
    ...(isRetail || !expiresAt ? {} : { expiresAt: new Date(expiresAt) }),
    decision: { rule, version, ...evaluate(factsOf(proposal, at)) },
    decidedAt: at,
    maker,
    checker: checker!,
  }
}

/** Hashes what a proposal rests on: the last decided class. */
const evidenceOfRow = (row: ClassRow | undefined) => evidenceOf({ version: row?.version ?? 0 })

/** A decision and a withdrawal share the key, so that of two at once only one succeeds. */
const keyOf = ({ id, version }: Proposal, userId: string, verb: string) => ({
  key: `classify:${id}:${version}`,
  inputHash: `${userId}:${verb}`,
})

const WORDS: Readonly<Record<ClassificationRefusal, string>> = {
  evidence: 'This class needs evidence of another kind.',
  net_assets: 'The net assets are below USD 1,000,000.',
  evidence_date: 'The evidence is dated in the future, or is more than 12 months old.',
  opt_up: 'The investor has to ask for this class in writing.',
  expiry: 'The class has to expire in the future, at most 12 months after the date of the evidence.',
  unchanged: 'The investor already has this class.',
}

function refuseClass(proposal: Classification, row: ClassRow | undefined, at: Date) {
  const why = classFault(factsOf(proposal, at)) ?? (isUnchanged(proposal, row, at) ? 'unchanged' : undefined)
  return why && refuse(CLASSIFICATION_NOT_POSSIBLE, WORDS[why], { why })
}

function isUnchanged({ investorClass, expiresAt }: Classification, row: ClassRow | undefined, at: Date): boolean {
  if (classAt(row, at) !== investorClass) return false
  return investorClass === 'retail' || row?.expiresAt?.getTime() === Date.parse(expiresAt!)
}

const ownClass = () => refuse(CONFLICT_OF_INTEREST, 'This is about your own class. Two other people have to decide it.')
