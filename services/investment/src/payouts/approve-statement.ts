import {
  type Approval,
  alreadyPending,
  approvalSave,
  type ApprovalStore,
  decideApproval,
  evidenceOf,
  notPending,
  requestApproval,
  withdrawApproval,
} from '@hissa/approvals'
import { type Actor, StaffAudit } from '@hissa/audit'
import { type Answer, type ErrorsOf, type Input, ok, refuse, type Result } from '@hissa/contracts'
import {
  CONFLICT_OF_INTEREST,
  type DecideBankStatement,
  type PendingBankStatement,
  type ProposeBankStatement,
  type StatementResult,
  type WithdrawBankStatement,
} from '@hissa/contracts/investment'
import { CLOCK, type Clock, Deadlines, type Sweep } from '@hissa/kernel'
import { type Change, Committer, type Save } from '@hissa/ledger'
import { type Fils, fils, sum } from '@hissa/money'
import { ObjectGoneError, Storage } from '@hissa/storage'
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common'
import { CONFIG, type InvestmentConfig } from '../config.js'
import { endedBeforeCommit, loadProposal, notWritten, withReason } from '../decide-approval.js'
import { sha256Of, takeUpload } from '../documents/documents.api.js'
import { APPROVAL_STORE, IDS, type Ids } from '../ports.js'
import { BANK_STATEMENTS, type BankStatement, BankStatementStore } from './bank-statement.store.js'
import { ImportStatement, notConfigured } from './import-statement.js'
import { readStatement, type Statement, type StatementEntry } from './statement.js'

/** The action of approvals of statements; at most one is pending, because all have the same subject. */
const BOOK = 'investment.book-statement'
const SUBJECT = 'bank-statement'
/** A statement that is not booked this long after its approval, because the process was killed, is booked by the sweep. */
const LEFT_MS = 60_000
const AT_ONCE = 10
const REASON_LENGTH = 500

interface Totals {
  entries: number
  totalFils: Fils
}
type StatementProposal = Readonly<
  Pick<PendingBankStatement, 'statementId' | 'sha256' | 'entries'> & {
    paid: Totals
    rejected: Totals
    returned: Totals
    objectRef: string
    iban?: string
  }
> &
  Readonly<Record<string, unknown>>
type Proposal = Approval<StatementProposal>

/**
 * Books uploaded bank statements by maker and checker. The upload is kept, and the decision and its audit row are one
 * commit; booking follows, and the sweep completes what a killed process has left. Events:
 * `investment.withdrawal.changed.v1`.
 */
@Injectable()
export class ApproveStatement implements Sweep, OnModuleInit {
  readonly name = 'investment-book-statements'

  constructor(
    private readonly ledger: Committer,
    private readonly statements: BankStatementStore,
    private readonly booking: ImportStatement,
    private readonly storage: Storage,
    private readonly staff: StaffAudit,
    private readonly deadlines: Deadlines,
    @Inject(APPROVAL_STORE) private readonly approvals: ApprovalStore,
    @Inject(CONFIG) private readonly config: InvestmentConfig,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: Ids,
  ) {}

  onModuleInit(): void {
    this.deadlines.register(this)
  }

  nextDueAt(): Promise<null> {
    return Promise.resolve(null)
  }

  /** Books the statements that were approved and left. */
  async sweep(): Promise<void> {
    const before = new Date(this.clock.now().getTime() - LEFT_MS)
    for (const row of await this.statements.unbooked(before, AT_ONCE)) await this.book(row)
  }

  async pending(): Promise<PendingBankStatement | undefined> {
    const approval = await this.approvals.pendingOf<StatementProposal>({ action: BOOK, subjectId: SUBJECT })
    return approval ? pendingView(approval) : undefined
  }

  async propose(upload: Input<typeof ProposeBankStatement>, by: Actor): Promise<Answer<typeof ProposeBankStatement>> {
    const iban = this.config.PAYOUT_IBAN
    if (!iban) return notConfigured()
    const taken = await takeUpload(this.storage, upload)
    if (!taken.ok) return taken
    const bytes = taken.value
    const read = readStatement(bytes, iban)
    if (!read.ok) return read
    if (await this.booking.isAboutMoneyOf(by.userId, read.value.entries)) return ownMoney()
    const id = this.ids.next()
    const stored = await this.storage.put(id, bytes)
    const proposed = await this.request({ id, bytes, stored, iban, statement: read.value }, by)
    if (!proposed.ok) await this.storage.delete(stored)
    return proposed
  }

  private async request(
    {
      id,
      bytes,
      stored,
      iban,
      statement,
    }: { id: string; bytes: Buffer; stored: string; iban: string; statement: Statement },
    by: Actor,
  ): Promise<Answer<typeof ProposeBankStatement>> {
    const sha256 = sha256Of(bytes)
    const proposal = {
      statementId: statement.statementId,
      sha256,
      ...totalsOf(statement.entries),
      objectRef: stored,
      iban,
    }
    const of = { action: BOOK, subjectId: SUBJECT }
    const about = { evidence: evidenceOf(sha256), proposal, maker: by.userId, at: this.clock.now() }
    const reason = statement.statementId.slice(0, REASON_LENGTH)
    const requested = withReason(requestApproval<StatementProposal>({ id, ...of, ...about, reason }))
    if (!requested.ok) return requested
    const approval = requested.value
    const outcome = await this.ledger.decideAndCommit<Answer<typeof ProposeBankStatement>>(async () => {
      const known = await this.approvals.pendingOf(of)
      if (known) return { done: alreadyPending(known.id) }
      const saves = [approvalSave(approval), this.audited('statement.proposed', approval, by)]
      return { key: `book-statement:${id}`, inputHash: id, transfers: [], saves, events: [] }
    })
    if ('done' in outcome) return outcome.done
    if (outcome.ok) return ok({ pending: pendingView(approval) })
    if (outcome.reason === 'DUPLICATE') return alreadyPending(undefined)
    throw notWritten(outcome)
  }

  async decide(
    { approvalId, verdict, reason }: Input<typeof DecideBankStatement>,
    by: Actor,
  ): Promise<Answer<typeof DecideBankStatement>> {
    let decided: Proposal | undefined
    const outcome = await this.ledger.decideAndCommit<Answer<typeof DecideBankStatement>>(async () => {
      const loaded = await loadProposal<StatementProposal>(this.approvals, BOOK, approvalId)
      if (!loaded.ok) return { done: loaded }
      const ended = await this.ended(loaded.value, { verdict, reason, by })
      if (!ended.ok) return { done: ended }
      decided = ended.value
      return this.change(loaded.value, decided, by)
    })
    if ('done' in outcome) return outcome.done
    if (!outcome.ok) return endedBeforeCommit(outcome)
    if (verdict === 'approve') {
      const statement = await this.book((await this.statements.byId(approvalId))!)
      return ok({ state: 'approved', statement })
    }
    await this.storage.delete(decided!.proposal.objectRef)
    return ok({ state: 'rejected' })
  }

  /** Returns a proposal after its decision. Whoever has money of their own in the statement may not decide about it. */
  private async ended(
    approval: Proposal,
    { verdict, reason, by }: { verdict: 'approve' | 'reject'; reason: string; by: Actor },
  ): Promise<Result<Proposal, ErrorsOf<typeof DecideBankStatement>>> {
    const { evidence } = approval
    const at = this.clock.now()
    const ended = withReason(decideApproval(approval, { checker: by.userId, verdict, evidence, reason, at }))
    if (!ended.ok) {
      // A stored file can't change, so its evidence can't either.
      if (ended.error.code === 'APPROVAL_EVIDENCE_CHANGED') throw new Error('the evidence of a statement has changed')
      return { ok: false, error: ended.error }
    }
    try {
      const { entries } = await this.read({ _id: approval.id, ...approval.proposal })
      return (await this.booking.isAboutMoneyOf(by.userId, entries)) ? ownMoney() : ended
    } catch (error) {
      // Withdrawn or rejected since it was loaded, and removed with that.
      if (error instanceof ObjectGoneError) return notPending()
      throw error
    }
  }

  private change(before: Proposal, decided: Proposal, by: Actor): Change {
    const { id, maker, checker, proposal } = decided
    const row: Omit<BankStatement, '_id' | 'version'> = {
      ...{ state: 'approved', sha256: proposal.sha256, objectRef: proposal.objectRef },
      ...(proposal.iban ? { iban: proposal.iban } : {}),
      ...{ maker, checker: checker! },
      approvedAt: decided.endedAt!,
    }
    const isApproved = decided.state === 'approved'
    return {
      ...keyOf(before, by.userId, decided.state),
      transfers: [],
      saves: [
        approvalSave(decided),
        this.audited(`statement.${decided.state}`, decided, by),
        ...(isApproved ? [{ collection: BANK_STATEMENTS, id, version: 0, set: row }] : []),
      ],
      events: [],
    }
  }

  private async read({
    _id: id,
    objectRef,
    iban,
  }: Pick<BankStatement, '_id' | 'objectRef' | 'iban'>): Promise<Statement> {
    const read = readStatement(await this.storage.get(id, objectRef), iban ?? this.config.PAYOUT_IBAN!)
    if (!read.ok) throw new Error(`a stored statement can't be read: ${read.error.detail}`)
    return read.value
  }

  /** Books a statement and records what it did. Repeatable: each entry is booked at most once. */
  private async book(row: BankStatement): Promise<StatementResult> {
    const { _id: id, version, result: known } = row
    if (known) return known
    const result = await this.booking.bookAll(await this.read(row))
    const outcome = await this.ledger.commit({
      ...{ key: `book-statement:${id}:booked`, inputHash: id, transfers: [], events: [] },
      saves: [
        {
          ...{ collection: BANK_STATEMENTS, id, version },
          set: { state: 'booked', bookedAt: this.clock.now(), result },
        },
      ],
    })
    // Another replica may have recorded it first.
    if (outcome.ok || outcome.reason === 'STALE') return (await this.statements.byId(id))?.result ?? result
    throw new Error(`the booking of a statement was not recorded: ${outcome.reason}`)
  }

  /** Withdraws the caller's own proposal; nothing is booked. */
  async withdraw(
    { approvalId }: Input<typeof WithdrawBankStatement>,
    by: Actor,
  ): Promise<Answer<typeof WithdrawBankStatement>> {
    let objectRef: string | undefined
    const outcome = await this.ledger.decideAndCommit<Answer<typeof WithdrawBankStatement>>(async () => {
      const loaded = await loadProposal<StatementProposal>(this.approvals, BOOK, approvalId)
      if (!loaded.ok) return { done: loaded }
      const withdrawn = withdrawApproval(loaded.value, { by: by.userId, at: this.clock.now() })
      if (!withdrawn.ok) return { done: withdrawn }
      objectRef = loaded.value.proposal.objectRef
      const saves = [approvalSave(withdrawn.value), this.audited('statement.withdrawn', withdrawn.value, by)]
      return { ...keyOf(loaded.value, by.userId, 'withdraw'), transfers: [], saves, events: [] }
    })
    if ('done' in outcome) return outcome.done
    if (!outcome.ok) return endedBeforeCommit(outcome)
    await this.storage.delete(objectRef!)
    return ok({ state: 'withdrawn' })
  }

  private audited(action: string, { id, proposal, maker, checker, ...approval }: Proposal, by: Actor): Save {
    const { objectRef: _, ...figures } = proposal
    const reason = approval.checkerReason ?? approval.reason
    return this.staff.save(by, {
      ...{ action, subject: SUBJECT },
      detail: { approvalId: id, ...figures, maker, checker, reason },
    })
  }
}

/** Returns what the entries of each kind come to. Entries in other currencies open differences and count as none. */
function totalsOf(entries: readonly StatementEntry[]) {
  const of = (kind: StatementEntry['kind']): Totals => {
    const some = entries.filter((entry) => entry.kind === kind && entry.currency === 'AED')
    return { entries: some.length, totalFils: sum(...some.map(({ amountMinor }) => fils(amountMinor))) }
  }
  return { entries: entries.length, paid: of('paid'), rejected: of('rejected'), returned: of('returned') }
}

/** A decision and a withdrawal share the key, so that of two at once only one succeeds. */
const keyOf = ({ id, version }: Proposal, userId: string, verb: string) => ({
  key: `book-statement:${id}:${version}`,
  inputHash: `${userId}:${verb}`,
})

function pendingView({ id, proposal, maker, requestedAt }: Proposal): PendingBankStatement {
  const { objectRef: _, ...figures } = proposal
  const { statementId, sha256, entries, paid, rejected, returned } = figures
  return {
    ...{ approvalId: id, statementId, sha256, entries, paid, rejected, returned, maker },
    requestedAt: requestedAt.toISOString(),
  }
}

const ownMoney = () =>
  refuse(CONFLICT_OF_INTEREST, 'This statement has payments of your own money. Two other people have to book it.')
