import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { CancelOrder, type OrderFact, type RaiseFact, RetryWork } from '@hissa/contracts/investment'
import { OfferingPublished } from '@hissa/contracts/property'
import { newId } from '@hissa/kernel'
import { fils, units } from '@hissa/money'
import { Desk, FINANCE, refusal } from './desk.js'
import { Investment } from './harness.js'

const HOUR = 60
const DAY = 24 * HOUR
const EXTENDED = 'investment.order.deadline_extended.v1'

let app: Investment
let desk: Desk
let eventNumber = 0
beforeAll(async () => {
  app = await Investment.start()
  desk = new Desk(app)
})
afterAll(() => app.stop())

const inDays = (days: number) => new Date(app.now().getTime() + days * DAY * 60_000).toISOString()
const cancel = (userId: string, orderId: string) => app.call(CancelOrder, { orderId }, userId)
const reaches = (orderId: string, state: string) =>
  app.untilRetried(`the order is ${state}`, async () => (await app.order(orderId))?.['state'] === state)
const published = async (type: string, orderId: string) =>
  (await app.events(type, orderId)).map(({ event }) => event.data as OrderFact)

/** Reserves 20 units for a new investor. */
async function reserved(propertyId: string) {
  const userId = await app.investor(propertyId)
  const { orderId } = await app.answered(() => app.place(userId, propertyId))
  return { userId, orderId }
}

async function bought(propertyId: string) {
  const order = await reserved(propertyId)
  const sessionId = await app.sessionOf(order.orderId)
  await desk.settle(app.gateway.webhook(app.gateway.pay(sessionId), `evt_steps_${(eventNumber += 1)}`))
  return order
}

describe('an extension of a raise', () => {
  it('is announced once to the investor of every paid order, and the raise still ends at its new deadline', async () => {
    const propertyId = await app.openRaise(100, { minimumUnits: units(60), deadline: inDays(10) })
    const orders = [await bought(propertyId), await bought(propertyId)]
    const deadline = inDays(40)
    await desk.resolve(propertyId, { type: 'extend', deadline }, 'raise')
    for (const { orderId } of orders) {
      await app.untilRetried('it is announced', async () => (await published(EXTENDED, orderId)).length > 0)
    }
    const later = await bought(propertyId)
    await app.advance(0)
    for (const { orderId } of orders) {
      expect(await published(EXTENDED, orderId)).toMatchObject([{ orderId, raiseDeadline: deadline }])
      expect(await app.order(orderId)).toMatchObject({ state: 'paid' })
    }
    expect(await published(EXTENDED, later.orderId)).toEqual([])
    await app.advance(40 * DAY)
    await reaches(orders[0]!.orderId, 'cooling_off')
  })

  it('is announced again when the deadline is moved again', async () => {
    const propertyId = await app.openRaise(100, { deadline: inDays(10) })
    const { orderId } = await bought(propertyId)
    const deadlines = [inDays(20), inDays(30)]
    for (const [index, deadline] of deadlines.entries()) {
      await desk.resolve(propertyId, { type: 'extend', deadline }, 'raise')
      await app.untilRetried('it is announced', async () => (await published(EXTENDED, orderId)).length === index + 1)
    }
    expect((await published(EXTENDED, orderId)).map(({ raiseDeadline }) => raiseDeadline)).toEqual(deadlines)
  })

  it('is not announced to orders that were placed later, also when the raise opens again', async () => {
    const propertyId = await app.openRaise(40, { deadline: inDays(10) })
    await desk.resolve(propertyId, { type: 'extend', deadline: inDays(20) }, 'raise')
    const [first, second] = [await bought(propertyId), await bought(propertyId)]
    await reaches(first.orderId, 'cooling_off')
    await cancel(second.userId, second.orderId)
    await reaches(first.orderId, 'paid')
    const isDue = { _id: propertyId, state: 'active', 'due.kind': 'deadline' }
    await app.untilRetried('its deadline is due', () => app.collection('raises').findOne(isDue))
    expect(await published(EXTENDED, first.orderId)).toEqual([])
  })
})

/** Publishes the second version of a raise's terms. */
const amend = (propertyId: string, deadline: string) =>
  app.publish(OfferingPublished, propertyId, {
    ...{ propertyId, slug: `home-${propertyId.toLowerCase().replaceAll('_', '-')}`, title: 'A home' },
    ...{ offeringVersion: 2, unitPriceFils: fils(10_000), unitsTotal: units(100), minimumFils: fils(200_000) },
    ...{ feeBasisPoints: 150, expectedReturnBasisPoints: 800, deadline },
  })

describe('newer terms of a raise', () => {
  it('never move back a deadline that finance has extended', async () => {
    const propertyId = await app.openRaise(100, { deadline: inDays(10) })
    const deadline = inDays(40)
    await desk.resolve(propertyId, { type: 'extend', deadline }, 'raise')
    await amend(propertyId, inDays(10))
    const raise = () => app.collection('raises').findOne({ _id: propertyId, offeringVersion: 2 })
    expect(await app.until('the terms apply', raise)).toMatchObject({ deadline: new Date(deadline), state: 'active' })
    await app.advance(11 * DAY)
    expect(await raise()).toMatchObject({ state: 'active' })
    const userId = await app.investor(propertyId)
    expect(await app.decided(() => app.place(userId, propertyId))).toBe('accepted')
  })

  it('are published with their deadline, although no units have moved', async () => {
    const deadline = inDays(10)
    const propertyId = await app.openRaise(100, { deadline })
    const later = inDays(30)
    await amend(propertyId, later)
    const progressed = await app.until('it is published', async () => {
      const [first] = await app.events('investment.raise.progressed.v1', propertyId)
      return first?.['event'].data as RaiseFact | undefined
    })
    expect(progressed).toMatchObject({ deadline: later, state: 'active', unitsAvailable: 100, unitsPaid: 0 })
  })
})

describe('rejected work of a raise', () => {
  it('is dropped once the raise has advanced, and never overwrites later work', async () => {
    const propertyId = await app.openRaise(20, { deadline: inDays(10) })
    const { orderId } = await bought(propertyId)
    await reaches(orderId, 'cooling_off')
    const raise = () => app.collection('raises').findOne({ _id: propertyId })
    await app.untilRetried('nothing is due', async () => !(await raise())?.['due'])
    const rejected = { kind: 'extend', code: 'ORDERS_REJECTED', tries: 1, at: app.now() }
    await app.collection('raises').updateOne({ _id: propertyId }, { $set: { rejected } })
    const retry = { subject: { kind: 'raise' as const, id: propertyId }, reason: 'The order was corrected' }
    expect(await app.call(RetryWork, retry, desk.maker, FINANCE)).toEqual({ retried: true })
    expect(await raise()).toMatchObject({ state: 'funded' })
    for (const field of ['due', 'rejected']) expect(await raise()).not.toHaveProperty(field)
  })
})

describe('retried work of a raise', () => {
  it('is followed by the allotment of the orders that it reaches, also after the others were allotted', async () => {
    const propertyId = await app.openRaise(40)
    const [first, second] = [await bought(propertyId), await bought(propertyId)]
    for (const { orderId } of [first, second]) await reaches(orderId, 'cooling_off')
    const raise = () => app.collection('raises').findOne({ _id: propertyId })
    const isIdle = () => app.untilRetried('nothing is due', async () => !(await raise())?.['due'])
    await isIdle()
    const rejected = { kind: 'coolingOff', code: 'ORDERS_REJECTED', tries: 1, at: app.now() }
    await app.collection('raises').updateOne({ _id: propertyId }, { $set: { rejected } })
    const missed = { $set: { state: 'paid' }, $unset: { coolingOffEndsAt: 1 } } as const
    await app.collection('orders').updateOne({ _id: second.orderId }, missed)
    await app.advance(2 * DAY)
    await desk.fileDeed(propertyId)
    await reaches(first.orderId, 'allotted')
    await isIdle()
    const retry = { subject: { kind: 'raise' as const, id: propertyId }, reason: 'The order was corrected' }
    expect(await app.call(RetryWork, retry, desk.maker, FINANCE)).toEqual({ retried: true })
    await reaches(second.orderId, 'allotted')
    await app.untilRetried('it is completed', async () => (await raise())?.['state'] === 'completed')
  })
})

describe('the cancellation of an order', () => {
  it('is refused for an order of another investor, and before payment', async () => {
    const propertyId = await app.openRaise(100)
    const { userId, orderId } = await reserved(propertyId)
    expect(await refusal(cancel(await app.investor(), orderId))).toBe('404 NOT_FOUND')
    expect(await refusal(cancel(userId, newId()))).toBe('404 NOT_FOUND')
    await expect(cancel(userId, orderId)).rejects.toMatchObject({
      code: 'ORDER_NOT_CANCELLABLE',
      extra: { state: 'reserved' },
    })
  })

  it('is refused while the payment is disputed', async () => {
    const propertyId = await app.openRaise(100)
    const { userId, orderId } = await bought(propertyId)
    await app.collection('orders').updateOne({ _id: orderId }, { $set: { dispute: { itemId: 'dp', state: 'open' } } })
    expect(await refusal(cancel(userId, orderId))).toBe('409 ORDER_DISPUTED')
  })

  it('is possible until the cooling-off period ends, and states when it ended', async () => {
    const propertyId = await app.openRaise(40)
    const [first, second] = [await bought(propertyId), await bought(propertyId)]
    await reaches(first.orderId, 'cooling_off')
    const endedAt = ((await app.order(first.orderId))!['coolingOffEndsAt'] as Date).toISOString()
    await app.advance(49 * HOUR)
    await expect(cancel(second.userId, second.orderId)).rejects.toMatchObject({
      code: 'COOLING_OFF_ENDED',
      extra: { endedAt },
    })
  })

  it('has one effect when it is repeated', async () => {
    const { userId, orderId } = await bought(await app.openRaise(100))
    const [first, second] = [await cancel(userId, orderId), await cancel(userId, orderId)]
    for (const { order } of [first, second]) expect(order).toMatchObject({ orderId, reason: 'cancelled' })
    expect(await published('investment.order.cancelled.v1', orderId)).toHaveLength(1)
  })

  it('publishes when it was cancelled with the cancellation and with its refund', async () => {
    const propertyId = await app.openRaise(100)
    const { userId, orderId } = await bought(propertyId)
    const { order } = await cancel(userId, orderId)
    await reaches(orderId, 'refunded')
    const cancelledAt = order.cancelledAt
    for (const type of ['cancelled', 'refunding', 'refunded'])
      expect(await published(`investment.order.${type}.v1`, orderId)).toMatchObject([
        { cancelledAt, reason: 'cancelled' },
      ])
  })
})
