import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createHash } from 'node:crypto'
import type { EventContract, EventData } from '@hissa/contracts'
import { GetDashboard, GetOrder, GetStaffOrder } from '@hissa/contracts/investment'
import { SharesBurned, SharesMinted } from '@hissa/contracts/tokenisation'
import { units } from '@hissa/money'
import { accounts } from '../src/accounts.js'
import { AMOUNT, DEED, Desk, FINANCE } from './desk.js'
import { Investment } from './harness.js'

const DAY = 24 * 60
const TOKEN = `0x${'11'.repeat(20)}`
const ACCOUNT = `0x${'22'.repeat(20)}`
const hash = (byte: string) => `0x${byte.repeat(32)}`

let app: Investment
let desk: Desk
beforeAll(async () => {
  app = await Investment.start()
  desk = new Desk(app)
})
afterAll(() => app.stop())

interface Bought {
  propertyId: string
  userId: string
  orderId: string
}

/** Returns two orders of 20 units of a raise whose deed is on file; both are allotted. */
async function allotted(): Promise<[Bought, Bought]> {
  const propertyId = await app.openRaise(40)
  const buy = async () => {
    const userId = await app.investor(propertyId)
    const { orderId } = await app.answered(() => app.place(userId, propertyId))
    const sessionId = await app.sessionOf(orderId)
    await desk.settle(app.gateway.webhook(app.gateway.pay(sessionId), `evt_${sessionId}`))
    return { propertyId, userId, orderId }
  }
  const orders = [await buy(), await buy()] as [Bought, Bought]
  for (const order of orders) await reaches(order, 'cooling_off')
  await app.advance(2 * DAY + 1)
  await desk.fileDeed(propertyId)
  for (const order of orders) await reaches(order, 'allotted')
  return orders
}

const row = async ({ orderId }: Bought) => (await app.order(orderId))!
const reaches = (order: Bought, state: string) =>
  app.untilRetried(`the order is ${state}`, async () => (await row(order))['state'] === state)

const report = (order: Bought, change: Partial<EventData<typeof SharesMinted>> = {}) => ({
  ...{ ...order, units: units(20), token: TOKEN, account: ACCOUNT, version: 1 },
  receipt: {
    ...{ chainId: 31_337, transactionHash: hash('a1'), blockNumber: 7, blockHash: hash('b2') },
    at: '2026-11-24T08:00:00.000Z',
  },
  ...change,
})

const tell = <C extends EventContract>(event: C, data: EventData<C>) =>
  app.publish(event, (data as { orderId: string }).orderId, data)
const holding = async ({ userId }: Bought) => (await app.call(GetDashboard, {}, userId)).holdings[0]

/** Delivers a dispute of the order's payment that is lost. */
async function loseDispute(order: Bought): Promise<void> {
  const paymentId = (await row(order))['paymentId'] as string
  const dispute = { disputeId: `dp_${order.orderId}`, paymentId, currency: 'aed' }
  const steps = [
    { type: 'charge.dispute.funds_withdrawn', status: 'open', movedMinor: AMOUNT },
    { type: 'charge.dispute.closed', status: 'lost', movedMinor: 0 },
  ]
  for (const { type, ...rest } of steps) await desk.deliver({ type, kind: 'dispute', dispute: { ...dispute, ...rest } })
}

/** Waits until the consumer of an event has rejected it. */
const rejects = (consumer: string) =>
  app.until('the event was rejected', async () => {
    const failures = await app.collection('inbox_failures').find({}).toArray()
    return failures.find(({ _id }) => _id.startsWith(consumer))
  })

async function held({ propertyId, userId }: Bought): Promise<number[]> {
  const { balances, faults } = await app.proof()
  expect(faults).toEqual([])
  return [accounts.unitsHeld(propertyId, userId), accounts.unitsTreasury(propertyId)].map((id) => {
    const { creditsPosted = 0, debitsPosted = 0 } = balances.get(id) ?? {}
    return creditsPosted - debitsPosted
  })
}

describe('a filed deed', () => {
  it('is published with the hash of its document, before the orders are allotted', async () => {
    const [{ propertyId, orderId }] = await allotted()
    const [titled, ...more] = await app.events('investment.raise.titled.v1', propertyId)
    expect(more).toEqual([])
    const documentSha256 = createHash('sha256').update(DEED).digest('hex')
    const { filedAt } = (await app.collection('raises').findOne({ _id: propertyId }))!['deed']
    expect(titled!['event'].data).toMatchObject({
      ...{ propertyId, documentSha256, filedAt: filedAt.toISOString(), state: 'funded', unitsPaid: 40 },
    })
    const [allotment] = await app.events('investment.order.allotted.v1', orderId)
    expect(titled!._id < allotment!._id).toBe(true)
  })
})

describe('an allotted order', () => {
  it('is issued once, however often its mint event is delivered', async () => {
    const [order, other] = await allotted()
    await tell(SharesMinted, report(order))
    await reaches(order, 'issued')
    await tell(SharesMinted, report(order))
    await tell(SharesMinted, report(other))
    await reaches(other, 'issued')
    expect(await app.events('investment.order.issued.v1', order.orderId)).toHaveLength(1)
    const onChain = { chainId: 31_337, token: TOKEN, account: ACCOUNT, transactionHash: hash('a1') }
    const view = (await app.call(GetOrder, { orderId: order.orderId }, order.userId)).order
    expect(view).toMatchObject({ state: 'issued', onChain })
    expect(Date.parse(view.issuedAt!)).toBeGreaterThanOrEqual(Date.parse(view.allottedAt!))
    const staff = await app.call(GetStaffOrder, { orderId: order.orderId }, desk.checker, FINANCE)
    expect(staff.order).toMatchObject({ onChain, issuedAt: view.issuedAt })
    expect(await holding(order)).toMatchObject({
      ...{ state: 'issued', units: 20, allottedUnits: 20, issuedUnits: 20, nextDates: [], onChain },
    })
    expect(await held(order)).toEqual([20, 0])
  })

  it('stores the receipt of a newer mint event without publishing again', async () => {
    const [order] = await allotted()
    await tell(SharesMinted, report(order))
    await reaches(order, 'issued')
    const receipt = { ...report(order).receipt, transactionHash: hash('c3') }
    await tell(SharesMinted, report(order, { receipt, version: 2 }))
    await app.until('the receipt is known', async () => (await row(order))['minted'].transactionHash === hash('c3'))
    expect((await holding(order))!.onChain!.transactionHash).toBe(hash('c3'))
    expect((await holding(order))!.issuedUnits).toBe(20)
    expect(await app.events('investment.order.issued.v1', order.orderId)).toHaveLength(1)
  })

  it.each<[string, Partial<EventData<typeof SharesMinted>>]>([
    ['other units', { units: units(19) }],
    ['another investor', { userId: 'someone-else' }],
  ])('stays allotted if the report states %s', async (_, change) => {
    const [order] = await allotted()
    await app.collection('inbox_failures').deleteMany({})
    await tell(SharesMinted, report(order, change))
    await rejects('investment-issue-order-when-shares-minted')
    expect(await row(order)).toMatchObject({ state: 'allotted' })
    expect((await row(order))['minted']).toBeUndefined()
  })
})

describe('an issued order whose dispute is lost', () => {
  it('returns its units to the treasury, publishes the reversal and records the burn', async () => {
    const [order] = await allotted()
    await tell(SharesMinted, report(order))
    await reaches(order, 'issued')
    await loseDispute(order)
    expect(await row(order)).toMatchObject({ state: 'refunded', reason: 'dispute_lost' })
    expect(await held(order)).toEqual([0, 20])
    expect(await holding(order)).toBeUndefined()
    const [refunded] = await app.events('investment.order.refunded.v1', order.orderId)
    expect(refunded!['event'].data).toMatchObject({ reason: 'dispute_lost', units: 20 })
    const receipt = { ...report(order).receipt, transactionHash: hash('d4') }
    for (let n = 0; n < 2; n += 1) await tell(SharesBurned, report(order, { receipt, version: 2 }))
    await app.until('the burn is known', async () => (await row(order))['burned'])
    const staff = await app.call(GetStaffOrder, { orderId: order.orderId }, desk.checker, FINANCE)
    expect(staff.order).toMatchObject({ state: 'refunded', burned: { transactionHash: hash('d4') } })
  })

  it('records a mint that is reported after the reversal, and a burn that is reported before it', async () => {
    const [order] = await allotted()
    await loseDispute(order)
    await tell(SharesBurned, report(order, { version: 2 }))
    await app.until('the burn is known', async () => (await row(order))['burned'])
    await tell(SharesMinted, report(order))
    await app.until('the mint is known', async () => (await row(order))['minted'])
    expect(await row(order)).toMatchObject({ state: 'refunded' })
    expect(await app.events('investment.order.issued.v1', order.orderId)).toEqual([])
    expect(await held(order)).toEqual([0, 20])
  })
})

describe('a burn of shares that are on the register', () => {
  it('is rejected, and leaves the order issued', async () => {
    const [order] = await allotted()
    await tell(SharesMinted, report(order))
    await reaches(order, 'issued')
    await tell(SharesBurned, report(order, { version: 2 }))
    await rejects('investment-record-burn-when-shares-burned')
    expect(await row(order)).toMatchObject({ state: 'issued' })
  })
})
