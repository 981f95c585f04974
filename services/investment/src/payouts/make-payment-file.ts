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
  CONFLICT_OF_INTEREST,
  type DecidePaymentFile,
  NO_PAYOUTS,
  type PendingPaymentFile,
  type ProposePaymentFile,
  type WithdrawPaymentFile,
} from '@hissa/contracts/investment'
import { CLOCK, type Clock, legalOrThrow } from '@hissa/kernel'
import { type Change, Committer, type Save } from '@hissa/ledger'
import { type Fils, sum } from '@hissa/money'
import { KeyRing, Storage } from '@hissa/storage'
import { Inject, Injectable } from '@nestjs/common'
import { createHash } from 'node:crypto'
import {
  BankAccountStore,
  decideWithdrawal,
  endToEndId,
  fieldOf,
  isPayable,
  type SealedAccount,
  stepParts,
  type Withdrawal,
  WithdrawalStore,
} from '../cash/cash.api.js'
import { CONFIG, type InvestmentConfig } from '../config.js'
import { endedBeforeCommit, loadProposal, notWritten, withReason } from '../decide-approval.js'
import { PaymentDifferenceStore } from '../differences/differences.api.js'
import { InvestorStore } from '../investors/investors.api.js'
import { APPROVAL_STORE, IDS, type Ids } from '../ports.js'
import { notConfigured } from './import-statement.js'
import { MOST_PAYMENTS, PAYMENT_FILES, type PaymentFile, paymentFileView, paymentXml } from './payment-file.js'
import { PaymentFileStore } from './payment-file.store.js'

/** The action of approvals of payment files; at most one is pending, because all have the same subject. */
const PAY_OUT = 'investment.pay-out'
const SUBJECT = 'payouts'

type FileProposal = Readonly<{ withdrawalIds: string[]; totalFils: Fils }> & Readonly<Record<string, unknown>>
type Proposal = Approval<FileProposal>

/**
 * Makes files of payments by maker and checker. A proposal names the withdrawals; approving it writes the file and moves
 * them to `sent` in one commit, so that each is in one file only. Events: `investment.withdrawal.changed.v1`.
 */
@Injectable()
export class MakePaymentFile {
  constructor(
    private readonly ledger: Committer,
    private readonly withdrawals: WithdrawalStore,
    private readonly files: PaymentFileStore,
    private readonly bankAccounts: BankAccountStore,
    private readonly investors: InvestorStore,
    private readonly differences: PaymentDifferenceStore,
    private readonly keys: KeyRing,
    private readonly storage: Storage,
    private readonly staff: StaffAudit,
    @Inject(APPROVAL_STORE) private readonly approvals: ApprovalStore,
    @Inject(CONFIG) private readonly config: InvestmentConfig,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: Ids,
  ) {}

  /** Returns the requested withdrawals that the next file would contain, oldest first. */
  async ready(): Promise<Withdrawal[]> {
    const ready: Withdrawal[] = []
    let page: Withdrawal[] = []
    // Those of investors who may not be paid now stay requested, and must not take the place of others.
    do {
      page = await this.withdrawals.requested(MOST_PAYMENTS, page.at(-1)?._id)
      ready.push(...(await this.payable(page)))
    } while (ready.length < MOST_PAYMENTS && page.length === MOST_PAYMENTS)
    return ready.slice(0, MOST_PAYMENTS)
  }

  async pending(): Promise<PendingPaymentFile | undefined> {
    const approval = await this.approvals.pendingOf<FileProposal>({ action: PAY_OUT, subjectId: SUBJECT })
    return approval ? pendingView(approval) : undefined
  }

  async propose({ reason }: Input<typeof ProposePaymentFile>, by: Actor): Promise<Answer<typeof ProposePaymentFile>> {
    const id = this.ids.next()
    let approval: Proposal | undefined
    const outcome = await this.ledger.decideAndCommit<Answer<typeof ProposePaymentFile>>(async () => {
      const proposed = await this.proposal(id, reason, by)
      if (!proposed.ok) return { done: proposed }
      approval = proposed.value.approval
      return { key: `pay-out:${id}`, inputHash: id, transfers: [], saves: proposed.value.saves, events: [] }
    })
    if ('done' in outcome) return outcome.done
    if (outcome.ok) return ok({ pending: pendingView(approval!) })
    if (outcome.reason === 'DUPLICATE') return alreadyPending(undefined)
    throw notWritten(outcome)
  }

  /** Creates a proposal. A pending one expires if its withdrawals have changed since; otherwise it prevents another. */
  private async proposal(
    id: string,
    reason: string,
    by: Actor,
  ): Promise<Result<{ approval: Proposal; saves: Save[] }, ErrorsOf<typeof ProposePaymentFile>>> {
    if (!this.config.PAYOUT_IBAN) return notConfigured()
    const at = this.clock.now()
    const ready = await this.ready()
    if (ready.length === 0) return refuse(NO_PAYOUTS, 'No withdrawal is waiting to be paid.')
    if (ready.some(({ userId }) => userId === by.userId)) return ownMoney()
    const proposal = { withdrawalIds: ready.map(({ _id }) => _id), totalFils: totalOf(ready) }
    const of = { action: PAY_OUT, subjectId: SUBJECT }
    const request = { id, ...of, evidence: evidenceOfRows(ready), proposal, maker: by.userId, reason, at }
    const requested = withReason(requestApproval<FileProposal>(request))
    if (!requested.ok) return requested
    const approval = requested.value
    const saves = [approvalSave(approval), this.audited('payment-file.proposed', approval, by)]
    const known = await this.approvals.pendingOf<FileProposal>(of)
    if (!known) return ok({ approval, saves })
    const evidence = evidenceOfRows(await this.rowsOf(known))
    const expired = expireIfChanged(known, { evidence, at })
    if (expired === known) return alreadyPending(known.id)
    return ok({ approval, saves: [approvalSave(expired), ...saves] })
  }

  async decide(
    { approvalId, verdict, reason }: Input<typeof DecidePaymentFile>,
    by: Actor,
  ): Promise<Answer<typeof DecidePaymentFile>> {
    const written: PaymentFile[] = []
    const outcome = await this.ledger.decideAndCommit<Answer<typeof DecidePaymentFile>>(async () => {
      const loaded = await loadProposal<FileProposal>(this.approvals, PAY_OUT, approvalId)
      if (!loaded.ok) return { done: loaded }
      const decided = await this.decision(loaded.value, { verdict, reason, by }, written)
      return decided.ok ? decided.value : { done: decided }
    })
    const isWritten = 'ok' in outcome && outcome.ok && !outcome.replayed && verdict === 'approve'
    // Files of attempts that were decided again have names and numbers of accounts.
    for (const { objectRef } of isWritten ? written.slice(0, -1) : written) await this.storage.delete(objectRef)
    if ('done' in outcome) return outcome.done
    if (!outcome.ok) return endedBeforeCommit(outcome)
    // The same decision, repeated by the same person at the same time, was committed first: its file is the one.
    const file = isWritten ? written.at(-1) : verdict === 'approve' ? await this.fileOf(approvalId) : undefined
    return ok({
      state: verdict === 'approve' ? 'approved' : 'rejected',
      ...(file ? { file: paymentFileView(file) } : {}),
    })
  }

  /** Returns the file of an approved proposal. */
  private async fileOf(approvalId: string): Promise<PaymentFile | undefined> {
    const loaded = await loadProposal<FileProposal>(this.approvals, PAY_OUT, approvalId)
    const [first] = loaded.ok ? loaded.value.proposal.withdrawalIds : []
    const fileId = first === undefined ? undefined : (await this.withdrawals.byId(first))?.fileId
    return fileId === undefined ? undefined : this.files.byId(fileId)
  }

  private async decision(
    approval: Proposal,
    { verdict, reason, by }: { verdict: 'approve' | 'reject'; reason: string; by: Actor },
    written: PaymentFile[],
  ): Promise<Result<Change, ErrorsOf<typeof DecidePaymentFile>>> {
    const at = this.clock.now()
    const rows = await this.rowsOf(approval)
    if (rows.some(({ userId }) => userId === by.userId)) return ownMoney()
    const evidence = evidenceOfRows(rows)
    const ended = withReason(decideApproval(approval, { checker: by.userId, verdict, evidence, reason, at }))
    if (!ended.ok) return ended
    const decided = ended.value
    const saves = [approvalSave(decided), this.audited(`payment-file.${decided.state}`, decided, by)]
    const change = { ...keyOf(approval, by.userId, verdict), transfers: [] }
    if (verdict === 'reject') return ok({ ...change, saves, events: [] })
    const file = await this.write(rows, decided, at)
    written.push(file)
    const steps = rows.map((row) => {
      const step = legalOrThrow(decideWithdrawal(row, { type: 'send', fileId: file._id }, at))
      return stepParts(row, step, at, this.ids)
    })
    const { _id: id, version: _, ...set } = file
    const fileSave: Save = { collection: PAYMENT_FILES, id, version: 0, set }
    return ok({
      ...change,
      saves: [...saves, fileSave, ...steps.map(({ save }) => save)],
      events: steps.map(({ event }) => event),
    })
  }

  /** Writes and stores the file of withdrawals. */
  private async write(rows: readonly Withdrawal[], { maker, checker }: Proposal, at: Date): Promise<PaymentFile> {
    const _id = this.ids.next()
    const accounts = await this.bankAccounts.byIds([...new Set(rows.map(({ bankAccountId }) => bankAccountId))])
    const payments = await Promise.all(
      rows.map(async ({ _id: id, reference, amountFils, bankAccountId, userId }) => {
        const sealed = Buffer.from(accounts.get(bankAccountId)!.sealed, 'base64')
        const account = await this.keys.openField<SealedAccount>(userId, fieldOf(bankAccountId), sealed)
        return { endToEndId: endToEndId(id), reference, amountFils, ...account }
      }),
    )
    const totalFils = totalOf(rows)
    const bytes = Buffer.from(paymentXml({ fileId: _id, at, payerIban: this.config.PAYOUT_IBAN!, totalFils }, payments))
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const objectRef = await this.storage.put(_id, bytes)
    return {
      ...{ _id, state: 'approved', payments: rows.length, totalFils, sha256, sizeBytes: bytes.length, objectRef },
      ...{ maker, checker: checker!, approvedAt: at, version: 1 },
    }
  }

  /** Withdraws the caller's own proposal; nothing else changes. */
  async withdraw(
    { approvalId }: Input<typeof WithdrawPaymentFile>,
    by: Actor,
  ): Promise<Answer<typeof WithdrawPaymentFile>> {
    const outcome = await this.ledger.decideAndCommit<Answer<typeof WithdrawPaymentFile>>(async () => {
      const loaded = await loadProposal<FileProposal>(this.approvals, PAY_OUT, approvalId)
      if (!loaded.ok) return { done: loaded }
      const withdrawn = withdrawApproval(loaded.value, { by: by.userId, at: this.clock.now() })
      if (!withdrawn.ok) return { done: withdrawn }
      const { value } = withdrawn
      const saves = [approvalSave(value), this.audited('payment-file.proposal_withdrawn', value, by)]
      return { ...keyOf(loaded.value, by.userId, 'withdraw'), transfers: [], saves, events: [] }
    })
    if ('done' in outcome) return outcome.done
    return outcome.ok ? ok({ state: 'withdrawn' }) : endedBeforeCommit(outcome)
  }

  /** Returns the withdrawals of a proposal that can still be paid. */
  private async rowsOf({ proposal }: Proposal): Promise<Withdrawal[]> {
    const rows = await this.withdrawals.byIds(proposal.withdrawalIds)
    const requested = proposal.withdrawalIds.flatMap((id) => rows.get(id) ?? [])
    return this.payable(requested.filter(({ state }) => state === 'requested'))
  }

  private async payable(rows: readonly Withdrawal[]): Promise<Withdrawal[]> {
    const userIds = [...new Set(rows.map(({ userId }) => userId))]
    const [statuses, blocked] = await Promise.all([
      this.investors.statusesOf(userIds),
      this.differences.blockedOf(userIds),
    ])
    return rows.filter(({ userId }) => isPayable(statuses.get(userId) ?? 'registered') && !blocked.has(userId))
  }

  private audited(action: string, { id, proposal, maker, checker, ...approval }: Proposal, by: Actor): Save {
    const { withdrawalIds, totalFils } = proposal
    const reason = approval.checkerReason ?? approval.reason
    const detail = { approvalId: id, withdrawalIds, totalFils, maker, checker, reason }
    return this.staff.save(by, { action, subject: SUBJECT, detail })
  }
}

const totalOf = (rows: readonly Withdrawal[]): Fils => sum(...rows.map(({ amountFils }) => amountFils))

/** Hashes what a proposal rests on: its withdrawals, each requested, and of an investor who may be paid. */
const evidenceOfRows = (rows: readonly Withdrawal[]) => evidenceOf(rows.map(({ _id, version }) => [_id, version]))

/** A decision and a withdrawal share the key, so that of two at once only one succeeds. */
const keyOf = ({ id, version }: Proposal, userId: string, verb: string) => ({
  key: `pay-out:${id}:${version}`,
  inputHash: `${userId}:${verb}`,
})

function pendingView({ id, proposal, maker, reason, requestedAt }: Proposal): PendingPaymentFile {
  const { withdrawalIds, totalFils } = proposal
  const figures = { payments: withdrawalIds.length, totalFils }
  return { approvalId: id, ...figures, maker, reason, requestedAt: requestedAt.toISOString() }
}

const ownMoney = () => refuse(CONFLICT_OF_INTEREST, 'This pays out your own money. Two other people have to decide it.')
