import { Counter, Gauge, within, type MetricsRegistry } from '@hissa/kernel'
import { formatEther } from 'viem'
import type { BlockFollower } from './block-follower.js'
import type { ChainLimits } from './chain-config.js'
import type { ChainCounts } from './reports.js'
import { ROLES, type Role } from './roles.js'
import { NODE_FAULTS, type NodeFaultCode } from './rpc/node-errors.js'
import type { ChainNode } from './rpc/chain-node.js'
import type { TransactionStore } from './transactions/transaction.store.js'

/** Counts faults of the node, reorganisations and replacements. */
export class ChainCounters implements ChainCounts {
  private readonly faults: Counter
  private readonly reorganisations: Counter
  private readonly replacements: Counter

  constructor(registry: MetricsRegistry) {
    const registers = [registry]
    this.faults = new Counter({
      name: 'chain_node_faults_total',
      help: 'Answers of the node that can’t be true, by fault. They are not acted on.',
      labelNames: ['fault'],
      registers,
    })
    this.reorganisations = new Counter({
      name: 'chain_reorganised_transactions_total',
      help: 'Transactions whose block left the chain, by role. They are broadcast again.',
      labelNames: ['role'],
      registers,
    })
    this.replacements = new Counter({
      name: 'chain_replaced_transactions_total',
      help: 'Transactions that were replaced with higher fees, by role.',
      labelNames: ['role'],
      registers,
    })
    // Without these the first increase would be invisible to `increase`.
    for (const fault of NODE_FAULTS) this.faults.inc({ fault }, 0)
    for (const role of ROLES) for (const counter of [this.reorganisations, this.replacements]) counter.inc({ role }, 0)
  }

  fault(fault: NodeFaultCode): void {
    this.faults.inc({ fault })
  }

  reorganised(role: Role): void {
    this.reorganisations.inc({ role })
  }

  replaced(role: Role): void {
    this.replacements.inc({ role })
  }
}

interface Sources {
  registry: MetricsRegistry
  store: Pick<TransactionStore, 'open' | 'halted' | 'signer'>
  follower: Pick<BlockFollower, 'lastHead'>
  node: Pick<ChainNode, 'balance'>
  limits: ChainLimits
  nowMs: () => number
}

/** Much less than the timeout of a scrape. */
const LONGEST_WAIT_MS = 1_500
const SECOND_MS = 1_000

/**
 * Publishes the state of the chain and of pending transactions on `/metrics`. Each scrape reads the store and the node; a value that can't be
 * read has no sample, so that the others are still served.
 */
export function registerChainGauges(sources: Sources): void {
  registerTransactionGauges(sources)
  registerSignerGauges(sources)
  const { registry, follower, nowMs } = sources
  new Gauge({
    name: 'chain_head_age_seconds',
    help: 'Time since the newest known block. No sample before the first block is known.',
    registers: [registry],
    collect() {
      const head = follower.lastHead()
      if (head) this.set(nowMs() / SECOND_MS - head.timestamp)
      else this.remove()
    },
  })
  new Gauge({
    name: 'chain_known',
    help: '1 once the node’s chain was found to be the configured one, else 0.',
    registers: [registry],
    collect() {
      this.set(follower.lastHead() ? 1 : 0)
    },
  })
}

function registerTransactionGauges({ registry, store, nowMs }: Sources): void {
  const common = { labelNames: ['role'], registers: [registry] }
  const open = () => within(LONGEST_WAIT_MS, store.open()).catch(() => [])
  new Gauge({
    ...{ name: 'chain_transactions_pending', help: 'Transactions that are not settled, by role.', ...common },
    async collect() {
      this.reset()
      for (const { role, count } of await open()) this.set({ role }, count)
    },
  })
  new Gauge({
    ...{ name: 'chain_transactions_oldest_age_seconds', help: 'Age of the oldest of them, by role.', ...common },
    async collect() {
      this.reset()
      for (const { role, oldest } of await open()) this.set({ role }, (nowMs() - oldest.getTime()) / SECOND_MS)
    },
  })
  new Gauge({
    ...{ name: 'chain_signer_halted', help: '1 for a role that signs nothing until it is released.', ...common },
    async collect() {
      this.reset()
      const halted = await within(LONGEST_WAIT_MS, store.halted()).catch(() => [])
      for (const role of halted) this.set({ role }, 1)
    },
  })
}

function registerSignerGauges({ registry, store, node, limits }: Sources): void {
  const common = { labelNames: ['role'], registers: [registry] }
  const balanceOf = async (role: Role) => {
    const { address } = await store.signer(role)
    return address === undefined ? undefined : node.balance(address)
  }
  const balances = async (set: (role: Role, wei: bigint) => void) => {
    const read = ROLES.map(async (role) => {
      const wei = await within(LONGEST_WAIT_MS, balanceOf(role)).catch(() => undefined)
      if (wei !== undefined) set(role, wei)
    })
    await Promise.all(read)
  }
  new Gauge({
    ...{ name: 'chain_signer_balance', help: 'Balance of each signer, in whole units of the currency.', ...common },
    async collect() {
      this.reset()
      await balances((role, wei) => this.set({ role }, Number(formatEther(wei))))
    },
  })
  new Gauge({
    ...{ name: 'chain_signer_balance_low', help: '1 for a signer below CHAIN_LOW_BALANCE, else 0.', ...common },
    async collect() {
      this.reset()
      await balances((role, wei) => this.set({ role }, wei < limits.lowBalance ? 1 : 0))
    },
  })
}
