/** Bad passwords of one user since the last good one. */
export interface Failures {
  count: number
  lastAt: Date
  lockedUntil: Date
}

const FREE_TRIES = 5
const QUIET_MS = 15 * 60_000

/** Whether a sign-in is refused without looking at the password. */
export const isLocked = (failures: Failures | undefined, now: Date): boolean =>
  failures !== undefined && now < failures.lockedUntil

/** The state after one more bad password: from the fifth on locked for 2^(n−5) s, at most 15 min; 15 quiet minutes forgive. */
export function afterFailure(before: Failures | undefined, now: Date): Failures {
  const forgotten = !before || now.getTime() - before.lastAt.getTime() >= QUIET_MS
  const count = forgotten ? 1 : before.count + 1
  const lockMs = count < FREE_TRIES ? 0 : Math.min(QUIET_MS, 2 ** (count - FREE_TRIES) * 1_000)
  return { count, lastAt: now, lockedUntil: new Date(now.getTime() + lockMs) }
}

/** When the state means nothing any more and may be dropped. */
export const forgottenAt = (failures: Failures): Date => new Date(failures.lastAt.getTime() + 2 * QUIET_MS)
