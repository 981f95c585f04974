import type { Connection } from '@hissa/persistence'
import { RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible'
import type { IdentityClock } from '../clock.js'

const ROWS = 'rate_limits'
/** Short, because another replica may give requests of a refused key back. */
const REFUSED_IN_MEMORY_SECONDS = 2

export interface Limit {
  name: string
  count: number
  windowMs: number
}

/** A request that was counted and admitted. */
export interface Admission {
  /** Removes the request from the count of its window. */
  giveBack(): Promise<void>
}

/**
 * Counts requests in fixed windows in the store, exactly across replicas and restarts. Rejected requests don't extend a
 * window, so clients that retry automatically are not locked out for longer. After a rejection, a replica rejects the
 * same key for two seconds without asking the store.
 */
export class Limiter {
  private readonly limiters = new Map<string, RateLimiterMongo>()

  constructor(
    private readonly connection: Connection,
    private readonly clock: IdentityClock,
  ) {}

  /** Creates the indexes. Counting is exact only once they exist. */
  async prepare(): Promise<void> {
    await this.limiterOf({ name: 'prepare', count: 0, windowMs: 0 }).createIndexes()
  }

  /** Counts one request of `who` (an id or a digest, never a name); undefined when the window's share is used up. */
  async admit(limit: Limit, who: string): Promise<Admission | undefined> {
    const limiter = this.limiterOf(limit)
    const key = this.keyOf(limit, who)
    try {
      await limiter.consume(key)
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return undefined
      throw refusal
    }
    return { giveBack: async () => void (await limiter.reward(key)) }
  }

  /** Returns whether the window's share is used up, without counting. */
  async isSpent(limit: Limit, who: string): Promise<boolean> {
    return (await this.limiterOf(limit).get(this.keyOf(limit, who)))?.remainingPoints === 0
  }

  /** The window is part of the key, so that it follows the service's clock and not the time of the first request. */
  private keyOf({ windowMs }: Limit, who: string): string {
    return `${who}|${Math.floor(this.clock.now().getTime() / windowMs)}`
  }

  private limiterOf({ name, count, windowMs }: Limit): RateLimiterMongo {
    const known = this.limiters.get(name)
    if (known) return known
    const limiter = new RateLimiterMongo({
      storeClient: this.connection.db,
      tableName: ROWS,
      keyPrefix: name,
      points: count,
      duration: windowMs / 1_000,
      // A flood of refused requests would write one row as fast as it arrives, and slow every sign-in.
      inMemoryBlockOnConsumed: Math.max(1, count),
      inMemoryBlockDuration: REFUSED_IN_MEMORY_SECONDS,
      // `prepare` waits for them; the library would not.
      disableIndexesCreation: true,
    })
    this.limiters.set(name, limiter)
    return limiter
  }
}
