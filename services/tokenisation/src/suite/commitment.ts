import { createHmac, hkdfSync } from 'node:crypto'
import type { Hash } from 'viem'

/** Returns the key of the commitments on the chain, which derives from the service's master key. */
export const commitmentKey = (masterKey: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', masterKey, Buffer.alloc(0), 'hissa tokenisation commitments', 32))

/**
 * Returns what the chain stores instead of an id. Everything else that is sent to the chain is public, the salt of an
 * identity included, so only the key keeps others from finding the value by trying ids.
 */
export const commitmentOf = (key: Buffer, purpose: 'claim' | 'mint', value: string): Hash =>
  `0x${createHmac('sha256', key).update(`${purpose}:${value}`).digest('hex')}`
