import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { OrderAllotted, OrderRefunding, SharesTransferred } from '@hissa/contracts/investment'
import { GetAccount, GetToken, ListTokenTransfers } from '@hissa/contracts/tokenisation'
import { newId } from '@hissa/kernel'
import { units } from '@hissa/money'
import { countryModuleAbi, modularComplianceAbi } from '@hissa/token-suite'
import { encodeFunctionData, type Address } from 'viem'
import { Tokenisation } from './harness.js'
import { factOf, type Order } from './orders.js'

let service: Tokenisation

beforeAll(async () => {
  service = await Tokenisation.start()
})
afterAll(() => service.stop())

const addressOf = async (userId: string) =>
  (await service.rows('accounts').findOne({ _id: userId }))!['address'] as string
const mirrored = (transferId: string) => service.events('tokenisation.transfer.mirrored.v1', transferId)

/** Returns a minted order of a new property. */
async function minted(count: number, supply = 50): Promise<Order> {
  const order = service.newOrder(await service.liveToken(supply), count)
  await service.allot(order)
  await service.untilAllotment(order, 'minted')
  return order
}

describe('a transfer on the share register', () => {
  it('moves the shares on the chain to the receiver’s new address, and is published once', async () => {
    const { propertyId, userId } = await minted(20)
    const to = newId()
    const transferId = await service.transfer(propertyId, userId, to, 7)
    const { receipt, version } = await service.untilTransfer(transferId, 'moved')
    await service.untilAgrees(propertyId)
    expect([await service.heldBy(propertyId, userId), await service.heldBy(propertyId, to)]).toEqual([13, 7])
    const { address: token } = (await service.token(propertyId))!.deployment!
    const account = await addressOf(to)
    expect(await mirrored(transferId)).toEqual([{ transferId, propertyId, units: 7, token, account, receipt, version }])
    const { transfers } = await service.call(ListTokenTransfers, { property: propertyId, limit: 1 })
    expect(transfers).toEqual([{ kind: 'transfer', from: await addressOf(userId), to: account, units: 7, receipt }])
    const held = await service.call(GetAccount, {}, to)
    expect(held).toMatchObject({ account, tokens: [{ token, units: 7, unitsAwaiting: 0, receipt }] })
    expect((await service.call(GetAccount, {}, userId)).tokens).toMatchObject([{ units: 13, unitsAwaiting: 0 }])
    const metrics = await service.running[0]!.metrics()
    expect(metrics).toMatch(/^tokenisation_transfers_waiting(\{[^}]*\})? 0$/m)
    expect(metrics).toMatch(/^tokenisation_transfer_oldest_age_seconds(\{[^}]*\})? 0$/m)
  })

  it('that is published several times moves the shares once', async () => {
    const { propertyId, userId } = await minted(20)
    const data = service.transferOf(propertyId, userId, newId(), 5)
    service.registerUnits({ propertyId, userId }, -5)
    service.registerUnits({ propertyId, userId: data.toUserId }, 5)
    for (let n = 0; n < 3; n += 1) await service.publish(SharesTransferred, data.transferId, data)
    await service.untilTransfer(data.transferId, 'moved')
    await service.publish(SharesTransferred, data.transferId, data)
    await service.untilAgrees(propertyId)
    expect(await service.heldBy(propertyId, data.toUserId)).toBe(5)
    expect(await mirrored(data.transferId)).toHaveLength(1)
  })

  it('that arrives before the allotment and the offering is carried out after the mint', async () => {
    const propertyId = service.newProperty()
    const order = service.newOrder(propertyId, 10)
    const to = newId()
    service.registerUnits(order, 10)
    const transferId = await service.transfer(propertyId, order.userId, to, 10)
    await service.untilTransfer(transferId, 'waiting')
    await service.publish(OrderAllotted, order.orderId, factOf(order))
    await service.offer(propertyId, 10)
    await service.fileDeed(propertyId)
    await service.untilTransfer(transferId, 'moved')
    await service.untilAgrees(propertyId)
    expect([await service.heldBy(propertyId, order.userId), await service.heldBy(propertyId, to)]).toEqual([0, 10])
  })

  it('waits for a receiver without a known country, and does not delay other transfers that the shares suffice for', async () => {
    const { propertyId, userId } = await minted(20)
    const [unknown, other] = [newId(), newId()]
    service.countries.set(unknown, null)
    const first = await service.transfer(propertyId, userId, unknown, 12)
    const second = await service.transfer(propertyId, userId, other, 8)
    await service.untilTransfer(second, 'moved')
    await service.untilTransfer(first, 'waiting')
    service.countries.set(unknown, 'FR')
    await service.untilTransfer(first, 'moved')
    await service.untilAgrees(propertyId)
    expect(await service.heldBy(propertyId, userId)).toBe(0)
  })

  it('that follows another one of the same shares is carried out after it', async () => {
    const { propertyId, userId: a } = await minted(20)
    const [b, c] = [newId(), newId()]
    await service.pauseMining()
    const ids = [
      await service.transfer(propertyId, a, b, 15),
      await service.transfer(propertyId, b, a, 15),
      await service.transfer(propertyId, a, c, 20),
    ]
    for (const id of ids.slice(1)) await service.untilTransfer(id, 'waiting')
    service.mine()
    for (const id of ids) await service.untilTransfer(id, 'moved')
    await service.untilAgrees(propertyId)
    expect([await service.heldBy(propertyId, a), await service.heldBy(propertyId, c)]).toEqual([0, 20])
  })

  it('is no difference of chain and register while it waits', async () => {
    const { propertyId, userId } = await minted(10)
    const to = newId()
    service.countries.set(to, null)
    const transferId = await service.transfer(propertyId, userId, to, 4)
    await service.untilTransfer(transferId, 'waiting')
    await service.untilAgrees(propertyId)
    expect(await service.events('tokenisation.difference.found.v1', propertyId)).toEqual([])
    expect((await service.call(GetAccount, {}, to)).tokens).toMatchObject([{ units: 0, unitsAwaiting: 4 }])
    service.countries.set(to, 'AE')
    await service.untilTransfer(transferId, 'moved')
  })

  it('is told again with its new block after a reorganisation', async () => {
    const { propertyId, userId } = await minted(10)
    const to = newId()
    await service.markBlock()
    const transferId = await service.transfer(propertyId, userId, to, 4)
    const first = await service.untilTransfer(transferId, 'moved')
    await service.pauseMining()
    await service.untilAgrees(propertyId)
    await service.reorganiseSince(first.receipt!.blockNumber - 1)
    expect(await service.heldBy(propertyId, to)).toBe(0)
    service.mine()
    await service.until('it is mined in another block', async () => {
      const row = await service.rows('share_transfers').findOne({ _id: transferId })
      return row?.['state'] === 'moved' && row['receipt'].blockHash !== first.receipt!.blockHash
    })
    await service.untilAgrees(propertyId)
    expect([await service.heldBy(propertyId, userId), await service.heldBy(propertyId, to)]).toEqual([6, 4])
    const told = await mirrored(transferId)
    expect(told.length).toBeGreaterThanOrEqual(2)
    expect(told.at(-1)!['version']).toBeGreaterThan(told[0]!['version'] as number)
  })
})

describe('an order that is lost in a dispute after a transfer', () => {
  it('is burned only as far as its investor still holds it', async () => {
    const order = await minted(20)
    const { propertyId, userId } = order
    const to = newId()
    const transferId = await service.transfer(propertyId, userId, to, 15)
    await service.untilTransfer(transferId, 'moved')
    await service.reverse(order, 5)
    await service.untilAllotment(order, 'burned')
    await service.untilAgrees(propertyId)
    expect(await service.onChain(propertyId)).toMatchObject({ supply: 15 })
    const events = await service.events('tokenisation.shares.burned.v1', order.orderId)
    expect(events).toEqual([expect.objectContaining({ units: 5 })])
    expect((await service.call(GetToken, { property: propertyId })).token).toMatchObject({ unitsMinted: 15 })
  })

  it('is minted all the same if the reversal comes before the mint, and the rest is burned', async () => {
    const propertyId = service.newProperty()
    const order = service.newOrder(propertyId, 20)
    const to = newId()
    await service.allot(order)
    await service.untilAllotment(order, 'waiting')
    const transferId = await service.transfer(propertyId, order.userId, to, 15)
    await service.reverse(order, 5)
    await service.until('the reversal is known', async () => (await service.allotment(order))?.isReversed)
    await service.offer(propertyId, 20)
    await service.fileDeed(propertyId)
    await service.untilTransfer(transferId, 'moved')
    await service.untilAllotment(order, 'burned')
    await service.untilAgrees(propertyId)
    expect([await service.heldBy(propertyId, order.userId), await service.heldBy(propertyId, to)]).toEqual([0, 15])
  })

  it('is minted also if the reversal arrives before the allotment', async () => {
    const propertyId = await service.liveToken(20)
    const order = service.newOrder(propertyId, 20)
    const lost = { ...factOf(order), reason: 'dispute_lost' as const, unitsTakenBack: units(5) }
    await service.publish(OrderRefunding, order.orderId, lost)
    await service.untilAllotment(order, 'withdrawn')
    service.registerUnits(order, 15)
    const to = newId()
    const transferId = await service.transfer(propertyId, order.userId, to, 15)
    await service.publish(OrderAllotted, order.orderId, factOf(order))
    await service.untilTransfer(transferId, 'moved')
    await service.untilAllotment(order, 'burned')
    await service.untilAgrees(propertyId)
    expect(await service.onChain(propertyId)).toMatchObject({ supply: 15 })
  })

  it('burns nothing if other investors hold all of it', async () => {
    const order = await minted(20)
    const { propertyId, userId } = order
    const to = newId()
    const transferId = await service.transfer(propertyId, userId, to, 20)
    await service.reverse(order, 0)
    await service.untilTransfer(transferId, 'moved')
    await service.untilAgrees(propertyId)
    expect(await service.heldBy(propertyId, to)).toBe(20)
    expect((await service.allotment(order))?.state).toBe('minted')
  })
})

describe('a transfer to a resident of an excluded country', () => {
  it('waits until the receiver has another residence', async () => {
    const { propertyId, userId } = await minted(10)
    const to = newId()
    service.countries.set(to, 'KP')
    const transferId = await service.transfer(propertyId, userId, to, 4)
    await service.until('the account waits', () =>
      service.rows('accounts').findOne({ _id: to, after: { $exists: true } }),
    )
    expect((await service.untilTransfer(transferId, 'waiting')).transaction).toBeUndefined()
    service.countries.set(to, 'FR')
    await service.untilTransfer(transferId, 'moved')
    expect(await service.heldBy(propertyId, to)).toBe(4)
  })
})

// Last, because it is tried again and again.
describe('a transfer to a country that a token excludes later', () => {
  it('is refused by the chain, and tried again', async () => {
    const { propertyId, userId } = await minted(10)
    const { addresses } = (await service.rows('suite').findOne({}))!
    const setting = encodeFunctionData({ abi: countryModuleAbi, functionName: 'disallowCountries', args: [[250]] })
    const args = [setting, addresses.countryModule as Address] as const
    const data = encodeFunctionData({ abi: modularComplianceAbi, functionName: 'callModuleFunction', args })
    await service.outside('deployer', (await service.token(propertyId))!.deployment!.compliance, data)
    const to = newId()
    service.countries.set(to, 'FR')
    const transferId = await service.transfer(propertyId, userId, to, 4)
    const refused = () => service.rows('share_transfers').findOne({ _id: transferId, after: { $exists: true } })
    const { transaction } = await service.until('it is refused', refused)
    await service.until('it is tried again', async () => {
      const row = await service.rows('share_transfers').findOne({ _id: transferId })
      return row?.['transaction'] !== transaction
    })
    expect(await service.heldBy(propertyId, userId)).toBe(10)
    expect(await mirrored(transferId)).toEqual([])
  })
})
