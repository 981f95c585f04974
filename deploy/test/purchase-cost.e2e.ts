import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createJourney, newPerson, openLive, type Journey, type LiveChannel, type Session } from '@hissa/testing-driver'
import { startHissa, type Hissa } from '@hissa/testing-driver/product'
import { MOST_PER_PURCHASE, type PurchaseCost } from '@hissa/testing-helpers'
import { startBenchEngines, type BenchEngines } from '../bench/engines.js'
import type { CostCounter } from '../bench/purchase-cost.js'

const BUYS = 5
const BUYERS = 20
const IDLE_MS = 5_000

/** Counts commands and messages, never times. Needs a real MongoDB server, which counts them. */
describe('the cost of a purchase, over all services', () => {
  let engines: BenchEngines
  let hissa: Hissa | undefined
  let counter: CostCounter
  let journey: Journey
  let propertyId: string
  const buyers: { session: Session; live: LiveChannel }[] = []

  before(async () => {
    engines = await startBenchEngines()
    assert.ok(engines.openCounter, 'no mongod on PATH')
    hissa = await startHissa({
      env: { RATE_LIMIT_WRITES_PER_MINUTE: '100000', SOCKETS_PER_ADDRESS: '100', ...engines.env },
    })
    journey = createJourney({ baseUrl: hissa.url, mailUrl: hissa.mailUrl })
    const properties = await journey.properties('status=active&sort=price_high&limit=10')
    propertyId = properties.sort((a, b) => b.offering.unitsAvailable - a.offering.unitsAvailable)[0]!.propertyId
    for (let index = 0; index < BUYERS; index += 1) {
      const { session } = await journey.becomeInvestor(newPerson())
      await journey.meetRequirements(session, propertyId)
      buyers.push({ session, live: await openLive(hissa.url, session.idToken) })
    }
    counter = await engines.openCounter()
    await counter.measureIdle(IDLE_MS)
  })

  after(async () => {
    for (const { live } of buyers) live.close()
    await counter?.close()
    await hissa?.stop()
    await engines?.stop()
  })

  const buy = async ({ session, live }: (typeof buyers)[number]): Promise<void> => {
    const { url, orderId } = await journey.checkout(session, { propertyId, amount: 2_000 })
    const isOfOrder = (data: Record<string, unknown>) => data['orderId'] === orderId
    const isPaid = live.next(({ type, data }) => type === 'investment.order.paid.v1' && isOfOrder(data), 90_000)
    isPaid.catch(() => undefined) // awaited below, after a step that may fail first
    assert.equal((await journey.payByCard(url)).outcome, 'paid')
    await isPaid
  }

  const assertWithin = (cost: PurchaseCost, most: PurchaseCost) => {
    const above = Object.entries(most).filter(([name, bound]) => cost[name as keyof PurchaseCost] > bound)
    assert.deepEqual(above, [], `a purchase costs ${JSON.stringify(cost)}`)
    // A counter that counts nothing would be within every bound.
    assert.ok(cost.storeOps > 5 && cost.transactions > 0.5 && cost.busMessages > 4, JSON.stringify(cost))
  }

  const buyAtOnce = (rounds: number) =>
    counter.perPurchase(async () => {
      for (let count = 0; count < rounds; count += 1) await Promise.all(buyers.map(buy))
      return rounds * buyers.length
    })

  it('is within its limits for the first purchases of buyers at once', async () => {
    assertWithin(await buyAtOnce(1), MOST_PER_PURCHASE.first)
  })

  it('is within its limits for later purchases of buyers at once', async () => {
    assertWithin(await buyAtOnce(2), MOST_PER_PURCHASE.concurrent)
  })

  it('is within its limits for one buyer after another', async () => {
    const cost = await counter.perPurchase(async () => {
      for (let count = 0; count < BUYS; count += 1) await buy(buyers[0]!)
      return BUYS
    })
    assertWithin(cost, MOST_PER_PURCHASE.sequential)
  })
})
