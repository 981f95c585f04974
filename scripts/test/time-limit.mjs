// The time from which on a run starts no further step, so that it ends with a result on a slow machine too.

/**
 * Returns why a step may not start any more; undefined while it may.
 * @param startsUntil seconds since the epoch, as `HISSA_TEST_STARTS_UNTIL` has them; no limit without
 */
export function reasonNotToStart(startsUntil, nowMs = Date.now()) {
  if (!startsUntil || nowMs < Number(startsUntil) * 1_000) return undefined
  const time = new Date(Number(startsUntil) * 1_000).toISOString().slice(11, 16)
  return `the run starts no step after ${time} UTC, its time limit`
}
