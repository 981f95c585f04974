import { type ErrorOf, ok, refuse, type Result } from '@hissa/contracts'
import { PAYOUTS_NOT_CONFIGURED, type STATEMENT_INVALID, type StatementResult } from '@hissa/contracts/investment'
import { CLOCK, type Clock, LOGGER, type Logger } from '@hissa/kernel'
import { type Change, Committer, type Save } from '@hissa/ledger'
import { Inject, Injectable } from '@nestjs/common'
import { decideWithdrawal, stepParts, type Withdrawal, withdrawalIdOf, WithdrawalStore } from '../cash/cash.api.js'
import { IDS, type Ids } from '../ports.js'
import { BANK_ENTRIES, type BankEntry, BankEntryStore } from './bank-entry.store.js'
import { readStatement, type Statement, type StatementEntry } from './statement.js'

/** The most entries that came too early which an import tries to book again. */
const MOST_RETRIED = 500

type Booking = 'booked' | 'known' | 'difference'
const COMMANDS = { paid: 'pay', rejected: 'reject', returned: 'return' } as const

/**
 * Books a bank statement. Each entry is one commit under a separate key, so importing it again, or a statement that
 * overlaps, changes nothing. An entry that matches nothing opens a difference; one that came before the entry that it
 * presumes is booked once that has come. Events: `investment.withdrawal.changed.v1`.
 */
@Injectable()
export class ImportStatement {
  constructor(
    private readonly ledger: Committer,
    private readonly withdrawals: WithdrawalStore,
    private readonly entries: BankEntryStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: Ids,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Returns whether entries are about withdrawals of a person. A forged return would credit their cash again. */
  async isAboutMoneyOf(userId: string, entries: readonly StatementEntry[]): Promise<boolean> {
    const ids = entries.flatMap(({ endToEndId = '' }) => withdrawalIdOf(endToEndId) ?? [])
    const withdrawals = await this.withdrawals.byIds([...new Set(ids)])
    return [...withdrawals.values()].some((withdrawal) => withdrawal.userId === userId)
  }

  /** Books the entries of a statement of the account `iban`. Throws LedgerUnavailable; then import it again. */
  async run(bytes: Buffer, iban: string): Promise<Result<StatementResult, ErrorOf<typeof STATEMENT_INVALID>>> {
    const read = readStatement(bytes, iban)
    return read.ok ? ok(await this.bookAll(read.value)) : read
  }

  /** Books the entries of a statement. Throws LedgerUnavailable; then book it again. */
  async bookAll({ statementId, entries }: Statement): Promise<StatementResult> {
    const bookings: Booking[] = []
    for (const entry of entries) bookings.push(await this.book(entry, statementId))
    // Also after known entries: a process can be killed after it has booked them.
    if (bookings.some((booking) => booking !== 'difference')) await this.retryDifferences()
    const count = (booking: Booking) => bookings.filter((one) => one === booking).length
    return {
      ...{ statementId, entries: entries.length, booked: count('booked'), known: count('known') },
      differences: count('difference'),
    }
  }

  /** An entry can come before the one that it presumes, such as a return before the payment. */
  private async retryDifferences(): Promise<void> {
    for (const { _id: entryId, statementId, ...entry } of await this.entries.early(MOST_RETRIED))
      await this.book({ entryId, ...entry }, statementId)
  }

  private async book(entry: StatementEntry, statementId: string): Promise<Booking> {
    let booking = 'known' as Booking
    const outcome = await this.ledger.decideAndCommit<'known'>(async () => {
      const before = await this.entries.byId(entry.entryId)
      if (before && before.state !== 'open') return { done: 'known' }
      const change = await this.change(entry, statementId, before)
      if (!change) return { done: 'known' }
      booking = change.why ? 'difference' : 'booked'
      return change.change
    })
    if ('done' in outcome) return 'known'
    if (!outcome.ok) throw new Error(`the entry ${entry.entryId} was not booked: ${outcome.reason}`)
    if (outcome.replayed) return 'known'
    const log = { itemId: entry.entryId, kind: 'payout_difference', alarm: 'SUSPENSE_OPENED' }
    if (booking === 'difference') this.logger.error(log, 'a bank statement has an entry that no withdrawal explains')
    return booking
  }

  /** Returns the change of an entry, with the reason if it opens a difference; undefined if nothing is new. */
  private async change(entry: StatementEntry, statementId: string, before: BankEntry | undefined) {
    const at = this.clock.now()
    const { entryId, ...facts } = entry
    const version = before?.version ?? 0
    const key = { key: `bank-entry:${entryId}:${version}`, inputHash: entryId }
    const save = (set: Partial<BankEntry>): Save => ({ collection: BANK_ENTRIES, id: entryId, version, set })
    const row = before ? {} : { ...factsOf(facts), statementId, importedAt: at }
    const matched = await this.match(entry, at)
    if ('why' in matched) {
      if (before?.why === matched.why) return undefined
      const set = { ...row, state: 'open' as const, why: matched.why }
      return { why: matched.why, change: { ...key, transfers: [], saves: [save(set)], events: [] } }
    }
    const { withdrawal, step } = matched
    const parts = stepParts(withdrawal, step, at, this.ids)
    const state = before ? ('resolved' as const) : ('booked' as const)
    const saves = [save({ ...row, state, withdrawalId: withdrawal._id }), parts.save]
    const change: Change = { ...key, transfers: step.transfers, saves, events: [parts.event] }
    return { why: undefined, change }
  }

  private async match({ kind, endToEndId, amountMinor, currency, bankReason }: StatementEntry, at: Date) {
    const id = endToEndId === undefined ? undefined : withdrawalIdOf(endToEndId)
    const withdrawal = id === undefined ? undefined : await this.withdrawals.byId(id)
    if (!withdrawal || kind === 'other') return { why: 'unknown' as const }
    if (currency !== 'AED' || amountMinor !== withdrawal.amountFils) return { why: 'amount' as const }
    const type = COMMANDS[kind]
    const command = type === 'pay' ? { type } : { type, ...(bankReason ? { bankReason } : {}) }
    const step = decideWithdrawal(withdrawal, command, at)
    return step.ok ? { withdrawal: withdrawal satisfies Withdrawal, step: step.value } : { why: 'state' as const }
  }
}

/** Returns the fields of an entry without what a row read from the store has besides. */
function factsOf(entry: Omit<StatementEntry, 'entryId'>): Omit<StatementEntry, 'entryId'> {
  const { kind, direction, amountMinor, currency, endToEndId, bankReason } = entry
  return {
    ...{ kind, direction, amountMinor, currency },
    ...(endToEndId ? { endToEndId } : {}),
    ...(bankReason ? { bankReason } : {}),
  }
}

/** Returns the refusal of work with payment files while the client money account is not configured. */
export const notConfigured = () =>
  refuse(PAYOUTS_NOT_CONFIGURED, 'The client money account is not configured, so payments can’t be made.')
