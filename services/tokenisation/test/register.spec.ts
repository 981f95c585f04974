import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { registerAnchorAbi } from '@hissa/token-suite'
import { encodeFunctionData, zeroAddress, type Address, type Hash } from 'viem'
import { Tokenisation } from './harness.js'
import { metricOf } from './metric-of.js'

let service: Tokenisation

beforeAll(async () => {
  service = await Tokenisation.start()
})
afterAll(() => service.stop())

const root = `0x${'ab'.repeat(32)}` as const

describe('a published register', () => {
  it('is anchored once, even if its event is redelivered after the contracts are deployed', async () => {
    await service.publishRegister(1, root)
    const [anchored] = await service.until('the root is anchored', async () => {
      const events = await service.events('tokenisation.register.anchored.v1', '1')
      return events.length > 0 && events
    })
    expect(anchored).toMatchObject({ sequence: 1, root, receipt: { chainId: 31_337 } })
    const address = anchored!['contract'] as Address
    const args = [zeroAddress, 1n] as const
    const entry = await service.anvil.client.readContract({
      address,
      abi: registerAnchorAbi,
      functionName: 'entry',
      args,
    })
    expect(entry).toMatchObject({ root, treeSize: 3n })

    await service.publishRegister(1, root)
    await service.publishRegister(2, `0x${'cd'.repeat(32)}`)
    await service.until('the next is anchored', async () => {
      return (await service.events('tokenisation.register.anchored.v1', '2')).length > 0
    })
    expect(await service.events('tokenisation.register.anchored.v1', '1')).toHaveLength(1)
    expect(await service.rows('chain_transactions').countDocuments({ role: 'anchor' })).toBe(2)
  })

  it('is anchored in a new series after a thief has used up all numbers', async () => {
    const [first] = await service.events('tokenisation.register.anchored.v1', '1')
    const to = first!['contract'] as Address
    const abi = registerAnchorAbi
    const stolen = [`0x${'ee'.repeat(32)}`, 2n ** 64n - 1n, 0n] as const
    await service.outside('anchor', to, encodeFunctionData({ abi, functionName: 'anchor', args: stolen }))
    const later: { sequence: number; root: Hash }[] = [
      { sequence: 3, root: `0x${'3'.repeat(64)}` },
      { sequence: 4, root: `0x${'4'.repeat(64)}` },
    ]
    for (const { sequence, root: each } of later) await service.publishRegister(sequence, each)
    await service.until('both registers wait', async () => {
      return (await service.rows('waiting_anchors').countDocuments({ isRefused: true })) === 2
    })
    expect(await metricOf(service.running[0]!, 'tokenisation_anchors_refused')).toBe(2)

    const series = [zeroAddress, 2n] as const
    await service.outside('deployer', to, encodeFunctionData({ abi, functionName: 'beginSeries', args: series }))
    for (const { sequence } of later)
      await service.until(`register ${sequence} is anchored`, async () => {
        return (await service.events('tokenisation.register.anchored.v1', String(sequence))).length > 0
      })
    for (const { sequence, root: each } of later) {
      const args = [zeroAddress, BigInt(sequence)] as const
      const read = { address: to, abi, functionName: 'entry', args } as const
      expect(await service.anvil.client.readContract(read)).toMatchObject({ root: each, series: 1n })
    }
    expect(await service.rows('waiting_anchors').countDocuments()).toBe(0)
  })

  it('is anchored again if a thief has used only the number before it', async () => {
    const [first] = await service.events('tokenisation.register.anchored.v1', '1')
    const to = first!['contract'] as Address
    const abi = registerAnchorAbi
    const stolen = [`0x${'ee'.repeat(32)}`, 5n, 3n] as const
    await service.outside('anchor', to, encodeFunctionData({ abi, functionName: 'anchor', args: stolen }))
    await service.publishRegister(6, rootOf(6))
    await untilAnchored(6)
    for (const sequence of [5, 7]) await service.publishRegister(sequence, rootOf(sequence))
    await service.until('the register with the used number and the later one are refused', async () => {
      return (await service.rows('waiting_anchors').countDocuments({ isRefused: true })) === 2
    })
    expect(await service.events('tokenisation.register.anchored.v1', '7')).toHaveLength(0)

    const series = [zeroAddress, 4n] as const
    await service.outside('deployer', to, encodeFunctionData({ abi, functionName: 'beginSeries', args: series }))
    await untilAnchored(7)
    for (const sequence of [5, 6, 7]) {
      const args = [zeroAddress, BigInt(sequence)] as const
      const read = { address: to, abi, functionName: 'entry', args } as const
      expect(await service.anvil.client.readContract(read)).toMatchObject({ root: rootOf(sequence), series: 2n })
    }
    expect(await metricOf(service.running[0]!, 'tokenisation_anchors_refused')).toBe(0)
  })

  it('is not sent before the one before it is confirmed', async () => {
    await service.pauseMining()
    await service.publishRegister(8, rootOf(8))
    await service.until('the register is on its way', () => service.rows('chain_transactions').findOne(sent(8)))
    await service.publishRegister(9, rootOf(9))
    await service.until('the next waits', () => waitingRow(9))
    await untilLooked()
    expect(await service.rows('chain_transactions').findOne({ 'ref.sequence': 9 })).toBeNull()
    // As if its failure had been removed by a reorganisation.
    await service.rows('waiting_anchors').insertOne({ _id: 8, root: rootOf(8), treeSize: 3 } as never)
    service.mine()
    await untilAnchored(9)
    expect(await service.rows('waiting_anchors').countDocuments()).toBe(0)
    expect(await service.rows('chain_transactions').countDocuments({ 'ref.sequence': { $in: [8, 9] } })).toBe(2)
  })

  it('stops waiting without an alert if the contract has its root', async () => {
    await service.rows('waiting_anchors').insertOne({ _id: 9, root: rootOf(9), treeSize: 3 } as never)
    await service.until('it waits no more', async () => !(await waitingRow(9)))
    expect(await metricOf(service.running[0]!, 'tokenisation_anchors_refused')).toBe(0)
    expect(await service.rows('chain_transactions').countDocuments({ 'ref.sequence': 9 })).toBe(1)
  })
})

const rootOf = (sequence: number): Hash => `0x${String(sequence).repeat(64)}`

const sent = (sequence: number) => ({ 'ref.sequence': sequence, state: 'sent' })

const waitingRow = (sequence: number) => service.rows('waiting_anchors').findOne({ _id: sequence as never })

const untilAnchored = (sequence: number) =>
  service.until(`register ${sequence} is anchored`, async () => {
    return (await service.events('tokenisation.register.anchored.v1', String(sequence))).length > 0
  })

/** Waits until the service has looked for registers to anchor: it deploys tokens in the same passes, before. */
async function untilLooked(): Promise<void> {
  service.passMs(60_000)
  for (const propertyId of [service.newProperty(), service.newProperty()]) {
    await service.offer(propertyId, 10)
    await service.fileDeed(propertyId)
    await service.until('a pass has reached the token', () => {
      return service.rows('chain_transactions').findOne({ 'ref.propertyId': propertyId })
    })
  }
}
