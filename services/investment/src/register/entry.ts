import { createHmac, hkdfSync } from 'node:crypto'
import { leafHash } from '@hissa/merkle'
import type { Units } from '@hissa/money'

/** One holding in a register, as anyone can read it. */
export interface RegisterEntry {
  propertyId: string
  /** The address that holds the shares on the chain; null while none is assigned. */
  account: string | null
  /** The holder's pseudonym in this register. */
  holder: string
  units: Units
}

/**
 * Returns the bytes of an entry that its leaf hashes: JSON without spaces, with the keys in alphabetical order. They
 * never change: every published root depends on them.
 */
export const canonicalEntry = ({ account, holder, propertyId, units }: RegisterEntry): Buffer =>
  Buffer.from(JSON.stringify({ account, holder, propertyId, units }))

/** Returns the leaf of an entry. */
export const entryLeaf = (entry: RegisterEntry): Buffer => leafHash(canonicalEntry(entry))

/** Returns the key of the pseudonyms, which derives from the service's master key. */
export const pseudonymKey = (masterKey: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', masterKey, Buffer.alloc(0), 'hissa investment register', 32))

/**
 * Returns an investor's pseudonym in a register: 64 hexadecimal digits. Without the key it can't be linked to the
 * investor. It differs in each register, but the account beside it does not, so entries of one holder can be linked.
 */
export const pseudonymOf = (key: Buffer, sequence: number, userId: string): string =>
  createHmac('sha256', key).update(`${sequence}:${userId}`).digest('hex')
