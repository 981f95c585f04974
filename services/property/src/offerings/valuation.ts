import { dubaiDay } from '../calendar/dubai-time.js'
import type { Terms } from './terms.js'

const DAY_MS = 86_400_000
/** Three months; investment blocks orders by the same limit on each day of the sale. */
const VALUATION_MAXIMUM_AGE_DAYS = 91

/** Returns why a valuation does not allow an offering to be published now; undefined if it does. */
export function faultOfValuation(
  valuation: Terms['valuation'],
  now: Date,
): [code: string, message: string] | undefined {
  if (!valuation) return ['missing', 'An independent valuation is required']
  const ageDays = (Date.parse(dubaiDay(now)) - Date.parse(valuation.valuedOn)) / DAY_MS
  if (ageDays < 0) return ['future', 'The valuation is dated in the future']
  return ageDays > VALUATION_MAXIMUM_AGE_DAYS ? ['outdated', 'The valuation is older than three months'] : undefined
}
