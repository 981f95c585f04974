import * as z from 'zod/mini'
import { count, cursor, defineRpc, id, isoDateTime, units } from '../core.js'
import { NOT_FOUND, VALIDATION_FAILED } from '../errors.js'
import { ChainAddress, ChainHash } from '../tokenisation/events.js'

/** The number of a register, from 1 without gaps. */
export const registerSequence = z.int().check(z.minimum(1), z.maximum(999_999_999))

/** Where the root of a register is stored on the chain. */
export const RegisterAnchorView = z.object({
  chainId: z.int(),
  contract: ChainAddress,
  transactionHash: ChainHash,
  blockNumber: count,
  /** The block's time. */
  at: isoDateTime,
})
export type RegisterAnchorView = z.infer<typeof RegisterAnchorView>

/** A published register: all holdings with registered units at midnight in Dubai. */
export const RegisterView = z.object({
  sequence: registerSequence,
  /** The business time of the state: midnight in Dubai. */
  asOf: isoDateTime,
  /** The last transfer of the ledger that counts. */
  ledgerSeq: count,
  /** The RFC 6962 root of the entries, in order. */
  root: ChainHash,
  /** The number of entries. */
  treeSize: count,
  publishedAt: isoDateTime,
  /** Absent until the root is confirmed on the chain. */
  anchor: z.optional(RegisterAnchorView),
})
export type RegisterView = z.infer<typeof RegisterView>

/**
 * One holding in a register. Its leaf is the JSON of `account`, `holder`, `propertyId` and `units`, with the keys in
 * this order and without spaces.
 */
export const RegisterEntryView = z.object({
  /** The position in the register, from 0. Entries are ordered by property and holder. */
  index: count,
  propertyId: id,
  /**
   * The address that holds the shares on the chain, the same in every register; null while none is assigned. It links the
   * entries of one holder to each other, not to a person.
   */
  account: z.nullable(ChainAddress),
  /** A pseudonym of the holder that is valid in this register only: 64 hexadecimal digits. */
  holder: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  /** The units on the share register, minted or not. */
  units,
})
export type RegisterEntryView = z.infer<typeof RegisterEntryView>

/** Lists the published registers, newest first. */
export const ListRegisters = defineRpc({
  name: 'investment.listRegisters',
  input: z.object({
    limit: z._default(z.int().check(z.minimum(1), z.maximum(100)), 20),
    cursor: z.optional(cursor),
  }),
  output: z.object({ registers: z.array(RegisterView), count, cursor: z.optional(z.string()) }),
  access: 'public',
  errors: [VALIDATION_FAILED],
})

/** The most entries on one page of a register. */
export const REGISTER_PAGE = 1_000

/** Returns a published register with a page of its entries, in order. */
export const GetRegister = defineRpc({
  name: 'investment.getRegister',
  input: z.object({
    sequence: registerSequence,
    limit: z._default(z.int().check(z.minimum(1), z.maximum(REGISTER_PAGE)), 100),
    cursor: z.optional(cursor),
  }),
  output: z.object({ register: RegisterView, entries: z.array(RegisterEntryView), cursor: z.optional(z.string()) }),
  access: 'public',
  errors: [NOT_FOUND, VALIDATION_FAILED],
})

/** An entry with the proof that it is in its register. */
export const ProvenEntryView = z.extend(RegisterEntryView, {
  /** The hash of the entry. */
  leaf: ChainHash,
  /** The hashes from the leaf's sibling up to the root (RFC 6962 §2.1.1). */
  proof: z.array(ChainHash),
})
export type ProvenEntryView = z.infer<typeof ProvenEntryView>

/** Returns the caller's own entries of a register with their proofs, in order; none if the caller held no units. */
export const GetRegisterProof = defineRpc({
  name: 'investment.getRegisterProof',
  input: z.object({
    sequence: registerSequence,
    limit: z._default(z.int().check(z.minimum(1), z.maximum(50)), 20),
    cursor: z.optional(cursor),
  }),
  output: z.object({ register: RegisterView, entries: z.array(ProvenEntryView), cursor: z.optional(z.string()) }),
  access: 'user',
  errors: [NOT_FOUND, VALIDATION_FAILED],
})

/**
 * Lists the investors with registered units of a property, by ascending id, as of the time of the first page: all pages
 * have its `ledgerSeq`.
 */
export const ListHolders = defineRpc({
  name: 'investment.listHolders',
  input: z.object({
    propertyId: id,
    limit: z._default(z.int().check(z.minimum(1), z.maximum(500)), 100),
    cursor: z.optional(cursor),
  }),
  output: z.object({
    ledgerSeq: count,
    holders: z.array(z.object({ userId: id, units })),
    cursor: z.optional(z.string()),
  }),
  access: 'service',
  callers: ['tokenisation'],
  errors: [NOT_FOUND, VALIDATION_FAILED],
  timeoutMs: 10_000,
})
