/**
 * How long delivery state is kept, in days of wall time. A consumer can receive an event again until its inbox row has
 * expired, and no later, as long as these two hold:
 * - `outboxRow + eventStream < inboxRow`: the last day on which a row is republished, plus its time in the stream;
 * - `deadLetter + eventStream < inboxRow`: the last day on which a dead letter is replayed, plus its time in the stream.
 */
export const RETENTION_DAYS = { outboxRow: 14, eventStream: 14, deadLetter: 14, inboxRow: 30 } as const

const SECONDS_PER_DAY = 86_400

/** Returns a number of days in seconds. */
export const secondsOf = (days: number): number => days * SECONDS_PER_DAY
/** Returns a number of days in nanoseconds. */
export const nanosOf = (days: number): number => days * SECONDS_PER_DAY * 1e9
