import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { Tokenisation } from './harness.js'
import { Holders } from './holders.js'
import { Staff } from './staff.js'

let service: Tokenisation
let staff: Staff
let holders: Holders

beforeAll(async () => {
  service = await Tokenisation.start()
  staff = new Staff(service)
  holders = new Holders(service)
})
afterAll(() => service.stop())

describe('a move during restarts', () => {
  it('is carried out once, whenever the service ends and the node fails', async () => {
    const holder = await holders.holderOf(await holders.liveTokens(3))
    const { wallet, relocationId } = await staff.beginMove(holder.userId)
    let seen = ''
    let restarts = 0
    await service.until('it is completed during restarts', async () => {
      const row = (await staff.relocations.byId(relocationId))!
      const content = JSON.stringify([row.state, row.steps.map(({ id, receipt }) => [id, receipt !== undefined])])
      if (content === seen) return row.state === 'completed'
      seen = content
      restarts += 1
      service.proxy.fault = { kind: 'down' }
      await service.drainAll()
      service.proxy.reset()
      await service.bootAnother()
      return false
    })
    expect(restarts).toBeGreaterThanOrEqual(4)
    await holders.expectAllAt(wallet.address, holder, [holder.custody])
    expect(await service.events('tokenisation.shares.relocated.v1', relocationId)).toHaveLength(1)
    const planned = { kind: 'relocation', 'ref.relocationId': relocationId }
    expect(await service.rows('chain_transactions').countDocuments(planned)).toBe(4)
  })
})
