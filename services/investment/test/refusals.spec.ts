import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { AcceptDisclosures, ListRejectedWork, ListSuspense, PreviewOrder, RetryWork } from '@hissa/contracts/investment'
import { newId } from '@hissa/kernel'
import { Desk, FINANCE, refusal } from './desk.js'
import { DISCLOSURE, Investment } from './harness.js'

let app: Investment
let desk: Desk
beforeAll(async () => {
  app = await Investment.start()
  desk = new Desk(app)
})
afterAll(() => app.stop())

const UNKNOWN = 'Prop_0_none'
const preview = (propertyId: string, amount: number) => app.call(PreviewOrder, { propertyId, amount })
const refused = (code: string, status: number, extra = {}) => ({ code, status, extra: expect.objectContaining(extra) })
const ordersOf = (userId: string) => app.collection('orders').find({ userId }).toArray()

describe('an amount', () => {
  it('is rejected by the preview of an order as by its placement', async () => {
    const [propertyId, large] = [await app.openRaise(20), await app.openRaise(20_000)]
    await expect(preview(UNKNOWN, 2_000)).rejects.toMatchObject(refused('NOT_FOUND', 404))
    const minimum = refused('AMOUNT_BELOW_MINIMUM', 422, { minimumFils: 200_000 })
    await expect(preview(propertyId, 1_900)).rejects.toMatchObject(minimum)
    const nearest = { nearestFils: [200_000, 210_000], unitPriceFils: 10_000 }
    await expect(preview(large, 2_050)).rejects.toMatchObject(refused('AMOUNT_NOT_MULTIPLE', 422, nearest))
    const available = { availableFils: 200_000, unitsAvailable: 20 }
    // Also between two multiples, because the larger one could not be bought.
    for (const amount of [2_050, 2_100])
      await expect(preview(propertyId, amount)).rejects.toMatchObject(refused('AMOUNT_ABOVE_AVAILABLE', 409, available))
    const limit = refused('AMOUNT_ABOVE_CARD_LIMIT', 422, { maximumFils: 99_999_999 })
    await expect(preview(large, 1_000_000)).rejects.toMatchObject(limit)
    const userId = await app.investor(propertyId)
    await app.accept(userId, large)
    await expect(app.place(userId, large, 1_000_000)).rejects.toMatchObject(limit)
    await app.place(userId, propertyId)
    await expect(preview(propertyId, 2_000)).rejects.toMatchObject(refused('PROPERTY_FULLY_FUNDED', 409))
  })

  it('is rejected once the deadline of the raise has passed', async () => {
    const propertyId = await app.openRaise(100, { deadline: '2020-01-01T00:00:00Z' })
    const userId = await app.investor(propertyId)
    await expect(preview(propertyId, 2_000)).rejects.toMatchObject(refused('RAISE_NOT_OPEN', 409))
    await expect(app.place(userId, propertyId)).rejects.toMatchObject(refused('RAISE_NOT_OPEN', 409))
    expect(await ordersOf(userId)).toEqual([])
  })
})

describe('an order', () => {
  it('is not placed while no disclosure is published', async () => {
    const propertyId = await app.openRaise(100)
    const userId = await app.investor(propertyId)
    const setRequired = (required: boolean) =>
      app.collection('disclosures').updateOne({ _id: DISCLOSURE.documentId }, { $set: { required } })
    await setRequired(false)
    try {
      await expect(app.place(userId, propertyId)).rejects.toMatchObject(refused('DISCLOSURES_UNAVAILABLE', 503))
      expect(await ordersOf(userId)).toEqual([])
    } finally {
      await setRequired(true)
    }
  })

  it('is refused with each text that was not accepted', async () => {
    const propertyId = await app.openRaise(100)
    const documents = [{ ...DISCLOSURE, required: true }]
    const extra = { next: `/investment-flow/${propertyId}`, documents }
    const required = refused('DISCLOSURES_REQUIRED', 422, extra)
    await expect(app.place(await app.investor(), propertyId)).rejects.toMatchObject(required)
  })

  it('has its payment page opened by one call at a time', async () => {
    const propertyId = await app.openRaise(1_000)
    const userId = await app.investor(propertyId)
    let second: Promise<unknown> = Promise.resolve('not placed')
    app.gateway.beforeOpen = async () => {
      second = app.place(userId, propertyId)
      await second.catch(() => undefined)
    }
    const { orderId } = await app.place(userId, propertyId)
    await expect(second).rejects.toMatchObject(refused('IDEMPOTENCY_IN_FLIGHT', 409))
    expect((await ordersOf(userId)).map(({ _id }) => _id)).toEqual([orderId])
  })

  it('is refused with TRY_AGAIN when a concurrent order commits first on every attempt', async () => {
    const propertyId = await app.openRaise(1_000)
    const userId = await app.investor(propertyId)
    const { orderId } = await app.place(userId, propertyId)
    // Without its slot, admission cannot see the order, like one that is committed a moment later.
    await app.collection('orders').updateOne({ _id: orderId }, { $unset: { openSlot: true } })
    await expect(app.place(userId, propertyId, 3_000)).rejects.toMatchObject(refused('TRY_AGAIN', 409))
    expect(await ordersOf(userId)).toHaveLength(1)
    expect((await preview(propertyId, 2_000)).unitsAvailable).toBe(980)
  })
})

describe('an acceptance', () => {
  it('is not recorded for a text that has changed, or for an unknown property', async () => {
    const propertyId = await app.openRaise(100)
    const userId = await app.investor()
    const accept = (of: string, hash: string) =>
      app.call(AcceptDisclosures, { propertyId: of, locale: 'en', documents: [{ ...DISCLOSURE, hash }] }, userId)
    const outdated = refused('DISCLOSURE_OUTDATED', 409, { documents: [DISCLOSURE] })
    await expect(accept(propertyId, 'c'.repeat(64))).rejects.toMatchObject(outdated)
    await expect(accept(UNKNOWN, DISCLOSURE.hash)).rejects.toMatchObject(refused('NOT_FOUND', 404))
    expect(await app.collection('acceptances').countDocuments({ userId })).toBe(0)
  })
})

describe('a webhook of the processor', () => {
  it('is rejected while it cannot be applied, so that it is delivered again', async () => {
    const charge = { type: 'charge.refunded', kind: 'charge', paymentId: 'pi_nobody' }
    app.gateway.isDown = true
    const delivered = desk.deliver(charge).finally(() => (app.gateway.isDown = false))
    await expect(delivered).rejects.toMatchObject(refused('WEBHOOK_NOT_APPLIED', 503))
    expect(await desk.deliver(charge)).toEqual({ outcome: 'ignored' })
  })
})

describe('a resolution', () => {
  it('changes nothing when approved after the units were sold, and can still be rejected', async () => {
    const propertyId = await app.openRaise(20)
    const [userId, other] = [await app.investor(propertyId), await app.investor(propertyId)]
    const { orderId } = await app.place(userId, propertyId)
    await app.advance(31)
    await app.until('expired', async () => (await app.order(orderId))?.['state'] === 'expired')
    const { itemId } = await desk.stray()
    const { approvalId } = (await desk.propose(itemId, { type: 'assign', orderId })).pending
    await app.place(other, propertyId)
    const noUnits = refused('RESOLUTION_NOT_POSSIBLE', 409, { why: 'no_units' })
    await expect(desk.decide(approvalId)).rejects.toMatchObject(noUnits)
    expect(await app.order(orderId)).toMatchObject({ state: 'expired' })
    expect(await desk.listed(itemId)).toMatchObject({ state: 'open', pending: { approvalId } })
    expect(await app.collection('audit').countDocuments({ action: 'suspense.approved' })).toBe(0)
    expect(await desk.decide(approvalId, desk.checker, 'reject')).toEqual({ state: 'rejected' })
    expect((await app.proof()).faults).toEqual([])
  })

  it('replaces a proposal whose evidence has changed once, when several are proposed concurrently', async () => {
    const propertyId = await app.openRaise(1_000)
    const { orderId } = await app.place(await app.investor(propertyId), propertyId)
    const sessionId = await app.sessionOf(orderId)
    await app.advance(31)
    await app.until('expired', async () => (await app.order(orderId))?.['state'] === 'expired')
    const { itemId } = await desk.stray()
    await desk.propose(itemId, { type: 'assign', orderId })
    await desk.settle(app.gateway.webhook(app.gateway.pay(sessionId), `evt_${orderId}`))
    const proposals = Array.from({ length: 6 }, () => refusal(desk.propose(itemId, { type: 'refund' }, newId())))
    expect((await Promise.all(proposals)).sort()).toEqual([...Array(5).fill('409 APPROVAL_PENDING'), 'accepted'])
  })

  it.each(['suspense', 'order'] as const)('is rejected for an unknown subject (%s), as is a retry', async (kind) => {
    const notFound = refused('NOT_FOUND', 404)
    const settle = { type: 'settle', reference: 'FT1' } as const
    await expect(desk.propose('nothing', settle, desk.maker, kind)).rejects.toMatchObject(notFound)
    const retry = { subject: { kind, id: 'nothing' }, reason: 'Paid in' }
    await expect(app.call(RetryWork, retry, desk.maker, FINANCE)).rejects.toMatchObject(notFound)
    expect(await app.collection('audit').countDocuments({ subject: `${kind}:nothing` })).toBe(0)
  })
})

describe('the lists of finance', () => {
  it('reject a cursor that is damaged or of another list', async () => {
    for (const cursor of ['', 'damaged', `payment:${newId()}`]) {
      const items = app.call(ListSuspense, { limit: 1, view: 'unresolved', cursor }, newId(), FINANCE)
      expect(await refusal(items)).toBe('400 VALIDATION_FAILED')
      const orders = app.call(ListRejectedWork, { limit: 1, cursor }, newId(), FINANCE)
      expect(await refusal(orders)).toBe('400 VALIDATION_FAILED')
    }
  })
})
