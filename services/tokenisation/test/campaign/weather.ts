import { until as untilTrue } from '@hissa/testing-helpers'
import type { Fault, FaultProxy, Rewrite } from '../chain/fault-proxy.js'
import type { Tokenisation } from '../harness.js'

/** Something that happens to the node or the chain. Resolves to whether it had an effect. */
export interface Trouble {
  name: string
  happen(service: Tokenisation): Promise<boolean>
}

/** A trouble without an effect on this many requests is over, and doesn't count. */
const MOST_REQUESTS = 40
const OTHER_HASH = `0x${'ee'.repeat(32)}`
const OTHER_ADDRESS = `0x${'ab'.repeat(20)}`
const hexOf = (number: number) => `0x${number.toString(16)}`

type Content = Record<string, unknown>

/** Waits until `isSo`, or until the node has been asked so often that the trouble is over. Returns whether it is so. */
async function until(proxy: FaultProxy, isSo: () => boolean): Promise<boolean> {
  const last = proxy.requests + MOST_REQUESTS
  await untilTrue(() => isSo() || proxy.requests >= last)
  return isSo()
}

/** The node fails for as long as it takes to ask it some times. */
const failing = (name: string, fault: Fault, requests: number): Trouble => ({
  name: `the node ${name}`,
  async happen({ proxy }) {
    proxy.requests = 0
    proxy.fault = fault
    const isHit = await until(proxy, () => proxy.requests >= requests)
    proxy.reset()
    return isHit
  },
})

/** The node changes some answers to a method; `change` returns undefined for answers that stay as they are. */
function lying(
  name: string,
  method: string,
  change: (result: Content, params: readonly unknown[]) => unknown,
  times = 2,
): Trouble {
  return {
    name: `the node lies: ${name}`,
    async happen({ proxy }) {
      let told = 0
      const rewrite: Rewrite = (answer, message) => {
        if (message.method !== method || !answer.result || told >= times) return answer
        const changed = change(answer.result as Content, message.params)
        if (changed === undefined) return answer
        told += 1
        return { ...answer, result: changed }
      }
      proxy.rewrite = rewrite
      const isHit = await until(proxy, () => told > 0)
      if (isHit) await until(proxy, () => told >= times)
      proxy.reset()
      return isHit
    },
  }
}

const receipt = (name: string, change: (result: Content) => Content) =>
  lying(`a receipt with ${name}`, 'eth_getTransactionReceipt', change)
const logs = (name: string, change: (log: Content) => Content) =>
  lying(`logs ${name}`, 'eth_getLogs', (found) => {
    const all = found as unknown as Content[]
    return all.length === 0 ? undefined : all.map(change)
  })
const head = (name: string, change: (block: Content) => Content) =>
  lying(`a head ${name}`, 'eth_getBlockByNumber', (block, [at]) => (at === 'latest' ? change(block) : undefined))
const block = (name: string, change: (block: Content) => Content) =>
  lying(`a block ${name}`, 'eth_getBlockByNumber', (found, [at]) => (at === 'latest' ? undefined : change(found)), 1)
const moved = (by: number) => (found: Content) => ({
  ...found,
  number: hexOf(Math.max(0, Number(found['number']) + by)),
})

/** Answers a method with what it answered at first, like a node that has stopped to follow the chain. */
function old(method: string): Trouble {
  const first = new Map<string, unknown>()
  return {
    name: `the node answers ${method} with old data`,
    async happen({ proxy }) {
      let told = 0
      proxy.rewrite = (answer, message) => {
        if (message.method !== method || answer.result === undefined) return answer
        const key = JSON.stringify(message.params)
        if (!first.has(key)) first.set(key, answer.result)
        const result = first.get(key)
        if (JSON.stringify(result) !== JSON.stringify(answer.result)) told += 1
        return { ...answer, result }
      }
      const isHit = await until(proxy, () => told >= 2)
      proxy.reset()
      return isHit
    },
  }
}

/** Replaces the last blocks by empty ones. The service’s transactions in them are lost, with those that wait. */
const reorganisation = (depth: number): Trouble => ({
  name: `${depth} blocks are reorganised`,
  async happen(service) {
    await service.pauseMining()
    await service.reorganiseSince((await service.anvil.height()) - depth)
    service.mine()
    return true
  },
})

/** The node accepts the next broadcast, and drops everything that waits. */
const dropped: Trouble = {
  name: 'the node drops what it has accepted',
  async happen({ proxy, anvil }) {
    let isHit = false
    proxy.rewrite = async (answer, { method }) => {
      if (method !== 'eth_sendRawTransaction' || !answer.result || isHit) return answer
      isHit = true
      await anvil.client.request({ method: 'anvil_dropAllTransactions' as never, params: undefined as never })
      return answer
    }
    await until(proxy, () => isHit)
    proxy.reset()
    return isHit
  },
}

/** The node takes the next broadcast without an answer. */
const unanswered: Trouble = {
  name: 'the node takes a broadcast without an answer',
  async happen({ proxy }) {
    let isHit = false
    proxy.rewrite = (answer, { method }) => {
      if (method !== 'eth_sendRawTransaction' || isHit) return answer
      isHit = true
      return undefined
    }
    await until(proxy, () => isHit)
    proxy.reset()
    return isHit
  },
}

/** Everything that can happen. A lie about nonces is told once: told for longer, it halts the role by design. */
export const TROUBLES: readonly Trouble[] = [
  failing('is down', { kind: 'down' }, 6),
  failing('hangs beyond its timeout', { kind: 'hang' }, 3),
  failing('sends an answer that never ends', { kind: 'drip' }, 3),
  failing('is overloaded', { kind: 'status', status: 503 }, 6),
  failing('asks to wait', { kind: 'status', status: 429, headers: { 'retry-after': '1' } }, 4),
  failing('talks nonsense', { kind: 'bytes', body: '[1, 2, 3]' }, 4),
  receipt('another block', (found) => ({ ...found, blockHash: OTHER_HASH })),
  receipt('another height', (found) => ({ ...found, blockNumber: '0x1' })),
  receipt('another sender', (found) => ({ ...found, from: OTHER_ADDRESS })),
  receipt('another contract', (found) => ({ ...found, to: OTHER_ADDRESS })),
  receipt('another transaction', (found) => ({ ...found, transactionHash: OTHER_HASH })),
  receipt('failure instead of success', (found) => ({ ...found, status: '0x0' })),
  receipt('failure and without logs', (found) => ({ ...found, status: '0x0', logs: [] })),
  receipt('success and without logs', (found) => ({ ...found, logs: [] })),
  lying('a nonce that is too high', 'eth_getTransactionCount', (count) => hexOf(Number(count) + 3), 1),
  lying('a nonce that is too low', 'eth_getTransactionCount', () => '0x0', 1),
  logs('of another contract', (log) => ({ ...log, address: OTHER_ADDRESS })),
  logs('of another range', (log) => ({ ...log, blockNumber: '0xffffff' })),
  logs('of blocks that are not on the chain', (log) => ({ ...log, blockHash: OTHER_HASH })),
  logs('that were removed', (log) => ({ ...log, removed: true })),
  head('ten blocks behind', moved(-10)),
  head('a thousand blocks ahead', moved(1_000)),
  head('with another hash', (found) => ({ ...found, hash: OTHER_HASH })),
  block('with another hash', (found) => ({ ...found, hash: OTHER_HASH })),
  block('without transactions', (found) => ({ ...found, transactions: [] })),
  block('of another height', moved(1)),
  lying('another chain', 'eth_chainId', () => '0x1'),
  lying('the hash of other bytes', 'eth_sendRawTransaction', () => OTHER_HASH, 1),
  lying('too little gas', 'eth_estimateGas', () => '0x5208', 1),
  lying('no balance', 'eth_getBalance', () => '0x0'),
  lying('no contract', 'eth_getCode', () => '0x'),
  old('eth_getBlockByNumber'),
  old('eth_getTransactionReceipt'),
  dropped,
  unanswered,
  ...Array.from({ length: 12 }, (_, index) => reorganisation(index + 1)),
]
