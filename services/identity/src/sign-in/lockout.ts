/** Wrong passwords of one user since the last correct one. */
export interface Failures {
  count: number
  lastAt: Date
  lockedUntil: Date
}

const FREE_ATTEMPTS = 5
const QUIET_MS = 15 * 60_000

/** Returns whether sign-in is rejected without verifying the password. */
export const isLocked = (failures: Failures | undefined, now: Date): boolean =>
  failures !== undefined && now < failures.lockedUntil

/**
 * Returns the state after another wrong password. From the fifth, the user is locked for 2^(n−5) s, at most 15 min.
 * The count restarts after 15 minutes without a wrong password.
 */
export function afterFailure(before: Failures | undefined, now: Date): Failures {
  const forgotten = !before || now.getTime() - before.lastAt.getTime() >= QUIET_MS
  const count = forgotten ? 1 : before.count + 1
  const lockMs = count < FREE_ATTEMPTS ? 0 : Math.min(QUIET_MS, 2 ** (count - FREE_ATTEMPTS) * 1_000)
  return { count, lastAt: now, lockedUntil: new Date(now.getTime() + lockMs) }
}

/** Returns when the state may be deleted, because it no longer has an effect. */
export const expiresAtOf = (failures: Failures): Date => new Date(failures.lastAt.getTime() + 2 * QUIET_MS)
