import type { Clock } from '@hissa/kernel'
import type { ChainTimes } from './chain/chain.api.js'

/** How often the service polls, and how long it waits, in milliseconds of wall time. */
export interface Pace {
  /** Polling interval of the chain; by default what suits the chain. */
  pollMs?: number
  /** How long the chain waits for the node and for blocks. */
  chain?: Partial<ChainTimes>
  /** Between two passes over what has to be planned. */
  workMs: number
  /** Between two looks whether a token must be compared. */
  compareMs: number
  /** A token is compared at least this often, even if nothing has changed. */
  compareUnchangedMs: number
  /** A disagreement that lasts this long, unchanged, is not explained by events that are still arriving. */
  lastsMs: number
  /** Between two readings of all events of a token that differs, in case the node has omitted some. */
  recheckMs: number
  /** After a refusal, before the same is planned again. */
  retryMs: number
  /** Between two reviews of who holds the roles of the contracts. */
  reviewMs: number
}

export const PACE = Symbol('PACE')

/** The clock by which these waits pass: wall time, which tests move. Business time is `CLOCK`. */
export const WALL_CLOCK = Symbol('WALL_CLOCK')

/** Returns whether something happened less than this long ago. It has not if the clock was set back since. */
export function isRecent(at: Date | undefined, withinMs: number, wall: Clock): boolean {
  if (at === undefined) return false
  const ageMs = wall.now().getTime() - at.getTime()
  return ageMs >= 0 && ageMs < withinMs
}

export const DEFAULT_PACE: Pace = {
  ...{ workMs: 1_000, compareMs: 5_000, compareUnchangedMs: 60_000, lastsMs: 30_000 },
  ...{ recheckMs: 600_000, retryMs: 60_000, reviewMs: 60_000 },
}
