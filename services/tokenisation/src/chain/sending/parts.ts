import type { Abi, Hash } from 'viem'
import type { BlockFollower } from '../block-follower.js'
import type { ChainLimits } from '../chain-config.js'
import type { ChainReports } from '../reports.js'
import type { Role } from '../roles.js'
import type { ChainNode } from '../rpc/chain-node.js'
import type { Signer } from '../signers/signer.js'
import type { TransactionStore } from '../transactions/transaction.store.js'
import type { Transactions } from '../transactions/transactions.js'

/** What the sender of one role works with. */
export interface SenderParts {
  role: Role
  node: ChainNode
  follower: BlockFollower
  signer: Signer
  store: TransactionStore
  transactions: Transactions
  reports: ChainReports
  limits: ChainLimits
  /** The errors of the contracts that are called. */
  errors: Abi
  /** First topics of the events that prove the effects of calls; empty if any event may. */
  effects: readonly Hash[]
  /** Wall time in epoch milliseconds. */
  nowMs: () => number
  /** After this long without a block, a transaction is broadcast again: the node may have dropped it. */
  rebroadcastAfterMs: number
  /** After this long without a block, the role's first transaction is replaced with higher fees. */
  replaceAfterMs: number
}

/** Transactions of one role on the network at once. Nodes keep at least 16 of one address. */
export const MOST_IN_FLIGHT = 16
