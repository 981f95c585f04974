import type { FieldError } from '@hissa/contracts'
import type { Fils } from '@hissa/money'
import { minimumUnitsOf } from '../catalogue/property.js'
import type { Terms } from '../offerings/terms.js'
import { faultOfValuation } from '../offerings/valuation.js'

type Lines = readonly { amountFils: Fils }[]

const FIXED = ['unitPriceFils', 'unitsTotal', 'unitsIssued'] as const

/**
 * Returns why terms cannot be published now; empty if they can. Faults are units that were not issued, a minimum that
 * is not a whole number of units, more units needed to close than offered, lines that do not add up to the total raise, a
 * deadline in the past, a missing company, a valuation that is missing, older than three months or in the future and, in
 * a next version, a changed price, deadline or number of units, or of those needed to close. `published` has the deadline
 * after extensions, which only finance makes. Amounts in fils.
 */
export function faultsOfTerms(terms: Terms, published: Terms | null, now: Date): FieldError[] {
  const { unitPriceFils, unitsTotal, unitsIssued, minimumFils, acquisition, rent, deadline, spv, valuation } = terms
  const faults: FieldError[] = []
  const fault = (field: string, code: string, message: string) =>
    faults.push({ path: `/terms/${field}`, code, message })
  if (unitsTotal > unitsIssued) fault('unitsTotal', 'too_many', 'More units are offered than issued')
  if (minimumFils % unitPriceFils !== 0)
    fault('minimumFils', 'not_multiple', 'The minimum is not a whole number of units')
  if (minimumFils > unitsTotal * unitPriceFils) fault('minimumFils', 'too_much', 'The minimum is more than the raise')
  if (minimumUnitsOf(terms) > unitsTotal)
    fault('minimumUnits', 'too_many', 'More units are needed to close than are offered')
  if (deadline <= now) fault('deadline', 'passed', 'The deadline has passed')
  if (!spv) fault('spv', 'missing', 'Each property needs a company of its own')
  const valued = faultOfValuation(valuation, now)
  if (valued) fault('valuation', ...valued)
  if (!addsUp(acquisition)) fault('acquisition', 'sum', 'The last line is not the sum of those above it')
  if (!addsUp(rent)) fault('rent', 'sum', 'The last line is not the sum of those above it')
  if (acquisition.length > 0 && acquisition.at(-1)!.amountFils !== unitsIssued * unitPriceFils) {
    fault('acquisition', 'total', 'The total is not the price of all units')
  }
  const fixed = (field: string) => fault(field, 'fixed', 'This cannot change while units are sold')
  for (const field of FIXED) if (published && published[field] !== terms[field]) fixed(field)
  if (published && minimumUnitsOf(published) !== minimumUnitsOf(terms)) fixed('minimumUnits')
  if (published && published.deadline.getTime() !== deadline.getTime()) fixed('deadline')
  return faults
}

function addsUp(lines: Lines): boolean {
  const last = lines.at(-1)
  return !last || lines.slice(0, -1).reduce((sum, { amountFils }) => sum + amountFils, 0) === last.amountFils
}
