import {
  type Approval,
  alreadyPending,
  approvalSave,
  type ApprovalStore,
  decideApproval,
  evidenceOf,
  requestApproval,
  withdrawApproval,
} from '@hissa/approvals'
import { type Actor, StaffAudit } from '@hissa/audit'
import { type Answer, type ErrorsOf, type Input, ok, refuse, type Result } from '@hissa/contracts'
import {
  type DecideValuation as DecideContract,
  type IncomeDocument,
  type ProposeValuation,
  VALUATION_NOT_POSSIBLE,
  type ValuationRefusal,
  type WithdrawValuation,
} from '@hissa/contracts/investment'
import { CLOCK, type Clock } from '@hissa/kernel'
import { type Change, Committer, type Save } from '@hissa/ledger'
import { Inject, Injectable } from '@nestjs/common'
import { endedBeforeCommit, loadProposal, notWritten, withReason } from '../decide-approval.js'
import { IncomeStore } from '../income/income.api.js'
import { ConflictsOfInterest } from '../payments/payments.api.js'
import { APPROVAL_STORE, IDS, type Ids } from '../ports.js'
import { noProperty, type Raise, RaiseStore } from '../raises/raises.api.js'
import { dubaiDay } from '../rules/rules.api.js'
import {
  type Counted,
  type Valuation,
  type ValuationProposal,
  VALUATIONS,
  valuationSave,
  valuationView,
  VALUE,
} from './valuation.js'
import { ValuationStore } from './valuation.store.js'

type Proposal = Approval<ValuationProposal>
type Facts = Input<typeof ProposeValuation>

/**
 * Decides valuations of properties by maker and checker. A decision and its audit row are one commit. The evidence is the
 * latest approved valuation: a proposal is void once another one counts.
 */
@Injectable()
export class DecideValuation {
  constructor(
    private readonly ledger: Committer,
    private readonly valuations: ValuationStore,
    private readonly income: IncomeStore,
    private readonly raises: RaiseStore,
    private readonly conflicts: ConflictsOfInterest,
    private readonly staff: StaffAudit,
    @Inject(APPROVAL_STORE) private readonly approvals: ApprovalStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: Ids,
  ) {}

  async propose(facts: Facts, by: Actor): Promise<Answer<typeof ProposeValuation>> {
    const id = this.ids.next()
    let proposed: Valuation | undefined
    const outcome = await this.ledger.decideAndCommit<Answer<typeof ProposeValuation>>(async () => {
      const { propertyId, reason, documentSha256: _, ...stated } = facts
      const of = { action: VALUE, subjectId: propertyId }
      const known = await this.approvals.pendingOf(of)
      const possible = await this.possible(facts, by)
      if (!possible.ok) return { done: possible }
      if (known) return { done: alreadyPending(known.id) }
      const { raise, document, latest } = possible.value
      const at = this.clock.now()
      const about = { evidence: evidenceFor(latest), proposal: { propertyId }, maker: by.userId, reason, at }
      const requested = withReason(requestApproval<ValuationProposal>({ id, ...of, ...about }))
      if (!requested.ok) return { done: requested }
      proposed = {
        ...{ _id: id, propertyId, slug: raise.slug, title: raise.title, ...stated, document, state: 'proposed' },
        ...{ maker: by.userId, reason, requestedAt: at, version: 1 },
      }
      const { _id, version: __, ...set } = proposed
      const saves = [
        approvalSave(requested.value),
        { collection: VALUATIONS, id, version: 0, set },
        this.audited('valuation.proposed', requested.value, proposed, by),
      ]
      return { key: `valuation:${id}:propose`, inputHash: id, transfers: [], saves, events: [] }
    })
    if ('done' in outcome) return outcome.done
    if (outcome.ok) return ok({ valuation: valuationView(proposed!) })
    if (outcome.reason === 'DUPLICATE') return alreadyPending(undefined)
    throw notWritten(outcome)
  }

  /** Returns what a new valuation rests on, if it can be recorded. */
  private async possible(
    { propertyId, date, documentSha256 }: Facts,
    by: Actor,
  ): Promise<
    Result<
      { raise: Raise; document: IncomeDocument; latest: Counted | undefined },
      Exclude<ErrorsOf<typeof ProposeValuation>, { code: 'APPROVAL_PENDING' }>
    >
  > {
    const raise = await this.raises.byId(propertyId)
    if (!raise) return noProperty()
    const conflict = await this.conflicts.refuseConflictOfInterest(by.userId, { kind: 'raise', id: propertyId })
    if (conflict) return conflict
    if (raise.state !== 'completed') return notPossible('raise_state')
    if (date > dubaiDay(this.clock.now())) return notPossible('date')
    // Holdings are at cost until the raise is completed, and that stays so.
    if (date < dubaiDay(raise.completedAt ?? raise.openedAt)) return notPossible('before_completion')
    const [latest, row] = await Promise.all([
      this.valuations.latest(propertyId),
      this.income.document(propertyId, documentSha256),
    ])
    if (latest && date < latest.date) return notPossible('earlier')
    if (row?.contentType !== 'application/pdf') return notPossible('document')
    const { sha256, contentType, sizeBytes } = row
    return ok({ raise, document: { sha256, contentType, sizeBytes }, latest })
  }

  async decide(
    { valuationId, verdict, reason }: Input<typeof DecideContract>,
    by: Actor,
  ): Promise<Answer<typeof DecideContract>> {
    const outcome = await this.ledger.decideAndCommit<Answer<typeof DecideContract>>(async () => {
      const loaded = await loadProposal<ValuationProposal>(this.approvals, VALUE, valuationId)
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
  ): Promise<Result<Change, ErrorsOf<typeof DecideContract>>> {
    const { propertyId } = approval.proposal
    const conflict = await this.conflicts.refuseConflictOfInterest(by.userId, { kind: 'raise', id: propertyId })
    if (conflict) return conflict
    const [row, latest] = await Promise.all([this.valuations.byId(approval.id), this.valuations.latest(propertyId)])
    const at = this.clock.now()
    // A rejection is possible whatever has changed.
    const evidence = verdict === 'approve' ? evidenceFor(latest) : approval.evidence
    const ended = withReason(decideApproval(approval, { checker: by.userId, verdict, evidence, reason, at }))
    if (!ended.ok) return ended
    const decided = ended.value
    const state = verdict === 'approve' ? 'approved' : 'rejected'
    const set = { state, checker: by.userId, checkerReason: reason, decidedAt: at } as const
    const audit = this.audited(`valuation.${state}`, decided, row!, by)
    const saves = [approvalSave(decided), valuationSave(row!, set), audit]
    return ok({ ...keyOf(approval, by.userId, verdict), transfers: [], saves, events: [] })
  }

  /** Withdraws the caller's own proposal; nothing else changes. */
  async withdraw(
    { valuationId }: Input<typeof WithdrawValuation>,
    by: Actor,
  ): Promise<Answer<typeof WithdrawValuation>> {
    const outcome = await this.ledger.decideAndCommit<Answer<typeof WithdrawValuation>>(async () => {
      const loaded = await loadProposal<ValuationProposal>(this.approvals, VALUE, valuationId)
      if (!loaded.ok) return { done: loaded }
      const withdrawn = withdrawApproval(loaded.value, { by: by.userId, at: this.clock.now() })
      if (!withdrawn.ok) return { done: withdrawn }
      const row = (await this.valuations.byId(valuationId))!
      const audit = this.audited('valuation.withdrawn', withdrawn.value, row, by)
      const saves = [approvalSave(withdrawn.value), valuationSave(row, { state: 'withdrawn' }), audit]
      return { ...keyOf(loaded.value, by.userId, 'withdraw'), transfers: [], saves, events: [] }
    })
    if ('done' in outcome) return outcome.done
    return outcome.ok ? ok({ state: 'withdrawn' }) : endedBeforeCommit(outcome)
  }

  /** The valuer can be a person, so the name stays out of the audit log; the hash of the report is in it. */
  private audited(action: string, { id, maker, checker, ...approval }: Proposal, row: Valuation, by: Actor): Save {
    const { propertyId, date, valueFils, method, document } = row
    const reason = approval.checkerReason ?? approval.reason
    const facts = { date, valueFils, method, sha256: document.sha256 }
    const detail = { valuationId: id, ...facts, maker, checker, reason }
    return this.staff.save(by, { action, subject: `valuation:${propertyId}`, detail })
  }
}

/** Hashes what a proposal rests on: the valuation that counts now. */
const evidenceFor = (latest: Counted | undefined) => evidenceOf({ latest: latest?._id ?? null })

/** A decision and a withdrawal share the key, so that of two at once only one succeeds. */
const keyOf = ({ id, version }: Proposal, userId: string, verb: string) => ({
  key: `valuation:${id}:${version}`,
  inputHash: `${userId}:${verb}`,
})

const WORDS: Readonly<Record<ValuationRefusal, string>> = {
  raise_state: 'The offering is not completed, so no one holds registered shares yet.',
  date: 'The date is in the future.',
  before_completion: 'The date is before the day on which the offering was completed.',
  earlier: 'The date is before that of the latest approved valuation.',
  document: 'The report is not stored, or is not a PDF. Please upload it again.',
}

const notPossible = (why: ValuationRefusal) => refuse(VALUATION_NOT_POSSIBLE, WORDS[why], { why })
