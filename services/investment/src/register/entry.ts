import { createHash, createHmac, hkdfSync } from 'node:crypto'
import type { RegisterBooks } from '@hissa/contracts/investment'
import { leafHash } from '@hissa/merkle'
import type { Fils, Units } from '@hissa/money'

/** One holding in a register, as anyone can read it. */
export interface RegisterEntry {
  propertyId: string
  /** The address that holds the shares on the chain; null while none is assigned. */
  account: string | null
  /** The holder's pseudonym in this register. */
  holder: string
  units: Units
}

/** One digit of an investor's cash in a register, as anyone can read it. */
export interface CashEntry {
  /** A pseudonym that is valid for this entry only. */
  holder: string
  /** 1 to 9 times a power of ten. */
  amountFils: Fils
}

/** What a leaf of a register states: a holding, a digit of cash, or, as the last one, the totals. */
export type Leaf = RegisterEntry | CashEntry | { books: RegisterBooks }

/**
 * Returns the bytes that a leaf hashes: JSON without spaces, with the keys in alphabetical order. They never change:
 * every published root depends on them.
 */
export function canonicalLeaf(leaf: Leaf): Buffer {
  if ('units' in leaf) {
    const { account, holder, propertyId, units } = leaf
    return Buffer.from(JSON.stringify({ account, holder, propertyId, units }))
  }
  if ('amountFils' in leaf) {
    const { amountFils, holder } = leaf
    return Buffer.from(JSON.stringify({ amountFils, holder }))
  }
  return Buffer.from(JSON.stringify(leaf.books, Object.keys(leaf.books).sort()))
}

/** Returns the hash of a leaf. */
export const entryLeaf = (leaf: Leaf): Buffer => leafHash(canonicalLeaf(leaf))

/** Returns the key of the pseudonyms, which derives from the service's master key. */
export const pseudonymKey = (masterKey: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', masterKey, Buffer.alloc(0), 'hissa investment register', 32))

/**
 * Returns an investor's pseudonym in a register: 64 hexadecimal digits. Without the key it can't be linked to the
 * investor. It differs in each register, but the account beside it does not, so entries of one holder can be linked.
 */
export const pseudonymOf = (key: Buffer, sequence: number, userId: string): string =>
  createHmac('sha256', key).update(`${sequence}:${userId}`).digest('hex')

/**
 * Returns what only the investor learns of the cash entry for a power of ten: 64 hexadecimal digits. With it the
 * investor checks that the entry's pseudonym is made of the own id, so it can't be another investor's entry too.
 */
export const cashSecretOf = (key: Buffer, place: { sequence: number; power: number; userId: string }): string =>
  createHmac('sha256', key).update(`cash:${place.sequence}:${place.power}:${place.userId}`).digest('hex')

/** Returns the pseudonym of a cash entry: the SHA-256 of its secret, a colon and the investor's id. */
export const cashHolderOf = (secret: string, userId: string): string =>
  createHash('sha256').update(`${secret}:${userId}`).digest('hex')
