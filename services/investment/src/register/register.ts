import type { RegisterView } from '@hissa/contracts/investment'
import type { RegisterEntry } from './entry.js'

export const REGISTERS = 'registers'

/** Entries are hashed in blocks of this size, a power of two, so that a proof reads one block. */
export const BLOCK = 256

const DAY_MS = 86_400_000
/** Asia/Dubai is four hours ahead of UTC all year. */
const DUBAI_OFFSET_MS = 4 * 3_600_000

/** Where the collection of holdings continues: the property, and its last account unless the property is complete. */
export interface Collected {
  propertyId: string
  after?: string
}

/**
 * A register. It is `collecting` the holdings as of `ledgerSeq`, then `hashing` them in order, then `published`. Only
 * then can it be read, and it never changes except for its anchor.
 */
export interface Register {
  _id: string
  sequence: number
  asOf: Date
  ledgerSeq: number
  state: 'collecting' | 'hashing' | 'published'
  collected: Collected
  /** Entries that are hashed. */
  treeSize: number
  /** The roots of the hashed blocks, in hexadecimal. */
  blocks: string[]
  /** The id of the last hashed entry. */
  hashed?: string
  root?: string
  publishedAt?: Date
  anchor?: RegisterAnchor
  version: number
}

/** Where the root is stored on the chain. `version` is that of the report. */
export interface RegisterAnchor {
  chainId: number
  contract: string
  transactionHash: string
  blockNumber: number
  at: Date
  version: number
}

/** A published register without what only its proofs need. */
export type PublishedRegister = Omit<Register, 'root' | 'publishedAt' | 'blocks'> &
  Required<Pick<Register, 'root' | 'publishedAt'>>

/** Returns the id of a register. */
export const registerId = (sequence: number) => `register:${sequence}`

const DIGITS = 9
const numbered = (sequence: number) => String(sequence).padStart(DIGITS, '0')

/**
 * Returns the id of an entry. In the order of their ids, entries are ordered by property and holder, because a space
 * precedes every character of a property's id.
 */
export const entryId = (sequence: number, { propertyId, holder }: Pick<RegisterEntry, 'propertyId' | 'holder'>) =>
  `${numbered(sequence)}:${propertyId} ${holder}`

/** Returns what all ids of a register's entries follow, and what they precede: `;` follows `:`. */
export const entryIds = (sequence: number) => ({
  after: `${numbered(sequence)}:`,
  before: `${numbered(sequence)};`,
})

/** Returns a register that begins to collect. */
export const newRegister = (sequence: number, asOf: Date, ledgerSeq: number): Register => ({
  ...{ _id: registerId(sequence), sequence, asOf, ledgerSeq, state: 'collecting' },
  ...{ collected: { propertyId: '' }, treeSize: 0, blocks: [], version: 1 },
})

/** Returns the latest midnight in Dubai at or before `at`. */
export function midnightBefore(at: Date): Date {
  const local = at.getTime() + DUBAI_OFFSET_MS
  return new Date(local - (((local % DAY_MS) + DAY_MS) % DAY_MS) - DUBAI_OFFSET_MS)
}

/** Returns the first midnight in Dubai after `at`. */
export const midnightAfter = (at: Date): Date => new Date(midnightBefore(at).getTime() + DAY_MS)

/** Returns a hash in hexadecimal with its prefix. */
export const prefixed = (hash: Buffer | string) => `0x${typeof hash === 'string' ? hash : hash.toString('hex')}`

/** Returns a published register as anyone can read it. */
export function registerView(register: PublishedRegister): RegisterView {
  const { sequence, asOf, ledgerSeq, root, treeSize, publishedAt, anchor } = register
  return {
    ...{ sequence, ledgerSeq, treeSize, root: prefixed(root) },
    asOf: asOf.toISOString(),
    publishedAt: publishedAt.toISOString(),
    ...(anchor ? { anchor: anchorView(anchor) } : {}),
  }
}

const anchorView = ({ chainId, contract, transactionHash, blockNumber, at }: RegisterAnchor) => ({
  ...{ chainId, contract, transactionHash, blockNumber },
  at: at.toISOString(),
})
