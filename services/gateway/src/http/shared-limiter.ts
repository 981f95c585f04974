import { systemTiming, type Timing } from '@hissa/kernel'
import type { Redis } from 'ioredis'
import { LRUCache } from 'lru-cache'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'

export interface SharedLimiterOptions {
  /** Name of the limit, in Redis keys and in the `RateLimit` headers. */
  name: string
  perMinute: number
  /** Maximum number of keys; the least recently counted are removed first. */
  maxKeys?: number
}

/** The state of a key after one more request. */
export interface Count {
  limited: boolean
  remaining: number
  resetSeconds: number
}

interface Tally {
  /** Counted here and not added to Redis yet. */
  unsent: number
  endsAtMs: number
}

const WINDOW_SECONDS = 60
const SHARE_EVERY_MS = 1_000
const MAX_KEYS = 20_000
const SHORTEST_WINDOW_SECONDS = 0.001

/**
 * Counts requests by key in this process without a call to Redis. Each second it adds its counts to Redis and takes
 * over the total of all replicas. While Redis is down it counts alone.
 */
export class SharedLimiter {
  readonly policy: string
  private readonly local: RateLimiterMemory
  private readonly total: RateLimiterRedis
  private readonly tallies: LRUCache<string, Tally>
  private readonly changed = new Set<string>()
  private endTimer: (() => void) | undefined
  private sharing: Promise<void> | undefined

  constructor(
    redis: Redis,
    private readonly options: SharedLimiterOptions,
    private readonly timing: Timing = systemTiming,
  ) {
    const { name, perMinute, maxKeys = MAX_KEYS } = options
    const window = { points: perMinute, duration: WINDOW_SECONDS }
    this.policy = `"${name}";q=${perMinute};w=${WINDOW_SECONDS}`
    this.local = new RateLimiterMemory(window)
    this.total = new RateLimiterRedis({
      ...window,
      storeClient: redis,
      keyPrefix: `gateway:${name}`,
      rejectIfRedisNotReady: true,
    })
    this.tallies = new LRUCache({
      max: maxKeys,
      dispose: (_tally, key, reason) => reason !== 'set' && this.forget(key),
    })
  }

  /** Number of keys in memory. */
  get keys(): number {
    return this.tallies.size
  }

  start(): this {
    this.endTimer ??= this.timing.every(SHARE_EVERY_MS, () => void this.share())
    return this
  }

  async stop(): Promise<void> {
    this.endTimer?.()
    await this.sharing
  }

  /** Returns the state of a key without counting a request. */
  async standing(key: string): Promise<Count> {
    return this.countOf(await this.local.get(key))
  }

  /** Counts one request. */
  async count(key: string): Promise<Count> {
    const state = await this.local.consume(key).catch((error: unknown) => {
      if (error instanceof RateLimiterRes) return error
      throw error
    })
    const tally = state.isFirstInDuration ? undefined : this.tallies.get(key)
    const unsent = (tally?.unsent ?? 0) + 1
    this.tallies.set(key, { unsent, endsAtMs: this.timing.wallMs() + state.msBeforeNext })
    this.changed.add(key)
    return this.countOf(state)
  }

  /** Adds the counts since the last call to Redis and takes over the totals. Runs one at a time. */
  share(): Promise<void> {
    this.sharing ??= this.shareAll().finally(() => (this.sharing = undefined))
    return this.sharing
  }

  private countOf(state: RateLimiterRes | null): Count {
    const { consumedPoints, msBeforeNext } = state ?? { consumedPoints: 0, msBeforeNext: 0 }
    return {
      limited: consumedPoints > this.options.perMinute,
      remaining: Math.max(0, this.options.perMinute - consumedPoints),
      resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1_000)),
    }
  }

  private async shareAll(): Promise<void> {
    const keys = [...this.changed]
    this.changed.clear()
    await Promise.all(keys.map((key) => this.shareOne(key)))
  }

  private async shareOne(key: string): Promise<void> {
    const sent = this.tallies.peek(key)
    if (!sent || sent.unsent === 0) return
    const count = sent.unsent
    this.tallies.set(key, { ...sent, unsent: 0 })
    try {
      const { consumedPoints, msBeforeNext } = await this.total.penalty(key, count)
      const since = this.tallies.peek(key)
      // The key was removed since: storing its total would exceed the limit on keys.
      if (!since) return
      const seconds = Math.max(SHORTEST_WINDOW_SECONDS, msBeforeNext / 1_000)
      await this.local.set(key, consumedPoints + since.unsent, seconds)
    } catch {
      this.keepUnsent(key, count)
    }
  }

  /** Keeps the counts while Redis is down. They are added later unless their window has ended by then. */
  private keepUnsent(key: string, count: number): void {
    const tally = this.tallies.peek(key)
    if (!tally) return
    if (tally.endsAtMs <= this.timing.wallMs()) return void this.tallies.delete(key)
    this.tallies.set(key, { ...tally, unsent: tally.unsent + count })
    this.changed.add(key)
  }

  private forget(key: string): void {
    this.changed.delete(key)
    void this.local.delete(key)
  }
}
