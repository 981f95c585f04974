import { createHmac, hkdfSync } from 'node:crypto'

/** What the master key is used for; each purpose has a key of its own, so that none can stand in for another. */
const PURPOSES = ['verifier', 'subject', 'signing', 'index', 'code', 'mask', 'challenge', 'limit'] as const
type Purpose = (typeof PURPOSES)[number]

/** The service's keys, all derived from the one master key that lives outside the store. */
export class Keyring {
  private readonly keys: Record<Purpose, Buffer>

  constructor(masterKey: Buffer) {
    if (masterKey.length !== 32) throw new Error('The master key must have 32 bytes')
    const derive = (purpose: Purpose) =>
      Buffer.from(hkdfSync('sha256', masterKey, Buffer.alloc(0), `hissa identity ${purpose}`, 32))
    this.keys = Object.fromEntries(PURPOSES.map((purpose) => [purpose, derive(purpose)])) as Record<Purpose, Buffer>
  }

  /** AES-256 key for a purpose that encrypts. */
  of(purpose: 'verifier' | 'subject' | 'signing'): Buffer {
    return this.keys[purpose]
  }

  /** Keyed digest of the parts, which are told apart even when they run into each other. 32 bytes. */
  digest(purpose: 'index' | 'code' | 'mask' | 'challenge' | 'limit', ...parts: readonly string[]): Buffer {
    const hmac = createHmac('sha256', this.keys[purpose])
    for (const part of parts) hmac.update(`${Buffer.byteLength(part)}:${part}`)
    return hmac.digest()
  }
}
