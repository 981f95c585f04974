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
