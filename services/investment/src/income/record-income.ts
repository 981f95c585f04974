import { type Actor, StaffAudit } from '@hissa/audit'
import {
  type Answer,
  type ErrorOf,
  type Input,
  NOT_FOUND,
  ok,
  refuse,
  type Refused,
  type Result,
} from '@hissa/contracts'
import {
  type CONFLICT_OF_INTEREST,
  type ImportIncomeEntries,
  INCOME_FILE_REFUSED,
  INCOME_FUNDS_INSUFFICIENT,
  INCOME_NOT_POSSIBLE,
  INCOME_REFERENCE_USED,
  type IncomeDocument,
  type IncomeRefusal,
  type IncomeRowFault,
  type RecordIncomeEntry,
  type ReverseIncomeEntry,
} from '@hissa/contracts/investment'
import { CLOCK, type Clock } from '@hissa/kernel'
import { type Change, Committer, type Derived, type Save, type View } from '@hissa/ledger'
import { type Fils, sum } from '@hissa/money'
import { Storage } from '@hissa/storage'
import { Inject, Injectable } from '@nestjs/common'
import { accounts } from '../accounts.js'
import { sha256Of, takeFile } from '../documents/documents.api.js'
import { ConflictsOfInterest } from '../payments/payments.api.js'
import { IDS, type Ids } from '../ports.js'
import { noProperty, type Raise, RaiseStore } from '../raises/raises.api.js'
import { dubaiDay } from '../rules/rules.api.js'
import { readIncomeFile } from './import-file.js'
import {
  addToPeriod,
  balanceFils,
  book,
  documentId,
  type Draft,
  emptyPeriod,
  entryOf,
  entryView,
  factOf,
  type IncomeEntry,
  type IncomePeriodRow,
  referenceKey,
} from './income.js'
import { documentSave, entrySave, IncomeStore, periodSave, reversedSave } from './income.store.js'
import { firstDayOf, periodOf } from './period.js'

/** The largest file of entries. */
const IMPORT_LIMIT_BYTES = 1_000_000

type Blocked = ErrorOf<typeof NOT_FOUND | typeof CONFLICT_OF_INTEREST | typeof INCOME_NOT_POSSIBLE>
type Uncommitted = Blocked | ErrorOf<typeof INCOME_REFERENCE_USED | typeof INCOME_FUNDS_INSUFFICIENT>
type Periods = ReadonlyMap<string, IncomePeriodRow>

/**
 * Records the income of properties. Entries, their transfers and the sums of their periods are one commit, which also
 * writes the audit row. Commits of one period follow each other: each saves the period at the version it has read.
 */
@Injectable()
export class RecordIncome {
  constructor(
    private readonly ledger: Committer,
    private readonly income: IncomeStore,
    private readonly raises: RaiseStore,
    private readonly conflicts: ConflictsOfInterest,
    private readonly storage: Storage,
    private readonly staff: StaffAudit,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: Ids,
  ) {}

  /** Returns the raise of a property whose income can be recorded by this person. */
  async possible(propertyId: string, by: Actor): Promise<Result<Raise, Blocked>> {
    const raise = await this.raises.byId(propertyId)
    if (!raise) return noProperty()
    const conflict = await this.conflicts.refuseConflictOfInterest(by.userId, { kind: 'raise', id: propertyId })
    if (conflict) return conflict
    return raise.state === 'completed' ? ok(raise) : notPossible('raise_state')
  }

  async record(
    { propertyId, documentSha256, ...entry }: Input<typeof RecordIncomeEntry>,
    by: Actor,
  ): Promise<Answer<typeof RecordIncomeEntry>> {
    const entryId = this.ids.next()
    const recorded = await this.commit(propertyId, by, 'income.recorded', async (raise) => {
      const document = await this.income.document(propertyId, documentSha256)
      if (!document) return notPossible('document')
      const fault = this.fault(raise, entry)
      return fault ? notPossible(fault) : ok([{ entryId, ...entry, document: documentOf(document) }])
    })
    return recorded.ok ? ok({ entry: entryView(recorded.value[0]!) }) : recorded
  }

  async reverse(
    { entryId, reason }: Input<typeof ReverseIncomeEntry>,
    by: Actor,
  ): Promise<Answer<typeof ReverseIncomeEntry>> {
    const known = await this.income.entry(entryId)
    if (!known) return refuse(NOT_FOUND, 'There is no such entry.')
    const reversalId = this.ids.next()
    const recorded = await this.commit(known.propertyId, by, 'income.reversed', async () => {
      const reverses = (await this.income.entry(entryId))!
      if (reverses.reverses || reverses.reversedBy) return notPossible('reversed')
      const { period: own, date, reference, document } = reverses
      const isClosed = (await this.income.period(known.propertyId, own))?.closedBy !== undefined
      const period = isClosed ? periodOf(dubaiDay(this.clock.now())) : own
      const fact = factOf(reverses)
      return ok([{ entryId: reversalId, period, fact, date, reference, document, reverses, reason }])
    })
    if (recorded.ok) return ok({ entry: entryView(recorded.value[0]!) })
    const { error } = recorded
    if (error.code === 'INCOME_REFERENCE_USED') throw new Error('a reversal has no reference of its own')
    return { ok: false, error }
  }

  async import(
    { propertyId, ...file }: Input<typeof ImportIncomeEntries>,
    by: Actor,
  ): Promise<Answer<typeof ImportIncomeEntries>> {
    // The gateway removes the upload after a refusal.
    const possible = await this.possible(propertyId, by)
    if (!possible.ok) return possible
    const taken = await takeFile(this.storage, file, IMPORT_LIMIT_BYTES)
    if (!taken.ok) return taken
    const bytes = taken.value
    const read = readIncomeFile(bytes)
    if (!('rows' in read)) return refuseFile(read.why, 'faults' in read ? read.faults : [])
    const document = { sha256: sha256Of(bytes), contentType: 'text/csv' as const, sizeBytes: bytes.length }
    const drafts = read.rows.map(({ row: _, ...entry }) => ({ ...entry, entryId: this.ids.next(), document }))
    const faults = async (raise: Raise): Promise<IncomeRowFault[]> => {
      const used = await this.income.usedReferences(
        propertyId,
        drafts.map(({ reference }) => reference),
      )
      const periods = await this.periodsOf(propertyId, drafts)
      return read.rows.flatMap(({ row, ...entry }): IncomeRowFault[] => {
        if (used.has(referenceKey(entry.reference))) return [{ row, column: 'reference', why: 'duplicate' }]
        if (periods.get(entry.period)!.closedBy) return [{ row, column: 'period', why: 'period_closed' }]
        const fault = this.fault(raise, entry)
        return fault ? [{ row, column: fault, why: fault }] : []
      })
    }
    return this.importRows(propertyId, { drafts, document, bytes, faults }, by)
  }

  private async importRows(
    propertyId: string,
    file: {
      drafts: Draft[]
      document: IncomeDocument
      bytes: Buffer
      faults: (raise: Raise) => Promise<IncomeRowFault[]>
    },
    by: Actor,
  ): Promise<Answer<typeof ImportIncomeEntries>> {
    const { drafts, document, bytes, faults } = file
    let refused: Refused<ErrorOf<typeof INCOME_FILE_REFUSED>> | undefined
    const objectRef = await this.storage.put(propertyId, bytes)
    const attempt = () =>
      this.commit(
        propertyId,
        by,
        'income.imported',
        async (raise) => {
          const found = await faults(raise)
          refused = found.length > 0 ? refuseFile('rows', found) : undefined
          // Rent first, so that the order of the rows decides nothing.
          return ok(refused ? [] : [...drafts].sort(rentFirst))
        },
        { ...document, objectRef },
      )
    const first = await attempt()
    // Another entry took a reference in between: the rows are checked again.
    const recorded = !first.ok && first.error.code === 'INCOME_REFERENCE_USED' ? await attempt() : first
    if (!recorded.ok || refused) await this.storage.delete(objectRef)
    if (refused) return refused
    if (!recorded.ok) {
      const { error } = recorded
      if (error.code === 'INCOME_REFERENCE_USED') throw new Error('the rows of the file have changed')
      return { ok: false, error }
    }
    const byId = new Map(recorded.value.map((entry) => [entry._id, entry]))
    const entries = drafts.map(({ entryId }) => entryView(byId.get(entryId)!))
    return ok({ document, entries, count: entries.length })
  }

  /** Returns why an entry is not possible; a closed period is refused when it is committed. */
  private fault(raise: Raise, { period, date }: { period: string; date: string }): 'period' | 'date' | undefined {
    const today = dubaiDay(this.clock.now())
    if (firstDayOf(period) > today || period < periodOf(dubaiDay(raise.completedAt!))) return 'period'
    return date > today ? 'date' : undefined
  }

  private async periodsOf(propertyId: string, drafts: readonly Pick<Draft, 'period'>[]): Promise<Periods> {
    const names = [...new Set(drafts.map(({ period }) => period))]
    const rows = await Promise.all(names.map((period) => this.income.period(propertyId, period)))
    return new Map(names.map((period, index) => [period, rows[index] ?? emptyPeriod(propertyId, period)]))
  }

  /** Commits the entries that `decide` returns; nothing if it returns none. */
  private async commit(
    propertyId: string,
    by: Actor,
    action: string,
    decide: (raise: Raise) => Promise<Result<Draft[], Blocked>>,
    file?: IncomeDocument & { objectRef: string },
  ): Promise<Result<IncomeEntry[], Uncommitted>> {
    let entries: IncomeEntry[] = []
    let drafts: Draft[] = []
    const outcome = await this.ledger.decideAndCommit<Result<IncomeEntry[], Blocked>>(async () => {
      const possible = await this.possible(propertyId, by)
      if (!possible.ok) return { done: possible }
      const decided = await decide(possible.value)
      if (!decided.ok || decided.value.length === 0) return { done: decided.ok ? ok([]) : decided }
      drafts = decided.value
      const periods = await this.periodsOf(propertyId, drafts)
      if ([...periods.values()].some(({ closedBy }) => closedBy)) return { done: notPossible('period_closed') }
      const kept = (booked: IncomeEntry[]) => void (entries = booked)
      const change = this.change(propertyId, drafts, periods, by, kept)
      const detail = { entryIds: drafts.map(({ entryId }) => entryId), reason: drafts[0]!.reason ?? null }
      const saves: Save[] = [this.staff.save(by, { action, subject: `income:${propertyId}`, detail })]
      const known = file && (await this.income.document(propertyId, file.sha256))
      if (file && !known) {
        const stored = { storedAt: this.clock.now(), storedBy: by.userId }
        saves.push(documentSave({ _id: documentId(propertyId, file.sha256), propertyId, ...file, ...stored }))
      }
      return { ...change, saves }
    })
    if ('done' in outcome) return outcome.done
    if (outcome.ok) return ok(entries)
    if (outcome.reason === 'DUPLICATE')
      return refuse(INCOME_REFERENCE_USED, 'Another entry of this property has this reference.')
    if (outcome.reason === 'LIMIT') return this.insufficient(propertyId, drafts)
    throw new Error(`the income of ${propertyId} was not recorded: ${outcome.reason}`)
  }

  private change(
    propertyId: string,
    drafts: readonly Draft[],
    before: Periods,
    by: Actor,
    kept: (entries: IncomeEntry[]) => void,
  ): Omit<Change, 'saves'> {
    const [operating, reserve] = [accounts.operating(propertyId), accounts.reserve(propertyId)]
    const at = this.clock.now()
    const derive = ({ balance }: View): Derived => {
      let balances = { operatingFils: balanceFils(balance(operating)), reserveFils: balanceFils(balance(reserve)) }
      const periods = new Map(before)
      const entries: IncomeEntry[] = []
      const transfers = []
      for (const draft of drafts) {
        const booked = book(propertyId, draft, balances)
        if (!booked) return { refusal: { reason: 'LIMIT', accountId: operating } }
        const { fromReserveFils } = booked
        balances = booked.balances
        transfers.push(...booked.transfers)
        periods.set(draft.period, addToPeriod(periods.get(draft.period)!, draft, fromReserveFils))
        entries.push({ ...entryOf(propertyId, draft, { fromReserveFils, at, by: by.userId }), version: 1 })
      }
      kept(entries)
      const saves = [
        ...entries.map(({ version: _, ...entry }) => entrySave(entry)),
        ...drafts.flatMap(({ entryId, reverses }) => (reverses ? [reversedSave(reverses, entryId)] : [])),
        ...[...periods.values()].map(periodSave),
      ]
      return { transfers, saves }
    }
    const key = `income:${drafts[0]!.entryId}`
    return { key, inputHash: key, transfers: [], events: [], reads: [accounts.bank(), operating, reserve], derive }
  }

  private async insufficient(propertyId: string, drafts: readonly Draft[]) {
    const [operating, reserve] = await Promise.all(
      [accounts.operating(propertyId), accounts.reserve(propertyId)].map(async (id): Promise<Fils> => {
        return balanceFils(await this.ledger.balance(id))
      }),
    )
    const availableFils = drafts[0]?.reverses ? operating! : sum(operating!, reserve!)
    return refuse(INCOME_FUNDS_INSUFFICIENT, 'The accounts of the property do not have this amount.', { availableFils })
  }
}

const WORDS: Readonly<Record<IncomeRefusal, string>> = {
  raise_state: 'Income can be recorded once the shares of the property are registered.',
  period_closed: 'The income of this quarter is distributed. Record the entry in a later quarter.',
  period: 'The quarter has not begun, or ended before the shares were registered.',
  date: 'The date is in the future.',
  document: 'This document is not stored. Upload it first.',
  reversed: 'This entry is reversed already, or reverses another one.',
}

export const notPossible = (why: IncomeRefusal) => refuse(INCOME_NOT_POSSIBLE, WORDS[why], { why })

const FILE_WORDS = {
  encoding: 'The file is not a text in UTF-8.',
  empty: 'The file has no rows.',
  too_many_rows: 'The file has too many rows.',
  rows: 'Some rows are wrong, so none was recorded.',
} as const

const refuseFile = (why: keyof typeof FILE_WORDS, rows: IncomeRowFault[]) =>
  refuse(INCOME_FILE_REFUSED, FILE_WORDS[why], { why, rows })

const documentOf = ({ sha256, contentType, sizeBytes }: IncomeDocument): IncomeDocument => ({
  ...{ sha256, contentType, sizeBytes },
})

const rentFirst = (a: Draft, b: Draft) => Number(b.fact.kind === 'rent') - Number(a.fact.kind === 'rent')
