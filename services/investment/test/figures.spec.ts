import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import {
  type ActionFigures,
  DecideResolution,
  PreviewResolution,
  ProposeResolution,
  ReleaseReservation,
  type ResolutionAction,
} from '@hissa/contracts/investment'
import { newId } from '@hissa/kernel'
import { units } from '@hissa/money'
import { AMOUNT, Desk, FINANCE, refusal } from './desk.js'
import { Investment } from './harness.js'

let app: Investment
let desk: Desk
beforeAll(async () => {
  app = await Investment.start()
  desk = new Desk(app)
})
afterAll(() => app.stop())

async function reserved(propertyId: string, by?: string) {
  const userId = by ?? (await app.investor(propertyId))
  const { orderId } = await app.answered(() => app.place(userId, propertyId))
  return { userId, orderId }
}

/** Places an order of AED 2,000 and pays it with its fee. */
async function bought(propertyId: string, by?: string) {
  const order = await reserved(propertyId, by)
  const sessionId = await app.sessionOf(order.orderId)
  await desk.settle(app.gateway.webhook(app.gateway.pay(sessionId), `evt_${sessionId}`))
  return { ...order, paymentId: `pi_${sessionId}` }
}

type Kind = 'raise' | 'order' | 'suspense' | 'holding'
const preview = (kind: Kind, id: string, action: ResolutionAction['type']) =>
  app.call(PreviewResolution, { subject: { kind, id }, action }, desk.maker, FINANCE)
const figures = async (...args: Parameters<typeof preview>) => (await preview(...args)).figures
const propose = (kind: Kind, id: string, action: ResolutionAction, shown: ActionFigures) =>
  app.call(
    ProposeResolution,
    { subject: { kind, id }, action, reason: 'Asked by the board', shown },
    desk.maker,
    FINANCE,
  )
const NONE = { orders: 0, investors: 0, units: 0, amountMinor: 0, currency: 'aed', reservations: 0, waiting: 0 }

/** Returns the code of a refused call with the figures of now. */
const changed = (call: Promise<unknown>) =>
  call.then(
    () => 'accepted',
    ({ code, status, extra }: { code: string; status: number; extra: { figures: ActionFigures } }) => ({
      code,
      status,
      figures: extra.figures,
    }),
  )

describe('the figures of an action', () => {
  it('count orders, investors and money of an ended raise, without disputed orders', async () => {
    const propertyId = await app.openRaise(1_000)
    const { userId } = await bought(propertyId)
    await bought(propertyId, userId)
    const { paymentId } = await bought(propertyId)
    await reserved(propertyId)
    const dispute = { disputeId: `dp_${newId()}`, paymentId, currency: 'aed', movedMinor: 0, status: 'open' }
    await desk.deliver({ kind: 'dispute', type: 'charge.dispute.created', dispute })
    const paid = { ...NONE, orders: 2, investors: 1, units: 40, amountMinor: 2 * AMOUNT, waiting: 1 }
    expect(await figures('raise', propertyId, 'fail')).toEqual({ ...paid, reservations: 1 })
    expect(await figures('raise', propertyId, 'close')).toEqual(paid)
  })

  it('state what is left of a payment that was refunded in part elsewhere', async () => {
    const propertyId = await app.openRaise(1_000)
    const { orderId, paymentId } = await bought(propertyId)
    await desk.refundElsewhere(paymentId, { amount: 3_000 })
    await app.untilRetried('the order is on hold', async () => (await app.order(orderId))?.['hold'])
    const order = { ...NONE, orders: 1, investors: 1, units: 20, amountMinor: AMOUNT - 3_000 }
    expect(await figures('order', orderId, 'cancel')).toEqual(order)
  })

  it('are those of the refunds that follow', async () => {
    const propertyId = await app.openRaise(1_000)
    const orders = [await bought(propertyId), await bought(propertyId)]
    const shown = await figures('raise', propertyId, 'fail')
    const { pending } = await propose('raise', propertyId, { type: 'fail' }, shown)
    const decision = { approvalId: pending.approvalId, verdict: 'approve', reason: 'Agreed', shown } as const
    await app.call(DecideResolution, decision, desk.checker, FINANCE)
    const ids = orders.map(({ orderId }) => orderId)
    await app.untilRetried('both orders are refunded', async () => {
      const states = await Promise.all(ids.map(async (id) => (await app.order(id))?.['state']))
      return states.every((state) => state === 'refunded')
    })
    const refunds = await app
      .collection('payments')
      .find({ kind: 'refund', orderId: { $in: ids } })
      .toArray()
    expect(refunds.reduce((sum, { amount }) => sum + amount, 0)).toBe(shown.amountMinor)
  })

  it('have the amount and currency of money in suspense', async () => {
    const { itemId } = await desk.stray({ currency: 'usd', amount: 5_000 })
    expect(await figures('suspense', itemId, 'refund')).toEqual({ ...NONE, amountMinor: 5_000, currency: 'usd' })
  })

  it('are not stated for an action whose amount is entered', async () => {
    const propertyId = await app.openRaise(1_000)
    const { orderId, userId } = await bought(propertyId)
    for (const [kind, id, action] of [
      ['order', orderId, 'refund_fee'],
      ['raise', propertyId, 'extend'],
      ['holding', `${userId}:${propertyId}`, 'transfer_shares'],
    ] as const)
      expect(await refusal(preview(kind, id, action))).toBe('409 RESOLUTION_NOT_POSSIBLE action')
  })

  it('are not found for an unknown subject', async () => {
    for (const [kind, action] of [
      ['raise', 'fail'],
      ['order', 'cancel'],
      ['suspense', 'refund'],
    ] as const)
      expect(await refusal(preview(kind, newId(), action))).toBe('404 NOT_FOUND')
  })

  it('are recorded as read', async () => {
    const propertyId = await app.openRaise(1_000)
    await preview('raise', propertyId, 'fail')
    const row = { action: 'resolution.previewed', subject: `raise:${propertyId}` }
    expect(await app.collection('audit').countDocuments(row)).toBe(1)
  })
})

describe('a decision whose figures have changed', () => {
  it('is refused to its maker with the figures of now, and accepted with those', async () => {
    const propertyId = await app.openRaise(1_000)
    await bought(propertyId)
    const shown = await figures('raise', propertyId, 'fail')
    await bought(propertyId)
    const now = { ...shown, orders: 2, investors: 2, units: units(40), amountMinor: 2 * AMOUNT }
    const refused = { code: 'FIGURES_CHANGED', status: 409, figures: now }
    expect(await changed(propose('raise', propertyId, { type: 'fail' }, shown))).toEqual(refused)
    expect(await changed(propose('raise', propertyId, { type: 'fail' }, now))).toBe('accepted')
  })

  it('is refused to its checker, after which nothing has changed', async () => {
    const propertyId = await app.openRaise(1_000)
    await bought(propertyId)
    const { orderId, userId } = await reserved(propertyId)
    const shown = await figures('raise', propertyId, 'fail')
    const { pending } = await propose('raise', propertyId, { type: 'fail' }, shown)
    const approve = (read: ActionFigures) =>
      app.call(
        DecideResolution,
        { approvalId: pending.approvalId, verdict: 'approve', reason: 'Agreed', shown: read },
        desk.checker,
        FINANCE,
      )
    await app.call(ReleaseReservation, { orderId }, userId)
    await app.untilRetried('released', async () => (await app.order(orderId))?.['state'] === 'expired')
    const now = { ...shown, reservations: 0 }
    expect(await changed(approve(shown))).toEqual({ code: 'FIGURES_CHANGED', status: 409, figures: now })
    expect(await app.collection('raises').findOne({ _id: propertyId })).toMatchObject({ state: 'active' })
    expect(await approve(now)).toEqual({ state: 'approved' })
  })
})
