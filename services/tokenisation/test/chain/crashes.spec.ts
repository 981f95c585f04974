import { seededRandom } from '@hissa/kernel/random'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Address } from 'viem'
import { ROLES, type Role } from '../../src/chain/roles.js'
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
let payees = 0xa000000
/** Every crash that really happened. */
let crashes = 0

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

/** Starts the process that sends for a role; it ends at the crash. */
function start(role: Role, crash?: Crash): { sender: Sender; points: CrashPoints } {
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
  private current: ReturnType<typeof start>
  readonly steps: string[] = []

  constructor(
    private readonly role: Role,
    private readonly crashes: Crash[],
  ) {
    this.current = start(role, crashes.shift())
  }

  async pass(): Promise<void> {
    await this.current.sender.pass().catch((error: unknown) => {
      if (!(error instanceof Killed)) throw error
    })
    this.steps.push(...this.current.points.names.splice(0))
    if (!this.current.points.isDead) return
    crashes += 1
    this.current = start(this.role, this.crashes.shift())
  }
}

/** The transactions of one role in a run, and what must have become of them. */
class Scenario {
  readonly process: Process
  private ids: string[] = []
  private firstNonce = 0
  private readonly payees: Address[]

  /** Without `payments` there are a call, and a call that the contract refuses. */
  constructor(
    private readonly role: Role,
    crashes: Crash[],
    payments: number,
  ) {
    this.process = new Process(role, crashes)
    this.payees = Array.from({ length: payments }, () => `0x${(payees += 1).toString(16).padStart(40, '0')}` as const)
  }

  async plan(): Promise<void> {
    this.firstNonce = await this.nonce()
    const payments = this.payees.map((to) => ({ to, value: 1n }))
    const plans = [{ to: counter }, { to: counter, data: '0x99' as const }, ...payments]
    this.ids = await bench.plan(...plans.map((plan) => ({ role: this.role, ...plan })))
  }

  async isSettled(): Promise<boolean> {
    const states = await bench.states(this.ids)
    return states.every((state) => state === 'confirmed' || state === 'rejected' || state === 'failed')
  }

  async check(): Promise<void> {
    const [call, refused, ...payments] = this.ids
    const executed = [call!, ...payments]
    expect(await bench.states(executed)).toEqual(executed.map(() => 'confirmed'))
    expect(await bench.states([refused!])).toEqual(['rejected'])
    expect(await bench.recorder.told(refused!)).toEqual(['failed'])
    for (const id of executed) {
      const told = (await bench.recorder.told(id)).join(' ')
      expect(['confirmed', 'confirmed takenBack confirmed']).toContain(told)
      const { included } = await bench.row(id)
      const receipt = await anvil.client.getTransactionReceipt({ hash: included!.hash })
      expect(receipt.blockHash).toBe(included!.blockHash)
    }
    const balances = this.payees.map((address) => anvil.client.getBalance({ address }))
    expect(await Promise.all(balances)).toEqual(this.payees.map(() => 1n))
    expect(await this.nonce()).toBe(this.firstNonce + executed.length)
  }

  private nonce = async () => anvil.client.getTransactionCount({ address: await bench.addressOf(this.role) })
}

/**
 * Drives transactions of several roles through a drop, a replacement, confirmation and a reorganisation, while the
 * process of each role crashes. Then everything must be as without a crash. Returns the steps of the first process.
 */
async function run(lists: Crash[][], payments: number): Promise<string[]> {
  const scenarios = lists.map((list, index) => new Scenario(ROLES[index]!, list, payments))
  const passes = async (times: number) => {
    for (let time = 0; time < times; time += 1) await Promise.all(scenarios.map(({ process }) => process.pass()))
  }
  const count = await countOf()
  for (const scenario of scenarios) await scenario.plan()
  await passes(2)
  await anvil.client.request({ method: 'anvil_dropAllTransactions' as never, params: undefined as never })
  bench.nowMs += 61_000
  await passes(2)
  await bench.mine(DEPTH + 1)
  await passes(2)
  await anvil.reorganiseSince((await anvil.height()) - DEPTH - 1)
  await passes(1)
  for (let round = 0; round < 30; round += 1) {
    bench.nowMs += 31_000
    await passes(1)
    if ((await Promise.all(scenarios.map((scenario) => scenario.isSettled()))).every(Boolean)) break
    await bench.mine(2)
  }
  for (const scenario of scenarios) await scenario.check()
  expect(await countOf()).toBe(count + lists.length)
  return scenarios[0]!.process.steps
}

const countOf = async () => Number(await anvil.client.getStorageAt({ address: counter, slot: '0x0' }))

/** Puts as many lists into each run as there are roles. */
async function runAll(lists: Crash[][], payments: number): Promise<void> {
  for (let index = 0; index < lists.length; index += ROLES.length)
    await run(lists.slice(index, index + ROLES.length), payments)
}

describe('the process that sends', () => {
  let steps: string[] = []

  it('does everything without a crash', async () => {
    steps = await run([[]], 0)
    for (const name of ['store.sign', 'node.send', 'followUp.confirmed', 'followUp.failed', 'followUp.takenBack'])
      expect(steps).toContain(name)
  })

  it('executes each plan once when it ends before any of its steps, so after any of them too', async () => {
    await runAll(
      steps.map((_, index) => [{ step: index + 1, when: 'before' }]),
      0,
    )
    expect(crashes).toBeGreaterThanOrEqual(steps.length * 0.9)
  })

  it('executes each plan once under many random crashes', async () => {
    const next = seededRandom(20_261_123)
    const random = (bound: number) => Math.floor(next() * bound)
    const before = crashes
    const crash = (): Crash => ({ step: 1 + random(60), when: random(2) === 0 ? 'before' : 'after' })
    await runAll(
      Array.from({ length: 6 * ROLES.length }, () => Array.from({ length: 12 }, crash)),
      2,
    )
    expect(crashes - before).toBeGreaterThan(100)
    expect(crashes).toBeGreaterThan(200)
  })
})
