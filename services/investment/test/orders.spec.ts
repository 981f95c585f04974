import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import {
  GetDashboard,
  GetOrder,
  GetOrderBySession,
  ListOrders,
  ListPayments,
  PreviewOrder,
  ReleaseReservation,
  SettlePayment,
} from '@hissa/contracts/investment'
import { UserStatusChanged } from '@hissa/contracts/identity'
import { newId } from '@hissa/kernel'
import { evaluate, type OrderFacts, type RuleDecision } from '../src/rules/rules.api.js'
import { Investment } from './harness.js'

let app: Investment
beforeAll(async () => {
  app = await Investment.start()
})
afterAll(() => app.stop())

const code = (error: unknown) => (error as { code?: string }).code
const refusal = (promise: Promise<unknown>) => promise.then(() => 'accepted', code)

describe('placeOrder', () => {
  it('reserves units, opens a payment page and publishes the event', async () => {
    const propertyId = await app.openRaise(100)
    const user = await app.investor(propertyId)
    const placed = await app.place(user, propertyId)
    expect(placed.url).toMatch(/^https:\/\/pay\.test\//)
    const order = await app.order(placed.orderId)
    expect(order).toMatchObject({
      state: 'reserved',
      units: 20,
      amountFils: 200_000,
      feeFils: 3_000,
      totalFils: 203_000,
    })
    expect(order!['decisions'].map((decision: { rule: string }) => decision.rule)).toEqual([
      'adgm.eligibility',
      'adgm.minimum',
      'adgm.disclosures',
      'adgm.appropriateness',
      'adgm.valuation',
      'adgm.offer-class',
      'adgm.offer-consideration',
      'adgm.offer-persons',
      'platform.unpaid-orders',
      'platform.reservation-pause',
      'platform.large-reservations',
    ])
    expect(await app.events('investment.order.reserved.v1', placed.orderId)).toHaveLength(1)
    const preview = await app.call(PreviewOrder, { propertyId: propertyId.toUpperCase(), amount: 2_500 })
    expect(preview).toMatchObject({ units: 25, unitsAvailable: 80, feeFils: 3_750, totalFils: 253_750 })
  })

  it('rejects unknown properties and amounts that are small, uneven or large, and changes nothing', async () => {
    const propertyId = await app.openRaise(100)
    const user = await app.investor(propertyId)
    expect(await refusal(app.place(user, 'Prop_0_none'))).toBe('NOT_FOUND')
    expect(await refusal(app.place(user, propertyId, 1_900))).toBe('AMOUNT_BELOW_MINIMUM')
    expect(await refusal(app.place(user, propertyId, 2_000.001))).toBe('VALIDATION_FAILED')
    expect(await refusal(app.place(user, propertyId, -2_000))).toBe('VALIDATION_FAILED')
    await expect(app.place(user, propertyId, 2_050)).rejects.toMatchObject({
      code: 'AMOUNT_NOT_MULTIPLE',
      extra: { nearestFils: [200_000, 210_000] },
    })
    await expect(app.place(user, propertyId, 10_100)).rejects.toMatchObject({
      code: 'AMOUNT_ABOVE_AVAILABLE',
      extra: { availableFils: 1_000_000 },
    })
    expect(await app.collection('orders').countDocuments({ userId: user })).toBe(0)
  })

  it('requires KYC, then the disclosures, and rejects suspended accounts', async () => {
    const propertyId = await app.openRaise(100)
    expect(await refusal(app.place('nobody-yet', propertyId))).toBe('KYC_REQUIRED')
    const user = await app.investor()
    await expect(app.place(user, propertyId)).rejects.toMatchObject({
      code: 'DISCLOSURES_REQUIRED',
      status: 422,
      extra: { next: `/investment-flow/${propertyId}` },
    })
    expect((await app.accept(user, propertyId)).outstanding).toEqual([])
    expect(await refusal(app.place(user, propertyId))).toBe('accepted')
    await app.publish(UserStatusChanged, user, { userId: user, status: 'suspended', version: 9 }, 9)
    await app.until('suspended', () => app.collection('investors').findOne({ _id: user, status: 'suspended' }))
    expect(await refusal(app.place(user, propertyId, 3_000))).toBe('ACCOUNT_SUSPENDED')
  })

  it("stores each rule's decision on a denied order once, so that it can be evaluated again", async () => {
    const propertyId = await app.openRaise(100)
    const user = await app.investor()
    const denials = () => app.collection('rule_denials').find({ userId: user }).toArray()
    expect(await refusal(app.place(user, propertyId))).toBe('DISCLOSURES_REQUIRED')
    expect(await refusal(app.place(user, propertyId))).toBe('DISCLOSURES_REQUIRED')
    const kept = await denials()
    expect(kept).toHaveLength(1)
    const decisions = kept[0]!['decisions'] as RuleDecision[]
    expect(decisions.map(({ rule, allowed }) => [rule, allowed])).toEqual([
      ['adgm.eligibility', true],
      ['adgm.minimum', true],
      ['adgm.disclosures', false],
      ['adgm.appropriateness', true],
      ['adgm.valuation', true],
      ['adgm.offer-class', true],
      ['adgm.offer-consideration', true],
      ['adgm.offer-persons', true],
      ['platform.unpaid-orders', true],
      ['platform.reservation-pause', true],
      ['platform.large-reservations', true],
    ])
    const facts = Object.assign({}, ...decisions.map(({ inputs }) => inputs)) as OrderFacts
    expect(evaluate('adgm', facts)).toEqual(decisions)
    expect(await refusal(app.place(user, propertyId, 3_000))).toBe('DISCLOSURES_REQUIRED')
    await app.accept(user, propertyId)
    expect(await refusal(app.place(user, propertyId))).toBe('accepted')
    expect(await denials()).toHaveLength(1)
  })

  it('waives the minimum when fewer units remain', async () => {
    const propertyId = await app.openRaise(25)
    const [first, second] = [await app.investor(propertyId), await app.investor(propertyId)]
    await app.place(first, propertyId)
    expect(await refusal(app.place(second, propertyId, 600))).toBe('AMOUNT_ABOVE_AVAILABLE')
    expect(await refusal(app.place(second, propertyId, 500))).toBe('accepted')
    expect(await refusal(app.place(second, propertyId, 2_000))).toBe('PROPERTY_FULLY_FUNDED')
  })

  it('returns the same order for a repeated key, rejects another body, and creates one order for two calls at once', async () => {
    const propertyId = await app.openRaise(1_000)
    const user = await app.investor(propertyId)
    const first = await app.place(user, propertyId, 2_000, 'key-1')
    expect(await app.place(user, propertyId, 2_000, 'key-1')).toEqual(first)
    expect(await refusal(app.place(user, propertyId, 3_000, 'key-1'))).toBe('IDEMPOTENCY_KEY_REUSED')
    const another = await app.openRaise(1_000)
    await app.accept(user, another)
    const both = await Promise.all(
      Array.from({ length: 12 }, () => app.decided(() => app.place(user, another, 4_000, 'key-2'))),
    )
    expect(both).toEqual(Array(12).fill('accepted'))
    expect(await app.collection('orders').countDocuments({ userId: user, amountFils: 400_000 })).toBe(1)
    const other = await app.investor(propertyId)
    expect((await app.place(other, propertyId, 2_000, 'key-1')).orderId).not.toBe(first.orderId)
  })

  it('treats a double click without a key as one order, and a second purchase after payment as another', async () => {
    const propertyId = await app.openRaise(1_000)
    const user = await app.investor(propertyId)
    const first = await app.place(user, propertyId)
    expect((await app.place(user, propertyId)).orderId).toBe(first.orderId)
    const sessionId = await app.sessionOf(first.orderId)
    await app.call(SettlePayment, app.gateway.webhook(app.gateway.pay(sessionId), 'evt_double'))
    expect((await app.place(user, propertyId)).orderId).not.toBe(first.orderId)
  })

  it('limits an investor to three unpaid orders when many are placed at once', async () => {
    const user = await app.investor()
    const properties = await Promise.all(Array.from({ length: 10 }, () => app.openRaise(10_000)))
    await Promise.all(properties.map((propertyId) => app.accept(user, propertyId)))
    const keys = Array.from({ length: 30 }, (_, index) => `many-${index}`)
    const answers = await Promise.all(
      keys.map((key, index) => app.decided(() => app.place(user, properties[index % 10]!, 2_000, key))),
    )
    expect(answers.filter((answer) => !/^(accepted|TOO_MANY_RESERVATIONS|RESERVATION_OPEN)$/.test(answer!))).toEqual([])
    expect(answers.filter((answer) => answer === 'accepted')).toHaveLength(3)
    expect([...new Set(answers)]).toEqual(expect.arrayContaining(['accepted', 'TOO_MANY_RESERVATIONS']))
    const open = await app.collection('orders').find({ userId: user, state: 'reserved' }).toArray()
    expect(new Set(open.map((order) => order['propertyId'])).size).toBe(3)
    const free = properties.find((propertyId) => !open.some((order) => order['propertyId'] === propertyId))!
    await expect(app.place(user, free)).rejects.toMatchObject({
      code: 'TOO_MANY_RESERVATIONS',
      extra: {
        openOrders: expect.arrayContaining(open.map(({ _id: orderId }) => expect.objectContaining({ orderId }))),
      },
    })
    const sessionId = await app.sessionOf(open[0]!._id)
    await app.call(SettlePayment, app.gateway.webhook(app.gateway.pay(sessionId), 'evt_many'))
    expect(await refusal(app.place(user, free, 2_000, 'many-more'))).toBe('accepted')
  })

  it.each(['before', 'after'] as const)(
    'resumes under the same key when the processor failed %s acting',
    async (fault) => {
      const propertyId = await app.openRaise(100)
      const user = await app.investor(propertyId)
      app.gateway.faults.push(fault)
      const sessions = app.gateway.sessions.size
      await expect(app.place(user, propertyId, 2_000, 'k')).rejects.toMatchObject({
        code: 'PAYMENT_UNAVAILABLE',
        status: 503,
      })
      const placed = await app.place(user, propertyId, 2_000, 'k')
      expect(app.gateway.sessions.size).toBe(sessions + 1)
      expect(await app.sessionOf(placed.orderId)).toBe([...app.gateway.sessions.keys()].at(-1))
      expect(await app.collection('orders').countDocuments({ userId: user })).toBe(1)
    },
  )

  it('answers a repeated key with the address of the outcome once the order is paid', async () => {
    const propertyId = await app.openRaise(100)
    const user = await app.investor(propertyId)
    // The page opens, and its payment is reported before this service has stored which page it is.
    app.gateway.faults.push('after')
    await expect(app.place(user, propertyId, 2_000, 'early')).rejects.toMatchObject({ code: 'PAYMENT_UNAVAILABLE' })
    const order = (await app.collection('orders').findOne({ userId: user }))!
    const sessionId = [...app.gateway.sessions.keys()].at(-1)!
    await app.call(SettlePayment, app.gateway.webhook(app.gateway.pay(sessionId), 'evt_early'))
    const { url, orderId } = await app.place(user, propertyId, 2_000, 'early')
    expect([orderId, new URL(url).pathname, new URL(url).search]).toEqual([
      order._id,
      '/payment-success',
      `?order_id=${String(order._id)}`,
    ])
  })

  it('refuses a repeated key once the reservation has ended without a payment', async () => {
    const propertyId = await app.openRaise(100)
    const user = await app.investor(propertyId)
    const { orderId } = await app.place(user, propertyId, 2_000, 'late')
    await app.call(ReleaseReservation, { orderId }, user)
    await app.until('it has ended', async () => (await app.order(orderId))?.['state'] === 'expired')
    expect(await refusal(app.place(user, propertyId, 2_000, 'late'))).toBe('RESERVATION_CLOSED')
  })

  it('releases the units when the processor permanently rejects the payment', async () => {
    const propertyId = await app.openRaise(20)
    const user = await app.investor(propertyId)
    app.gateway.faults.push('refused')
    expect(await refusal(app.place(user, propertyId))).toBe('PAYMENT_REFUSED')
    expect(await app.collection('orders').findOne({ userId: user })).toMatchObject({ state: 'failed' })
    expect(await refusal(app.place(user, propertyId))).toBe('accepted')
  })

  it('sells the last 10 lots to exactly 10 of 100 buyers, with two replicas', async () => {
    await app.bootAnother()
    const propertyId = await app.openRaise(200)
    const buyers = await Promise.all(Array.from({ length: 100 }, () => app.investor(propertyId)))
    const answers = await Promise.all(
      buyers.map((buyer) => app.decided(() => app.place(buyer, propertyId, 2_000, buyer))),
    )
    expect(answers.filter((answer) => answer === 'accepted')).toHaveLength(10)
    expect(answers.filter((answer) => answer === 'PROPERTY_FULLY_FUNDED')).toHaveLength(90)
    expect(await app.collection('orders').countDocuments({ propertyId, state: 'reserved' })).toBe(10)
    expect((await app.proof()).faults).toEqual([])
  })
})

describe('the reading calls', () => {
  it('show an investor only their own orders, payments and dashboard', async () => {
    const propertyId = await app.openRaise(1_000)
    const [user, other] = [await app.investor(propertyId), await app.investor()]
    const { orderId } = await app.place(user, propertyId)
    const sessionId = await app.sessionOf(orderId)
    expect(await app.call(GetOrderBySession, { sessionId }, user)).toMatchObject({ status: 'processing' })
    expect(await app.call(GetDashboard, {}, user)).toMatchObject({
      totals: { reservedFils: 200_000, investedFils: 0 },
      todo: [{ kind: 'pay_order', orderId }],
    })
    await app.call(SettlePayment, app.gateway.webhook(app.gateway.pay(sessionId), 'evt_read'))
    expect(await app.call(GetOrderBySession, { sessionId }, user)).toMatchObject({ status: 'confirmed' })
    const dashboard = await app.call(GetDashboard, {}, user)
    expect(dashboard.totals).toMatchObject({
      investedFils: 200_000,
      pendingFils: 200_000,
      feesFils: 3_000,
      units: 20,
      reservedFils: 0,
    })
    expect(dashboard.holdings).toMatchObject([
      { state: 'pending', units: 20, sharePartsPerMillion: 20_000, raiseState: 'active' },
    ])
    expect(dashboard.recentOrders).toMatchObject([{ orderId, state: 'paid' }])
    expect(await app.call(ListPayments, { limit: 20 }, user)).toMatchObject({
      count: 1,
      payments: [{ amountFils: 203_000, state: 'succeeded' }],
    })
    expect(await refusal(app.call(GetOrder, { orderId }, other))).toBe('NOT_FOUND')
    expect(await refusal(app.call(GetOrderBySession, { sessionId }, other))).toBe('NOT_FOUND')
    expect(await app.call(ListPayments, { limit: 20 }, other)).toMatchObject({ count: 0 })
    expect(await refusal(app.call(GetOrder, { orderId }))).toBe('UNAUTHENTICATED')
  })

  it('list orders page by page, newest first', async () => {
    const user = await app.investor()
    const ids: string[] = []
    for (const key of ['a', 'b', 'c']) {
      const propertyId = await app.openRaise(1_000)
      await app.accept(user, propertyId)
      ids.unshift((await app.place(user, propertyId, 2_000, key)).orderId)
    }
    const first = await app.call(ListOrders, { limit: 2 }, user)
    expect(first.orders.map((order) => order.orderId)).toEqual(ids.slice(0, 2))
    const rest = await app.call(ListOrders, { limit: 2, cursor: first.cursor! }, user)
    expect(rest).toMatchObject({ count: 1, orders: [{ orderId: ids[2] }] })
    expect(rest.cursor).toBeUndefined()
  })

  it('reject a cursor of another list', async () => {
    const refused = {
      ...{ code: 'VALIDATION_FAILED', status: 400 },
      extra: { errors: [expect.objectContaining({ path: '/cursor', code: 'invalid_cursor' })] },
    }
    for (const cursor of ['', 'damaged', Buffer.from('["newest",1,"id"]').toString('base64url')]) {
      await expect(app.call(ListOrders, { limit: 2, cursor }, newId())).rejects.toMatchObject(refused)
      await expect(app.call(ListPayments, { limit: 2, cursor }, newId())).rejects.toMatchObject(refused)
    }
  })
})
