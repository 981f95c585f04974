import { createHmac, hkdfSync } from 'node:crypto'

/** Purposes of the master key. Each has a separate derived key, so that keys aren't interchangeable. */
const PURPOSES = [
  'verifier',
  'subject',
  'signing',
  'index',
  'code',
  'mask',
  'challenge',
  'limit',
  'unsubscribe',
] as const
type Purpose = (typeof PURPOSES)[number]
type DigestPurpose = Exclude<Purpose, 'verifier' | 'subject' | 'signing'>

/** The service's keys, derived from the master key, which is kept outside the store. */
export class Keyring {
  private readonly keys: Record<Purpose, Buffer>

  constructor(masterKey: Buffer) {
    if (masterKey.length !== 32) throw new Error('The master key must have 32 bytes')
    const derive = (purpose: Purpose) =>
      Buffer.from(hkdfSync('sha256', masterKey, Buffer.alloc(0), `hissa identity ${purpose}`, 32))
    this.keys = Object.fromEntries(PURPOSES.map((purpose) => [purpose, derive(purpose)])) as Record<Purpose, Buffer>
  }

  /** Returns the AES-256 key of an encryption purpose. */
  of(purpose: 'verifier' | 'subject' | 'signing'): Buffer {
    return this.keys[purpose]
  }

  /**
   * Returns the keyed digest of the parts, 32 bytes. Parts are length-prefixed, so `ab`, `c` differs from `a`, `bc`.
   */
  digest(purpose: DigestPurpose, ...parts: readonly string[]): Buffer {
    const hmac = createHmac('sha256', this.keys[purpose])
    for (const part of parts) hmac.update(`${Buffer.byteLength(part)}:${part}`)
    return hmac.digest()
  }
}
