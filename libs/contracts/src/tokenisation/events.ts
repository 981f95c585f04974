import * as z from 'zod/mini'
import { count, defineEvent, id, isoDateTime, units, version } from '../core.js'

/** An address on the chain, in EIP-55 spelling. */
export const ChainAddress = z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/))
export type ChainAddress = z.infer<typeof ChainAddress>

/** A 32-byte hash in lower-case hexadecimal with prefix: of a transaction, a block, a register root or a document. */
export const ChainHash = z.string().check(z.regex(/^0x[0-9a-f]{64}$/))
export type ChainHash = z.infer<typeof ChainHash>

/** Where on the chain something happened; reported once the block is confirmed. */
export const ChainReceipt = z.object({
  chainId: z.int(),
  transactionHash: ChainHash,
  blockNumber: count,
  blockHash: ChainHash,
  /** The block's own time. */
  at: isoDateTime,
})
export type ChainReceipt = z.infer<typeof ChainReceipt>

/** The address that holds an investor's shares on the chain: until they move them, their identity contract. */
export const AccountAssigned = defineEvent({
  type: 'tokenisation.account.assigned.v1',
  data: z.object({ userId: id, chainId: z.int(), address: ChainAddress, isCustodial: z.boolean(), version }),
})

/** All shares of an investor were moved to another address of theirs, and the moves are confirmed. */
export const SharesRelocated = defineEvent({
  type: 'tokenisation.shares.relocated.v1',
  data: z.object({
    relocationId: id,
    userId: id,
    kind: z.enum(['own_wallet', 'return', 'recovery']),
    address: ChainAddress,
    isCustodial: z.boolean(),
    version,
  }),
})

const EndedRelocation = z.object({
  relocationId: id,
  userId: id,
  kind: z.enum(['own_wallet', 'return', 'recovery']),
  version,
})

/** A request to move shares was declined, by staff or because a recovery of the same shares began. Nothing was moved. */
export const RelocationDeclined = defineEvent({
  type: 'tokenisation.relocation.declined.v1',
  data: EndedRelocation,
})

/** Staff cancelled a move that could not go on. `address` is where the shares are, or return to. */
export const RelocationCancelled = defineEvent({
  type: 'tokenisation.relocation.cancelled.v1',
  data: z.object({ ...EndedRelocation.shape, address: ChainAddress, isCustodial: z.boolean() }),
})

/** The token contract of a property is deployed and confirmed. */
export const TokenDeployed = defineEvent({
  type: 'tokenisation.token.deployed.v1',
  data: z.object({ propertyId: id, address: ChainAddress, receipt: ChainReceipt, version }),
})

/** Shares of one order on the chain. */
const OrderOnChain = z.object({
  orderId: id,
  userId: id,
  propertyId: id,
  units,
  token: ChainAddress,
  account: ChainAddress,
  receipt: ChainReceipt,
  version,
})

/** An order's shares are minted and confirmed. */
export const SharesMinted = defineEvent({ type: 'tokenisation.shares.minted.v1', data: OrderOnChain })

/** The shares of a reversed order are burned and confirmed. */
export const SharesBurned = defineEvent({ type: 'tokenisation.shares.burned.v1', data: OrderOnChain })

/**
 * A transfer of registered shares from one investor to another is carried out on the chain and confirmed. `account` is
 * the receiver's address.
 */
export const TransferMirrored = defineEvent({
  type: 'tokenisation.transfer.mirrored.v1',
  data: z.object({
    transferId: id,
    propertyId: id,
    units,
    token: ChainAddress,
    account: ChainAddress,
    receipt: ChainReceipt,
    version,
  }),
})

/** The root of a published register is stored on the chain and confirmed. */
export const RegisterAnchored = defineEvent({
  type: 'tokenisation.register.anchored.v1',
  data: z.object({ sequence: z.int(), root: ChainHash, contract: ChainAddress, receipt: ChainReceipt, version }),
})

/**
 * Chain, holdings and register of a property disagree, or agree again. Minting and transfers of its token are halted
 * while they disagree.
 */
const Difference = z.object({
  differenceId: id,
  propertyId: id,
  /** Units on the chain less units in the holdings, in total; 0 if only their owners differ. */
  unitsDifference: z.int(), // eslint-disable-line hissa/branded-money -- signed
  /** The number of holders whose units differ. */
  holders: count,
  /** The block at which the chain was read. */
  blockNumber: count,
  version,
})

export const DifferenceFound = defineEvent({ type: 'tokenisation.difference.found.v1', data: Difference })
export const DifferenceResolved = defineEvent({ type: 'tokenisation.difference.resolved.v1', data: Difference })
