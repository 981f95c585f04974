import type { InvestorIncomeView } from '@hissa/contracts/investment'
import type { Fils, Units, Waterfall } from '@hissa/money'
import type { Income } from '../../../api/income-api.js'
import { dubaiDate } from '../../../lib/quarter.js'
import { INCOME_STATES, type IncomeState } from './income-state.js'
import type { DatedIncome } from './months.js'

/** An income of the user's, paid, declared or estimated, with what it is derived from. */
export interface IncomeRow extends DatedIncome {
  /** The id of the distribution; of an estimate, one that names property and quarter. */
  id: string
  property: InvestorIncomeView['property']
  period: string
  units: Units
  unitsIssued: Units
  netIncomeFils: Fils
  /** Missing for an estimate, which is a part of the target. */
  waterfall?: Waterfall
  recordDate?: string
  declaredAt?: string
  paidAt?: string
}

/** Returns all income of the user, the latest first. */
export function rowsOf({ income, next }: Pick<Income, 'income' | 'next'>): IncomeRow[] {
  const estimates = next.map(
    ({ property, period, units, unitsIssued, targetNetIncomeFils, amountFils, dueFrom }): IncomeRow => ({
      ...{ id: `estimate.${property.propertyId}.${period}`, state: 'estimated', on: dueFrom },
      ...{ property, period, units, unitsIssued, amountFils, netIncomeFils: targetNetIncomeFils },
    }),
  )
  return [...estimates, ...income.map(rowOf)].sort((a, b) => b.on.localeCompare(a.on))
}

function rowOf({ distributionId, declaredAt, paidAt, ...view }: InvestorIncomeView): IncomeRow {
  const { property, period, state, units, unitsIssued, waterfall, netIncomeFils, amountFils, recordDate } = view
  return {
    ...{ id: distributionId, property, period, state, units, unitsIssued, waterfall, netIncomeFils, amountFils },
    ...{ recordDate, declaredAt, on: dubaiDate(paidAt ?? declaredAt), ...(paidAt && { paidAt }) },
  }
}

/** What is paid next: declared income before estimates, the earliest first; undefined without any. */
export function nextOf(rows: readonly IncomeRow[]): IncomeRow | undefined {
  const byDate = [...rows].sort((a, b) => a.on.localeCompare(b.on))
  return byDate.find(({ state }) => state === 'declared') ?? byDate.find(({ state }) => state === 'estimated')
}

export interface IncomeFilters {
  state?: IncomeState
  /** The id of a property. */
  property?: string
  /** A year, by the day of payment. */
  year?: string
}

/** Reads the filters of an address; unknown values don't filter. */
export function readIncomeFilters(params: URLSearchParams): IncomeFilters {
  const [state, property, year] = ['state', 'property', 'year'].map((name) => params.get(name))
  return {
    ...(INCOME_STATES.some((known) => known === state) && { state: state as IncomeState }),
    ...(property && { property }),
    ...(year && /^\d{4}$/.test(year) && { year }),
  }
}

/** Returns the rows that all filters match. */
export const filterRows = (rows: readonly IncomeRow[], { state, property, year }: IncomeFilters): IncomeRow[] =>
  rows.filter(
    (row) =>
      (!state || row.state === state) &&
      (!property || row.property.propertyId === property) &&
      (!year || row.on.startsWith(year)),
  )
