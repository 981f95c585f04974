import { hash } from 'node:crypto'
import type { Claims } from './claims.js'

const DEFAULT_MAX_ENTRIES = 5_000

/**
 * Claims of tokens whose signature was verified, by the hash of the token, about 1 KB each and at most `maxEntries`.
 * The oldest are removed first. All are removed when `keysVersion` changes, and none is used while it is undefined, so
 * that a key that the pool has withdrawn is not accepted for longer than without this cache.
 */
export class VerifiedTokens {
  private readonly entries = new Map<string, Claims>()
  private version: number | undefined

  constructor(
    private readonly keysVersion: () => number | undefined,
    private readonly maxEntries = DEFAULT_MAX_ENTRIES,
  ) {}

  get size(): number {
    return this.entries.size
  }

  /** Returns the claims of a token; verifies it unless it is known. A token that is rejected is not stored. */
  async get(token: string, verify: () => Promise<Claims>): Promise<Claims> {
    const version = this.currentVersion()
    const key = hash('sha256', token, 'base64')
    const known = version === undefined ? undefined : this.entries.get(key)
    if (known) return known
    const claims = await verify()
    // The keys may be fetched again during the verification, which then used either version.
    if (version !== undefined && version === this.currentVersion()) this.put(key, claims)
    return claims
  }

  private put(key: string, claims: Claims): void {
    this.entries.set(key, freeze(claims))
    if (this.entries.size > this.maxEntries) this.entries.delete(this.entries.keys().next().value!)
  }

  private currentVersion(): number | undefined {
    const version = this.keysVersion()
    if (version !== this.version) this.entries.clear()
    this.version = version
    return version
  }
}

/** Several requests share the claims. */
function freeze(claims: Claims): Claims {
  Object.freeze(claims.roles)
  return Object.freeze(claims)
}
