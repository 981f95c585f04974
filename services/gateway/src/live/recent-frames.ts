import type { Timing } from '@hissa/kernel'
import { LRUCache } from 'lru-cache'

/** Longer than a screen takes from reading its data to opening a socket, also on a slow network. */
export const KEPT_MS = 120_000
/** A few hundred bytes each. */
const MOST_USERS = 20_000

/**
 * Keeps the newest frame of each type that was sent to a user in the last two minutes, for sockets that the user opens
 * afterwards. Frames only say what has changed, so an older one of the same type adds nothing.
 */
export class RecentFrames {
  private readonly byUser: LRUCache<string, Map<string, string>>

  constructor(timing: Pick<Timing, 'elapsedMs'>) {
    this.byUser = new LRUCache({ max: MOST_USERS, ttl: KEPT_MS, ttlResolution: 0, perf: { now: timing.elapsedMs } })
  }

  add(userId: string, type: string, frame: string): void {
    this.byUser.set(userId, new Map([...(this.byUser.get(userId) ?? []), [type, frame]]))
  }

  of(userId: string): Iterable<string> {
    return this.byUser.get(userId)?.values() ?? []
  }
}
