import { SystemClock, systemTiming, type Logger, type MetricsRegistry, type Timing } from '@hissa/kernel'
import { Lease } from '@hissa/messaging'
import type { Connection } from '@hissa/persistence'
import type { Abi, Hash } from 'viem'
import { BlockFollower } from './block-follower.js'
import { limitsOf, type ChainConfig } from './chain-config.js'
import { ChainCounters, registerChainGauges } from './chain-metrics.js'
import { ChainReports } from './reports.js'
import { ROLES, type Role } from './roles.js'
import { RpcNode, type ChainNode } from './rpc/chain-node.js'
import { CLIENT_LIMITS, NodeClient, type ClientLimits } from './rpc/node-client.js'
import type { SenderParts } from './sending/parts.js'
import { Sender } from './sending/sender.js'
import { Senders } from './sending/senders.js'
import { openSigners, type Signers } from './signers/open-signers.js'
import { TransactionStore } from './transactions/transaction.store.js'
import { Transactions } from './transactions/transactions.js'

/** How long the chain waits, in milliseconds of wall time. */
export interface ChainTimes extends Pick<SenderParts, 'rebroadcastAfterMs' | 'replaceAfterMs'> {
  client: ClientLimits
}

const TIMES: ChainTimes = { rebroadcastAfterMs: 30_000, replaceAfterMs: 60_000, client: CLIENT_LIMITS }

interface Surroundings {
  connection: Connection
  logger: Logger
  metrics: MetricsRegistry
  /** By default the system’s. */
  timing?: Timing
  /** The errors of the contracts that are called, by which reverts are explained. */
  errors?: Abi
  /** First topics of the events that prove the effects of calls; by default any event may. */
  effects?: readonly Hash[]
  /** Polling interval in milliseconds; by default what suits the chain. */
  pollMs?: number | undefined
  /** Replaces some of the other waits. */
  times?: Partial<ChainTimes> | undefined
}

/** Everything between a plan and its confirmed transaction. */
export interface Chain {
  node: ChainNode
  follower: BlockFollower
  signers: Signers
  transactions: Transactions
  senders: Senders
  reports: ChainReports
}

/** Creates the parts of the chain and their models. Connects to nothing and starts nothing. */
export function openChain(
  config: ChainConfig,
  { connection, logger, metrics, timing = systemTiming, errors = [], effects = [], pollMs, times = {} }: Surroundings,
): Chain {
  const profile = limitsOf(config)
  const limits = { ...profile, pollMs: pollMs ?? profile.pollMs }
  const nowMs = timing.wallMs
  const { client, ...waits } = { ...TIMES, ...times }
  const node = new RpcNode(new NodeClient(config.CHAIN_RPC_URL, client, timing))
  const store = new TransactionStore(connection)
  const transactions = new Transactions(store, new SystemClock(0, timing))
  const follower = new BlockFollower(node, store, limits, { nowMs })
  const signers = openSigners(config)
  const reports = new ChainReports(logger, new ChainCounters(metrics), nowMs)
  const common = { node, follower, store, transactions, reports, limits, errors, effects, nowMs }
  const senderOf = (role: Role) =>
    new Sender({ ...common, ...waits, role, signer: signers[role] }, new Lease(connection, `chain-${role}`, { nowMs }))
  const senders = Object.fromEntries(ROLES.map((role) => [role, senderOf(role)])) as Record<Role, Sender>
  registerChainGauges({ registry: metrics, store, follower, node, limits, nowMs })
  return {
    ...{ node, follower, signers, transactions, reports },
    senders: new Senders({ senders, follower, store, transactions, reports, logger, timing, pollMs: limits.pollMs }),
  }
}
