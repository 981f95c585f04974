import type { Timing } from '@hissa/kernel'
import { LRUCache } from 'lru-cache'

/** Longer than a screen takes from reading its data to opening a socket, also on a slow network. */
export const KEPT_MS = 120_000
/** Total, which is enough for 10,000 users: frames have a few hundred characters. */
const MAX_BYTES = 16 * 1024 * 1024
const CHARACTER_BYTES = 2
/** Overhead of a user's maps. */
const ENTRY_BYTES = 256

/**
 * Keeps the newest frame of each type that was sent to a user, for sockets that the user opens within two minutes of the
 * last one. Frames only say what has changed, so an older one of the same type adds nothing.
 */
export class RecentFrames {
  private readonly byUser: LRUCache<string, Map<string, string>>

  constructor(timing: Pick<Timing, 'elapsedMs'>) {
    this.byUser = new LRUCache({
      ...{ maxSize: MAX_BYTES, sizeCalculation: bytesOf },
      ...{ ttl: KEPT_MS, ttlResolution: 0, perf: { now: timing.elapsedMs } },
    })
  }

  add(userId: string, type: string, frame: string): void {
    this.byUser.set(userId, new Map([...(this.byUser.get(userId) ?? []), [type, frame]]))
  }

  of(userId: string): Iterable<string> {
    return this.byUser.get(userId)?.values() ?? []
  }
}

const bytesOf = (frames: Map<string, string>) =>
  [...frames.values()].reduce((sum, frame) => sum + frame.length * CHARACTER_BYTES, ENTRY_BYTES)
