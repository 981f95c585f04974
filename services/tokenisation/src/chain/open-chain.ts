import { type Logger, type MetricsRegistry } from '@hissa/kernel'
import type { Connection } from '@hissa/persistence'
import type { Abi } from 'viem'
import { BlockFollower } from './block-follower.js'
import { limitsOf, type ChainConfig } from './chain-config.js'
import { ChainCounters, registerChainGauges } from './chain-metrics.js'
import { ChainReports } from './reports.js'
import { ROLES, type Role } from './roles.js'
import { RpcNode, type ChainNode } from './rpc/chain-node.js'
import { NodeClient } from './rpc/node-client.js'
import { Lease } from './sending/lease.js'
import { ReleaseRole } from './sending/release-role.js'
import { Sender } from './sending/sender.js'
import { Senders } from './sending/senders.js'
import { openSigners, type Signers } from './signers/open-signers.js'
import { TransactionStore } from './transactions/transaction.store.js'
import { Transactions } from './transactions/transactions.js'

const REBROADCAST_AFTER_MS = 30_000
const REPLACE_AFTER_MS = 60_000

interface Surroundings {
  connection: Connection
  logger: Logger
  metrics: MetricsRegistry
  /** The errors of the contracts that are called, by which reverts are explained. */
  errors?: Abi
  /** Milliseconds between two looks at the chain; by default what suits the chain. */
  pollMs?: number | undefined
}

/** Everything between a plan and its confirmed transaction. */
export interface Chain {
  node: ChainNode
  follower: BlockFollower
  signers: Signers
  transactions: Transactions
  senders: Senders
  releaseRole: ReleaseRole
}

/** Creates the parts of the chain and their models. Connects to nothing and starts nothing. */
export function openChain(
  config: ChainConfig,
  { connection, logger, metrics, errors = [], pollMs }: Surroundings,
): Chain {
  const profile = limitsOf(config)
  const limits = { ...profile, pollMs: pollMs ?? profile.pollMs }
  const nowMs = Date.now
  const node = new RpcNode(new NodeClient(config.CHAIN_RPC_URL))
  const store = new TransactionStore(connection)
  const transactions = new Transactions(store)
  const follower = new BlockFollower(node, store, limits)
  const signers = openSigners(config)
  const reports = new ChainReports(logger, new ChainCounters(metrics))
  const common = { node, follower, store, transactions, reports, limits, errors, nowMs }
  const times = { rebroadcastAfterMs: REBROADCAST_AFTER_MS, replaceAfterMs: REPLACE_AFTER_MS }
  const senderOf = (role: Role) =>
    new Sender({ ...common, ...times, role, signer: signers[role] }, new Lease(connection, `chain-${role}`))
  const senders = Object.fromEntries(ROLES.map((role) => [role, senderOf(role)])) as Record<Role, Sender>
  registerChainGauges({ registry: metrics, store, follower, node, limits, nowMs })
  return {
    ...{ node, follower, signers, transactions },
    senders: new Senders({ senders, follower, store, transactions, reports, logger, pollMs: limits.pollMs }),
    releaseRole: new ReleaseRole(common),
  }
}
