import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { registerAnchorAbi } from '@hissa/token-suite'
import { zeroAddress, type Address } from 'viem'
import { Tokenisation } from './harness.js'

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
})
