import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Address } from 'viem'
import type { Role } from '../../src/chain/roles.js'
import type { FollowUp } from '../../src/chain/transactions/follow-up.js'
import type { Transactions } from '../../src/chain/transactions/transactions.js'
import type { Sender } from '../../src/chain/sending/sender.js'
import { startAnvil, type Anvil } from './anvil.js'
import { counterCode } from './counter.js'
import { CrashPoints, Killed, type Crash } from './crash-points.js'
import { ChainBench, DEPTH } from './harness.js'

let anvil: Anvil
let bench: ChainBench
let counter: Address
let runs = 0
/** Every crash that really happened. */
let crashes = 0

const role: Role = 'minter'

beforeAll(async () => {
  anvil = await startAnvil()
  bench = await ChainBench.open(anvil, 400)
  const [id] = await bench.plan({ role: 'deployer', data: counterCode })
  await bench.settle(bench.senderOf('deployer'), 'deployer')
  counter = (await bench.row(id!)).included!.contract!
})
afterAll(async () => {
  await bench.close()
  await anvil.stop()
})

/** Starts the process that sends; it ends at the crash. */
function start(crash?: Crash): { sender: Sender; points: CrashPoints } {
  const points = new CrashPoints(crash)
  const parts = bench.partsOf(role)
  const node = points.wrap('node', parts.node)
  const store = points.wrap('store', bench.store)
  const followUpOf = (kind: string): FollowUp => points.wrap('followUp', bench.transactions.followUpOf(kind))
  const transactions = { followUpOf } as unknown as Transactions
  const follower = points.wrap('follower', parts.follower)
  const signer = points.wrap('signer', parts.signer)
  return { sender: bench.senderOf(role, { node, store, transactions, follower, signer }), points }
}

/** A process that is restarted at once when it ends; each start takes the next crash. */
class Process {
  private current = start(this.crashes.shift())
  steps: string[] = []

  constructor(private readonly crashes: Crash[]) {}

  async pass(): Promise<void> {
    await this.current.sender.pass().catch((error: unknown) => {
      if (!(error instanceof Killed)) throw error
    })
    this.steps.push(...this.current.points.names.splice(0))
    if (!this.current.points.isDead) return
    crashes += 1
    this.current = start(this.crashes.shift())
  }
}

/**
 * Plans two payments, a call and a call that is refused, and drives them through a drop, a replacement, confirmation and
 * a reorganisation, while the process crashes. Then everything must be as without a crash.
 */
async function run(crashList: Crash[]): Promise<string[]> {
  runs += 1
  const to = (number: number): Address => `0x${(0xa000000 + runs * 16 + number).toString(16).padStart(40, '0')}`
  const nonce = await anvil.client.getTransactionCount({ address: await bench.addressOf(role) })
  const count = await countOf()
  const process = new Process(crashList)
  const passes = async (times: number) => {
    for (let time = 0; time < times; time += 1) await process.pass()
  }
  const ids = await bench.plan(
    ...[{ to: to(1), value: 1n }, { to: counter }, { to: to(2), value: 2n }, { to: counter, data: '0x99' as const }],
  )
  await passes(2)
  await anvil.client.request({ method: 'anvil_dropAllTransactions' as never, params: undefined as never })
  bench.nowMs += 61_000
  await passes(2)
  await bench.mine(DEPTH + 1)
  await passes(3)
  await anvil.client.request({ method: 'anvil_reorg' as never, params: [DEPTH + 1, []] as never })
  await passes(2)
  for (let round = 0; round < 12; round += 1) {
    await passes(1)
    await bench.mine()
  }
  await passes(2)
  const expected = ['confirmed', 'confirmed', 'confirmed', 'rejected']
  expect(await bench.states(ids)).toEqual(expected)
  const told = await Promise.all(ids.map((id) => bench.recorder.told(id)))
  for (const [index, events] of told.entries()) expectToldOnce(events, expected[index]!)
  const balances = await Promise.all([1, 2].map((number) => anvil.client.getBalance({ address: to(number) })))
  expect(balances).toEqual([1n, 2n])
  expect(await countOf()).toBe(count + 1)
  expect(await anvil.client.getTransactionCount({ address: await bench.addressOf(role) })).toBe(nonce + 3)
  await expectReceiptsOnChain(ids.slice(0, 3))
  return process.steps
}

const countOf = async () => Number(await anvil.client.getStorageAt({ address: counter, slot: '0x0' }))

/** A result is followed by nothing, or by being taken back and reported again. */
function expectToldOnce(events: string[], state: string): void {
  if (state === 'rejected') return expect(events).toEqual(['failed'])
  expect(['confirmed', 'confirmed takenBack confirmed']).toContain(events.join(' '))
}

async function expectReceiptsOnChain(ids: string[]): Promise<void> {
  for (const id of ids) {
    const { included } = await bench.row(id)
    const receipt = await anvil.client.getTransactionReceipt({ hash: included!.hash })
    expect(receipt.blockHash).toBe(included!.blockHash)
  }
}

/** Returns a repeatable source of numbers below a bound (mulberry32). */
function numbers(seed: number): (bound: number) => number {
  let state = seed
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound
  }
}

describe('the process that sends', () => {
  let steps: string[] = []

  it('does everything without a crash', async () => {
    steps = await run([])
    expect(steps.length).toBeGreaterThan(100)
  })

  it('executes each plan once when it ends before or after any of its steps', async () => {
    const longest = steps.length
    // Every step of the first 90, in which plans are signed, sent, dropped and replaced, then every third.
    const chosen = Array.from({ length: longest }, (_, index) => index + 1).filter(
      (step) => step <= 90 || step % 3 === 0,
    )
    for (const step of chosen)
      await run([
        { step, when: 'before' },
        { step: 1 + (step % 40), when: 'after' },
      ])
    expect(crashes).toBeGreaterThan(chosen.length)
  })

  it('executes each plan once under many random crashes', async () => {
    const random = numbers(20_261_123)
    const before = crashes
    for (let round = 0; round < 12; round += 1) {
      const list = Array.from({ length: 12 }, (): Crash => {
        return { step: 1 + random(60), when: random(2) === 0 ? 'before' : 'after' }
      })
      await run(list)
    }
    expect(crashes - before).toBeGreaterThan(60)
    expect(crashes).toBeGreaterThan(200)
  })
})
