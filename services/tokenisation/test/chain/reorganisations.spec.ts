import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { Address } from 'viem'
import { startAnvil, type Anvil } from './anvil.js'
import { ChainBench, DEPTH } from './harness.js'
import type { Sender } from '../../src/chain/sending/sender.js'

let anvil: Anvil
let bench: ChainBench
let sender: Sender
let keyBase = 200

const role = 'minter'
const to = (number: number): Address => `0x${(0xfee000 + number).toString(16).padStart(40, '0')}`
const balanceOf = (address: Address) => anvil.client.getBalance({ address })

beforeAll(async () => {
  anvil = await startAnvil()
  await anvil.client.mine({ blocks: 5 })
})
beforeEach(async () => {
  bench = await ChainBench.open(anvil, (keyBase += 1))
  // The balances are part of a block, so that no reorganisation of a test removes them.
  await bench.mine(5)
  sender = bench.senderOf(role)
})
afterEach(() => bench.close())
afterAll(() => anvil.stop())

/** Replaces the last blocks by as many empty ones. */
const reorganise = async (depth: number) => anvil.reorganiseSince((await anvil.height()) - depth)

describe('a reorganisation', () => {
  it('of a mined transaction sends it again, and its follow-up learns only the result', async () => {
    const [id] = await bench.plan({ to: to(keyBase), value: 1n })
    await sender.pass()
    await bench.mine(2)
    await sender.pass()
    expect(await bench.states([id!])).toEqual(['mined'])
    const before = (await bench.row(id!)).included!.blockHash
    await reorganise(2)
    await sender.pass()
    expect(await bench.states([id!])).toEqual(['sent'])
    await bench.settle(sender, role)
    expect(await bench.recorder.told(id!)).toEqual(['confirmed'])
    expect((await bench.row(id!)).included!.blockHash).not.toBe(before)
    expect(await balanceOf(to(keyBase))).toBe(1n)
    expect(bench.counted).toEqual(['reorganised minter'])
    expect(bench.alarmsOf('CHAIN_REORGANISED')).toEqual([])
  })

  it('of twelve blocks takes back what was confirmed at a depth of three, and executes it once', async () => {
    const [early] = await bench.plan({ to: to(1_000 + keyBase), value: 1n })
    await bench.settle(sender, role)
    await bench.mine(12)
    const ids = await bench.plan({ to: to(keyBase), value: 2n }, { to: to(500 + keyBase), value: 3n })
    await sender.pass()
    await bench.mine(9)
    await sender.pass()
    expect(await bench.states(ids)).toEqual(['confirmed', 'confirmed'])
    await reorganise(12)
    expect(await balanceOf(to(keyBase))).toBe(0n)
    await bench.mine()
    await sender.pass()
    expect(await bench.states([early!, ...ids])).toEqual(['confirmed', 'sent', 'sent'])
    expect(bench.alarmsOf('CHAIN_REORGANISED')).toHaveLength(2)
    await bench.settle(sender, role)
    for (const id of ids) expect(await bench.recorder.told(id)).toEqual(['confirmed', 'takenBack', 'confirmed'])
    expect(await bench.recorder.told(early!)).toEqual(['confirmed'])
    expect([await balanceOf(to(keyBase)), await balanceOf(to(500 + keyBase))]).toEqual([2n, 3n])
    expect((await bench.row(ids[0]!)).attempts).toHaveLength(1)
  })

  it('that keeps the transaction in another block changes only its receipt', async () => {
    const [id] = await bench.plan({ to: to(keyBase), value: 1n })
    await sender.pass()
    const { raw } = (await bench.row(id!)).attempts[0]!
    await bench.mine(DEPTH + 1)
    await sender.pass()
    const first = (await bench.row(id!)).included!
    await anvil.reorganiseSince((await anvil.height()) - DEPTH - 1, [[raw, 2]])
    await sender.pass()
    await bench.settle(sender, role)
    const { included } = await bench.row(id!)
    expect(included!.blockNumber).toBe(first.blockNumber + 2)
    expect(await bench.recorder.told(id!)).toEqual(['confirmed', 'takenBack', 'confirmed'])
    expect(await balanceOf(to(keyBase))).toBe(1n)
  })

  it('by a chain that was rewound is undone once the chain has grown again', async () => {
    const snapshot = await anvil.client.snapshot()
    const [id] = await bench.plan({ to: to(keyBase), value: 4n })
    await sender.pass()
    await bench.mine(DEPTH + 1)
    await sender.pass()
    expect(await bench.states([id!])).toEqual(['confirmed'])
    await anvil.client.revert({ id: snapshot })
    expect(await sender.pass()).toBe(false)
    expect(await bench.states([id!])).toEqual(['confirmed'])
    await bench.mine(DEPTH + 3)
    await sender.pass()
    expect(await bench.states([id!])).toEqual(['sent'])
    await bench.settle(sender, role)
    expect(await balanceOf(to(keyBase))).toBe(4n)
  })

  it('is not detected more than 64 blocks below the confirmation depth', async () => {
    const [id] = await bench.plan({ to: to(keyBase), value: 1n })
    await bench.settle(sender, role)
    expect((await bench.row(id!)).isWatched).toBe(true)
    await bench.mine(60)
    await sender.pass()
    expect((await bench.row(id!)).isWatched).toBe(true)
    await bench.mine(10)
    await sender.pass()
    expect((await bench.row(id!)).isWatched).toBeUndefined()
    expect((await bench.store.work([role])).size).toBe(0)
  })

  describe('that another role has not noticed yet', () => {
    const other = 'registrar'

    it('has what builds on its transaction broadcast again only after it', async () => {
      const [first] = await bench.plan({ role: other, to: to(keyBase), value: 1n })
      await bench.settle(bench.senderOf(other), other)
      const [second] = await bench.plan({ to: to(keyBase), value: 2n, after: [first!] })
      await bench.settle(sender, role)
      await reorganise((await anvil.height()) - (await bench.row(first!)).included!.blockNumber + 1)
      await sender.pass()
      expect(await bench.states([first!, second!])).toEqual(['confirmed', 'sent'])
      expect((await bench.row(second!)).acceptedAt).toBeUndefined()
      await bench.settle(bench.senderOf(other), other)
      await bench.settle(sender, role)
      expect(await balanceOf(to(keyBase))).toBe(3n)
      const [earlier, later] = [await bench.row(first!), await bench.row(second!)]
      expect(later.included!.blockNumber).toBeGreaterThan(earlier.included!.blockNumber)
    })

    it('has what builds on its transaction signed only after it', async () => {
      const [first] = await bench.plan({ role: other, to: to(keyBase), value: 1n })
      await bench.settle(bench.senderOf(other), other)
      const [second] = await bench.plan({ to: to(keyBase), value: 2n, after: [first!] })
      await reorganise((await anvil.height()) - (await bench.row(first!)).included!.blockNumber + 1)
      await sender.pass()
      expect(await bench.states([first!, second!])).toEqual(['confirmed', 'planned'])
      await bench.settle(bench.senderOf(other), other)
      await bench.settle(sender, role)
      expect(await balanceOf(to(keyBase))).toBe(3n)
    })
  })

  it('that is still in progress when the process ends is undone by the next one', async () => {
    const [id] = await bench.plan({ to: to(keyBase), value: 1n })
    await sender.pass()
    await bench.mine(DEPTH + 1)
    await sender.pass()
    await reorganise(DEPTH + 2)
    await bench.settle(bench.senderOf(role), role)
    await bench.senderOf(role).pass()
    await bench.settle(bench.senderOf(role), role)
    expect(await bench.recorder.told(id!)).toEqual(['confirmed', 'takenBack', 'confirmed'])
    expect(await balanceOf(to(keyBase))).toBe(1n)
  })
})
