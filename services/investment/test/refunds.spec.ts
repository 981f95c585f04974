import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import {
  GetDashboard,
  GetOrderBySession,
  ListPayments,
  ListRejectedWork,
  SettlePayment,
} from '@hissa/contracts/investment'
import { accounts } from '../src/accounts.js'
import type { RefundSnapshot } from '../src/processor/processor.api.js'
import { Investment } from './harness.js'

let app: Investment
beforeAll(async () => {
  app = await Investment.start()
})
afterAll(() => app.stop())

const settle = (message: { payloadBase64: string; signature: string }) => app.call(SettlePayment, message)
const inState = (orderId: string, state: string) =>
  app.until(state, async () => (await app.order(orderId))?.['state'] === state)
const refundsOf = (orderId: string) => [...app.gateway.refunds.values()].filter((refund) => refund.orderId === orderId)
const rowsOf = (orderId: string) =>
  app.collection('payments').find({ orderId, kind: 'refund' }).sort({ _id: 1 }).toArray()
const deliverRefund = (refundId: string, change: Partial<RefundSnapshot>, eventId: string) =>
  settle(app.gateway.refundWebhook(refundId, change, eventId))

/** Returns an order paid after its units were sold; the processor reports `state` for its first refund. */
async function refunding(state: RefundSnapshot['state']) {
  const propertyId = await app.openRaise(20)
  const userId = await app.investor(propertyId)
  const { orderId } = await app.place(userId, propertyId)
  const sessionId = await app.sessionOf(orderId)
  await app.advance(31)
  await inState(orderId, 'expired')
  await app.place(await app.investor(propertyId), propertyId)
  app.gateway.refundState = state
  await settle(app.gateway.webhook(app.gateway.pay(sessionId), `evt_${orderId}`))
  const [first] = await app.until('asked for', async () => refundsOf(orderId).length > 0 && refundsOf(orderId))
  const isRecorded = async () => (await app.order(orderId))?.['refund'].refundId === first!.refundId
  if (state !== 'failed') await app.until('recorded', isRecorded)
  return { orderId, userId, sessionId, refundId: first!.refundId }
}

const cash = async (userId: string) => (await app.proof()).balances.get(accounts.investorCash(userId))

/** Returns the value of a metric without labels of its own. */
const figure = async (name: string) =>
  Number(new RegExp(`^${name}{service="investment"} (\\S+)$`, 'm').exec(await app.metrics())?.[1])

describe('the money that is to be returned or is unknown', () => {
  it('is counted on /metrics, with its sum, until the refund has succeeded', async () => {
    const before = [await figure('refunds_due'), await figure('refunds_due_amount_minor_units')] as const
    const { orderId, refundId } = await refunding('pending')
    expect(await figure('refunds_due')).toBe(before[0] + 1)
    expect(await figure('refunds_due_amount_minor_units')).toBe(before[1] + 203_000)
    expect(await figure('refunds_due_oldest_age_seconds')).toBeGreaterThan(0)
    await deliverRefund(refundId, { state: 'succeeded' }, `evt_counted_${orderId}`)
    await inState(orderId, 'refunded')
    expect([await figure('refunds_due'), await figure('refunds_due_amount_minor_units')]).toEqual(before)
  })

  it('is counted as unsettled while an order stays reserved after its reservation ended', async () => {
    const propertyId = await app.openRaise(20)
    const { orderId } = await app.place(await app.investor(propertyId), propertyId)
    expect(await figure('payments_unsettled')).toBe(0)
    const anHourAgo = new Date(app.now().getTime() - 3_600_000)
    await app.collection('orders').updateOne({ _id: orderId }, { $set: { expiresAt: anHourAgo } })
    expect(await figure('payments_unsettled')).toBe(1)
    expect(await figure('payments_unsettled_oldest_age_seconds')).toBeGreaterThanOrEqual(3_600)
    await app.collection('orders').deleteOne({ _id: orderId })
  })
})

describe('a refund that fails after it had succeeded', () => {
  it('reopens the order, books the money back and is attempted again under a new key', async () => {
    const { orderId, userId, sessionId, refundId } = await refunding('succeeded')
    await inState(orderId, 'refunded')
    app.gateway.refundState = 'pending'
    expect(await deliverRefund(refundId, { state: 'failed' }, `evt_failed_${orderId}`)).toEqual({ outcome: 'applied' })
    const reopened = await app.order(orderId)
    expect(reopened).toMatchObject({ state: 'refunding', refund: { attempt: 2 } })
    expect(reopened).not.toHaveProperty('refundedAt')
    expect(await cash(userId)).toMatchObject({ creditsPosted: 406_000, debitsPosted: 203_000, debitsPending: 203_000 })
    expect(await app.call(GetOrderBySession, { sessionId }, userId)).toMatchObject({ status: 'refunding' })
    const dashboard = await app.call(GetDashboard, {}, userId)
    expect(JSON.stringify(dashboard.recentOrders)).not.toContain('refunded')
    const again = await app.until('attempted again', async () => refundsOf(orderId)[1])
    expect(again).toMatchObject({ attempt: 2, amount: 203_000 })
    await app.until('recorded', async () => (await app.order(orderId))?.['refund'].refundId === again.refundId)
    await deliverRefund(again.refundId, { state: 'succeeded' }, `evt_again_${orderId}`)
    await inState(orderId, 'refunded')
    expect(await cash(userId)).toMatchObject({ creditsPosted: 406_000, debitsPosted: 406_000, debitsPending: 0 })
    expect((await app.proof()).faults).toEqual([])
    const told = await app.events('investment.order.refunding.v1', orderId)
    expect(told.map((row) => row['event'].data.refundAttempt)).toEqual([1, 2])
  })

  it('leaves a row of each attempt, which the investor can see', async () => {
    const { orderId, userId, refundId } = await refunding('succeeded')
    await inState(orderId, 'refunded')
    await deliverRefund(refundId, { state: 'failed' }, `evt_rows_${orderId}`)
    await app.until('refunded again', async () => (await rowsOf(orderId))[1]?.['state'] === 'succeeded')
    expect(await rowsOf(orderId)).toMatchObject([
      { _id: `refund:${orderId}:1`, state: 'failed', refundId },
      { _id: `refund:${orderId}:2`, state: 'succeeded', refundId: refundsOf(orderId)[1]!.refundId },
    ])
    const { payments } = await app.call(ListPayments, { limit: 20 }, userId)
    expect(payments.map(({ kind, state }) => `${kind} ${state}`).sort()).toEqual([
      'payment succeeded',
      'refund failed',
      'refund succeeded',
    ])
    const paged = []
    for (let cursor: string | undefined; ;) {
      const page = await app.call(ListPayments, { limit: 1, ...(cursor ? { cursor } : {}) }, userId)
      paged.push(...page.payments)
      if (!(cursor = page.cursor)) break
    }
    expect(paged).toEqual(payments)
    const { cursor: ofPayments } = await app.call(ListPayments, { limit: 1 }, userId)
    for (const cursor of [ofPayments!, '']) {
      const ofAnotherList = app.call(ListRejectedWork, { limit: 1, cursor }, userId, ['finance'])
      await expect(ofAnotherList).rejects.toMatchObject({ code: 'VALIDATION_FAILED', status: 400 })
    }
  })

  it('is rejected after five failed attempts, for staff to decide', async () => {
    const { orderId } = await refunding('failed')
    const rejected = await app.untilRetried('rejected', async () => {
      const order = await app.order(orderId)
      return order?.['rejected'] && order
    })
    expect(rejected).toMatchObject({
      state: 'refunding',
      rejected: { kind: 'refund', code: 'refund_failed', tries: 5 },
    })
    expect(refundsOf(orderId)).toHaveLength(5)
    expect(new Set(refundsOf(orderId).map(({ attempt }) => attempt)).size).toBe(5)
  })
})

describe('a webhook about a refund', () => {
  it("has no effect when its event was applied before, whatever the refund's state is by then", async () => {
    const { orderId, refundId } = await refunding('succeeded')
    await inState(orderId, 'refunded')
    app.gateway.refundState = 'pending'
    const failed = app.gateway.refundWebhook(refundId, { state: 'failed' }, `evt_once_${orderId}`)
    expect(await settle(failed)).toEqual({ outcome: 'applied' })
    const after = await app.until('second attempt', async () => {
      const order = await app.order(orderId)
      return order?.['refund'].refundId && order
    })
    expect(await settle(failed)).toEqual({ outcome: 'duplicate' })
    expect(await app.order(orderId)).toEqual(after)
  })

  it('is acknowledged when several about one refund arrive at once, with one effect', async () => {
    const { orderId, refundId } = await refunding('succeeded')
    await inState(orderId, 'refunded')
    app.gateway.refundState = 'pending'
    const names = ['failed', 'updated', 'charge']
    const webhooks = names.map((name) =>
      app.gateway.refundWebhook(refundId, { state: 'failed' }, `evt_${name}_${orderId}`),
    )
    const outcomes = await Promise.all(webhooks.map(settle))
    expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(['applied', 'ignored', 'ignored'])
    expect(await app.order(orderId)).toMatchObject({ state: 'refunding', refund: { attempt: 2 } })
  })

  it('never changes the order when the refund is not the current one', async () => {
    const { orderId, refundId } = await refunding('succeeded')
    await inState(orderId, 'refunded')
    app.gateway.refundState = 'pending'
    await deliverRefund(refundId, { state: 'failed' }, `evt_first_${orderId}`)
    const second = await app.until('second attempt', async () => refundsOf(orderId)[1])
    const before = await app.until('recorded', async () => {
      const order = await app.order(orderId)
      return order?.['refund'].refundId === second.refundId && order
    })
    for (const state of ['succeeded', 'pending', 'failed'] as const) {
      const stale = { ...app.gateway.refunds.get(refundId)!, state }
      const message = {
        eventId: `evt_${state}_${orderId}`,
        type: 'refund.updated',
        kind: 'refund' as const,
        refund: stale,
      }
      await settle(app.gateway.signed(message))
      expect(await app.order(orderId)).toEqual(before)
    }
  })

  it('does not complete the refund of an order when the refund was made elsewhere', async () => {
    const { orderId } = await refunding('pending')
    const before = await app.order(orderId)
    const refund: RefundSnapshot = {
      ...{ refundId: `re_other_${orderId}`, orderId, state: 'succeeded', amount: 203_000, currency: 'aed' },
      paymentId: before!['paymentId'],
    }
    app.gateway.refunds.set(refund.refundId, refund)
    await settle(
      app.gateway.signed({ eventId: `evt_other_${orderId}`, type: 'refund.created', kind: 'refund', refund }),
    )
    expect(await app.order(orderId)).toEqual(before)
  })
})
