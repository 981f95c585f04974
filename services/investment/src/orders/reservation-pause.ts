import { UNPAID_PER_DAY } from '../rules/rules.api.js'
import type { Order } from './order.model.js'

const DAY_MS = 24 * 60 * 60_000
const PAUSE_MS = 60 * 60_000

/** Returns the start of the period whose reservations count at `at`. */
export const pauseSince = (at: Date) => new Date(at.getTime() - DAY_MS)

/**
 * Counts the reservations that lapsed or were released within the 24 hours before `at`. From the third on, the next
 * order must wait until `pausedUntil`, an hour from the latest of them; null when there is no pause.
 */
export function unpaidToday(
  orders: readonly Pick<Order, 'closedAt' | 'expiresAt' | 'reason'>[],
  at: Date,
): { count: number; pausedUntil: Date | null } {
  const ends = orders
    .filter(({ closedAt, reason }) => closedAt && (reason === 'lapsed' || reason === 'released'))
    .map(({ closedAt, expiresAt }) => Math.min(closedAt!.getTime(), expiresAt.getTime()))
    .filter((endMs) => endMs > at.getTime() - DAY_MS)
  const untilMs = Math.max(...ends) + PAUSE_MS
  const isPaused = ends.length >= UNPAID_PER_DAY && untilMs > at.getTime()
  return { count: ends.length, pausedUntil: isPaused ? new Date(untilMs) : null }
}
