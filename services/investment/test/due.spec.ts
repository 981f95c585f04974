import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { SettlePayment } from '@hissa/contracts/investment'
import { Investment } from './harness.js'

/** More than one batch of a sweep. */
const MANY = 55

let app: Investment
beforeAll(async () => {
  app = await Investment.start()
})
afterAll(() => app.stop())

/** Returns orders that lapsed unpaid, in a raise whose units were then sold to another investor. */
async function lapsed(count: number) {
  const propertyId = await app.openRaise(20 * count)
  const users = await Promise.all(Array.from({ length: count }, () => app.investor(propertyId)))
  const orders = await Promise.all(
    users.map((userId) => app.answered(() => app.place(userId, propertyId, 2_000, userId))),
  )
  const ids = orders.map(({ orderId }) => orderId)
  await app.advance(31)
  const expired = { _id: { $in: ids }, state: 'expired' }
  await app.until('all lapsed', async () => (await app.collection('orders').countDocuments(expired)) === count)
  await app.place(await app.investor(propertyId), propertyId, 2_000 * count)
  return Promise.all(ids.map(async (orderId) => ({ orderId, sessionId: await app.sessionOf(orderId) })))
}

const pay = (sessionId: string) =>
  app.answered(() => app.call(SettlePayment, app.gateway.webhook(app.gateway.pay(sessionId), `evt_${sessionId}`)))
const inState = (orderId: string, state: string) => async () => (await app.order(orderId))?.['state'] === state

describe('due work', () => {
  it('refunds an order although more than one batch of older refunds is permanently rejected', async () => {
    const orders = await lapsed(MANY + 1)
    const good = orders.pop()!
    for (const { sessionId } of orders) app.gateway.refused.add(`pi_${sessionId}`)
    for (const { sessionId } of orders) await pay(sessionId)
    await pay(good.sessionId)
    await app.until('refunded', inState(good.orderId, 'refunded'))
    const ids = orders.map(({ orderId }) => orderId)
    const rejected = {
      _id: { $in: ids },
      state: 'refunding',
      'rejected.code': 'charge_disputed',
      due: { $exists: false },
    }
    await app.untilRetried('rejected', async () => (await app.collection('orders').countDocuments(rejected)) === MANY)
    expect((await app.proof()).faults).toEqual([])
  })

  it('releases a lapsed reservation although more than one batch of older sessions is unknown to the processor', async () => {
    const propertyId = await app.openRaise(20 * (MANY + 1))
    const users = await Promise.all(Array.from({ length: MANY + 1 }, () => app.investor(propertyId)))
    const [good, ...others] = await Promise.all(
      users.map((userId) => app.answered(() => app.place(userId, propertyId, 2_000, userId))),
    )
    for (const { orderId } of others) app.gateway.refused.add(await app.sessionOf(orderId))
    await app.advance(31)
    await app.until('expired', inState(good!.orderId, 'expired'))
    const rejected = { propertyId, state: 'reserved', 'rejected.kind': 'expiry', due: { $exists: false } }
    await app.untilRetried('rejected', async () => (await app.collection('orders').countDocuments(rejected)) === MANY)
  })

  it('settles a paid order without a webhook although more than one batch of older sessions cannot be read', async () => {
    const propertyId = await app.openRaise(20 * (MANY + 1))
    const users = await Promise.all(Array.from({ length: MANY + 1 }, () => app.investor(propertyId)))
    const orders = await Promise.all(
      users.map((userId) => app.answered(() => app.place(userId, propertyId, 2_000, userId))),
    )
    const good = orders.pop()!
    for (const { orderId } of orders) app.gateway.refused.add(await app.sessionOf(orderId))
    app.gateway.pay(await app.sessionOf(good.orderId))
    await app.advance(6)
    await app.until('paid', inState(good.orderId, 'paid'))
    expect(await app.collection('orders').countDocuments({ propertyId, state: 'reserved' })).toBe(MANY)
  })
})
