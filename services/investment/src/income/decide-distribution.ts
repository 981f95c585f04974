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
import { type Answer, type ErrorsOf, type Input, ok, refuse, type Result } from '@hissa/contracts'
import {
  type DecideDistribution as DecideContract,
  DISTRIBUTION_NOT_POSSIBLE,
  type DistributionRefusal,
  type ProposeDistribution,
  type WithdrawDistribution,
} from '@hissa/contracts/investment'
import { CLOCK, type Clock } from '@hissa/kernel'
import { type Change, Committer, type Save, single, type View } from '@hissa/ledger'
import { subtract, sum, units, type Waterfall, ZERO } from '@hissa/money'
import { Inject, Injectable } from '@nestjs/common'
import { accounts } from '../accounts.js'
import { endedBeforeCommit, loadProposal, notWritten, withReason } from '../decide-approval.js'
import { HoldingDifferenceStore } from '../differences/differences.api.js'
import { ConflictsOfInterest } from '../payments/payments.api.js'
import { APPROVAL_STORE, IDS, type Ids } from '../ports.js'
import { noProperty, type Raise, RaiseStore } from '../raises/raises.api.js'
import {
  DISTRIBUTE,
  type Distribution,
  type DistributionProposal,
  DISTRIBUTIONS,
  distributionView,
  recordMoment,
} from './distribution.js'
import { DistributionStore } from './distribution.store.js'
import { actualOf } from './figures.js'
import { balanceFils, type IncomeBalances, type IncomePeriodRow, periodId } from './income.js'
import { IncomeStore, periodSave } from './income.store.js'
import { endOf, lastDayOf } from './period.js'

type Proposal = Approval<DistributionProposal>

/** What a distribution rests on, as of now. */
export interface DistributionFacts {
  raise: Raise
  row: IncomePeriodRow
  balances: IncomeBalances
  figures: Waterfall
}

/**
 * Decides distributions by maker and checker. An approval, the money that it sets aside and its audit row are one commit.
 * The evidence is the figures: a proposal is void once an entry has changed them.
 */
@Injectable()
export class DecideDistribution {
  constructor(
    private readonly ledger: Committer,
    private readonly income: IncomeStore,
    private readonly distributions: DistributionStore,
    private readonly raises: RaiseStore,
    private readonly conflicts: ConflictsOfInterest,
    private readonly differences: HoldingDifferenceStore,
    private readonly staff: StaffAudit,
    @Inject(APPROVAL_STORE) private readonly approvals: ApprovalStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: Ids,
  ) {}

  /** Returns the balances of a property's accounts. */
  async balancesOf(propertyId: string): Promise<IncomeBalances> {
    const [operating, reserve] = await Promise.all(
      [accounts.operating(propertyId), accounts.reserve(propertyId)].map((id) => this.ledger.balance(id)),
    )
    return { operatingFils: balanceFils(operating!), reserveFils: balanceFils(reserve!) }
  }

  /** Returns whether the figures of a proposed distribution have changed. */
  async isOutdated({ propertyId, period, recordDate, evidence }: Distribution): Promise<boolean> {
    const facts = await this.factsOf(propertyId, period)
    return !facts || evidenceFor(facts, recordDate) !== evidence
  }

  async propose(
    { propertyId, period, recordDate, reason }: Input<typeof ProposeDistribution>,
    by: Actor,
  ): Promise<Answer<typeof ProposeDistribution>> {
    const id = this.ids.next()
    let proposed: Distribution | undefined
    const outcome = await this.ledger.decideAndCommit<Answer<typeof ProposeDistribution>>(async () => {
      const possible = await this.possible(propertyId, period, recordDate, by)
      if (!possible.ok) return { done: possible }
      const facts = possible.value
      const at = this.clock.now()
      const of = { action: DISTRIBUTE, subjectId: periodId(propertyId, period) }
      const evidence = evidenceFor(facts, recordDate)
      const proposal: DistributionProposal = { propertyId, period, recordDate }
      const requested = withReason(requestApproval({ id, ...of, evidence, proposal, maker: by.userId, reason, at }))
      if (!requested.ok) return { done: requested }
      const known = await this.approvals.pendingOf<DistributionProposal>(of)
      const expired = known && expireIfChanged(known, { evidence, at })
      if (known && expired === known) return { done: alreadyPending(known.id) }
      const { slug, title, unitsIssued } = facts.raise
      proposed = {
        ...{ _id: id, propertyId, slug, title, period, recordDate, state: 'proposed', evidence },
        ...{ figures: facts.figures, netIncomeFils: facts.figures.netIncomeFils, unitsIssued },
        ...{ maker: by.userId, reason, requestedAt: at, version: 1 },
      }
      const before = expired ? await this.distributions.byId(expired.id) : undefined
      const { _id, version: _, ...set } = proposed
      const saves = [
        ...(expired ? [approvalSave(expired)] : []),
        ...(before ? [distributionSave(before, { state: 'expired' })] : []),
        approvalSave(requested.value),
        { collection: DISTRIBUTIONS, id: _id, version: 0, set },
        this.audited('distribution.proposed', requested.value, by),
      ]
      return { key: `distribution:${id}:propose`, inputHash: id, transfers: [], saves, events: [] }
    })
    if ('done' in outcome) return outcome.done
    if (outcome.ok) return ok({ distribution: distributionView(proposed!, { own: false, outdated: false }) })
    if (outcome.reason === 'DUPLICATE') return alreadyPending(undefined)
    throw notWritten(outcome)
  }

  /** Returns what a new proposal rests on, if the income of the period can be distributed. */
  private async possible(
    propertyId: string,
    period: string,
    recordDate: string,
    by: Actor,
  ): Promise<Result<DistributionFacts, Exclude<ErrorsOf<typeof ProposeDistribution>, { code: 'APPROVAL_PENDING' }>>> {
    const raise = await this.raises.byId(propertyId)
    if (!raise) return noProperty()
    const conflict = await this.conflicts.refuseConflictOfInterest(by.userId, { kind: 'raise', id: propertyId })
    if (conflict) return conflict
    if (raise.state !== 'completed') return notPossible('raise_state')
    const now = this.clock.now()
    if (endOf(period) > now) return notPossible('period_open')
    const moment = recordMoment(recordDate)
    if (recordDate < lastDayOf(period) || moment > now || moment < raise.completedAt!) return notPossible('record_date')
    const facts = await this.factsOf(propertyId, period)
    if (facts?.row.closedBy) return notPossible('distributed')
    if (await this.differences.blocksProperty(propertyId)) return notPossible('difference')
    return facts && facts.figures.netIncomeFils > 0 ? ok(facts) : notPossible('no_income')
  }

  private async factsOf(propertyId: string, period: string): Promise<DistributionFacts | undefined> {
    const [raise, row, balances] = await Promise.all([
      this.raises.byId(propertyId),
      this.income.period(propertyId, period),
      this.balancesOf(propertyId),
    ])
    return raise && row ? { raise, row, balances, figures: actualOf(raise, row, balances) } : undefined
  }

  async decide(
    { distributionId, verdict, reason }: Input<typeof DecideContract>,
    by: Actor,
  ): Promise<Answer<typeof DecideContract>> {
    const outcome = await this.ledger.decideAndCommit<Answer<typeof DecideContract>>(async () => {
      const loaded = await loadProposal<DistributionProposal>(this.approvals, DISTRIBUTE, distributionId)
      if (!loaded.ok) return { done: loaded }
      const decided = await this.decision(loaded.value, { verdict, reason, by })
      return decided.ok ? decided.value : { done: decided }
    })
    if ('done' in outcome) return outcome.done
    return outcome.ok ? ok({ state: verdict === 'approve' ? 'declared' : 'rejected' }) : endedBeforeCommit(outcome)
  }

  private async decision(
    approval: Proposal,
    { verdict, reason, by }: { verdict: 'approve' | 'reject'; reason: string; by: Actor },
  ): Promise<Result<Change, ErrorsOf<typeof DecideContract>>> {
    const { propertyId, period, recordDate } = approval.proposal
    const conflict = await this.conflicts.refuseConflictOfInterest(by.userId, { kind: 'raise', id: propertyId })
    if (conflict) return conflict
    const [facts, row] = await Promise.all([this.factsOf(propertyId, period), this.distributions.byId(approval.id)])
    if (verdict === 'approve' && (await this.differences.blocksProperty(propertyId))) return notPossible('difference')
    if (!facts || !row) throw new Error(`the distribution ${approval.id} has no period`)
    const at = this.clock.now()
    const evidence = evidenceFor(facts, recordDate)
    const ended = withReason(decideApproval(approval, { checker: by.userId, verdict, evidence, reason, at }))
    if (!ended.ok) return ended
    const decided = ended.value
    const saves = [approvalSave(decided), this.audited(`distribution.${decided.state}`, decided, by)]
    const decision = { checker: by.userId, checkerReason: reason }
    const change = { ...keyOf(approval, by.userId, verdict), events: [] }
    if (verdict === 'reject') {
      return ok({
        ...change,
        transfers: [],
        saves: [...saves, distributionSave(row, { state: 'rejected', ...decision })],
      })
    }
    const declared = { state: 'declared' as const, declaredAt: at, work: 'collecting' as const, after: '' }
    const counts = { collectedUnits: units(0), collectedFils: ZERO, investors: 0, paidInvestors: 0, paidFils: ZERO }
    return ok({
      ...change,
      transfers: this.transfers(propertyId, approval.id, facts.figures),
      saves: [
        ...saves,
        distributionSave(row, { ...declared, ...counts, position: 0, ...decision }),
        periodSave({ ...facts.row, closedBy: approval.id, figures: facts.figures }),
      ],
      reads: [accounts.operating(propertyId), accounts.reserve(propertyId)],
      derive: unchanged(propertyId, facts),
    })
  }

  /** Sets the net income aside for its holders, fills the reserve, and earns the platform its fee. */
  private transfers(propertyId: string, distributionId: string, figures: Waterfall) {
    const { netIncomeFils, reserveFils, platformFeeFils } = figures
    const operating = accounts.operating(propertyId)
    const ref = { distributionId }
    return [
      ...single('distribution.declare', operating, accounts.distributions(distributionId), netIncomeFils, ref),
      ...single('distribution.reserve', operating, accounts.reserve(propertyId), reserveFils, ref),
      ...single('fee.earn', operating, accounts.earnedFees(), platformFeeFils, ref),
      ...single('fee.earn', accounts.platformFeesDue(), accounts.platformFees(), platformFeeFils, ref),
    ]
  }

  /** Withdraws the caller's own proposal; nothing else changes. */
  async withdraw(
    { distributionId }: Input<typeof WithdrawDistribution>,
    by: Actor,
  ): Promise<Answer<typeof WithdrawDistribution>> {
    const outcome = await this.ledger.decideAndCommit<Answer<typeof WithdrawDistribution>>(async () => {
      const loaded = await loadProposal<DistributionProposal>(this.approvals, DISTRIBUTE, distributionId)
      if (!loaded.ok) return { done: loaded }
      const withdrawn = withdrawApproval(loaded.value, { by: by.userId, at: this.clock.now() })
      if (!withdrawn.ok) return { done: withdrawn }
      const { value } = withdrawn
      const row = (await this.distributions.byId(distributionId))!
      const audit = this.audited('distribution.proposal_withdrawn', value, by)
      const saves = [approvalSave(value), distributionSave(row, { state: 'withdrawn' }), audit]
      return { ...keyOf(loaded.value, by.userId, 'withdraw'), transfers: [], saves, events: [] }
    })
    if ('done' in outcome) return outcome.done
    return outcome.ok ? ok({ state: 'withdrawn' }) : endedBeforeCommit(outcome)
  }

  private audited(action: string, { id, proposal, maker, checker, ...approval }: Proposal, by: Actor): Save {
    const { propertyId, period, recordDate } = proposal
    const reason = approval.checkerReason ?? approval.reason
    const detail = { distributionId: id, period, recordDate, maker, checker, reason }
    return this.staff.save(by, { action, subject: `income:${propertyId}`, detail })
  }
}

/**
 * Hashes what a proposal rests on: the entries of the period, the figures that follow from them and from the balances,
 * the units and the record date.
 */
const evidenceFor = ({ raise, row, figures }: DistributionFacts, recordDate: string) =>
  evidenceOf({ period: row.version, figures, unitsIssued: raise.unitsIssued, recordDate })

/** Refuses a change if the balances from which its figures were computed have moved, so that it is decided again. */
function unchanged(propertyId: string, { balances, figures, row }: DistributionFacts): Change['derive'] {
  const { netIncomeFils, reserveFils, platformFeeFils } = figures
  return ({ balance }: View) => {
    // After its own transfers.
    const operatingFils = balanceFils(balance(accounts.operating(propertyId)))
    const left = sum(operatingFils, netIncomeFils, reserveFils, platformFeeFils)
    const kept = subtract(balanceFils(balance(accounts.reserve(propertyId))), reserveFils)
    if (left === balances.operatingFils && kept === balances.reserveFils) return {}
    return { refusal: { reason: 'STALE', collection: DISTRIBUTIONS, id: row._id } }
  }
}

/** A decision and a withdrawal share the key, so that of two at once only one succeeds. */
const keyOf = ({ id, version }: Proposal, userId: string, verb: string) => ({
  key: `distribution:${id}:${version}`,
  inputHash: `${userId}:${verb}`,
})

/** Returns the save of some fields of a distribution, at the version it was read at. */
export const distributionSave = ({ _id: id, version }: Distribution, set: Partial<Distribution>): Save => ({
  ...{ collection: DISTRIBUTIONS, id, version, set },
})

const WORDS: Readonly<Record<DistributionRefusal, string>> = {
  raise_state: 'Income can be distributed once the shares of the property are registered.',
  period_open: 'The quarter has not ended.',
  record_date: 'The record date has to be a day that has ended, not before the last day of the quarter.',
  no_income: 'There is no net income to distribute.',
  distributed: 'The income of this quarter is distributed already.',
  difference: 'The ledger and a holding of this property disagree. Reconciliation shows it.',
}

const notPossible = (why: DistributionRefusal) => refuse(DISTRIBUTION_NOT_POSSIBLE, WORDS[why], { why })
