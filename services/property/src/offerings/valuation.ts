import type { Terms } from './terms.js'

/** Asia/Dubai is four hours ahead of UTC all year. */
const DUBAI_OFFSET_MS = 4 * 3_600_000
const DAY_MS = 86_400_000
/** Three months; investment blocks orders by the same limit on each day of the sale. */
const VALUATION_MAXIMUM_AGE_DAYS = 91

/** Returns the calendar day in Dubai at `at`, such as `2026-11-22`. */
export const dubaiDay = (at: Date): string => new Date(at.getTime() + DUBAI_OFFSET_MS).toISOString().slice(0, 10)

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
