import { INCOME_IMPORT_COLUMNS, type IncomeFact } from '@hissa/contracts/investment'
import { fils, type Fils, subtract, sum, toDecimal, type Waterfall } from '@hissa/money'

/** How many quarters the sample properties have earned. */
export const SAMPLE_QUARTERS = 8
/** What happened to a sample property once: tenants changed, or a repair used up its reserve. */
export type SampleEvent = 'vacancy' | 'repair'

/** The quarter, from 0, in which the tenants changed. */
const VACANT_QUARTER = 3
const VACANT_DAYS = 41
const DAYS_OF_QUARTER = 92
/** The quarter, from 0, of the repair: by then the reserve holds five quarters. */
const REPAIR_QUARTER = 5
/** The rent of the second year, in percent of the first. */
const SECOND_YEAR_PERCENT = 103
const MONTHS = 3

/**
 * Returns what was recorded about one quarter of a sample property: one list for each imported file, in order.
 * @param target the offering's target of that quarter
 * @param index the number of the quarter, from 0
 * @param reserveFils what the reserve holds before the quarter is recorded
 */
export function sampleQuarter(target: Waterfall, index: number, event: SampleEvent, reserveFils: Fils): IncomeFact[][] {
  const full = percentOf(target.grossRentFils, index >= SAMPLE_QUARTERS / 2 ? SECOND_YEAR_PERCENT : 100)
  const { serviceCharge, management } = target.costs
  const costs: IncomeFact[] = [
    { kind: 'cost', category: 'serviceCharge', amountFils: serviceCharge },
    { kind: 'cost', category: 'management', amountFils: management },
  ]
  if (event === 'vacancy' && index === VACANT_QUARTER) {
    const let_ = fils(Math.round((full * (DAYS_OF_QUARTER - VACANT_DAYS)) / DAYS_OF_QUARTER))
    return [[{ kind: 'rent', amountFils: let_ }, { kind: 'vacancy', days: VACANT_DAYS }, ...costs]]
  }
  if (event === 'repair' && index === REPAIR_QUARTER) {
    const month = fils(Math.floor(full / MONTHS))
    // Paid after the first month's rent, which it uses up together with the whole reserve.
    return [
      [
        { kind: 'rent', amountFils: month },
        { kind: 'cost', category: 'maintenance', amountFils: sum(month, reserveFils) },
      ],
      [{ kind: 'rent', amountFils: subtract(full, month) }, ...costs],
    ]
  }
  return [[{ kind: 'rent', amountFils: full }, ...costs]]
}

/** Returns the facts as a file of entries that finance imports. */
export function incomeFile(
  facts: readonly IncomeFact[],
  { period, date, part }: { period: string; date: string; part: number },
): string {
  const rows = facts.map((fact, row) => {
    const values: Record<(typeof INCOME_IMPORT_COLUMNS)[number], string> = {
      ...{ period, kind: fact.kind, category: fact.kind === 'cost' ? fact.category : '', date },
      amount: fact.kind === 'vacancy' ? '' : toDecimal(fact.amountFils),
      days: fact.kind === 'vacancy' ? String(fact.days) : '',
      reference: `SAMPLE-${period}-${part + 1}-${row + 1}`,
    }
    return INCOME_IMPORT_COLUMNS.map((column) => values[column]).join(',')
  })
  return `${[INCOME_IMPORT_COLUMNS.join(','), ...rows].join('\n')}\n`
}

const percentOf = (amount: Fils, percent: number): Fils => fils(Math.round((amount * percent) / 100))
