/**
 * Work that a row has to have done, kept in the row itself so that both change in one commit. Two clocks: `dueAt` is
 * business time, from which the work is eligible; `nextTryAt` is wall time, before which it is left alone after a failure.
 */
export interface Due<K extends string = string> {
  kind: K
  dueAt: Date
  nextTryAt: Date
  /** Failed attempts in a row. */
  tries: number
  /** Those of `tries` that were refused for what they asked, not for an outage. */
  refusals: number
}

/** Work that was given up for good: its row has left the queue and staff decide. */
export interface RejectedWork<K extends string = string> {
  kind: K
  /** The processor's code, or the reason of ours. */
  code: string
  tries: number
  at: Date
}

export interface Failure {
  /** Set when the processor refused the content: the same attempt cannot succeed later. */
  code?: string
}

/** Below the minute in which everything must move again after an outage. */
export const LONGEST_BACKOFF_MS = 30_000
const FIRST_BACKOFF_MS = 1_000
/** How often the same refusal is heard before the work is given up: some refusals pass, such as an empty balance. */
export const MOST_REFUSALS = 5
/** Work that has not failed may be tried at once, and goes before all that has. */
const AT_ONCE = new Date(0)

/** Makes work of `kind` that is eligible from `dueAt`, and not before wall time `nextTryAt`. */
export function dueFrom<K extends string>(kind: K, dueAt: Date, nextTryAt = AT_ONCE): Due<K> {
  return { kind, dueAt, nextTryAt, tries: 0, refusals: 0 }
}

/** Milliseconds to wait after `tries` failures: 1 s doubled each time, at most LONGEST_BACKOFF_MS. */
export const backoffMs = (tries: number) => Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (tries - 1))

/**
 * Returns what becomes of work after a failed attempt: tried again later, or rejected once it was refused
 * MOST_REFUSALS times. `at` is business time, `wall` wall time. Pure.
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
