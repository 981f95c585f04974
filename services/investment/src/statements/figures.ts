import { orderReference } from '@hissa/contracts/investment'
import type { Balance, Transfer } from '@hissa/ledger'
import { type Fils, fils, quotaOf, subtract, sum, times, type Units, units as unitsOf, ZERO } from '@hissa/money'
import { balanceFils } from '../income/income.api.js'
import { dubaiDay } from '../rules/rules.api.js'
import type { Range } from './period.js'

/** What a movement of cash is. */
export const MOVEMENT_KINDS = [
  ...(['payment', 'purchase', 'fee', 'purchase_returned', 'fee_returned', 'refund', 'refund_returned'] as const),
  ...(['income', 'withdrawal', 'withdrawal_returned', 'dispute', 'other'] as const),
]
export type MovementKind = (typeof MOVEMENT_KINDS)[number]

const KINDS: Readonly<Record<string, MovementKind>> = {
  'card.receive': 'payment',
  'order.subscribe': 'purchase',
  'order.fee': 'fee',
  'order.unsubscribe': 'purchase_returned',
  'order.fee-return': 'fee_returned',
  'card.refund': 'refund',
  'refund.settle': 'refund',
  'card.refund-returned': 'refund_returned',
  withdrawal_paid: 'withdrawal',
  withdrawal_returned: 'withdrawal_returned',
}

/** A posted change of an investor's cash. Amounts out are negative. */
export interface Movement {
  /** The transfer's id in the ledger, and its place in it. */
  id: string
  seq: number
  at: string
  /** The day in Dubai. */
  day: string
  kind: MovementKind
  code: string
  reference: string
  propertyId?: string
  amountFils: Fils
  /** The cash after it. */
  balanceFils: Fils
}

/** Units of one property: paid and not on the register yet, and registered. */
export interface Held {
  paid: Units
  registered: Units
}

/** A property of which the investor held units at the start or the end. */
export interface HeldProperty {
  propertyId: string
  title: string
  opening: Held
  closing: Held
  issuePriceFils: Fils
  /** All units at the end at their issue price. It is no valuation. */
  closingAtIssueFils: Fils
}

/** Whose statement it is. `name` is absent if the account has none. */
export interface Investor {
  id: string
  name?: string
}

interface Figures extends Range {
  investor: Investor
  currency: 'AED'
  holdings: HeldProperty[]
  /** The ledger's transfers that it rests on: those after `from`, up to `to`. */
  ledger: { after: number; upTo: number }
}

/** The figures of an account between two days. They are the same whenever they are read. */
export interface AccountFigures extends Figures {
  type: 'hissa.statement.account.v1'
  cash: {
    openingFils: Fils
    inFils: Fils
    outFils: Fils
    closingFils: Fils
    /** The part of the closing cash that was on its way out: refunds and withdrawals that were not confirmed. */
    reservedFils: Fils
  }
  movements: Movement[]
  /** The movements of each kind, summed. */
  totals: { kind: MovementKind; amountFils: Fils }[]
  income: { propertyId: string; title: string; amountFils: Fils }[]
  incomeFils: Fils
  /** Platform fees of orders, by the days on which the cash moved. */
  fees: { chargedFils: Fils; returnedFils: Fils; netFils: Fils }
}

/** One payment of income with the investor's part of what was withheld. gross − costs − reserve − fee = amount. */
export interface TaxIncome {
  day: string
  reference: string
  propertyId: string
  title: string
  /** The quarter that earned it; absent for income without a distribution. */
  period?: string
  grossFils: Fils
  costsFils: Fils
  reserveFils: Fils
  platformFeeFils: Fils
  amountFils: Fils
}

export type TaxTotals = Pick<TaxIncome, 'grossFils' | 'costsFils' | 'reserveFils' | 'platformFeeFils' | 'amountFils'>

/** Units that came or went by a transfer on the register. It is no sale: no price was paid through Hissa. */
export interface UnitTransfer {
  day: string
  reference: string
  propertyId: string
  title: string
  direction: 'in' | 'out'
  units: Units
}

/** The figures of a calendar year for taxes. */
export interface TaxFigures extends Figures {
  type: 'hissa.statement.tax.v1'
  income: TaxIncome[]
  byProperty: ({ propertyId: string; title: string } & TaxTotals)[]
  totals: TaxTotals & { withheldFils: Fils }
  /** Sales through Hissa. There is no market yet, so there are none. */
  disposals: []
  transfers: UnitTransfer[]
  heldAtIssueFils: Fils
}

export type StatementFigures = AccountFigures | TaxFigures

/** A transfer with its place, as the ledger stores it. */
export type Posted = Pick<Transfer, '_id' | 'seq' | 'at' | 'code' | 'debit' | 'credit' | 'amount' | 'ref'>

/** A property of the investor's, with its accounts' balances at both moments. */
export interface HoldingFacts {
  propertyId: string
  title: string
  issuePriceFils: Fils
  opening: { paid: Balance; registered: Balance }
  closing: { paid: Balance; registered: Balance }
}

/** A part of a distribution that was paid. */
export interface PaidShare {
  period: string
  units: Units
  unitsIssued: Units
  /** Of the whole property, in fils. */
  costsFils: Fils
  reserveFils: Fils
  platformFeeFils: Fils
}

export interface StatementFacts extends Range {
  investor: Investor
  /** The investor's cash account. */
  account: string
  opening: Balance
  closing: Balance
  ledger: { after: number; upTo: number }
  /** Every posted transfer of the account after `ledger.after` up to `ledger.upTo`, in order. */
  transfers: readonly Posted[]
  holdings: readonly HoldingFacts[]
  /** The titles of all properties that transfers and holdings name. */
  titles: ReadonlyMap<string, string>
}

export interface TaxFacts extends StatementFacts {
  /** Paid parts by the id of their distribution. */
  shares: ReadonlyMap<string, PaidShare>
  /** Transfers of registered units to or from the investor, in order. */
  unitTransfers: readonly (Posted & { propertyId: string; isIn: boolean })[]
}

/**
 * Returns the statement of an account. Pure. Each movement changes the balance, so opening and movements give the
 * closing cash. Throws if that is not the ledger's: then a transfer is missing.
 */
export function accountFigures(facts: StatementFacts): AccountFigures {
  const { closing, titles } = facts
  const openingFils = balanceFils(facts.opening)
  const movements = movementsOf(facts)
  const closingFils = movements.at(-1)?.balanceFils ?? openingFils
  if (closingFils !== balanceFils(closing))
    throw new Error(`The movements of ${facts.account} up to ${facts.ledger.upTo} don't give its balance`)
  const amounts = movements.map(({ amountFils }) => amountFils)
  const ofKind = (kind: MovementKind) => movements.filter((movement) => movement.kind === kind)
  const total = (kind: MovementKind) => sum(...ofKind(kind).map(({ amountFils }) => amountFils))
  const income = sumBy(ofKind('income'), ({ propertyId = '' }) => propertyId).map(([propertyId, amountFils]) => ({
    ...{ propertyId, title: titles.get(propertyId) ?? propertyId, amountFils },
  }))
  const [charged, returned] = [total('fee'), total('fee_returned')]
  return {
    type: 'hissa.statement.account.v1',
    ...baseOf(facts),
    cash: {
      openingFils,
      inFils: sum(...amounts.filter((amount) => amount > 0)),
      outFils: sum(...amounts.filter((amount) => amount < 0)),
      closingFils,
      reservedFils: fils(closing.debitsPending),
    },
    movements,
    totals: MOVEMENT_KINDS.filter((kind) => ofKind(kind).length > 0).map((kind) => ({ kind, amountFils: total(kind) })),
    income,
    incomeFils: total('income'),
    fees: { chargedFils: negated(charged), returnedFils: returned, netFils: negated(sum(charged, returned)) },
  }
}

/** Returns a year's figures for taxes. Pure. Gross income is what was paid plus the investor's part of what was withheld. */
export function taxFigures(facts: TaxFacts): TaxFigures {
  const { shares, titles } = facts
  const titleOf = (propertyId: string) => titles.get(propertyId) ?? propertyId
  const paid = movementsOf(facts).filter(({ kind }) => kind === 'income')
  const income = paid.map(({ day, reference, propertyId = '', amountFils }): TaxIncome => {
    const share = shares.get(reference)
    const withheld = share ? partOf(share) : { costsFils: ZERO, reserveFils: ZERO, platformFeeFils: ZERO }
    return {
      ...{ day, reference, propertyId, title: titleOf(propertyId) },
      ...(share ? { period: share.period } : {}),
      grossFils: sum(amountFils, withheld.costsFils, withheld.reserveFils, withheld.platformFeeFils),
      ...withheld,
      amountFils,
    }
  })
  const properties = [...new Set(income.map(({ propertyId }) => propertyId))].sort()
  const totals = totalsOf(income)
  const base = baseOf(facts)
  return {
    type: 'hissa.statement.tax.v1',
    ...base,
    income,
    byProperty: properties.map((propertyId) => ({
      ...{ propertyId, title: titleOf(propertyId) },
      ...totalsOf(income.filter((one) => one.propertyId === propertyId)),
    })),
    totals: { ...totals, withheldFils: subtract(totals.grossFils, totals.amountFils) },
    disposals: [],
    transfers: facts.unitTransfers.map(({ _id, at, ref, propertyId, isIn, amount }) => ({
      ...{ day: dubaiDay(at), reference: ref?.['transferId'] ?? _id, propertyId, title: titleOf(propertyId) },
      ...{ direction: isIn ? ('in' as const) : ('out' as const), units: unitsOf(amount) },
    })),
    heldAtIssueFils: sum(...base.holdings.map(({ closingAtIssueFils }) => closingAtIssueFils)),
  }
}

function movementsOf({ account, opening, transfers }: StatementFacts): Movement[] {
  let balance = balanceFils(opening)
  return transfers.map((transfer) => {
    const { _id: id, seq, at, code, credit, amount, ref } = transfer
    const amountFils = fils(credit === account ? amount : -amount)
    balance = sum(balance, amountFils)
    const propertyId = ref?.['propertyId']
    return {
      ...{
        id,
        seq,
        at: at.toISOString(),
        day: dubaiDay(at),
        kind: kindOf(code),
        code,
        reference: referenceOf(transfer),
      },
      ...(propertyId === undefined ? {} : { propertyId }),
      ...{ amountFils, balanceFils: balance },
    }
  })
}

function kindOf(code: string): MovementKind {
  if (code.startsWith('distribution')) return 'income'
  return code.startsWith('dispute') ? 'dispute' : (KINDS[code] ?? 'other')
}

function referenceOf({ _id, ref = {} }: Posted): string {
  const { orderId, reference, distributionId } = ref
  return reference ?? (orderId === undefined ? (distributionId ?? _id) : orderReference(orderId))
}

function baseOf({ investor, from, to, ledger, holdings }: StatementFacts) {
  const rows = holdings.map(({ propertyId, title, issuePriceFils, opening, closing }): HeldProperty => {
    const end = heldOf(closing)
    const closingAtIssueFils = times(issuePriceFils, end.paid + end.registered)
    return { propertyId, title, opening: heldOf(opening), closing: end, issuePriceFils, closingAtIssueFils }
  })
  const isHeld = ({ opening, closing }: HeldProperty) =>
    opening.paid + opening.registered + closing.paid + closing.registered > 0
  return { investor, currency: 'AED' as const, from, to, ledger, holdings: rows.filter(isHeld) }
}

const heldOf = ({ paid, registered }: HoldingFacts['opening']): Held => ({
  paid: unitsOf(balanceFils(paid)),
  registered: unitsOf(balanceFils(registered)),
})

/** Returns the holder's part of what was withheld of a property, each rounded down to the fil. */
function partOf({ units, unitsIssued, costsFils, reserveFils, platformFeeFils }: PaidShare) {
  const part = (whole: Fils) => fils(quotaOf(whole, units, unitsIssued).floor)
  return { costsFils: part(costsFils), reserveFils: part(reserveFils), platformFeeFils: part(platformFeeFils) }
}

const totalsOf = (rows: readonly TaxTotals[]): TaxTotals => ({
  grossFils: sum(...rows.map(({ grossFils }) => grossFils)),
  costsFils: sum(...rows.map(({ costsFils }) => costsFils)),
  reserveFils: sum(...rows.map(({ reserveFils }) => reserveFils)),
  platformFeeFils: sum(...rows.map(({ platformFeeFils }) => platformFeeFils)),
  amountFils: sum(...rows.map(({ amountFils }) => amountFils)),
})

function sumBy(movements: readonly Movement[], keyOf: (movement: Movement) => string): [key: string, total: Fils][] {
  const totals = new Map<string, Fils>()
  for (const movement of movements) {
    const key = keyOf(movement)
    totals.set(key, sum(totals.get(key) ?? ZERO, movement.amountFils))
  }
  return [...totals].sort(([left], [right]) => (left < right ? -1 : 1))
}

/** Without a negative zero, which JSON does not distinguish. */
const negated = (amount: Fils): Fils => subtract(ZERO, amount)
