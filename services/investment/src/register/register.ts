import type { RegisterBooks, RegisterView } from '@hissa/contracts/investment'
import { newBooks } from './cash-entries.js'
import type { CashEntry, RegisterEntry } from './entry.js'

export const REGISTERS = 'registers'

/** Entries are hashed in blocks of this size, a power of two, so that a proof reads one block. */
export const BLOCK = 256

const DAY_MS = 86_400_000
/** Asia/Dubai is four hours ahead of UTC all year. */
const DUBAI_OFFSET_MS = 4 * 3_600_000

/**
 * Where the collection continues: the property, and its last account unless the property is complete. After the last
 * property it continues with the accounts of client money.
 */
export interface Collected {
  propertyId: string
  isCash?: true
  after?: string
}

/**
 * A register. It is `collecting` holdings and cash as of `ledgerSeq`, then `hashing` them in order, then `published`. Only
 * then can it be read, and it never changes except for its anchor.
 */
export interface Register {
  _id: string
  sequence: number
  asOf: Date
  ledgerSeq: number
  state: 'collecting' | 'hashing' | 'published'
  collected: Collected
  /** The totals of what is collected so far. Registers that earlier releases began have none, and no cash. */
  books?: RegisterBooks
  /** Leaves that are hashed. */
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

/** Returns the id of a cash entry. `~` follows every character of a property's id, so cash follows the holdings. */
export const cashEntryId = (sequence: number, { holder }: Pick<CashEntry, 'holder'>) =>
  `${numbered(sequence)}:~ ${holder}`

/** Returns the id of the totals, which follow all entries. */
export const booksId = (sequence: number) => `${numbered(sequence)}:~~`

/** Returns what all ids of a register's entries follow, and what they precede: `;` follows `:`. */
export const entryIds = (sequence: number) => ({
  after: `${numbered(sequence)}:`,
  before: `${numbered(sequence)};`,
})

/** Returns a register that begins to collect. */
export const newRegister = (sequence: number, asOf: Date, ledgerSeq: number): Register => ({
  ...{ _id: registerId(sequence), sequence, asOf, ledgerSeq, state: 'collecting' },
  ...{ collected: { propertyId: '' }, treeSize: 0, blocks: [], version: 1 },
  books: newBooks({ sequence, asOf, ledgerSeq }),
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

/** Returns whether a register has as many leaves as its totals count, if it has any. */
export const hasItsLeaves = ({ books, treeSize }: Pick<Register, 'books' | 'treeSize'>): boolean =>
  !books || treeSize === books.shareEntries + books.cashEntries + 1

/** Returns a published register as anyone can read it. */
export function registerView(register: PublishedRegister): RegisterView {
  const { sequence, asOf, ledgerSeq, root, treeSize, books, publishedAt, anchor } = register
  return {
    ...{ sequence, ledgerSeq, treeSize, root: prefixed(root) },
    asOf: asOf.toISOString(),
    publishedAt: publishedAt.toISOString(),
    ...(books ? { books } : {}),
    ...(anchor ? { anchor: anchorView(anchor) } : {}),
  }
}

const anchorView = ({ chainId, contract, transactionHash, blockNumber, at }: RegisterAnchor) => ({
  ...{ chainId, contract, transactionHash, blockNumber },
  at: at.toISOString(),
})
