import type {
  IncomeCategory,
  IncomeDocument,
  IncomeEntryView,
  IncomeFact,
  IncomeKind,
} from '@hissa/contracts/investment'
import { type Balance, single, type TransferInput } from '@hissa/ledger'
import { type Costs, costsOf, costsWith, fils, type Fils, subtract, sum, type Waterfall, ZERO } from '@hissa/money'
import { accounts } from '../accounts.js'
import { endOf } from './period.js'

/** The balances of a property's accounts, in fils. */
export interface IncomeBalances {
  operatingFils: Fils
  reserveFils: Fils
}

/** A stored document of a property's entries. */
export interface IncomeDocumentRow extends IncomeDocument {
  /** `<property id>:<sha256>`. */
  _id: string
  propertyId: string
  /** Where the object storage has it. */
  objectRef: string
  storedAt: Date
  storedBy: string
}

/** A recorded entry. It never changes, except that an entry which reverses it is named. */
export interface IncomeEntry {
  _id: string
  propertyId: string
  period: string
  kind: IncomeKind
  category?: IncomeCategory
  amountFils?: Fils
  days?: number
  fromReserveFils?: Fils
  date: string
  reference: string
  /** The reference in upper case, unique in the property; missing once the entry is reversed, and of a reversing one. */
  key?: string
  document: IncomeDocument
  reverses?: string
  reversedBy?: string
  reason?: string
  recordedAt: Date
  recordedBy: string
  version: number
}

/** The sums of a period's entries. Written in each commit that adds one, so that commits follow each other. */
export interface IncomePeriodRow {
  /** `<property id>:<period>`. */
  _id: string
  propertyId: string
  period: string
  endsAt: Date
  grossRentFils: Fils
  costs: Costs
  fromReserveFils: Fils
  /** grossRent − costs + fromReserve. */
  incomeFils: Fils
  vacancyDays: number
  arrearsFils: Fils
  /** The approved distribution of the period; no entry can be added then. */
  closedBy?: string
  /** The figures as distributed. */
  figures?: Waterfall
  version: number
}

/** An entry that is to be recorded. */
export interface Draft {
  entryId: string
  period: string
  fact: IncomeFact
  date: string
  reference: string
  document: IncomeDocument
  reverses?: IncomeEntry
  reason?: string
}

export const periodId = (propertyId: string, period: string) => `${propertyId}:${period}`
export const documentId = (propertyId: string, sha256: string) => `${propertyId}:${sha256}`
export const referenceKey = (reference: string) => reference.toUpperCase()

/** Returns a period without entries, as it is before its first one. */
export const emptyPeriod = (propertyId: string, period: string): IncomePeriodRow => ({
  ...{ _id: periodId(propertyId, period), propertyId, period, endsAt: endOf(period) },
  ...{ grossRentFils: ZERO, costs: costsWith(), fromReserveFils: ZERO, incomeFils: ZERO },
  ...{ vacancyDays: 0, arrearsFils: ZERO, version: 0 },
})

/** What an entry does: its transfers, the balances afterwards, and what it adds to its period. */
interface Booked {
  transfers: TransferInput[]
  balances: IncomeBalances
  fromReserveFils: Fils
}

/**
 * Books an entry's money. A cost is paid from the operating account, and what it lacks from the reserve. A reversal
 * moves each part back to where it came from. Returns undefined if the accounts do not have the amount.
 */
export function book(propertyId: string, draft: Draft, before: IncomeBalances): Booked | undefined {
  const { fact, reverses, entryId } = draft
  const moved = fact.kind === 'rent' || fact.kind === 'cost' ? fact.amountFils : ZERO
  const [bank, operating, reserve] = [accounts.bank(), accounts.operating(propertyId), accounts.reserve(propertyId)]
  const { operatingFils, reserveFils } = before
  const ref = { entryId }
  const outflow = (fact.kind === 'cost') !== (reverses !== undefined)
  if (moved === 0) return { transfers: [], balances: before, fromReserveFils: ZERO }
  if (!outflow) {
    // A reversed cost returns to the reserve what the reserve had paid.
    const toReserve = reverses?.fromReserveFils ?? ZERO
    const toOperating = subtract(moved, toReserve)
    const code = reverses ? 'income.cost-reversed' : 'income.rent'
    return {
      transfers: [...single(code, bank, operating, toOperating, ref), ...single(code, bank, reserve, toReserve, ref)],
      balances: { operatingFils: sum(operatingFils, toOperating), reserveFils: sum(reserveFils, toReserve) },
      fromReserveFils: toReserve,
    }
  }
  const fromOperating = fils(Math.min(moved, operatingFils))
  const fromReserveFils = subtract(moved, fromOperating)
  // Rent that never arrived is not the reserve's to pay.
  if (fromReserveFils > (reverses ? ZERO : reserveFils)) return undefined
  const code = reverses ? 'income.rent-reversed' : 'income.cost'
  return {
    transfers: [
      ...single(code, operating, bank, fromOperating, ref),
      ...single(code, reserve, bank, fromReserveFils, ref),
    ],
    balances: {
      operatingFils: subtract(operatingFils, fromOperating),
      reserveFils: subtract(reserveFils, fromReserveFils),
    },
    fromReserveFils,
  }
}

/** Returns a period with an entry added; an entry that reverses another subtracts it. */
export function addToPeriod(row: IncomePeriodRow, draft: Draft, fromReserveFils: Fils): IncomePeriodRow {
  const { fact } = draft
  const sign = draft.reverses ? -1 : 1
  const plus = (amount: Fils, added: number) => fils(amount + sign * added)
  const rent = fact.kind === 'rent' ? fact.amountFils : 0
  const costs =
    fact.kind === 'cost'
      ? { ...row.costs, [fact.category]: plus(row.costs[fact.category], fact.amountFils) }
      : row.costs
  const grossRentFils = plus(row.grossRentFils, rent)
  const reserve = plus(row.fromReserveFils, fact.kind === 'cost' ? fromReserveFils : 0)
  return {
    ...row,
    ...{ grossRentFils, costs, fromReserveFils: reserve },
    incomeFils: subtract(sum(grossRentFils, reserve), costsOf(costs)),
    vacancyDays: row.vacancyDays + sign * (fact.kind === 'vacancy' ? fact.days : 0),
    arrearsFils: plus(row.arrearsFils, fact.kind === 'arrears' ? fact.amountFils : 0),
  }
}

/** Returns the row of a booked entry. */
export function entryOf(
  propertyId: string,
  draft: Draft,
  { fromReserveFils, at, by }: { fromReserveFils: Fils; at: Date; by: string },
): Omit<IncomeEntry, 'version'> {
  const { entryId, period, fact, date, reference, document, reverses, reason } = draft
  const sign = reverses ? -1 : 1
  return {
    ...{ _id: entryId, propertyId, period, kind: fact.kind, date, reference, document },
    ...(fact.kind === 'cost' ? { category: fact.category } : {}),
    ...(fact.kind === 'vacancy' ? { days: sign * fact.days } : { amountFils: fils(sign * fact.amountFils) }),
    ...(fromReserveFils > 0 ? { fromReserveFils } : {}),
    ...(reverses ? { reverses: reverses._id } : { key: referenceKey(reference) }),
    ...(reason === undefined ? {} : { reason }),
    ...{ recordedAt: at, recordedBy: by },
  }
}

/** Returns what an entry states, as when it was recorded. */
export function factOf(entry: IncomeEntry): IncomeFact {
  const { kind, category, amountFils, days } = entry
  if (kind === 'vacancy') return { kind, days: days! }
  return kind === 'cost' ? { kind, category: category!, amountFils: amountFils! } : { kind, amountFils: amountFils! }
}

/** Returns an entry as finance staff see it. */
export function entryView({ _id: entryId, key: _, version: __, recordedAt, ...entry }: IncomeEntry): IncomeEntryView {
  return { entryId, ...entry, recordedAt: recordedAt.toISOString() }
}

/** Returns posted credits less debits, in fils. */
export const balanceFils = ({ creditsPosted, debitsPosted }: Balance): Fils => fils(creditsPosted - debitsPosted)
