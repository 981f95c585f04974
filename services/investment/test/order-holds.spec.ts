import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { UserStatus } from '@hissa/contracts'
import { UserStatusChanged } from '@hissa/contracts/identity'
import { CancelOrder, GetOrder, ListHeldOrders, ListPayments, OrderHeld } from '@hissa/contracts/investment'
import { newId } from '@hissa/kernel'
import { streamOf } from '@hissa/messaging'
import { MIGRATIONS } from '../src/migrations.js'
import { AMOUNT, Desk, refusal } from './desk.js'
import { Investment } from './harness.js'

const DAY = 24 * 60
const COVER = { type: 'cover', reference: 'FT1' } as const

let app: Investment
let desk: Desk
beforeAll(async () => {
  app = await Investment.start()
  desk = new Desk(app)
})
afterAll(() => app.stop())

/** Two orders that fill a raise. The first is put on hold. */
class Raise {
  private constructor(
    readonly propertyId: string,
    readonly userId: string,
    readonly orders: readonly [string, string],
    readonly paymentId: string,
    private readonly sessions: readonly [string, string],
  ) {}

  static async reserved(): Promise<Raise> {
    const propertyId = await app.openRaise(40)
    const reserve = async () => {
      const userId = await app.investor(propertyId)
      const { orderId } = await app.answered(() => app.place(userId, propertyId))
      return { userId, orderId, sessionId: await app.sessionOf(orderId) }
    }
    const [first, second] = [await reserve(), await reserve()]
    const orders = [first.orderId, second.orderId] as const
    return new Raise(propertyId, first.userId, orders, `pi_${first.sessionId}`, [first.sessionId, second.sessionId])
  }

  static async paid(): Promise<Raise> {
    const raise = await Raise.reserved()
    await raise.pay()
    for (const orderId of raise.orders) await reaches(orderId, 'cooling_off')
    return raise
  }

  async pay(): Promise<void> {
    for (const id of this.sessions) await desk.settle(app.gateway.webhook(app.gateway.pay(id), `evt_${id}`))
  }

  /** Files the deed after the cooling-off period, and waits until the raise is completed. */
  async complete(): Promise<void> {
    for (const orderId of this.orders) await reaches(orderId, 'cooling_off')
    await app.advance(2 * DAY + 1)
    await desk.fileDeed(this.propertyId)
    await app.untilRetried('the raise is completed', async () => {
      return (await app.collection('raises').findOne({ _id: this.propertyId }))?.['state'] === 'completed'
    })
  }

  states = () => Promise.all(this.orders.map(async (orderId) => (await app.order(orderId))!['state'] as string))
  first = async () => (await app.order(this.orders[0]))!
}

const reaches = (orderId: string, state: string) =>
  app.untilRetried(`the order is ${state}`, async () => (await app.order(orderId))?.['state'] === state)

describe('an order whose payment was refunded in the dashboard', () => {
  it('is allotted only once the platform has covered the money, after the other orders of its raise', async () => {
    const raise = await Raise.paid()
    const out = await desk.refundElsewhere(raise.paymentId)
    expect(await raise.first()).toMatchObject({ state: 'cooling_off', hold: { moneyOut: [out] } })
    await raise.complete()
    expect(await raise.states()).toEqual(['cooling_off', 'allotted'])
    expect(await app.events('investment.order.allotted.v1', raise.orders[0])).toEqual([])
    await desk.resolve(out, COVER)
    await reaches(raise.orders[0], 'allotted')
    expect(await raise.first()).not.toHaveProperty('hold')
  })

  it('is allotted once the refund is returned', async () => {
    const raise = await Raise.paid()
    const out = await desk.refundElsewhere(raise.paymentId)
    await raise.complete()
    for (const outcome of ['applied', 'ignored']) expect(await desk.returnRefund(out)).toEqual({ outcome })
    await reaches(raise.orders[0], 'allotted')
  })

  it('is not allotted while a part of two refunds is missing', async () => {
    const raise = await Raise.paid()
    const parts = [
      await desk.refundElsewhere(raise.paymentId, { amount: 50_000 }),
      await desk.refundElsewhere(raise.paymentId, { amount: 60_000 }),
    ]
    expect(await raise.first()).toHaveProperty('hold.moneyOut', [...parts].sort())
    await raise.complete()
    await desk.resolve(parts[0]!, COVER)
    expect(await raise.first()).toHaveProperty('hold.moneyOut', [parts[1]])
    await app.advance(1)
    expect(await raise.states()).toEqual(['cooling_off', 'allotted'])
    await desk.resolve(parts[1]!, { ...COVER, reference: 'FT2' })
    await reaches(raise.orders[0], 'allotted')
  })

  it('is not allotted if the refund was reported before its payment', async () => {
    const raise = await Raise.reserved()
    const out = await desk.refundElsewhere(raise.paymentId)
    await raise.pay()
    await app.untilRetried('the order is found', async () => (await raise.first())['hold'])
    expect(await desk.item(out)).not.toHaveProperty('due')
    await raise.complete()
    expect(await raise.states()).toEqual(['cooling_off', 'allotted'])
  })

  it('is cancelled by finance, and its refund is settled with the money that has left', async () => {
    const start = await desk.balances()
    const raise = await Raise.paid()
    const [orderId] = raise.orders
    const out = await desk.refundElsewhere(raise.paymentId)
    app.gateway.refused.add(raise.paymentId)
    await desk.resolve(orderId, { type: 'cancel' }, 'order')
    await app.untilRetried('rejected', async () => (await app.order(orderId))?.['rejected'])
    expect(await raise.first()).not.toHaveProperty('hold')
    await desk.resolve(out, { type: 'assign', orderId })
    await reaches(orderId, 'refunded')
    expect((await desk.since(start)).slice(1)).toEqual([0, 0, 0])
  })

  it('states what is left of the payment in its cancellation and while it can be cancelled', async () => {
    const raise = await Raise.paid()
    const [orderId] = raise.orders
    const out = await desk.refundElsewhere(raise.paymentId, { amount: 50_000 })
    app.gateway.refused.add(raise.paymentId)
    const orderOf = async () => (await app.call(GetOrder, { orderId }, raise.userId)).order
    expect(await orderOf()).toMatchObject({ totalFils: AMOUNT, leftFils: AMOUNT - 50_000 })
    await app.call(CancelOrder, { orderId }, raise.userId)
    const [cancelled] = await app.events('investment.order.cancelled.v1', orderId)
    expect(cancelled!.event.data).toMatchObject({ totalFils: AMOUNT, refundFils: AMOUNT - 50_000 })
    const refunds = async () => {
      const { payments } = await app.call(ListPayments, { limit: 20 }, raise.userId)
      return payments
        .flatMap(({ kind, state, amountFils }) => (kind === 'refund' ? `${state} ${amountFils}` : []))
        .sort()
    }
    expect(await refunds()).toEqual([`pending ${AMOUNT - 50_000}`])
    await app.untilRetried('rejected', async () => (await app.order(orderId))?.['rejected'])
    app.gateway.refused.delete(raise.paymentId)
    await desk.resolve(out, { type: 'assign', orderId })
    await reaches(orderId, 'refunded')
    const [refunded] = await app.events('investment.order.refunded.v1', orderId)
    expect(refunded!.event.data).toMatchObject({ refundFils: AMOUNT - 50_000 })
    expect(await refunds()).toEqual([`succeeded ${AMOUNT - 50_000}`, 'succeeded 50000'].sort())
  })

  it('states nothing to refund in its cancellation if all of the payment was refunded', async () => {
    const raise = await Raise.paid()
    const [orderId] = raise.orders
    await desk.refundElsewhere(raise.paymentId)
    app.gateway.refused.add(raise.paymentId)
    await app.call(CancelOrder, { orderId }, raise.userId)
    const [cancelled] = await app.events('investment.order.cancelled.v1', orderId)
    expect(cancelled!.event.data).toMatchObject({ refundFils: 0 })
  })

  it('is put on hold after an upgrade if an earlier release recorded the refund', async () => {
    const raise = await Raise.paid()
    const out = await desk.refundElsewhere(raise.paymentId)
    await app.collection('orders').updateOne({ _id: raise.orders[0] }, { $unset: { hold: '' } })
    await MIGRATIONS.find(({ name }) => name === '004-orders-of-dashboard-refunds')!.up(app.connection)
    await app.untilRetried('the order is on hold', async () => (await raise.first())['hold'])
    expect(await raise.first()).toMatchObject({ hold: { moneyOut: [out] } })
    expect(await desk.item(out)).not.toHaveProperty('due')
  })

  it('states what is left after an upgrade if an earlier release put it on hold', async () => {
    const raise = await Raise.paid()
    const [orderId] = raise.orders
    await desk.refundElsewhere(raise.paymentId, { amount: 50_000 })
    await desk.refundElsewhere(raise.paymentId, { amount: 30_000 })
    const other = await Raise.paid()
    await becomes(other.userId, 'suspended')
    await isOnHold(other.orders[0])
    const { hold, version } = await raise.first()
    const under = (await other.first()) as Record<string, unknown>
    await app.collection('orders').updateOne({ _id: orderId }, { $unset: { 'hold.moneyOutFils': '' } })
    const migration = MIGRATIONS.find(({ name }) => name === '005-amounts-of-orders-on-hold')!
    await migration.up(app.connection)
    await migration.up(app.connection)
    expect(await raise.first()).toMatchObject({ hold, version: (version as number) + 1 })
    expect(hold).toMatchObject({ moneyOutFils: 80_000 })
    expect(await other.first()).toEqual(under)
  })

  it('is told apart from orders with other payments', async () => {
    const raise = await Raise.paid()
    await desk.refundElsewhere(`pi_other_${newId()}`, { amount: AMOUNT })
    await raise.complete()
    await reaches(raise.orders[0], 'allotted')
  })
})

/** Publishes a status of an investor, and waits until it has arrived; each has a higher version than the one before. */
let version = 10
async function becomes(userId: string, status: UserStatus): Promise<void> {
  version += 1
  const sent = version
  await app.publish(UserStatusChanged, userId, { userId, status, version: sent }, sent)
  await app.until(`${status} has arrived`, () => app.collection('investors').findOne({ _id: userId, version: sent }))
}

async function areStatusesHandled(): Promise<boolean> {
  const consumer = 'investment-record-status-when-user-status-changed'
  const { num_pending, num_ack_pending } = await app.bus.jsm.consumers.info(streamOf('identity'), consumer)
  return num_pending + num_ack_pending === 0
}

const isOnHold = (orderId: string) =>
  app.until('the order is on hold', async () => (await app.order(orderId))?.['hold'] !== undefined)

describe('a paid order of a suspended investor', () => {
  it('is on hold until the investor is reinstated, and is then allotted after the others of its raise', async () => {
    const raise = await Raise.paid()
    const [orderId] = raise.orders
    await becomes(raise.userId, 'suspended')
    await isOnHold(orderId)
    expect(await raise.first()).toMatchObject({ state: 'cooling_off', hold: { review: true } })
    await raise.complete()
    expect(await raise.states()).toEqual(['cooling_off', 'allotted'])
    await becomes(raise.userId, 'investor_active')
    await reaches(orderId, 'allotted')
    expect(await raise.first()).not.toHaveProperty('hold')
    expect(await app.events(OrderHeld.type, orderId)).toHaveLength(1)
  })

  it('is held by the allotment if the suspension did not find it', async () => {
    const raise = await Raise.paid()
    const [orderId] = raise.orders
    await app.collection('investors').updateOne({ _id: raise.userId }, { $set: { status: 'suspended' } })
    await raise.complete()
    expect(await raise.states()).toEqual(['cooling_off', 'allotted'])
    expect(await raise.first()).toMatchObject({ hold: { review: true } })
    expect(await app.events(OrderHeld.type, orderId)).toHaveLength(1)
  })

  it('stays on hold after a suspension that arrives twice and a reinstatement that arrives late', async () => {
    const raise = await Raise.paid()
    const [orderId] = raise.orders
    version += 2
    const suspended = { userId: raise.userId, status: 'suspended' as const, version }
    await app.publish(UserStatusChanged, raise.userId, suspended, version)
    await app.publish(UserStatusChanged, raise.userId, suspended, version)
    await app.publish(UserStatusChanged, raise.userId, {
      ...suspended,
      status: 'investor_active',
      version: version - 1,
    })
    await isOnHold(orderId)
    await app.until('every status is handled', areStatusesHandled)
    expect(await raise.first()).toMatchObject({ hold: { review: true } })
    expect(await app.events(OrderHeld.type, orderId)).toHaveLength(1)
  })

  it('keeps its other reason when one of two ends', async () => {
    const raise = await Raise.paid()
    const [orderId] = raise.orders
    const out = await desk.refundElsewhere(raise.paymentId)
    await becomes(raise.userId, 'suspended')
    await app.until('both', async () => (await app.order(orderId))?.['hold']?.review)
    await desk.resolve(out, COVER)
    expect((await raise.first())['hold']).toEqual({ since: expect.any(Date), review: true })
    await becomes(raise.userId, 'kyc_complete')
    await app.until('the hold has ended', async () => !(await app.order(orderId))?.['hold'])
  })

  it('can be cancelled by finance, with a full refund', async () => {
    const raise = await Raise.paid()
    const [orderId] = raise.orders
    await becomes(raise.userId, 'suspended')
    await isOnHold(orderId)
    await desk.resolve(orderId, { type: 'cancel' }, 'order')
    await reaches(orderId, 'refunded')
    expect(await raise.first()).not.toHaveProperty('hold')
  })
})

describe('the list of orders on hold', () => {
  const page = (cursor?: string, roles: Parameters<typeof app.call>[3] = ['compliance']) =>
    app.call(ListHeldOrders, { limit: 1, ...(cursor ? { cursor } : {}) }, desk.maker, roles)

  it('has every order on hold, longest first, in pages that are audited', async () => {
    const raise = await Raise.paid()
    await desk.refundElsewhere(raise.paymentId)
    const listed: string[] = []
    const sinces: string[] = []
    let cursor: string | undefined
    do {
      const { orders, cursor: next } = await page(cursor)
      listed.push(...orders.map(({ orderId }) => orderId))
      sinces.push(...orders.map(({ since }) => since))
      cursor = next
    } while (cursor)
    const held = await app
      .collection('orders')
      .find({ hold: { $exists: true } })
      .toArray()
    expect(listed.sort()).toEqual(held.map(({ _id }) => String(_id)).sort())
    expect(sinces).toEqual([...sinces].sort())
    expect(await app.collection('audit').countDocuments({ action: 'orders.held.listed' })).toBe(listed.length)
  })

  it('is as long as the metric says', async () => {
    const count = await app.collection('orders').countDocuments({ hold: { $exists: true } })
    expect(count).toBeGreaterThan(0)
    expect(await app.metrics()).toMatch(new RegExp(`^orders_on_hold\\{[^}]*\\} ${count}$`, 'm'))
  })

  it('states why an order is on hold, and no personal data', async () => {
    const { orders } = await app.call(ListHeldOrders, { limit: 100 }, desk.maker, ['finance'])
    expect(orders.at(-1)).toEqual({
      ...{ orderId: expect.any(String), reference: expect.any(String), userId: expect.any(String) },
      ...{ property: expect.any(Object), state: 'cooling_off', units: 20, totalFils: AMOUNT, holds: ['money_out'] },
      ...{ since: expect.any(String), leftFils: 0, coolingOffEndsAt: expect.any(String) },
    })
  })

  it('is refused to others, and with a cursor of another list', async () => {
    for (const role of ['investor', 'content', 'admin'] as const)
      expect(await refusal(page(undefined, [role]))).toBe('403 FORBIDDEN')
    expect(await refusal(page('bm90IGEgY3Vyc29y'))).toBe('400 VALIDATION_FAILED')
  })
})
