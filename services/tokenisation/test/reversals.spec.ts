import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { GetAccount, ListTokenTransfers } from '@hissa/contracts/tokenisation'
import { Tokenisation } from './harness.js'

let service: Tokenisation

beforeAll(async () => {
  service = await Tokenisation.start()
})
afterAll(() => service.stop())

describe('an order reversed by a dispute', () => {
  it('is never minted if it is reversed before its shares are minted', async () => {
    const propertyId = service.newProperty()
    await service.offer(propertyId, 20)
    const [order, other] = [service.newOrder(propertyId, 5), service.newOrder(propertyId, 3)]
    await service.allot(order)
    await service.allot(other)
    await service.untilAllotment(order, 'waiting')
    await service.reverse(order)
    await service.untilAllotment(order, 'withdrawn')
    await service.fileDeed(propertyId)
    await service.untilAllotment(other, 'minted')
    await service.untilAgrees(propertyId)
    expect(await service.onChain(propertyId)).toMatchObject({ supply: 3, mints: 1 })
    expect((await service.allotment(order))?.state).toBe('withdrawn')
  })

  it('has its shares burned once the mint in progress is confirmed', async () => {
    const propertyId = await service.liveToken(20)
    const [order, other] = [service.newOrder(propertyId, 5), service.newOrder(propertyId, 3)]
    const first = service.newOrder(propertyId, 1, order.userId)
    await service.allot(first)
    await service.untilAllotment(first, 'minted')
    await service.pauseMining()
    await service.allot(order)
    await service.allot(other)
    await service.untilAllotment(order, 'minting')
    await service.reverse(order)
    await service.until('the reversal is known', async () => (await service.allotment(order))?.isReversed)
    service.mine()
    const { account } = await service.untilAllotment(order, 'burned')
    await service.untilAllotment(other, 'minted')
    await service.untilAgrees(propertyId)
    expect(await service.onChain(propertyId, [account])).toEqual({ supply: 4, mints: 3, balances: [1] })
  })

  it('has its minted shares burned, published as burned and no longer returned by the calls', async () => {
    const propertyId = await service.liveToken(20)
    const [order, other] = [service.newOrder(propertyId, 5), service.newOrder(propertyId, 3)]
    await service.allot(order)
    await service.allot(other)
    await service.untilAllotment(order, 'minted')
    await service.untilAllotment(other, 'minted')
    await service.reverse(order)
    const { account, burned } = await service.untilAllotment(order, 'burned')
    await service.untilAgrees(propertyId)
    expect(await service.onChain(propertyId, [account])).toMatchObject({ supply: 3, balances: [0] })
    const events = await service.events('tokenisation.shares.burned.v1', order.orderId)
    expect(events).toEqual([expect.objectContaining({ orderId: order.orderId, units: 5, account, receipt: burned })])
    const { transfers } = await service.call(ListTokenTransfers, { property: propertyId, limit: 1 })
    expect(transfers).toEqual([{ kind: 'burn', from: account, units: 5, receipt: burned }])
    expect((await service.call(GetAccount, {}, order.userId)).tokens).toEqual([])
  })
})
