import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { OrderAllotted, OrderRefunding } from '@hissa/contracts/investment'
import { GetAccount, GetToken, ListTokenHolders, ListTokens, ListTokenTransfers } from '@hissa/contracts/tokenisation'
import { newId } from '@hissa/kernel'
import { listDeadLetters } from '@hissa/messaging'
import { propertyTokenAbi, suiteFactoryAbi } from '@hissa/token-suite'
import { decodeFunctionData, type Hex } from 'viem'
import { commitmentKey, commitmentOf } from '../src/suite/commitment.js'
import { Tokenisation } from './harness.js'
import { factOf, slugOf } from './orders.js'

const KEY = commitmentKey(Buffer.alloc(32, 7))
let service: Tokenisation

beforeAll(async () => {
  service = await Tokenisation.start()
})
afterAll(() => service.stop())

describe('the issue of shares', () => {
  it('deploys the token, records the title, registers the investor, mints the shares, and publishes each step', async () => {
    const propertyId = service.newProperty()
    await service.offer(propertyId, 100)
    await service.fileDeed(propertyId)
    const order = service.newOrder(propertyId, 20)
    await service.allot(order)
    const { account, minted } = await service.untilAllotment(order, 'minted')
    await service.untilAgrees(propertyId)

    const { address } = (await service.token(propertyId))!.deployment!
    expect(await service.onChain(propertyId, [account])).toEqual({ supply: 20, mints: 1, balances: [20] })
    const [assigned] = await service.events('tokenisation.account.assigned.v1', order.userId)
    expect(assigned).toEqual({ userId: order.userId, chainId: 31_337, address: account, isCustodial: true, version: 1 })
    const [deployed] = await service.events('tokenisation.token.deployed.v1', propertyId)
    expect(deployed).toMatchObject({ propertyId, address, receipt: { chainId: 31_337 } })
    const events = await service.events('tokenisation.shares.minted.v1', order.orderId)
    const { orderId, userId } = order
    expect(events).toEqual([
      { orderId, userId, propertyId, units: 20, token: address, account, receipt: minted, version: 3 },
    ])
  })

  it('puts nothing on the chain that can be found by trying ids of investors or orders', async () => {
    const propertyId = await service.liveToken(10)
    const order = service.newOrder(propertyId, 10)
    await service.allot(order)
    const { transaction: mint } = await service.untilAllotment(order, 'minted')
    const { onboarding, salt } = (await service.account(order.userId))!
    const rows = service.connection.collection<{ _id: string; data: Hex }>('chain_transactions')
    const dataOf = async (id: string) => (await rows.findOne({ _id: id }))!.data
    const registration = decodeFunctionData({ abi: suiteFactoryAbi, data: await dataOf(onboarding!) })
    const investors = registration.args[2] as readonly { salt: Hex; data: Hex }[]
    const { data } = investors.find((one) => one.salt === salt)!
    expect(data).toBe(commitmentOf(KEY, 'claim', order.userId))
    const minting = decodeFunctionData({ abi: propertyTokenAbi, data: await dataOf(mint!) })
    expect(minting.args[1]).toBe(commitmentOf(KEY, 'mint', order.orderId))
  })

  it('appears in the token, the token list, the transfers, the holders and the investor’s account', async () => {
    const propertyId = await service.liveToken(50)
    const order = service.newOrder(propertyId, 30)
    await service.allot(order)
    const { account, minted } = await service.untilAllotment(order, 'minted')
    await service.untilAgrees(propertyId)
    const metrics = await service.running[0]!.metrics()
    expect(metrics).toMatch(/^tokenisation_tokens\{[^}]*state="live"[^}]*\} [1-9]/m)
    expect(metrics).toMatch(/^tokenisation_allotments_waiting(\{[^}]*\})? 0$/m)
    expect(metrics).toMatch(/^tokenisation_allotment_oldest_age_seconds(\{[^}]*\})? 0$/m)
    const { token, chain } = await service.call(GetToken, { property: propertyId })
    expect(chain).toEqual({ chainId: 31_337, name: 'Local chain', explorerUrl: null, confirmations: 3 })
    expect(token).toMatchObject({
      ...{ property: { propertyId, slug: slugOf(propertyId) }, state: 'live', unitsTotal: 50, unitsMinted: 30 },
      ...{ unitsAwaiting: 0, holders: 1, titleHash: `0x${'d'.repeat(64)}` },
      reconciliation: { state: 'agrees', unitsOnChain: 30, unitsOnRegister: 30 },
      modules: expect.arrayContaining([expect.objectContaining({ kind: 'lock_up', isClosed: true })]),
    })
    expect((await service.call(GetToken, { property: slugOf(propertyId).toUpperCase() })).token).toMatchObject({
      address: token.address,
    })
    const { tokens, count } = await service.call(ListTokens, { limit: 100 })
    expect(tokens.map(({ property }) => property.propertyId)).toContain(propertyId)
    expect(count).toBe(tokens.length)
    const moved = await service.call(ListTokenTransfers, { property: propertyId, limit: 20 })
    expect(moved).toEqual({ transfers: [{ kind: 'mint', to: account, units: 30, receipt: minted }], count: 1 })
    const held = await service.call(ListTokenHolders, { property: propertyId, limit: 20 })
    expect(held).toEqual({ holders: [{ account, units: 30 }], count: 1 })
    expect(await service.call(GetAccount, {}, order.userId)).toEqual({
      ...{ chain, isCustodial: true, isFrozen: false, freezes: [], account },
      tokens: [{ property: token.property, token: token.address, units: 30, unitsAwaiting: 0, receipt: minted }],
    })
  })

  it('returns no account for an investor without an allotment', async () => {
    const { account, tokens } = await service.call(GetAccount, {}, newId())
    expect([account, tokens]).toEqual([undefined, []])
    await expect(service.call(GetAccount, {})).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  })

  it('refuses an unknown property and a false cursor', async () => {
    const property = 'unknown'
    const page = { limit: 20 }
    await expect(service.call(GetToken, { property })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(service.call(ListTokenTransfers, { property, ...page })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(service.call(ListTokenHolders, { property, ...page })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const known = service.newProperty()
    await service.offer(known, 10)
    await service.until('the offering is known', () => service.token(known))
    const cursor = 'bm90IGEgY3Vyc29y'
    const invalid = { code: 'VALIDATION_FAILED' }
    await expect(service.call(ListTokens, { ...page, cursor })).rejects.toMatchObject(invalid)
    for (const list of [ListTokenTransfers, ListTokenHolders])
      await expect(service.call(list, { ...page, property: known, cursor })).rejects.toMatchObject(invalid)
  })
})

describe('out-of-order and duplicate events', () => {
  it('mint the shares once when the allotment arrives before the deed and the offering', async () => {
    const propertyId = service.newProperty()
    const order = service.newOrder(propertyId, 7)
    await service.allot(order)
    await service.untilAllotment(order, 'waiting')
    await service.fileDeed(propertyId)
    await service.offer(propertyId, 10)
    await service.untilAllotment(order, 'minted')
    expect(await service.onChain(propertyId)).toMatchObject({ supply: 7, mints: 1 })
  })

  it('mint an allotment once when it is published twice', async () => {
    const propertyId = await service.liveToken(40)
    const [order, later] = [service.newOrder(propertyId, 10), service.newOrder(propertyId, 5)]
    await service.allot(order)
    await service.publish(OrderAllotted, order.orderId, factOf(order))
    await service.untilAllotment(order, 'minted')
    await service.publish(OrderAllotted, order.orderId, factOf(order))
    await service.offer(propertyId, 40)
    await service.fileDeed(propertyId, 'e'.repeat(64))
    await service.allot(later)
    await service.untilAllotment(later, 'minted')
    expect(await service.onChain(propertyId)).toMatchObject({ supply: 15, mints: 2 })
    expect(await service.events('tokenisation.shares.minted.v1', order.orderId)).toHaveLength(1)
  })

  it('never mint the shares of an order that is reversed before its allotment arrives', async () => {
    const propertyId = await service.liveToken(40)
    const [order, other] = [service.newOrder(propertyId, 10), service.newOrder(propertyId, 5)]
    await service.publish(OrderRefunding, order.orderId, { ...factOf(order), reason: 'dispute_lost' })
    await service.untilAllotment(order, 'withdrawn')
    await service.publish(OrderAllotted, order.orderId, factOf(order))
    await service.allot(other)
    await service.untilAllotment(other, 'minted')
    expect((await service.allotment(order))?.state).toBe('withdrawn')
    expect(await service.onChain(propertyId)).toMatchObject({ supply: 5, mints: 1 })
  })
})

describe('minting', () => {
  it('waits until the title deed is filed', async () => {
    const propertyId = service.newProperty()
    const other = await service.liveToken(10)
    await service.offer(propertyId, 10)
    const order = service.newOrder(propertyId, 5)
    await service.allot(order)
    await service.untilAllotment(order, 'waiting')
    const later = service.newOrder(other, 5)
    await service.allot(later)
    await service.untilAllotment(later, 'minted')
    expect((await service.allotment(order))?.state).toBe('waiting')
    const { token } = await service.call(GetToken, { property: propertyId })
    expect(token).toMatchObject({ state: 'awaiting_title', unitsAwaiting: 5, unitsMinted: 0, modules: [] })
    expect(token.address).toBeUndefined()
  })

  it('mints allotments up to the property’s units and defers the others', async () => {
    const propertyId = await service.liveToken(25)
    const orders = [20, 10, 5].map((count) => service.newOrder(propertyId, count))
    for (const order of orders) {
      await service.allot(order)
      await service.until('the allotment is known', () => service.allotment(order))
    }
    await service.untilAllotment(orders[2]!, 'minted')
    await service.untilAllotment(orders[0]!, 'minted')
    expect((await service.allotment(orders[1]!))?.state).toBe('waiting')
    expect(await service.onChain(propertyId)).toMatchObject({ supply: 25, mints: 2 })
  })

  it('moves an allotment during the cooling-off period to the dead-letter queue', async () => {
    const propertyId = await service.liveToken(10)
    const order = service.newOrder(propertyId, 5)
    const consumer = 'tokenisation-plan-mint-when-order-allotted'
    const coolingOffEndsAt = new Date(Date.now() + 3_600_000).toISOString()
    await service.publishLastTry(OrderAllotted, consumer, { ...factOf(order), coolingOffEndsAt })
    const letter = await service.until('the event is parked', async () => {
      const letters = await listDeadLetters(service.bus, 'tokenisation')
      return letters.find(({ reason }) => reason.includes(order.orderId))
    })
    expect(letter).toMatchObject({ consumer, reason: expect.stringContaining('cooling-off') })
    expect(await service.allotment(order)).toBeNull()
  })

  it('waits until the investor’s country is known', async () => {
    const propertyId = await service.liveToken(20)
    const [order, other] = [service.newOrder(propertyId, 5), service.newOrder(propertyId, 3)]
    service.countries.set(order.userId, null)
    await service.allot(order)
    await service.allot(other)
    await service.untilAllotment(other, 'minted')
    expect((await service.allotment(order))?.state).toBe('waiting')
    service.countries.set(order.userId, 'FR')
    await service.untilAllotment(order, 'minted')
    expect(await service.onChain(propertyId)).toMatchObject({ supply: 8, mints: 2 })
  })

  it('skips a resident of an excluded country and mints for the others', async () => {
    const propertyId = await service.liveToken(20)
    const [order, other] = [service.newOrder(propertyId, 5), service.newOrder(propertyId, 3)]
    service.countries.set(order.userId, 'KP')
    await service.allot(order)
    await service.allot(other)
    await service.untilAllotment(other, 'minted')
    expect((await service.allotment(order))?.state).toBe('waiting')
    expect(await service.account(order.userId)).toMatchObject({ state: 'assigned', after: expect.any(Date) })
    const mints = service.rows('chain_transactions').find({ kind: 'mint', 'ref.propertyId': propertyId })
    expect((await mints.toArray()).map(({ state }) => state as string)).toEqual(['confirmed'])
    service.countries.set(order.userId, 'FR')
    await service.untilAllotment(order, 'minted')
    expect(await service.onChain(propertyId)).toMatchObject({ supply: 8, mints: 2 })
  })
})
