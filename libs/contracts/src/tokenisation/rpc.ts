import * as z from 'zod/mini'
import { count, cursor, defineRpc, isoDateTime, units } from '../core.js'
import { NOT_FOUND, VALIDATION_FAILED } from '../errors.js'
import { propertyRef, PropertyRef } from '../investment/views.js'
import { ChainAddress, ChainHash, ChainReceipt } from './events.js'
import { RelocationView } from './wallets.js'

/**
 * - `awaiting_title`: the company's title is not on file, so nothing can be minted.
 * - `deploying`: the title is on file, and the contract is being deployed.
 * - `live`: shares are minted as they are allotted.
 * - `halted`: chain and register disagree; nothing is minted until they agree.
 */
export const TokenState = z.enum(['awaiting_title', 'deploying', 'live', 'halted'])
export type TokenState = z.infer<typeof TokenState>

/** The chain of this deployment. */
export const ChainView = z.object({
  chainId: z.int(),
  name: z.string(),
  /** The address of a block explorer; null for a local chain, which this platform shows itself. */
  explorerUrl: z.nullable(z.string()),
  /** Blocks on top of a block from which on it counts as confirmed. */
  confirmations: count,
})
export type ChainView = z.infer<typeof ChainView>

/** A rule that the token contract applies to every mint and transfer. */
export const TokenModuleView = z.object({
  kind: z.enum(['country', 'balance_cap', 'holder_count', 'lock_up']),
  address: ChainAddress,
  /** The most units of one holder, or the most holders, as the kind says. Absent for other kinds. */
  most: z.optional(count),
  /** The countries whose residents may not hold shares, as ISO 3166-1 alpha-2 codes. Only for `country`. */
  excluded: z.optional(z.array(z.string())),
  /** The time before which holders cannot transfer. Only for `lock_up`; absent without one and with `isClosed`. */
  until: z.optional(isoDateTime),
  /** Set if holders can never transfer on the chain: shares change hands through the platform. Only for `lock_up`. */
  isClosed: z.optional(z.literal(true)),
})
export type TokenModuleView = z.infer<typeof TokenModuleView>

/** The latest comparison of chain and register of a token. */
export const ReconciliationView = z.object({
  state: z.enum(['agrees', 'differs']),
  /** The block at which the chain was read. */
  blockNumber: count,
  /** Units on the chain at that block. */
  unitsOnChain: units,
  /** Units that the register has as minted at that block. */
  unitsOnRegister: units,
  checkedAt: isoDateTime,
})
export type ReconciliationView = z.infer<typeof ReconciliationView>

/** The token of a property: public facts only. */
export const TokenView = z.object({
  property: PropertyRef,
  state: TokenState,
  /** The contract; absent until it is deployed. */
  address: z.optional(ChainAddress),
  compliance: z.optional(ChainAddress),
  identityRegistry: z.optional(ChainAddress),
  symbol: z.string(),
  unitsTotal: units,
  unitsMinted: units,
  /** Allotted units that are not minted yet. */
  unitsAwaiting: units,
  holders: count,
  /** SHA-256 of the title deed, as recorded in the contract. */
  titleHash: z.optional(ChainHash),
  titleRecordedAt: z.optional(isoDateTime),
  modules: z.array(TokenModuleView),
  /** The deployment; absent until it is confirmed. */
  deployment: z.optional(ChainReceipt),
  /** The hash of the contracts' published source. */
  sourceHash: ChainHash,
  /** Absent until the token has been compared for the first time. */
  reconciliation: z.optional(ReconciliationView),
})
export type TokenView = z.infer<typeof TokenView>

/** A movement of shares on the chain. Without `from` they were minted, without `to` burned. */
export const TokenTransferView = z.object({
  kind: z.enum(['mint', 'burn', 'transfer']),
  from: z.optional(ChainAddress),
  to: z.optional(ChainAddress),
  units,
  receipt: ChainReceipt,
})
export type TokenTransferView = z.infer<typeof TokenTransferView>

/** An address with shares of a token. */
export const TokenHolderView = z.object({ account: ChainAddress, units })
export type TokenHolderView = z.infer<typeof TokenHolderView>

const page = {
  limit: z._default(z.int().check(z.minimum(1), z.maximum(100)), 20),
  cursor: z.optional(cursor),
}

/** Lists the tokens of all properties with an offering, by the property's title. */
export const ListTokens = defineRpc({
  name: 'tokenisation.listTokens',
  input: z.object(page),
  output: z.object({ chain: ChainView, tokens: z.array(TokenView), count, cursor: z.optional(z.string()) }),
  access: 'public',
  errors: [VALIDATION_FAILED],
})

/** Returns the token of a property. */
export const GetToken = defineRpc({
  name: 'tokenisation.getToken',
  input: z.object({ property: propertyRef }),
  output: z.object({ chain: ChainView, token: TokenView }),
  access: 'public',
  errors: [NOT_FOUND],
})

/** Lists the movements of a token's shares on the chain, newest first. */
export const ListTokenTransfers = defineRpc({
  name: 'tokenisation.listTransfers',
  input: z.object({ ...page, property: propertyRef }),
  output: z.object({ transfers: z.array(TokenTransferView), count, cursor: z.optional(z.string()) }),
  access: 'public',
  errors: [NOT_FOUND, VALIDATION_FAILED],
})

/** Lists the addresses with shares of a token, those with the most shares first. */
export const ListTokenHolders = defineRpc({
  name: 'tokenisation.listHolders',
  input: z.object({ ...page, property: propertyRef }),
  output: z.object({ holders: z.array(TokenHolderView), count, cursor: z.optional(z.string()) }),
  access: 'public',
  errors: [NOT_FOUND, VALIDATION_FAILED],
})

/** The caller's shares of one token. */
export const OwnTokenView = z.object({
  property: PropertyRef,
  token: ChainAddress,
  units,
  /** Allotted units that are not minted yet. */
  unitsAwaiting: units,
  /** The latest mint. */
  receipt: z.optional(ChainReceipt),
})
export type OwnTokenView = z.infer<typeof OwnTokenView>

/**
 * What keeps shares of the caller where they are. `account`: staff have frozen all of them, also later ones. `property`: staff
 * have frozen those of one property. `token_paused`: the token of a property is paused for all holders, because chain and
 * register disagree about it.
 */
export const OwnFreezeView = z.object({
  kind: z.enum(['account', 'property', 'token_paused']),
  /** Absent for `account`. */
  property: z.optional(PropertyRef),
})
export type OwnFreezeView = z.infer<typeof OwnFreezeView>

/** Returns the address that holds the caller's shares, and the shares. `account` is absent before the first allotment. */
export const GetAccount = defineRpc({
  name: 'tokenisation.getAccount',
  input: z.object({}),
  output: z.object({
    chain: ChainView,
    account: z.optional(ChainAddress),
    /** Whether the platform holds the shares at the investor's identity contract, so that there is no key to keep. */
    isCustodial: z.boolean(),
    /** Whether staff have frozen shares of the caller. */
    isFrozen: z.boolean(),
    /** Which of the caller's shares are frozen or paused. */
    freezes: z.array(OwnFreezeView),
    /** The latest request or move, if there was one. */
    relocation: z.optional(RelocationView),
    tokens: z.array(OwnTokenView),
  }),
  access: 'user',
  errors: [],
})
