import { LARGE_ALLOWANCE_MS, LEAST_HOLD_MS } from '../rules/rules.api.js'
import { PLATFORM_MINIMUM_FILS, type QuoteTerms } from './quote.js'

const DAY_MS = 24 * 60 * 60_000

/** A reservation of more units than `largestSmallUnits`, unpaid or ended unpaid. */
export interface LargeReservation {
  createdAt: Date
  expiresAt: Date
  /** When it ended; absent while it is open. */
  closedAt?: Date
}

/** The start of the period whose large reservations count at `at`. */
export const allowanceSince = (at: Date) => new Date(at.getTime() - DAY_MS)

/**
 * The most units that an order may have without being a large reservation: a tenth of what is available, or the
 * minimum where that is more.
 */
export function largestSmallUnits(terms: Pick<QuoteTerms, 'unitPriceFils' | 'minimumFils'>, unitsAvailable: number) {
  const minimumUnits = Math.ceil(Math.max(PLATFORM_MINIMUM_FILS, terms.minimumFils) / terms.unitPriceFils)
  return Math.min(unitsAvailable, Math.max(Math.floor(unitsAvailable / 10), minimumUnits))
}

/**
 * Returns what is left of a raise's allowance at `at`, and when enough for another large reservation is left again at
 * the latest (null: now). An open reservation counts with all the time it may still be held, since it may end unpaid;
 * one that ended counts with the time it was held, for 24 hours after its end. The sum never exceeds the allowance,
 * because no large reservation is made for longer than what is left.
 */
export function allowance(
  reservations: readonly LargeReservation[],
  at: Date,
): { leftMs: number; retryAt: Date | null } {
  const counted = reservations
    .map(({ createdAt, expiresAt, closedAt }) => {
      // A release that was late, because the processor could not be reached, is not the investor's time.
      const end = closedAt && closedAt < expiresAt ? closedAt : expiresAt
      return {
        heldMs: end.getTime() - createdAt.getTime(),
        untilMs: (closedAt ?? expiresAt).getTime() + DAY_MS,
        closedAt,
      }
    })
    .filter(({ untilMs, closedAt }) => !closedAt || untilMs > at.getTime())
    .sort((a, b) => a.untilMs - b.untilMs)
  const leftMs = counted.reduce((left, { heldMs }) => left - heldMs, LARGE_ALLOWANCE_MS)
  let free = leftMs
  for (const { heldMs, untilMs } of counted) {
    if (free >= LEAST_HOLD_MS) break
    free += heldMs
    if (free >= LEAST_HOLD_MS) return { leftMs, retryAt: new Date(untilMs) }
  }
  return { leftMs, retryAt: null }
}
