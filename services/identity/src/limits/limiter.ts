import type { Connection } from '@hissa/persistence'
import { RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible'
import type { IdentityClock } from '../clock.js'

const ROWS = 'rate_limits'
/** Short, because another replica may release admissions of a blocked key. */
const BLOCKED_IN_MEMORY_SECONDS = 2

export interface Limit {
  name: string
  count: number
  windowMs: number
}

/** A request that was counted and admitted. */
export interface Admission {
  /** Removes the request from the count of its window. */
  release(): Promise<void>
}

/**
 * Counts requests in fixed windows in the store, exactly across replicas and restarts. Rejected requests don't extend a
 * window, so clients that retry automatically are not locked out for longer. After a rejection, a replica rejects the
 * same key for two seconds without querying the store.
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

  /** Counts one request of `subject` (an id or a digest, never a name). Returns undefined when the limit is reached. */
  async admit(limit: Limit, subject: string): Promise<Admission | undefined> {
    const limiter = this.limiterOf(limit)
    const key = this.keyOf(limit, subject)
    try {
      await limiter.consume(key)
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return undefined
      throw refusal
    }
    return { release: async () => void (await limiter.reward(key)) }
  }

  /** Returns whether the limit of the current window is reached, without counting a request. */
  async isReached(limit: Limit, subject: string): Promise<boolean> {
    return (await this.limiterOf(limit).get(this.keyOf(limit, subject)))?.remainingPoints === 0
  }

  /** Puts the window into the key, so that windows follow the service's clock, not the time of the first request. */
  private keyOf({ windowMs }: Limit, subject: string): string {
    return `${subject}|${Math.floor(this.clock.now().getTime() / windowMs)}`
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
      // Without the block in memory, every rejected request of a flood would update one row and slow every sign-in.
      inMemoryBlockOnConsumed: Math.max(1, count),
      inMemoryBlockDuration: BLOCKED_IN_MEMORY_SECONDS,
      // `prepare` creates them and waits until they exist, which the library doesn't.
      disableIndexesCreation: true,
    })
    this.limiters.set(name, limiter)
    return limiter
  }
}
