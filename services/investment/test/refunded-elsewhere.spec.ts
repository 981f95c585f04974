import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { ListPayments, ReleaseReservation } from '@hissa/contracts/investment'
import { newId } from '@hissa/kernel'
import { AMOUNT, Desk, refusal } from './desk.js'
import { Investment } from './harness.js'

let app: Investment
let desk: Desk
let start: number[]
beforeAll(async () => {
  app = await Investment.start()
  desk = new Desk(app)
})
afterAll(() => app.stop())
beforeEach(async () => {
  start = await desk.balances()
})

/** Returns an order that got no units and whose refund the processor refuses. */
async function rejectedOrder() {
  const propertyId = await app.openRaise(20)
  const { orderId } = await app.place(await app.investor(propertyId), propertyId)
  const sessionId = await app.sessionOf(orderId)
  await app.advance(31)
  await app.until('expired', async () => (await app.order(orderId))?.['state'] === 'expired')
  await app.place(await app.investor(propertyId), propertyId)
  const paymentId = `pi_${sessionId}`
  app.gateway.refused.add(paymentId)
  await desk.settle(app.gateway.webhook(app.gateway.pay(sessionId), `evt_${orderId}`))
  await app.untilRetried('rejected', async () => (await app.order(orderId))?.['rejected'])
  return { orderId, paymentId }
}

const disputed = (disputeId: string, paymentId: string, type: string, change: Record<string, unknown>) =>
  desk.deliver({
    ...{ type: `charge.dispute.${type}`, kind: 'dispute' },
    dispute: { disputeId, paymentId, currency: 'aed', movedMinor: 0, status: 'open', ...change },
  })

describe('an order whose refund was rejected', () => {
  it('is not settled with the refund of another payment', async () => {
    const { orderId } = await rejectedOrder()
    const foreign = await desk.refundElsewhere(`pi_other_${newId()}`)
    expect(await refusal(desk.propose(foreign, { type: 'assign', orderId }))).toBe(
      '409 RESOLUTION_NOT_POSSIBLE other_payment',
    )
  })

  it('is settled neither by bank transfer nor by the platform while a refund made elsewhere explains it', async () => {
    const { orderId, paymentId } = await rejectedOrder()
    const out = await desk.refundElsewhere(paymentId)
    expect(await refusal(desk.propose(out, { type: 'cover', reference: 'FT1' }))).toBe(
      '409 RESOLUTION_NOT_POSSIBLE assign_first',
    )
    const settle = { type: 'settle', reference: 'FT1' } as const
    expect(await refusal(desk.propose(orderId, settle, desk.maker, 'order'))).toBe(
      '409 RESOLUTION_NOT_POSSIBLE assign_first',
    )
  })

  it('is settled by parts that were refunded elsewhere and our own refund of the rest', async () => {
    const { orderId, paymentId } = await rejectedOrder()
    const part = await desk.refundElsewhere(paymentId, { amount: 50_000 })
    app.gateway.refused.delete(paymentId)
    await desk.resolve(part, { type: 'assign', orderId })
    await app.untilRetried('refunded', async () => (await app.order(orderId))?.['state'] === 'refunded')
    const ours = [...app.gateway.refunds.values()].filter((refund) => refund.orderId === orderId)
    expect(ours).toMatchObject([{ amount: AMOUNT - 50_000, attempt: 2 }])
    expect(await desk.since(start)).toEqual([0, 0, 0, 0])
    const rows = await app.collection('payments').find({ orderId, kind: 'refund' }).sort({ _id: 1 }).toArray()
    expect(rows.map(({ state, amount }) => [state, amount])).toEqual([
      ['succeeded', 50_000],
      ['succeeded', AMOUNT - 50_000],
    ])
  })

  it.each([
    ['part', 50_000],
    ['half', AMOUNT / 2],
  ])('leads to a suspense item of exactly the %s that was refunded elsewhere and returned', async (_name, amount) => {
    const { orderId, paymentId } = await rejectedOrder()
    const part = await desk.refundElsewhere(paymentId, { amount })
    app.gateway.refused.delete(paymentId)
    await desk.resolve(part, { type: 'assign', orderId })
    await app.untilRetried('refunded', async () => (await app.order(orderId))?.['state'] === 'refunded')
    for (const outcome of ['applied', 'ignored']) expect(await desk.returnRefund(part)).toEqual({ outcome })
    expect(await desk.since(start)).toEqual([-amount, amount, 0, 0])
    const owed = await app.collection('suspense').findOne({ paymentId, state: 'open' })
    expect(owed).toMatchObject({ kind: 'returned_payment', orderId, amount })
    await desk.resolve(owed!._id, { type: 'refund' })
    await app.untilRetried('returned', async () => (await desk.item(owed!._id))?.['state'] === 'resolved')
    expect(await desk.since(start)).toEqual([0, 0, 0, 0])
  })

  it('stays refunded when the first of two parts that settled it is returned, which is owed to the investor', async () => {
    const { orderId, paymentId } = await rejectedOrder()
    const first = await desk.refundElsewhere(paymentId, { amount: 50_000 })
    await desk.resolve(first, { type: 'assign', orderId })
    await app.untilRetried('rejected again', async () => (await app.order(orderId))?.['rejected'])
    const second = await desk.refundElsewhere(paymentId, { amount: AMOUNT - 50_000 })
    await desk.resolve(second, { type: 'assign', orderId })
    expect(await app.order(orderId)).toMatchObject({ state: 'refunded', refund: { amountFils: AMOUNT - 50_000 } })
    expect(await desk.returnRefund(first)).toEqual({ outcome: 'applied' })
    expect(await app.order(orderId)).toMatchObject({ state: 'refunded' })
    const owed = await app.collection('suspense').findOne({ paymentId, state: 'open' })
    expect(owed).toMatchObject({ kind: 'returned_payment', orderId, amount: 50_000 })
    expect(await desk.since(start)).toEqual([-50_000, 50_000, 0, 0])
  })

  it('leads to a suspense item for the investor when part of the dispute that settled it is reinstated', async () => {
    const { orderId, paymentId } = await rejectedOrder()
    const id = `dp_${newId()}`
    await disputed(id, paymentId, 'funds_withdrawn', { movedMinor: AMOUNT })
    await disputed(id, paymentId, 'closed', { status: 'lost' })
    await desk.resolve(`dispute:${id}`, { type: 'assign', orderId })
    await disputed(id, paymentId, 'funds_reinstated', { movedMinor: -1_000 })
    expect(await desk.since(start)).toEqual([-1_000, 1_000, 0, 0])
    const owed = await app.collection('suspense').findOne({ paymentId, state: 'open' })
    expect(owed).toMatchObject({ kind: 'returned_payment', amount: 1_000 })
    expect(await desk.item(`dispute:${id}`)).toMatchObject({ state: 'resolved', resolution: { type: 'assigned' } })
  })

  it('is reopened with the investor’s money when the dispute that settled it is reinstated', async () => {
    const { orderId, paymentId } = await rejectedOrder()
    const id = `dp_${newId()}`
    await disputed(id, paymentId, 'funds_withdrawn', { movedMinor: AMOUNT })
    await disputed(id, paymentId, 'closed', { status: 'lost' })
    await desk.resolve(`dispute:${id}`, { type: 'assign', orderId })
    expect(await app.order(orderId)).toMatchObject({ state: 'refunded' })
    await disputed(id, paymentId, 'funds_reinstated', { movedMinor: -AMOUNT, status: 'won' })
    expect(await app.order(orderId)).toMatchObject({ state: 'refunding' })
    expect(await desk.item(`dispute:${id}`)).toMatchObject({ state: 'resolved' })
    app.gateway.refused.delete(paymentId)
    await app.untilRetried('refunded', async () => (await app.order(orderId))?.['state'] === 'refunded')
    expect(await desk.since(start)).toEqual([0, 0, 0, 0])
  })
})

describe('an order whose refund was settled by bank transfer', () => {
  it('is not reported as refunded to the card, in its event or in the list of payments', async () => {
    const { orderId } = await rejectedOrder()
    const { pending } = await desk.propose(orderId, { type: 'settle', reference: 'FT1' }, desk.maker, 'order')
    await desk.decide(pending.approvalId)
    const [event] = await app.events('investment.order.refunded.v1', orderId)
    expect(event!['event'].data).toMatchObject({ refundMethod: 'bank_transfer' })
    const userId = (await app.order(orderId))!['userId'] as string
    const { payments } = await app.call(ListPayments, { limit: 10 }, userId)
    expect(payments.map(({ kind, method, state }) => [kind, method, state])).toEqual([
      ['refund', 'bank_transfer', 'succeeded'],
      ['payment', 'card', 'succeeded'],
    ])
  })
})

describe('a withdrawal of a dispute', () => {
  it('is booked once when the processor reports it in two events', async () => {
    const [id, paymentId] = [`dp_${newId()}`, `pi_${newId()}`]
    const withdrawn = { movedMinor: AMOUNT, movementId: `txn_${id}` }
    for (let n = 0; n < 2; n += 1) await disputed(id, paymentId, 'funds_withdrawn', withdrawn)
    expect(await desk.item(`dispute:${id}`)).toMatchObject({ amount: AMOUNT })
    expect(await desk.since(start)).toEqual([AMOUNT, 0, -AMOUNT, 0])
  })
})

describe('a released reservation whose page the processor does not know', () => {
  it('is released by maker and checker before it would have lapsed', async () => {
    const propertyId = await app.openRaise(1_000)
    const userId = await app.investor(propertyId)
    const { orderId } = await app.place(userId, propertyId)
    app.gateway.refused.add(await app.sessionOf(orderId))
    await app.call(ReleaseReservation, { orderId }, userId)
    await app.untilRetried('rejected', async () => (await app.order(orderId))?.['rejected'])
    const { pending } = await desk.propose(orderId, { type: 'release' }, desk.maker, 'order')
    expect(await desk.decide(pending.approvalId)).toEqual({ state: 'approved' })
    expect(await app.order(orderId)).toMatchObject({ state: 'expired', reason: 'released' })
  })
})
