import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { Address } from 'viem'
import { startAnvil, type Anvil } from './anvil.js'
import { counterCode } from './counter.js'
import { FaultProxy, type Fault } from './fault-proxy.js'
import { ChainBench, DEPTH, IMPATIENT, limits, PATIENT } from './harness.js'
import { BlockFollower } from '../../src/chain/block-follower.js'
import type { Sender } from '../../src/chain/sending/sender.js'

let anvil: Anvil
let proxy: FaultProxy
let bench: ChainBench
let sender: Sender
let keyBase = 100

const role = 'minter'
const to = (number: number): Address => `0x${(0xdef000 + number).toString(16).padStart(40, '0')}`
const balanceOf = (address: Address) => anvil.client.getBalance({ address })

beforeAll(async () => {
  anvil = await startAnvil()
  proxy = await FaultProxy.start(anvil.url)
})
beforeEach(async () => {
  bench = await ChainBench.open(anvil, (keyBase += 1))
  sender = bench.senderOf(role, { node: bench.nodeAt(proxy.url) })
})
afterEach(async () => {
  proxy.reset()
  await bench.close()
})
afterAll(async () => {
  await proxy.stop()
  await anvil.stop()
})

/** Replaces fields of the node's answers to one method. */
const lie = (method: string, change: (result: Record<string, unknown>) => unknown) => {
  proxy.rewrite = (answer, message) =>
    message.method === method && answer.result ? { ...answer, result: change(answer.result as never) } : answer
}

describe('a failing node', () => {
  it.each<[string, Fault]>([
    ['down', { kind: 'down' }],
    ['hanging', { kind: 'hang' }],
    ['overloaded', { kind: 'status', status: 503 }],
    ['talking nonsense', { kind: 'bytes', body: '[1, 2, 3]' }],
  ])('that is %s delays a transaction and changes nothing else', async (_, fault) => {
    const [id] = await bench.plan({ to: to(keyBase), value: 1n })
    const impatient = bench.senderOf(role, { node: bench.nodeAt(proxy.url, IMPATIENT) })
    proxy.fault = fault
    expect(await impatient.pass()).toBe(false)
    expect(await bench.states([id!])).toEqual(['planned'])
    proxy.reset()
    await sender.pass()
    proxy.fault = fault
    expect(await impatient.pass()).toBe(false)
    proxy.reset()
    await bench.settle(sender, role)
    expect(await balanceOf(to(keyBase))).toBe(1n)
  })

  it('executes a transaction once when it accepts the broadcast without responding', async () => {
    const [id] = await bench.plan({ to: to(keyBase), value: 1n })
    proxy.rewrite = (answer, { method }) => (method === 'eth_sendRawTransaction' ? undefined : answer)
    expect(await sender.pass()).toBe(false)
    expect(await bench.states([id!])).toEqual(['sent'])
    proxy.reset()
    await sender.pass()
    await sender.pass()
    await bench.settle(sender, role)
    expect(await balanceOf(to(keyBase))).toBe(1n)
  })

  it('receives the transactions again that it lost in a restart', async () => {
    const [id] = await bench.plan({ to: to(keyBase), value: 1n })
    await sender.pass()
    await anvil.restart()
    bench.nowMs += 31_000
    await bench.settle(bench.senderOf(role), role)
    expect(await bench.states([id!])).toEqual(['confirmed'])
    expect(await balanceOf(to(keyBase))).toBe(1n)
  })
})

describe('a faulty node', () => {
  const otherHash = `0x${'ee'.repeat(32)}`
  const sentAndMined = async () => {
    const [id] = await bench.plan({ to: to(keyBase), value: 1n })
    await sender.pass()
    await bench.mine(DEPTH + 1)
    return id!
  }

  it.each([
    ['a block that is not on the chain', (receipt: object) => ({ ...receipt, blockHash: otherHash })],
    ['another height', (receipt: object) => ({ ...receipt, blockNumber: '0x1' })],
    ['another sender', (receipt: object) => ({ ...receipt, from: to(1) })],
    ['another contract', (receipt: object) => ({ ...receipt, to: to(2) })],
    ['another transaction', (receipt: object) => ({ ...receipt, transactionHash: otherHash })],
  ])('is reported and not trusted when its receipt names %s', async (_, change) => {
    const id = await sentAndMined()
    lie('eth_getTransactionReceipt', change)
    expect(await sender.pass()).toBe(false)
    expect(await bench.states([id])).toEqual(['sent'])
    expect(bench.counted).toEqual(['fault FALSE_RECEIPT'])
    expect(bench.alarmsOf('CHAIN_NODE_FAULT')).toHaveLength(1)
    proxy.reset()
    await bench.settle(sender, role)
    expect(await bench.recorder.told(id)).toEqual(['confirmed'])
  })

  it.each([
    ['failure', (receipt: object) => ({ ...receipt, status: '0x0' })],
    ['failure without logs', (receipt: object) => ({ ...receipt, status: '0x0', logs: [] })],
    ['no logs', (receipt: object) => ({ ...receipt, logs: [] })],
    ['other logs', (receipt: { logs?: object[] }) => ({ ...receipt, logs: receipt.logs!.map(other) })],
  ])('is not trusted when its result of a call names %s', async (_, change) => {
    const [deployed] = await bench.plan({ role: 'deployer', data: counterCode })
    await bench.settle(bench.senderOf('deployer'), 'deployer')
    const [id] = await bench.plan({ to: (await bench.row(deployed!)).included!.contract })
    await sender.pass()
    await bench.mine(DEPTH + 1)
    lie('eth_getTransactionReceipt', change)
    await sender.pass()
    expect(await bench.recorder.told(id!)).toEqual([])
    expect(bench.counted).toEqual(['fault FALSE_RECEIPT'])
    expect(bench.alarmsOf('CHAIN_NODE_FAULT')).toMatchObject([{ fields: { role, id } }])
    proxy.reset()
    await bench.settle(sender, role)
    expect(await bench.recorder.told(id!)).toEqual(['confirmed'])
  })

  it.each([
    ['false', { result: [] }, 'CHAIN_NODE_FAULT'],
    ['refused', { error: { code: -32_000, message: 'query returned more than 10000 results' } }, 'RECEIPT_UNREADABLE'],
    ['beyond a limit', { error: { code: -32_005, message: 'limit exceeded' } }, 'RECEIPT_UNREADABLE'],
  ])('delays only what is in one block when the logs of that block are %s', async (_, given, alarm) => {
    const [deployed] = await bench.plan({ role: 'deployer', data: counterCode })
    await bench.settle(bench.senderOf('deployer'), 'deployer')
    const { contract } = (await bench.row(deployed!)).included!
    const [first] = await bench.plan({ to: contract })
    await sender.pass()
    await bench.mine()
    const [second] = await bench.plan({ to: contract })
    await sender.pass()
    const { blockNumber } = (await bench.row(first!)).included!
    await bench.mine(DEPTH + 1)
    proxy.rewrite = (answer, { method, params }) => {
      const isOf = method === 'eth_getLogs' && Number((params[0] as { fromBlock: string }).fromBlock) === blockNumber
      return isOf ? { ...answer, result: undefined, ...given } : answer
    }
    const [third] = await bench.plan({ to: contract })
    await sender.pass()
    expect(await bench.states([first!, second!, third!])).toEqual(['mined', 'confirmed', 'sent'])
    expect(bench.alarmsOf(alarm)).toMatchObject([{ fields: { role, id: first } }])
    proxy.reset()
    await bench.settle(sender, role)
    expect(await bench.recorder.told(first!)).toEqual(['confirmed'])
  })

  it.each([1_000, 65])('is not trusted about a head %d blocks ahead, but about its true head', async (ahead) => {
    const id = await sentAndMined()
    await sender.pass()
    proxy.rewrite = (answer, { method, params }) => {
      if (method !== 'eth_getBlockByNumber' || params[0] !== 'latest') return answer
      const { number, ...rest } = answer.result as { number: string }
      return { ...answer, result: { ...rest, number: `0x${(Number(number) + ahead).toString(16)}` } }
    }
    expect(await sender.pass()).toBe(false)
    expect(bench.counted).toEqual(['fault FALSE_HEAD'])
    proxy.reset()
    await bench.settle(sender, role)
    expect(await bench.states([id])).toEqual(['confirmed'])
  })

  it('is not trusted when it reports success before the transaction is mined', async () => {
    const [id] = await bench.plan({ to: to(keyBase), value: 1n })
    await sender.pass()
    const { address, attempts, to: contract } = await bench.row(id!)
    const block = (await anvil.client.getBlock()) as { hash: string; number: bigint }
    const receipt = {
      ...{ transactionHash: attempts[0]!.hash, blockHash: block.hash, blockNumber: `0x${block.number.toString(16)}` },
      ...{ from: address, to: contract, status: '0x1', gasUsed: '0x5208', logs: [], contractAddress: null },
    }
    proxy.rewrite = (answer, { method }) =>
      method === 'eth_getTransactionReceipt' ? { ...answer, result: receipt } : answer
    expect(await sender.pass()).toBe(false)
    expect(await bench.states([id!])).toEqual(['sent'])
    expect(bench.counted).toEqual(['fault FALSE_RECEIPT'])
  })

  it.each([
    ['another chain id', 'eth_chainId', () => '0x1'],
    ['another first block', 'eth_getBlockByNumber', (block: object) => ({ ...block, hash: otherHash })],
  ])('is not used with %s', async (_, method, change) => {
    const id = await sentAndMined()
    lie(method, change)
    expect(await bench.senderOf(role, { node: bench.nodeAt(proxy.url) }).pass()).toBe(false)
    expect(bench.counted).toEqual(['fault OTHER_CHAIN'])
    expect(await bench.states([id])).toEqual(['sent'])
  })

  it('is not used while its head is below one seen before', async () => {
    const id = await sentAndMined()
    await sender.pass()
    const behind = (await anvil.client.getBlock({ blockNumber: 1n })) as { number: bigint }
    proxy.rewrite = (answer, { method, params }) =>
      method === 'eth_getBlockByNumber' && params[0] === 'latest'
        ? { ...answer, result: { ...(answer.result as object), number: `0x${behind.number.toString(16)}` } }
        : answer
    expect(await sender.pass()).toBe(false)
    expect(bench.counted).toEqual(['fault BEHIND'])
    proxy.reset()
    await bench.settle(sender, role)
    expect(await bench.states([id])).toEqual(['confirmed'])
  })

  it('is reported when it names another hash of our bytes', async () => {
    await bench.plan({ to: to(keyBase), value: 1n })
    proxy.rewrite = (answer, { method }) =>
      method === 'eth_sendRawTransaction' ? { ...answer, result: otherHash } : answer
    expect(await sender.pass()).toBe(false)
    expect(bench.counted).toEqual(['fault OTHER_HASH'])
  })

  it.each([
    ['of another contract', (log: object) => ({ ...log, address: to(3) })],
    ['outside the range', (log: object) => ({ ...log, blockNumber: '0xffffff' })],
    ['of blocks that are not on the chain', (log: object) => ({ ...log, blockHash: otherHash })],
    ['that were removed', (log: object) => ({ ...log, removed: true })],
  ])('has its logs rejected if they are %s', async (_, change) => {
    const { contract, follower, from } = await countTwice()
    lie('eth_getLogs', (logs) => (logs as unknown as object[]).map((log): object => change(log)))
    const { number } = await follower.confirmedBlock()
    await expect(readAll(follower.logsOf(contract, [from, number], []))).rejects.toMatchObject({ fault: 'FALSE_LOGS' })
  })
})

const other = (log: object) => ({ ...log, data: `0x${'ee'.repeat(32)}` })

async function countTwice() {
  const node = bench.nodeAt(proxy.url)
  const follower = bench.followerOf(node)
  const [deployed] = await bench.plan({ role: 'deployer', data: counterCode })
  await bench.settle(bench.senderOf('deployer'), 'deployer')
  const { contract, blockNumber } = (await bench.row(deployed!)).included!
  for (const call of [{ to: contract }, { to: contract }]) {
    await bench.plan(call)
    await bench.settle(bench.senderOf(role), role)
  }
  return { contract: contract!, follower, from: blockNumber }
}

async function readAll<T>(batches: AsyncIterable<T[]>): Promise<T[]> {
  const all: T[] = []
  for await (const batch of batches) all.push(...batch)
  return all
}

describe('BlockFollower', () => {
  it('returns the logs of a contract in order, also when the node allows small ranges only', async () => {
    const { contract, follower, from } = await countTwice()
    const { number } = await follower.confirmedBlock()
    const whole = await readAll(follower.logsOf(contract, [from, number], []))
    expect(whole.map(({ data }) => Number(data))).toEqual([1, 2])
    proxy.rewrite = (answer, { method, params }) => {
      if (method !== 'eth_getLogs') return answer
      const { fromBlock, toBlock } = params[0] as { fromBlock: string; toBlock: string }
      if (Number(toBlock) - Number(fromBlock) < 2) return answer
      return { ...answer, result: undefined, error: { code: -32_000, message: 'query returned too many results' } }
    }
    expect(await readAll(follower.logsOf(contract, [from, number], []))).toEqual(whole)
  })

  it('halves the range also for too many logs, an answer that is too large, and a limit that is exceeded', async () => {
    const { contract, follower, from } = await countTwice()
    const range = [from, (await follower.confirmedBlock()).number] as const
    const whole = await readAll(follower.logsOf(contract, range, []))
    expect(whole).toHaveLength(2)
    expect(whole[0]!.blockNumber).toBeLessThan(whole[1]!.blockNumber)
    const node = bench.nodeAt(proxy.url)
    const strict = new BlockFollower(node, bench.store, limits, { cacheMs: -1, mostLogs: 1 })
    expect(await readAll(strict.logsOf(contract, range, []))).toEqual(whole)

    const answers = [
      { result: 'x'.repeat(PATIENT.maxBytes + 1) },
      { result: undefined, error: { code: -32_005, message: 'limit exceeded' } },
    ]
    for (const given of answers) {
      proxy.rewrite = (answer, { method }) =>
        method === 'eth_getLogs' && (answer.result as unknown[]).length > 1 ? { ...answer, ...given } : answer
      expect(await readAll(follower.logsOf(contract, range, []))).toEqual(whole)
    }
  })

  it('returns no logs above the confirmed block, which a reorganisation could still change', async () => {
    const { contract, follower, from } = await countTwice()
    const { number } = await follower.confirmedBlock()
    await expect(readAll(follower.logsOf(contract, [from, number + 1], []))).rejects.toThrow(RangeError)
  })

  it('knows the confirmed block and which blocks are on the chain', async () => {
    const follower = bench.followerOf(bench.nodeAt(anvil.url))
    await bench.mine(10)
    const head = await follower.head()
    const confirmed = await follower.confirmedBlock()
    expect(head.number - confirmed.number).toBe(DEPTH)
    expect(await follower.isCanonical(confirmed.number, confirmed.hash)).toBe(true)
    expect(await follower.isCanonical(confirmed.number, head.hash)).toBe(false)
  })

  it('rejects a database that belongs to another chain', async () => {
    await bench.followerOf(bench.nodeAt(anvil.url)).head()
    const known = { chain: async () => ({ chainId: 137, genesisHash: `0x${'00'.repeat(32)}` }) }
    const follower = new BlockFollower(bench.nodeAt(anvil.url), known, limits)
    await expect(follower.head()).rejects.toMatchObject({ fault: 'OTHER_CHAIN' })
  })
})

describe('settled transactions that are watched', () => {
  it('cost no look at their blocks in each pass, and a reorganisation of them is noticed', async () => {
    const ids: string[] = []
    for (let number = 0; number < 6; number += 1) {
      ids.push(...(await bench.plan({ to: to(keyBase), value: 1n })))
      await sender.pass()
      await bench.mine()
    }
    await bench.settle(sender, role)
    await sender.pass()
    proxy.methods = []
    await bench.mine()
    await sender.pass()
    expect(proxy.methods.filter((method) => method === 'eth_getBlockByNumber').length).toBeLessThanOrEqual(5)
    const { blockNumber } = (await bench.row(ids.at(-1)!)).included!
    const depth = Number((await anvil.client.getBlock()).number) - blockNumber + 1
    await anvil.client.request({ method: 'anvil_reorg' as never, params: [depth, []] as never })
    await bench.mine()
    await sender.pass()
    expect(await bench.recorder.told(ids.at(-1)!)).toEqual(['confirmed', 'takenBack'])
  })
})
