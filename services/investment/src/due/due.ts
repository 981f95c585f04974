/**
 * Work that a row still needs, stored in the row itself so that both change in one commit. There are two clocks:
 * `dueAt` is the business time from which the work is eligible; `nextTryAt` is the wall time before which it is not
 * retried after a failure.
 */
export interface Due<K extends string = string> {
  kind: K
  dueAt: Date
  nextTryAt: Date
  /** Consecutive failed attempts. */
  tries: number
  /** How many of `tries` were refused because of their content, not because of an outage. */
  refusals: number
}

/** Work that was rejected: its row has left the queue and staff decide. */
export interface RejectedWork<K extends string = string> {
  kind: K
  /** The processor's code, or our own reason. */
  code: string
  tries: number
  at: Date
}

export interface Failure {
  /** Set when the processor refused the content: the same attempt cannot succeed later. */
  code?: string
}

/** Shorter than the one minute within which all work must resume after an outage. */
export const LONGEST_BACKOFF_MS = 30_000
const FIRST_BACKOFF_MS = 1_000
/** Refusals of the same work before it is rejected. Some refusals pass, such as an insufficient balance. */
export const MOST_REFUSALS = 5
/** Work that has not failed may run immediately, and before all work that has. */
const AT_ONCE = new Date(0)

/** Returns work of `kind` that is eligible from business time `dueAt`, but not before wall time `nextTryAt`. */
export function dueFrom<K extends string>(kind: K, dueAt: Date, nextTryAt = AT_ONCE): Due<K> {
  return { kind, dueAt, nextTryAt, tries: 0, refusals: 0 }
}

/** Milliseconds to wait after `tries` failures: 1 s doubled each time, at most LONGEST_BACKOFF_MS. */
export const backoffMs = (tries: number) => Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (tries - 1))

/**
 * Returns the next state of work after a failed attempt: due again later, or rejected after MOST_REFUSALS refusals.
 * `at` is business time, `wall` wall time. Pure.
 */
export function afterFailure<K extends string>(
  due: Due<K>,
  { code }: Failure,
  { at, wall }: { at: Date; wall: Date },
): { due: Due<K> } | { rejected: RejectedWork<K> } {
  const { kind, dueAt } = due
  const tries = due.tries + 1
  const refusals = due.refusals + (code === undefined ? 0 : 1)
  if (code !== undefined && refusals >= MOST_REFUSALS) return { rejected: { kind, code, tries, at } }
  return { due: { kind, dueAt, nextTryAt: new Date(wall.getTime() + backoffMs(tries)), tries, refusals } }
}
