import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { ManualTiming } from '@hissa/kernel'
import { transaction } from '@hissa/persistence'
import { until } from '@hissa/testing-helpers'
import { BlockFollower } from '../../src/chain/block-follower.js'
import { ROLES, type Role } from '../../src/chain/roles.js'
import { Senders } from '../../src/chain/sending/senders.js'
import type { Sender } from '../../src/chain/sending/sender.js'
import { Transactions } from '../../src/chain/transactions/transactions.js'
import { startAnvil, type Anvil } from './anvil.js'
import { FaultProxy } from './fault-proxy.js'
import { ChainBench, limits, silentLogger } from './harness.js'

const POLLS = 20
const role = 'minter'
const to = `0x${'ab'.repeat(20)}` as const

let anvil: Anvil
let proxy: FaultProxy
let bench: ChainBench
let timing: ManualTiming
let senders: Senders
/** What the store was asked, in order. */
let asked: string[]
let running = 0
let keyBase = 900

beforeAll(async () => {
  anvil = await startAnvil()
  proxy = await FaultProxy.start(anvil.url)
})
beforeEach(async () => {
  bench = await ChainBench.open(anvil, (keyBase += 1))
  timing = new ManualTiming()
  asked = []
  const node = bench.nodeAt(proxy.url)
  const follower = new BlockFollower(node, bench.store, limits, { nowMs: timing.wallMs })
  const { store, transactions } = bench
  const { reports } = bench.partsOf(role)
  const all = Object.fromEntries(ROLES.map((each) => [each, counted(bench.senderOf(each, { node, follower }))]))
  senders = new Senders({
    ...{ senders: all as Record<Role, ReturnType<typeof counted>>, follower, store, transactions, reports },
    ...{ logger: silentLogger(), timing, pollMs: limits.pollMs },
  })
  await senders.onApplicationBootstrap()
  await bothWait()
  bench.connection.set('debug', (collection: string, method: string) => asked.push(`${method} ${collection}`))
})
afterEach(async () => {
  bench.connection.set('debug', false)
  await senders.beforeApplicationShutdown()
  await bench.close()
})
afterAll(async () => {
  await proxy.stop()
  await anvil.stop()
})

/** Counts the passes that run. */
function counted(sender: Sender): Pick<Sender, 'pass' | 'end'> {
  const pass: Sender['pass'] = async (work) => {
    running += 1
    return sender.pass(work).finally(() => (running -= 1))
  }
  return { pass, end: () => sender.end() }
}

/** The loop over the roles and the one over the head wait for time to pass, and no pass runs. */
const bothWait = () => until(() => timing.waiting === 2 && running === 0)

async function poll(times = 1): Promise<void> {
  for (let count = 0; count < times; count += 1) {
    await timing.pass(limits.pollMs)
    await bothWait()
  }
}

async function pollUntil(state: string, id: string): Promise<void> {
  await until(async () => {
    await poll()
    return (await bench.row(id)).state === state
  })
}

/** Polls until a poll has asked the store nothing but its one question. */
async function untilIdle(): Promise<void> {
  await until(async () => {
    const before = asked.length
    await poll(2)
    return asked.length === before + 2
  })
}

const questions = (count: number) => Array.from({ length: count }, () => 'aggregate chain_transactions')

describe('a service that waits asks the store once per poll for all roles, and the node for its head only,', () => {
  it('without transactions', async () => {
    proxy.reset()
    await poll(POLLS)
    expect(asked).toEqual(questions(POLLS))
    expect(proxy.methods.filter((method) => method === 'eth_chainId').length).toBeLessThanOrEqual(POLLS)
    expect(new Set(proxy.methods)).toEqual(new Set(['eth_chainId', 'eth_getBlockByNumber']))
  })

  it('while a block with a settled transaction is watched, until there is another block', async () => {
    const [id] = await bench.plan({ role, to, value: 1n })
    await pollUntil('sent', id!)
    await bench.mine()
    await pollUntil('mined', id!)
    await bench.mine(limits.confirmations)
    await pollUntil('confirmed', id!)
    await untilIdle()
    asked = []
    proxy.reset()
    await poll(POLLS)
    expect(asked).toEqual(questions(POLLS))
    expect(new Set(proxy.methods)).toEqual(new Set(['eth_chainId', 'eth_getBlockByNumber']))
    await bench.mine(limits.watchedBlocks + 1)
    await until(async () => {
      await poll()
      return (await bench.row(id!)).isWatched === undefined
    })
  })
})

describe('a planned transaction', () => {
  it('is sent without a further poll by the process that planned it', async () => {
    const [id] = await bench.plan({ role, to, value: 1n })
    await until(async () => (await bench.row(id!)).state === 'sent')
  })

  it('of another process is sent with the next poll', async () => {
    const elsewhere = new Transactions(bench.store)
    elsewhere.register(bench.recorder)
    const plan = { id: 'elsewhere', role, to, data: '0x', value: 1n, kind: 'test', ref: {} } as const
    await transaction(bench.connection, (session) => elsewhere.plan(session, plan))
    await poll()
    expect((await bench.row('elsewhere')).state).toBe('sent')
  })
})
