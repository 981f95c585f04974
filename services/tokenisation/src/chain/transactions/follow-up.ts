import type { ClientSession } from '@hissa/persistence'
import type { Address, Hash } from 'viem'
import type { Role } from '../roles.js'
import type { Log } from '../rpc/shapes.js'
import type { Reason } from './reasons.js'

/** What a follow-up learns about its transaction. */
export interface Settled {
  id: string
  kind: string
  role: Role
  ref: Readonly<Record<string, string | number>>
}

/** Where a transaction is on the chain, as in events: `ChainReceipt` of the contracts. */
export interface SettledReceipt {
  chainId: number
  transactionHash: Hash
  blockNumber: number
  blockHash: Hash
  /** ISO 8601, the block's own time. */
  at: string
}

export interface Confirmed extends Settled {
  receipt: SettledReceipt
  /** The deployed contract, for a deployment. */
  contract: Address | null
  /** Every log of the transaction, in order. */
  logs: readonly Log[]
}

export interface Failed extends Settled {
  reason: Reason
  /** Null if it was never executed. */
  receipt: SettledReceipt | null
}

/** A call without its effect: the contract refused it, or it was executed and proved nothing. */
export type Refused = Omit<Failed, 'receipt'>

/**
 * Learns the results of one kind of transaction. Each method runs in the Mongo transaction that changes the row, so its
 * writes and events commit with the state, once. If it throws, nothing changes and it is called again.
 */
export interface FollowUp {
  readonly kind: string
  /** It was executed and has the wanted number of blocks on top. */
  confirmed(transaction: Confirmed, session: ClientSession): Promise<void>
  /** It will not be executed: the contract refused it before or on the chain. */
  failed(transaction: Failed, session: ClientSession): Promise<void>
  /**
   * A reorganisation removed the block of a transaction that had been reported as confirmed or failed. It is broadcast
   * again, and reported again with its new block.
   */
  takenBack(transaction: Settled, session: ClientSession): Promise<void>
}
