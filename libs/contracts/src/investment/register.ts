import * as z from 'zod/mini'
import { count, cursor, defineRpc, fils, id, isoDateTime, units } from '../core.js'
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

/**
 * The totals of a register and of all client money in dirhams at its moment, in fils. They are its last leaf: the JSON of
 * these fields, with the keys in alphabetical order and without spaces. `heldFils` and `missingFils` together are
 * `investorsFils` and `otherFils` together.
 */
export const RegisterBooks = z.object({
  format: z.literal(2),
  sequence: registerSequence,
  asOf: isoDateTime,
  ledgerSeq: count,
  /** The first leaves are this many holdings, followed by this many cash entries. */
  shareEntries: count,
  cashEntries: count,
  /** The cash of all investors: the sum of the cash entries. */
  investorsFils: fils.check(z.nonnegative()),
  /** All other client money owed: of open and closed raises, rent, distributions, suspense, fees, payouts on their way. */
  otherFils: fils.check(z.nonnegative()),
  /** What the bank and the card processor hold. */
  heldFils: fils,
  /** What left without an order, and is not accounted for yet. */
  missingFils: fils,
})
export type RegisterBooks = z.infer<typeof RegisterBooks>

/** A published register: all holdings with registered units, and all cash, at midnight in Dubai. */
export const RegisterView = z.object({
  sequence: registerSequence,
  /** The business time of the state: midnight in Dubai. */
  asOf: isoDateTime,
  /** The last transfer of the ledger that counts. */
  ledgerSeq: count,
  /** The RFC 6962 root of the leaves, in order. */
  root: ChainHash,
  /** The number of leaves: holdings, cash entries and the totals. */
  treeSize: count,
  publishedAt: isoDateTime,
  /** Absent in registers of earlier releases, whose leaves are the holdings alone. */
  books: z.optional(RegisterBooks),
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

/**
 * One digit of an investor's cash: 1 to 9 times a power of ten. Its leaf is the JSON of `amountFils` and `holder`, in this
 * order and without spaces.
 */
export const RegisterCashView = z.object({
  /** The position in the register, after all holdings. Cash entries are ordered by holder. */
  index: count,
  /** A pseudonym of the investor that is valid for this entry only: 64 hexadecimal digits. */
  holder: RegisterEntryView.shape.holder,
  amountFils: fils,
})
export type RegisterCashView = z.infer<typeof RegisterCashView>

/** Returns a published register with a page of its cash entries, in order; none for a register of an earlier release. */
export const GetRegisterCash = defineRpc({
  name: 'investment.getRegisterCash',
  input: GetRegister.input,
  output: z.object({ register: RegisterView, entries: z.array(RegisterCashView), cursor: z.optional(z.string()) }),
  access: 'public',
  errors: [NOT_FOUND, VALIDATION_FAILED],
})

const Inclusion = {
  /** The hash of the entry. */
  leaf: ChainHash,
  /** The hashes from the leaf's sibling up to the root (RFC 6962 §2.1.1). */
  proof: z.array(ChainHash),
}

/** An entry with the proof that it is in its register. */
export const ProvenEntryView = z.extend(RegisterEntryView, Inclusion)
export type ProvenEntryView = z.infer<typeof ProvenEntryView>

/** The caller's cash in a register, with the proof of each of its entries, which sum to `amountFils`. */
export const ProvenCashView = z.object({
  /** The caller's id, of which the pseudonyms are made. */
  userId: id,
  amountFils: fils,
  entries: z.array(
    z.extend(RegisterCashView, {
      /** `holder` is the SHA-256 of this text, a colon and `userId`. */
      secret: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
      ...Inclusion,
    }),
  ),
})
export type ProvenCashView = z.infer<typeof ProvenCashView>

/**
 * Returns the caller's own entries of a register with their proofs, in order; none if the caller held no units. The first
 * page has the caller's cash too, unless the register is of an earlier release.
 */
export const GetRegisterProof = defineRpc({
  name: 'investment.getRegisterProof',
  input: z.object({
    sequence: registerSequence,
    limit: z._default(z.int().check(z.minimum(1), z.maximum(50)), 20),
    cursor: z.optional(cursor),
  }),
  output: z.object({
    register: RegisterView,
    entries: z.array(ProvenEntryView),
    cash: z.optional(ProvenCashView),
    cursor: z.optional(z.string()),
  }),
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
