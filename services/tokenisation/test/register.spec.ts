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
      return (await service.rows('waiting_anchors').countDocuments()) === 2
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
})
