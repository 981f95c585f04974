import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { setTimeout as delay } from 'node:timers/promises'
import { seededRandom } from '@hissa/kernel/random'
import { Tokenisation } from './harness.js'
import type { Order } from './orders.js'

let service: Tokenisation

beforeAll(async () => {
  service = await Tokenisation.start()
})
// A failed test may have left it paused.
afterEach(() => service.mine())
afterAll(() => service.stop())

const INTERRUPTIONS = 24
const ORDERS = 250
const SEED = 20_261_123

async function accountsOf(orders: readonly Order[]) {
  const rows = await Promise.all(orders.map((order) => service.allotment(order)))
  return rows.map((row) => row!.account)
}

/** Checks supply, balances and events of a token against its orders, each by a different investor. */
async function expectMintedOnce(propertyId: string, orders: readonly Order[]): Promise<void> {
  const units = orders.map(({ count }) => count)
  const { supply, mints, balances } = await service.onChain(propertyId, await accountsOf(orders))
  expect({ supply, mints }).toEqual({ supply: units.reduce((sum, count) => sum + count, 0), mints: orders.length })
  expect(balances).toEqual(units)
  for (const { orderId } of orders)
    expect(await service.events('tokenisation.shares.minted.v1', orderId)).toHaveLength(1)
}

const untilAllMinted = (propertyId: string, count: number) =>
  service.until('all shares are minted', async () => {
    return (await service.rows('allotments').countDocuments({ propertyId, state: 'minted' })) === count
  })

describe('250 allotments', () => {
  it('are minted in batches, each once, while the service is restarted and its node fails at random', async () => {
    const random = seededRandom(SEED)
    const propertyId = await service.liveToken(2_000)
    const orders = Array.from({ length: ORDERS }, (_, index) => service.newOrder(propertyId, 1 + (index % 5)))
    for (const order of orders) await service.allot(order)
    for (let n = 0; n < INTERRUPTIONS; n += 1) {
      await delay(random() * 400)
      if (n % 2 === 0) {
        const kinds = ['down', 'hang', 'drip'] as const
        service.proxy.fault = { kind: kinds[Math.floor(random() * kinds.length)]! }
        await delay(random() * 300)
        service.proxy.reset()
      } else {
        await service.drainAll()
        await service.bootAnother()
      }
    }
    await untilAllMinted(propertyId, ORDERS)
    await service.untilAgrees(propertyId)
    await expectMintedOnce(propertyId, orders)
    const batches = await service
      .rows('chain_transactions')
      .find({ kind: 'mint', 'ref.propertyId': propertyId })
      .toArray()
    expect(Math.max(...batches.map(({ ref }) => ref.count as number))).toBeLessThanOrEqual(100)
  })
})

describe('two replicas', () => {
  it('mint each allotment once, also when one of them ends', async () => {
    const another = await service.bootAnother()
    const propertyId = await service.liveToken(500)
    const orders = Array.from({ length: 60 }, () => service.newOrder(propertyId, 2))
    for (const order of orders) await service.allot(order)
    await service.until('some are minted', async () => {
      return (await service.rows('allotments').countDocuments({ propertyId, state: { $ne: 'waiting' } })) > 0
    })
    service.running.splice(service.running.indexOf(another), 1)
    await another.drain()
    await untilAllMinted(propertyId, orders.length)
    await expectMintedOnce(propertyId, orders)
  })
})

describe('a reorganisation deeper than the confirmations', () => {
  it('after a mint has the shares minted again, once', async () => {
    const propertyId = await service.liveToken(100)
    const early = service.newOrder(propertyId, 3)
    await service.allot(early)
    await service.untilAllotment(early, 'minted')
    await service.markBlock()
    const order = service.newOrder(propertyId, 8)
    await service.allot(order)
    const { minted: before, account } = await service.untilAllotment(order, 'minted')
    await service.pauseMining()
    await service.untilAgrees(propertyId)
    await service.reorganiseSince(before!.blockNumber - 1)
    expect(await service.onChain(propertyId, [account])).toMatchObject({ supply: 3, balances: [0] })
    service.mine()
    const after = await service.until('it is minted in another block', async () => {
      const { minted } = (await service.allotment(order))!
      return minted !== undefined && minted.blockHash !== before!.blockHash && minted
    })
    await service.untilAgrees(propertyId)
    expect(await service.onChain(propertyId, [account])).toEqual({ supply: 11, mints: 2, balances: [8] })
    const events = await service.events('tokenisation.shares.minted.v1', order.orderId)
    expect(events.map(({ receipt }) => receipt)).toEqual([before, after])
    expect(events[1]!['version']).toBeGreaterThan(events[0]!['version'] as number)
    expect(await service.events('tokenisation.difference.found.v1', propertyId)).toEqual([])
  })

  it('that also removes the token and a registration mints after both, by the transactions planned first', async () => {
    const mark = await service.markBlock()
    const propertyId = await service.liveToken(100)
    const order = service.newOrder(propertyId, 8)
    await service.allot(order)
    await service.untilAllotment(order, 'minted')
    await service.pauseMining()
    const { deployment, titling } = (await service.token(propertyId))!
    const { onboarding } = (await service.account(order.userId))!
    await service.reorganiseSince(mark)
    service.mine()
    await service.until('it is deployed in another block', async () => {
      const hash = (await service.token(propertyId))?.deployment?.receipt?.blockHash
      return hash !== undefined && hash !== deployment!.receipt!.blockHash
    })
    await service.untilLive(propertyId)
    await service.until('the shares are minted again', async () => {
      return (await service.allotment(order))?.state === 'minted' && (await service.onChain(propertyId)).supply === 8
    })
    await service.untilAgrees(propertyId)
    expect(await service.onChain(propertyId)).toMatchObject({ supply: 8, mints: 1 })
    const mints = await service
      .rows('chain_transactions')
      .find({ kind: 'mint', 'ref.propertyId': propertyId })
      .toArray()
    expect(mints.map(({ after }) => (after as string[]).sort())).toEqual([[deployment!.id, titling, onboarding].sort()])
  })
})
