import { larger, smaller, type Units, units } from '@hissa/money'
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

/** Returns the start of the period whose large reservations count at `at`. */
export const allowanceSince = (at: Date) => new Date(at.getTime() - DAY_MS)

/**
 * Returns the most units that an order may have without being a large reservation: a tenth of the available units, or
 * the minimum if that is more.
 */
export function largestSmallUnits(
  terms: Pick<QuoteTerms, 'unitPriceFils' | 'minimumFils'>,
  unitsAvailable: Units,
): Units {
  const minimumUnits = units(Math.ceil(larger(PLATFORM_MINIMUM_FILS, terms.minimumFils) / terms.unitPriceFils))
  return smaller(unitsAvailable, larger(units(Math.floor(unitsAvailable / 10)), minimumUnits))
}

/** What a raise's allowance for large reservations permits at a moment. */
export interface Allowance {
  /** How long another large reservation may be held. */
  holdMs: number
  /** The earliest time at which another can be held for long enough; null if that is now. */
  retryAt: Date | null
}

/**
 * Returns how long another large reservation may be held at `at`. The allowance counts the time during which at least
 * one large reservation was held unpaid, so concurrent reservations share their minutes. An open one counts until it
 * expires; an ended one counts for 24 hours after its end. No reservation is created that would extend that time beyond
 * the allowance.
 */
export function allowance(reservations: readonly LargeReservation[], at: Date): Allowance {
  const now = at.getTime()
  const counted = reservations.map(heldTime).filter(({ isOpen, untilMs }) => isOpen || untilMs > now)
  const holdMs = holdOf(counted, now)
  if (holdMs >= LEAST_HOLD_MS) return { holdMs, retryAt: null }
  const moments = counted.map(({ untilMs }) => untilMs).sort((a, b) => a - b)
  const enough = moments.find(
    (ms) =>
      holdOf(
        counted.filter(({ untilMs }) => untilMs > ms),
        ms,
      ) >= LEAST_HOLD_MS,
  )
  return { holdMs, retryAt: enough === undefined ? null : new Date(enough) }
}

interface HeldTime {
  fromMs: number
  toMs: number
  /** Until when it counts. */
  untilMs: number
  isOpen: boolean
}

function heldTime({ createdAt, expiresAt, closedAt }: LargeReservation): HeldTime {
  // When a release is late because the processor was unreachable, the delay is not charged to the investor.
  const end = closedAt && closedAt < expiresAt ? closedAt : expiresAt
  const untilMs = (closedAt ?? expiresAt).getTime() + DAY_MS
  return { fromMs: createdAt.getTime(), toMs: end.getTime(), untilMs, isOpen: !closedAt }
}

/**
 * The time until the last open reservation expires, plus what is left of the allowance after it; 31 minutes at most.
 */
function holdOf(counted: readonly HeldTime[], nowMs: number): number {
  const lastMs = counted.reduce((latest, { isOpen, toMs }) => (isOpen ? Math.max(latest, toMs) : latest), nowMs)
  // Deadlines are whole seconds, so a remainder from rounding down is not an allowance.
  const leftMs = Math.floor((LARGE_ALLOWANCE_MS - unionMs(counted)) / 1000) * 1000
  return Math.min(LARGE_ALLOWANCE_MS, lastMs - nowMs + leftMs)
}

/** Returns the time during which at least one was held. */
function unionMs(counted: readonly HeldTime[]): number {
  let [total, coveredMs] = [0, -Infinity]
  for (const { fromMs, toMs } of [...counted].sort((a, b) => a.fromMs - b.fromMs)) {
    total += Math.max(0, toMs - Math.max(fromMs, coveredMs))
    coveredMs = Math.max(coveredMs, toMs)
  }
  return total
}
