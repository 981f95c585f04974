import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Role } from '@hissa/contracts'
import {
  DecideResolution,
  ListSuspense,
  ProposeResolution,
  SettlePayment,
  type ResolutionAction,
} from '@hissa/contracts/investment'
import { newId } from '@hissa/kernel'
import { accounts } from '../src/accounts.js'
import type { WebhookEvent } from '../src/processor/processor.api.js'
import { Investment } from './harness.js'

let app: Investment
beforeAll(async () => {
  app = await Investment.start()
})
afterAll(() => app.stop())

const FINANCE: readonly Role[] = ['finance']
const [maker, checker] = [newId(), newId()]
const settle = (message: { payloadBase64: string; signature: string }) => app.call(SettlePayment, message)
const deliver = (event: Record<string, unknown>) => settle(app.gateway.signed(event as unknown as WebhookEvent))
const item = (refundId: string) => app.collection('suspense').findOne({ _id: `refund:${refundId}` })
const balance = async (accountId: string) => {
  const { creditsPosted = 0, debitsPosted = 0 } = (await app.proof()).balances.get(accountId) ?? {}
  return creditsPosted - debitsPosted
}
const balances = () =>
  Promise.all(
    [accounts.cardClearing(), accounts.suspense(), accounts.suspenseOut(), accounts.bank()].map((id) => balance(id)),
  )

const propose = async (refundId: string, action: ResolutionAction) => {
  const subject = { kind: 'suspense' as const, id: `refund:${refundId}` }
  return app.call(ProposeResolution, { subject, action, reason: 'Seen on the bank file' }, maker, FINANCE)
}
async function resolve(refundId: string, action: ResolutionAction) {
  const { approvalId } = (await propose(refundId, action)).pending
  return app.call(DecideResolution, { approvalId, verdict: 'approve', reason: 'Agrees' }, checker, FINANCE)
}
const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => 'accepted',
    (error: { code?: string; extra?: { why?: string } }) => `${error.code} ${error.extra?.why}`,
  )

async function paidOrder() {
  const propertyId = await app.openRaise(1_000)
  const { orderId } = await app.place(await app.investor(propertyId), propertyId)
  const sessionId = await app.sessionOf(orderId)
  await settle(app.gateway.webhook(app.gateway.pay(sessionId), `evt_${orderId}`))
  return `pi_${sessionId}`
}

/** Returns an order whose refund the processor permanently rejects. */
async function refusedRefund() {
  const propertyId = await app.openRaise(20)
  const userId = await app.investor(propertyId)
  const { orderId } = await app.place(userId, propertyId)
  const sessionId = await app.sessionOf(orderId)
  await app.advance(31)
  await app.until('expired', async () => (await app.order(orderId))?.['state'] === 'expired')
  await app.place(await app.investor(propertyId), propertyId)
  const paymentId = `pi_${sessionId}`
  app.gateway.refused.add(paymentId)
  await settle(app.gateway.webhook(app.gateway.pay(sessionId), `evt_${orderId}`))
  await app.untilRetried('rejected', async () => (await app.order(orderId))?.['rejected'])
  return { orderId, userId, paymentId }
}

const madeElsewhere = (paymentId: string) => {
  const refundId = `re_dashboard_${newId()}`
  const money = { amount: 203_000, currency: 'aed' }
  app.gateway.refunds.set(refundId, { refundId, paymentId, state: 'succeeded', ...money })
  return refundId
}

/** Records a refund made in the processor's dashboard whose webhook has arrived. */
async function refundElsewhere(paymentId: string): Promise<string> {
  const refundId = madeElsewhere(paymentId)
  await deliver({ eventId: newId(), type: 'charge.refunded', kind: 'charge', paymentId })
  return refundId
}
const fail = (refundId: string, eventId: string = newId()) =>
  settle(app.gateway.refundWebhook(refundId, { state: 'failed' }, eventId))

describe('a refund made in the dashboard that is returned after the platform covered it', () => {
  it('is counted once as money that arrived, and is withdrawn to the platform’s bank account by maker and checker', async () => {
    const start = await balances()
    const refundId = await refundElsewhere(await paidOrder())
    await resolve(refundId, { type: 'cover', reference: 'FT1' })
    const [heard, eventId] = [await balances(), newId()]
    expect(await fail(refundId, eventId)).toEqual({ outcome: 'applied' })
    for (const again of [eventId, newId(), newId()])
      expect(await fail(refundId, again)).not.toEqual({ outcome: 'applied' })
    const [clearing, suspense, out, bank] = await balances()
    expect([clearing! - heard[0]!, suspense! - heard[1]!, out! - heard[2]!, bank! - heard[3]!]).toEqual([
      -203_000, 203_000, 0, 0,
    ])
    const { items } = await app.call(ListSuspense, { limit: 100, view: 'unresolved' }, checker, FINANCE)
    const listed = items.find(({ itemId }) => itemId === `refund:${refundId}`)
    expect(listed).toMatchObject({ kind: 'dashboard_refund', direction: 'in', state: 'open', amountMinor: 203_000 })
    expect(listed).not.toHaveProperty('resolution')
    expect(await refusal(propose(refundId, { type: 'cover', reference: 'FT1' }))).toBe('RESOLUTION_NOT_POSSIBLE action')
    expect(await refusal(propose(refundId, { type: 'assign', orderId: 'any' }))).toBe('RESOLUTION_NOT_POSSIBLE action')
    await resolve(refundId, { type: 'withdraw', reference: 'FT2' })
    expect(await item(refundId)).toMatchObject({
      resolution: { type: 'withdrawn', reference: 'FT2' },
      state: 'resolved',
    })
    const end = await balances()
    // Only the payment of the order is new: the refund was returned, and the covered amount was withdrawn.
    expect(end.map((amount, index) => amount - start[index]!)).toEqual([-203_000, 0, 0, 0])
    expect(await fail(refundId)).toEqual({ outcome: 'ignored' })
    expect(await balances()).toEqual(end)
    expect((await app.proof()).faults).toEqual([])
  })

  it('may be refunded to the card instead', async () => {
    const paymentId = await paidOrder()
    const refundId = await refundElsewhere(paymentId)
    await resolve(refundId, { type: 'cover', reference: 'FT1' })
    await fail(refundId)
    await resolve(refundId, { type: 'refund' })
    const done = await app.until('refunded', async () => {
      const row = await item(refundId)
      return row?.['state'] === 'resolved' && row
    })
    expect(done).toMatchObject({ resolution: { type: 'refunded' } })
    const ours = [...app.gateway.refunds.values()].filter(({ suspenseId }) => suspenseId === `refund:${refundId}`)
    expect(ours).toMatchObject([{ paymentId, amount: 203_000, state: 'succeeded' }])
  })

  it('is the only item that is withdrawn', async () => {
    const refundId = await refundElsewhere(await paidOrder())
    expect(await refusal(propose(refundId, { type: 'withdraw', reference: 'FT3' }))).toBe(
      'RESOLUTION_NOT_POSSIBLE action',
    )
    const sessionId = `cs_stray_${newId()}`
    const money = { state: 'complete', paid: true, amount: 203_000, currency: 'aed' } as const
    await settle(app.gateway.webhook({ sessionId, ...money }, newId()))
    const subject = { kind: 'suspense' as const, id: `payment:${sessionId}` }
    const input = { subject, action: { type: 'withdraw' as const, reference: 'FT4' }, reason: 'Not the platform’s' }
    expect(await refusal(app.call(ProposeResolution, input, maker, FINANCE))).toBe('RESOLUTION_NOT_POSSIBLE action')
  })
})

describe('a refund made in the dashboard that is returned after it settled an order', () => {
  it('reopens the order, is booked back once and is followed by an attempt of ours', async () => {
    const { orderId, userId, paymentId } = await refusedRefund()
    const refundId = await refundElsewhere(paymentId)
    await resolve(refundId, { type: 'assign', orderId })
    expect(await app.order(orderId)).toMatchObject({ state: 'refunded' })
    const [clearing] = await balances()
    const webhook = app.gateway.refundWebhook(refundId, { state: 'failed' }, newId())
    app.gateway.refused.delete(paymentId)
    app.gateway.refundState = 'pending'
    expect(await settle(webhook)).toEqual({ outcome: 'applied' })
    expect(await settle(webhook)).toEqual({ outcome: 'ignored' })
    expect(await fail(refundId)).toEqual({ outcome: 'ignored' })
    const [after, suspense] = await balances()
    expect(after! - clearing!).toBe(-203_000)
    const reopened = await app.order(orderId)
    expect(reopened).toMatchObject({ state: 'refunding' })
    expect(reopened).not.toHaveProperty('refundedAt')
    expect(await item(refundId)).toMatchObject({
      state: 'resolved',
      resolution: { type: 'returned', orderId },
      amount: 0,
    })
    const rows = await app.collection('payments').find({ orderId, kind: 'refund' }).sort({ _id: 1 }).toArray()
    expect(rows.map(({ state }) => state)).toEqual(['failed', 'pending'])
    const ours = await app.until('attempted', async () =>
      [...app.gateway.refunds.values()].find((refund) => refund.orderId === orderId),
    )
    await app.until('recorded', async () => (await app.order(orderId))?.['refund'].refundId === ours.refundId)
    app.gateway.refundState = 'succeeded'
    await settle(app.gateway.refundWebhook(ours.refundId, { state: 'succeeded' }, newId()))
    expect(await app.order(orderId)).toMatchObject({ state: 'refunded' })
    expect(await balance(accounts.investorCash(userId))).toBe(0)
    expect(await balances()).toEqual([clearing, suspense, ...(await balances()).slice(2)])
    expect(await app.events('investment.order.refunded.v1', orderId)).toHaveLength(2)
    expect((await app.proof()).faults).toEqual([])
  })
})

describe('a refund made in the dashboard that fails while its first event is being handled', () => {
  it('leaves nothing missing, although its failure arrived before there was an item', async () => {
    const start = await balances()
    const refundId = madeElsewhere(await paidOrder())
    const { gateway } = app
    const read = gateway.readRefund.bind(gateway)
    gateway.readRefund = async (id) => {
      gateway.readRefund = read
      const snapshot = await read(id)
      expect(await fail(refundId)).toEqual({ outcome: 'ignored' })
      return snapshot
    }
    const refund = { ...gateway.refunds.get(refundId)! }
    await deliver({ eventId: newId(), type: 'refund.created', kind: 'refund', refund })
    expect(await item(refundId)).toMatchObject({ state: 'resolved', resolution: { type: 'returned' } })
    const end = await balances()
    expect(end.map((amount, index) => amount - start[index]!)).toEqual([-203_000, 0, 0, 0])
  })
})

describe('a payment in suspense that was refunded in the dashboard', () => {
  async function refundedElsewhere() {
    const sessionId = `cs_stray_${newId()}`
    const paymentId = `pi_${sessionId}`
    const payment = { state: 'complete' as const, paid: true, amount: 203_000, currency: 'aed', paymentId }
    await settle(app.gateway.webhook({ sessionId, ...payment }, `evt_${sessionId}`))
    const refundId = `re_dashboard_${newId()}`
    app.gateway.refunds.set(refundId, { refundId, paymentId, state: 'succeeded', amount: 203_000, currency: 'aed' })
    await deliver({ eventId: newId(), type: 'charge.refunded', kind: 'charge', paymentId })
    return { kind: 'suspense' as const, id: `payment:${sessionId}` }
  }
  const proposeFor = (subject: { kind: 'suspense'; id: string }, action: ResolutionAction) =>
    app.call(ProposeResolution, { subject, action, reason: 'Seen on the bank file' }, maker, FINANCE)

  it('cannot be assigned to an order', async () => {
    const propertyId = await app.openRaise(1_000)
    const { orderId } = await app.place(await app.investor(propertyId), propertyId)
    await app.advance(31)
    await app.until('the reservation lapsed', async () => (await app.order(orderId))?.['state'] === 'expired')
    const subject = await refundedElsewhere()
    expect(await refusal(proposeFor(subject, { type: 'assign', orderId }))).toBe(
      'RESOLUTION_NOT_POSSIBLE left_elsewhere',
    )
  })

  it('is not refunded a second time', async () => {
    const subject = await refundedElsewhere()
    expect(await refusal(proposeFor(subject, { type: 'refund' }))).toBe('RESOLUTION_NOT_POSSIBLE left_elsewhere')
  })
})
