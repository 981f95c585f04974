import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { UserStatusChanged } from '@hissa/contracts/identity'
import { GetDashboard, GetOrder, SettlePayment } from '@hissa/contracts/investment'
import { accounts } from '../src/accounts.js'
import { Investment } from './harness.js'

let app: Investment
beforeAll(async () => {
  app = await Investment.start()
})
afterAll(() => app.stop())

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => 'accepted',
    (error: unknown) => (error as { code?: string }).code,
  )
const balance = async (accountId: string) => (await app.proof()).balances.get(accountId)
const stateOf = async (orderId: string) => (await app.order(orderId))?.['state'] as string

/** Writes the status as the handler does, without its follow-up: the state between the two. */
async function setStatus(userId: string, status: string): Promise<void> {
  await app.collection('investors').updateOne({ _id: userId }, { $set: { status, version: 9 } })
}

async function reserved(key?: string) {
  const propertyId = await app.openRaise(1_000)
  const userId = await app.investor(propertyId)
  const { orderId } = await app.place(userId, propertyId, 2_000, key)
  return { propertyId, userId, orderId, sessionId: await app.sessionOf(orderId) }
}

describe('an investor who may no longer invest', () => {
  it.each([
    ['suspended', 'ACCOUNT_SUSPENDED'],
    ['kyc_pending', 'KYC_REQUIRED'],
  ])('gets no payment page for an existing order once %s', async (status, expected) => {
    const keyed = await reserved('again')
    const { propertyId, userId } = await reserved()
    await setStatus(keyed.userId, status)
    await setStatus(userId, status)
    expect(await refusal(app.place(keyed.userId, keyed.propertyId, 2_000, 'again'))).toBe(expected)
    expect(await refusal(app.place(userId, propertyId))).toBe(expected)
    const { order } = await app.call(GetOrder, { orderId: keyed.orderId }, keyed.userId)
    expect(order.checkoutUrl).toBeUndefined()
    const dashboard = await app.call(GetDashboard, {}, userId)
    expect(dashboard.recentOrders.map(({ checkoutUrl }) => checkoutUrl)).toEqual([undefined])
    expect(dashboard.todo.filter(({ kind }) => kind === 'pay_order')).toEqual([])
  })

  it('gets no page for an order whose first attempt to open one failed', async () => {
    const propertyId = await app.openRaise(100)
    const userId = await app.investor(propertyId)
    app.gateway.faults.push('before')
    expect(await refusal(app.place(userId, propertyId))).toBe('PAYMENT_UNAVAILABLE')
    await setStatus(userId, 'suspended')
    const opened = app.gateway.calls.filter((call) => call === 'open').length
    expect(await refusal(app.place(userId, propertyId))).toBe('ACCOUNT_SUSPENDED')
    expect(app.gateway.calls.filter((call) => call === 'open')).toHaveLength(opened)
  })

  it('gets no page when suspended between the reservation and the opening of the page', async () => {
    const propertyId = await app.openRaise(100)
    const userId = await app.investor(propertyId)
    app.gateway.beforeOpen = () =>
      app.publish(UserStatusChanged, userId, { userId, status: 'suspended', version: 9 }, 9)
    app.gateway.afterOpen = async () => {
      await app.until('suspended', () => app.collection('investors').findOne({ _id: userId, status: 'suspended' }))
      await app.until('scheduled for release', () =>
        app.collection('orders').findOne({ userId, ending: { $exists: true } }),
      )
    }
    expect(await refusal(app.place(userId, propertyId))).toBe('RESERVATION_CLOSED')
    const [order] = await app.collection('orders').find({ userId }).toArray()
    await app.until('released', async () => (await stateOf(order!._id)) === 'expired')
    expect([...app.gateway.sessions.values()].filter(({ orderId }) => orderId === order!._id)).toMatchObject([
      { state: 'expired' },
    ])
  })

  it('has open reservations released and their payment pages closed when the status event arrives', async () => {
    const { propertyId, userId, orderId, sessionId } = await reserved()
    app.gateway.faults.push('before')
    await app.publish(UserStatusChanged, userId, { userId, status: 'suspended', version: 9 }, 9)
    await app.until('released', async () => (await stateOf(orderId)) === 'expired')
    expect(app.gateway.session(sessionId).state).toBe('expired')
    expect(await app.order(orderId)).toMatchObject({ reason: 'account_not_eligible' })
    expect(await balance(accounts.unitsTreasury(propertyId))).toMatchObject({ debitsPending: 0 })
    const [expired] = await app.events('investment.order.expired.v1', orderId)
    expect(expired!['event'].data).toMatchObject({ reason: 'account_not_eligible' })
  })

  it('has a late payment held and refunded, and the units released', async () => {
    const { propertyId, userId, orderId, sessionId } = await reserved()
    await setStatus(userId, 'suspended')
    app.gateway.faults.push('before', 'before')
    await app.call(SettlePayment, app.gateway.webhook(app.gateway.pay(sessionId), 'evt_suspended'))
    expect(['refunding', 'refunded']).toContain(await stateOf(orderId))
    expect(await app.order(orderId)).toMatchObject({ reason: 'account_not_eligible' })
    expect(await balance(accounts.unitsTreasury(propertyId))).toMatchObject({ debitsPending: 0, debitsPosted: 0 })
    expect((await balance(accounts.escrow(propertyId)))?.creditsPosted ?? 0).toBe(0)
    expect(await app.collection('holdings').findOne({ userId })).toBeNull()
    const [refunding] = await app.events('investment.order.refunding.v1', orderId)
    expect(refunding!['event'].data).toMatchObject({ reason: 'account_not_eligible' })
    await app.until('refunded', async () => (await stateOf(orderId)) === 'refunded')
    expect(await balance(accounts.investorCash(userId))).toMatchObject({
      creditsPosted: 203_000,
      debitsPosted: 203_000,
      debitsPending: 0,
    })
    expect([...app.gateway.refunds.values()].filter((refund) => refund.orderId === orderId)).toHaveLength(1)
    const progress = (await app.events('investment.raise.progressed.v1', propertyId)).map((row) => row['event'].data)
    expect(progress.at(-1)).toMatchObject({ unitsPaid: 0, unitsAvailable: 1_000, investors: 0 })
  })

  it('has a payment refunded that arrives after the reservation lapsed, although units are left', async () => {
    const { userId, orderId, sessionId } = await reserved()
    await app.advance(31)
    await app.until('expired', async () => (await stateOf(orderId)) === 'expired')
    await setStatus(userId, 'suspended')
    await app.call(SettlePayment, app.gateway.webhook(app.gateway.pay(sessionId), 'evt_suspended_late'))
    await app.until('refunded', async () => (await stateOf(orderId)) === 'refunded')
    expect(await app.order(orderId)).toMatchObject({ reason: 'account_not_eligible' })
  })

  it('keeps units that were paid before', async () => {
    const { userId, orderId, sessionId } = await reserved()
    await app.call(SettlePayment, app.gateway.webhook(app.gateway.pay(sessionId), 'evt_before'))
    await app.publish(UserStatusChanged, userId, { userId, status: 'suspended', version: 9 }, 9)
    await app.until('suspended', () => app.collection('investors').findOne({ _id: userId, status: 'suspended' }))
    expect(await stateOf(orderId)).toBe('paid')
    expect(await app.collection('holdings').findOne({ userId })).toMatchObject({ units: 20 })
  })
})

it('leaves a ledger that passes its check', async () => {
  expect((await app.proof()).faults).toEqual([])
})
