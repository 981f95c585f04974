import { systemTiming } from '@hissa/kernel'
import type { Claims } from './claims.js'

/** A session whose tokens are no longer accepted, although they have not expired. */
export interface Revocation {
  /** `origin_jti` of its tokens. */
  sessionId: string
  revokedAt: Date
  /** When the last of its tokens expires; the revocation has no effect afterwards. */
  tokensExpireAt: Date
}

/** The revocations that a verifier checks a token against. */
export interface Revocations {
  /** Settles once the recent revocations were requested, whether or not they could be read. */
  ready(): Promise<void>
  isRevoked(claims: Pick<Claims, 'familyId' | 'issuedAt'>): boolean
}

export type RevocationListener = (sessionIds: readonly string[]) => void

const DEFAULT_MAX_ENTRIES = 100_000
/** Tokens are issued a moment after the time from which their expiry is computed. */
const MARGIN_MS = 60_000
const SWEEP_EVERY_MS = 60_000

interface Entry {
  revokedAtMs: number
  expiresAtMs: number
}

/**
 * Holds revoked sessions in memory, about 150 bytes each and at most `maxEntries`. Beyond that, the oldest entry is
 * evicted and every token issued before its revocation is rejected: open sessions refresh once, and a revoked token is
 * never accepted again.
 */
export class RevocationList {
  private readonly entries = new Map<string, Entry>()
  private readonly listeners = new Set<RevocationListener>()
  private readonly maxEntries: number
  private readonly now: () => number
  private sweptAtMs: number
  private rejectedUntilMs = 0

  /** @param options.now the wall time in ms since the epoch */
  constructor(options: { maxEntries?: number | undefined; now?: (() => number) | undefined } = {}) {
    this.maxEntries = options.maxEntries ?? DEFAULT_MAX_ENTRIES
    this.now = options.now ?? systemTiming.wallMs
    this.sweptAtMs = this.now()
  }

  get size(): number {
    return this.entries.size
  }

  /** Adds revocations, repeated ones included, and notifies the listeners of the sessions that are new. */
  add(revocations: readonly Revocation[]): void {
    this.sweep()
    const added = revocations.filter((revocation) => this.put(revocation)).map(({ sessionId }) => sessionId)
    if (added.length > 0) for (const listener of this.listeners) listener(added)
  }

  isRevoked({ familyId, issuedAt }: Pick<Claims, 'familyId' | 'issuedAt'>): boolean {
    if (familyId !== undefined && this.entries.has(familyId)) return true
    return this.rejectedUntilMs > 0 && (issuedAt?.getTime() ?? 0) <= this.rejectedUntilMs
  }

  /** Subscribes `listener` to newly revoked sessions; returns a function that unsubscribes it. */
  onRevoked(listener: RevocationListener): () => void {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  private put({ sessionId, revokedAt, tokensExpireAt }: Revocation): boolean {
    const expiresAtMs = tokensExpireAt.getTime() + MARGIN_MS
    if (this.entries.has(sessionId) || expiresAtMs <= this.now()) return false
    this.entries.set(sessionId, { revokedAtMs: revokedAt.getTime(), expiresAtMs })
    if (this.entries.size > this.maxEntries) this.evictOldest()
    return true
  }

  private evictOldest(): void {
    const [sessionId, { revokedAtMs }] = this.entries.entries().next().value!
    this.entries.delete(sessionId)
    this.rejectedUntilMs = Math.max(this.rejectedUntilMs, revokedAtMs)
  }

  private sweep(): void {
    const now = this.now()
    if (now - this.sweptAtMs < SWEEP_EVERY_MS) return
    this.sweptAtMs = now
    for (const [sessionId, { expiresAtMs }] of this.entries) if (expiresAtMs <= now) this.entries.delete(sessionId)
  }
}
