import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { GetDashboard, PreviewOrder, ReleaseReservation, SettlePayment } from '@hissa/contracts/investment'
import { accounts } from '../src/accounts.js'
import type { CheckoutSnapshot } from '../src/processor/processor.api.js'
import { evaluate, type OrderFacts, type RuleDecision } from '../src/rules/rules.api.js'
import { Investment } from './harness.js'

let app: Investment
beforeAll(async () => {
  app = await Investment.start()
  await app.bootAnother()
})
afterAll(() => app.stop())

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => 'accepted',
    (error: unknown) => (error as { code?: string }).code,
  )
const stateOf = async (orderId: string) => (await app.order(orderId))?.['state'] as string
const released = (orderId: string, userId: string) => app.call(ReleaseReservation, { orderId }, userId)
const expired = (orderId: string) => app.until('expired', async () => (await stateOf(orderId)) === 'expired')
const pay = async (orderId: string) =>
  app.call(SettlePayment, app.gateway.webhook(app.gateway.pay(await app.sessionOf(orderId)), `evt_${orderId}`))
const treasury = async (propertyId: string) =>
  (await app.proof()).balances.get(accounts.unitsTreasury(propertyId)) ?? { debitsPending: 0, debitsPosted: 0 }
/** Returns the units reserved now, over all investors. */
const reservedUnits = async (propertyId: string) => (await treasury(propertyId)).debitsPending

describe('an unpaid order', () => {
  it('blocks a second one of its investor for the property, with a link to the first', async () => {
    const propertyId = await app.openRaise(1_000)
    const userId = await app.investor(propertyId)
    const { orderId } = await app.place(userId, propertyId)
    const raise = await app.collection('raises').findOne({ _id: propertyId })
    const link = {
      orderId,
      property: { propertyId, slug: raise!['slug'], title: 'A home' },
      amountFils: 200_000,
      url: `/payment-cancel?order_id=${orderId}`,
    }
    const expected = { code: 'RESERVATION_OPEN', status: 409, extra: { openOrders: [expect.objectContaining(link)] } }
    await expect(app.place(userId, propertyId, 3_000)).rejects.toMatchObject(expected)
    await expect(app.place(userId, propertyId, 2_000, 'a key of its own')).rejects.toMatchObject(expected)
    await pay(orderId)
    expect(await refusal(app.place(userId, propertyId, 3_000))).toBe('accepted')
  })

  it('is created once when two for different amounts are placed at once on two replicas', async () => {
    const propertyId = await app.openRaise(1_000)
    const userId = await app.investor(propertyId)
    const amounts = [2_000, 3_000, 4_000, 5_000, 6_000, 7_000]
    const answers = await Promise.all(amounts.map((amount) => app.decided(() => app.place(userId, propertyId, amount))))
    expect(answers.filter((answer) => answer === 'accepted')).toHaveLength(1)
    expect(answers.filter((answer) => answer === 'RESERVATION_OPEN')).toHaveLength(5)
  })
})

describe('releaseReservation', () => {
  it('closes the payment page, then releases the units; a repeated call changes nothing', async () => {
    const propertyId = await app.openRaise(1_000)
    const userId = await app.investor(propertyId)
    const { orderId } = await app.place(userId, propertyId)
    const { order } = await released(orderId, userId)
    expect(order).toMatchObject({ state: 'expired', reason: 'released' })
    expect(order.checkoutUrl).toBeUndefined()
    expect(app.gateway.session(await app.sessionOf(orderId)).state).toBe('expired')
    expect(await reservedUnits(propertyId)).toBe(0)
    expect((await released(orderId, userId)).order).toEqual(order)
    const events = await app.events('investment.order.expired.v1', orderId)
    expect(events.map((row) => row['event'].data)).toMatchObject([{ reason: 'released' }])
    expect(await refusal(app.place(userId, propertyId, 3_000))).toBe('accepted')
  })

  it("is available only to the order's investor", async () => {
    const propertyId = await app.openRaise(1_000)
    const [userId, other] = [await app.investor(propertyId), await app.investor()]
    const { orderId } = await app.place(userId, propertyId)
    expect(await refusal(released(orderId, other))).toBe('NOT_FOUND')
    expect(await refusal(released('nothing', userId))).toBe('NOT_FOUND')
    expect(await refusal(app.call(ReleaseReservation, { orderId }))).toBe('UNAUTHENTICATED')
    expect(await stateOf(orderId)).toBe('reserved')
  })

  it('settles an order paid before its release, and leaves a paid one unchanged', async () => {
    const propertyId = await app.openRaise(1_000)
    const userId = await app.investor(propertyId)
    const { orderId } = await app.place(userId, propertyId)
    app.gateway.pay(await app.sessionOf(orderId))
    expect((await released(orderId, userId)).order).toMatchObject({ state: 'paid' })
    expect((await released(orderId, userId)).order.state).toBe('paid')
    expect(await treasury(propertyId)).toMatchObject({ debitsPosted: 20, debitsPending: 0 })
  })

  it('keeps the units until the processor has closed the page, and offers no payment until then', async () => {
    const propertyId = await app.openRaise(1_000)
    const userId = await app.investor(propertyId)
    const { orderId } = await app.place(userId, propertyId)
    app.gateway.isDown = true
    const { order } = await released(orderId, userId)
    expect(order).toMatchObject({ state: 'reserved', reason: 'released' })
    expect(order.checkoutUrl).toBeUndefined()
    expect(await reservedUnits(propertyId)).toBe(20)
    expect(await refusal(app.place(userId, propertyId))).toBe('RESERVATION_CLOSED')
    expect((await app.call(GetDashboard, {}, userId)).todo).toEqual([])
    app.gateway.isDown = false
    await expired(orderId)
    expect(await app.order(orderId)).toMatchObject({ reason: 'released' })
    expect(await reservedUnits(propertyId)).toBe(0)
  })
})

describe('a reservation that ends while its payment page is renewed', () => {
  it('has no deadline, so that the processor is not asked about it for ever', async () => {
    const propertyId = await app.openRaise(1_000)
    const userId = await app.investor(propertyId)
    // The processor has opened the page, but its answer is lost.
    app.gateway.faults.push('after')
    expect(await refusal(app.place(userId, propertyId))).toBe('PAYMENT_UNAVAILABLE')
    const { request: _request, ...page } = [...app.gateway.sessions.values()].at(-1)!
    const orderId = page.orderId!
    const lapsed: CheckoutSnapshot = { ...page, state: 'expired' }
    const event = {
      eventId: `evt_${orderId}`,
      type: 'checkout.session.expired',
      kind: 'checkout',
      failed: false,
    } as const
    app.pass(61)
    app.gateway.beforeOpen = () => app.call(SettlePayment, app.gateway.signed({ ...event, checkout: lapsed }))
    app.gateway.faults.push('refused')
    expect(await refusal(app.place(userId, propertyId))).toBe('RESERVATION_CLOSED')
    const order = await app.order(orderId)
    expect(order).toMatchObject({ state: 'expired', reason: 'lapsed' })
    expect(order).not.toHaveProperty('due')
    expect(await reservedUnits(propertyId)).toBe(0)
  })
})

describe('an order after three reservations that ended unpaid within a day', () => {
  it('waits an hour of business time, whatever the property', async () => {
    const userId = await app.investor()
    const properties = await Promise.all([1, 2, 3, 4].map(() => app.openRaise(1_000)))
    await Promise.all(properties.map((propertyId) => app.accept(userId, propertyId)))
    const [first, second] = [await app.place(userId, properties[0]!), await app.place(userId, properties[1]!)]
    await app.advance(31)
    await expired(first.orderId)
    await expired(second.orderId)
    const third = await app.place(userId, properties[2]!)
    await released(third.orderId, userId)
    const endedAt = (await app.order(third.orderId))!['closedAt'] as Date
    const retryAt = new Date(endedAt.getTime() + 60 * 60_000).toISOString()
    const paused = { code: 'RESERVATIONS_PAUSED', status: 409, extra: { retryAt } }
    await expect(app.place(userId, properties[3]!)).rejects.toMatchObject(paused)
    await app.advance(58)
    await expect(app.place(userId, properties[0]!)).rejects.toMatchObject(paused)
    await app.advance(3)
    const fourth = await app.place(userId, properties[3]!)
    await pay(fourth.orderId)
    expect(await refusal(app.place(userId, properties[0]!))).toBe('accepted')
  })

  it('is denied by a rule whose stored decision can be evaluated again', async () => {
    const userId = await app.investor()
    for (let n = 0; n < 3; n += 1) {
      const propertyId = await app.openRaise(1_000)
      await app.accept(userId, propertyId)
      await released((await app.place(userId, propertyId)).orderId, userId)
    }
    const propertyId = await app.openRaise(1_000)
    await app.accept(userId, propertyId)
    expect(await refusal(app.place(userId, propertyId))).toBe('RESERVATIONS_PAUSED')
    expect(await refusal(app.place(userId, propertyId))).toBe('RESERVATIONS_PAUSED')
    const denials = await app.collection('rule_denials').find({ userId }).toArray()
    expect(denials).toHaveLength(1)
    const decisions = denials[0]!['decisions'] as RuleDecision[]
    const denied = decisions.filter(({ allowed }) => !allowed)
    expect(denied).toMatchObject([{ rule: 'platform.reservation-pause', version: 1, inputs: { unpaidToday: 3 } }])
    const facts = Object.assign({}, ...decisions.map(({ inputs }) => inputs)) as OrderFacts
    expect(evaluate('adgm', facts)).toEqual(decisions)
  })
})

describe('large reservations of one raise', () => {
  const UNITS = 5_000
  const HALF_AED = 250_000
  const investors = (count: number, propertyId: string) =>
    Promise.all(Array.from({ length: count }, () => app.investor(propertyId)))

  it('share 31 minutes in 24 hours when they end unpaid: ten accounts in turn lock most of it once', async () => {
    const propertyId = await app.openRaise(UNITS)
    const accountsInTurn = await investors(10, propertyId)
    let [largeMinutes, largest] = [0, 0]
    for (const [turn, userId] of accountsInTurn.entries()) {
      const large = await app.place(userId, propertyId, HALF_AED).catch((error: unknown) => error as Error)
      if ('orderId' in large) {
        expect(turn).toBe(0)
        largeMinutes += 31
      } else {
        expect(large).toMatchObject({
          code: 'RESERVATION_TOO_LARGE',
          status: 409,
          extra: { maximumUnits: 500, maximumAmountFils: 5_000_000, retryAt: expect.any(String) },
        })
        expect(await refusal(app.place(userId, propertyId, 50_100))).toBe('RESERVATION_TOO_LARGE')
        expect(await refusal(app.call(PreviewOrder, { propertyId, amount: 50_100 }))).toBe('RESERVATION_TOO_LARGE')
        expect(await refusal(app.place(userId, propertyId, 50_000))).toBe('accepted')
        largest = Math.max(largest, await reservedUnits(propertyId))
      }
      await app.advance(31)
      await app.until('all has lapsed', async () => (await reservedUnits(propertyId)) === 0)
    }
    expect(largeMinutes).toBe(31)
    expect(largest).toBe(500)
    // More than 20 minimum subscriptions of 20 shares stayed available all the time.
    expect(UNITS - largest).toBeGreaterThan(20 * 20)
    const honest = await app.investor(propertyId)
    expect(await refusal(app.place(honest, propertyId, HALF_AED))).toBe('RESERVATION_TOO_LARGE')
    await app.advance(24 * 60)
    expect(await refusal(app.place(honest, propertyId, HALF_AED))).toBe('accepted')
  })

  it('share their minutes when ten are placed at once on two replicas; then most of it is available for a day', async () => {
    const propertyId = await app.openRaise(UNITS)
    const rivals = await investors(10, propertyId)
    const placed = async (userIds: readonly string[], amount: number) => {
      const answers = await Promise.all(
        userIds.map((userId) => app.decided(() => app.place(userId, propertyId, amount))),
      )
      return answers.filter((answer) => answer === 'accepted').length
    }
    expect(await placed(rivals, 60_000)).toBeGreaterThan(1)
    const large = await app.collection('orders').find({ propertyId, large: true }).toArray()
    const first = Math.min(...large.map(({ createdAt }) => createdAt.getTime()))
    const last = Math.max(...large.map(({ expiresAt }) => expiresAt.getTime()))
    expect(last - first).toBeLessThanOrEqual(31 * 60_000)
    for (let halfHour = 0; halfHour < 4; halfHour += 1) {
      await app.advance(31)
      await app.until('all has lapsed', async () => (await reservedUnits(propertyId)) === 0)
      const more = await investors(10, propertyId)
      expect(await placed(more, 60_000)).toBe(0)
      // Orders up to a tenth are not affected.
      for (const userId of more.slice(0, 5)) await app.place(userId, propertyId, 20_000)
      expect(UNITS - (await reservedUnits(propertyId))).toBeGreaterThan(20 * 20)
    }
  })

  it('admit an honest buyer of half a raise beside one who is paying, until that reservation expires', async () => {
    const propertyId = await app.openRaise(UNITS)
    const [paying, honest] = await investors(2, propertyId)
    const one = await app.place(paying!, propertyId, HALF_AED)
    await app.advance(12)
    expect(await app.call(PreviewOrder, { propertyId, amount: HALF_AED })).toMatchObject({ reservationMinutes: 18 })
    const other = await app.place(honest!, propertyId, HALF_AED)
    const [before, beside] = [(await app.order(one.orderId))!, (await app.order(other.orderId))!]
    expect(beside['expiresAt']).toEqual(before['expiresAt'])
    await pay(one.orderId)
    await pay(other.orderId)
    expect(await app.collection('raises').findOne({ _id: propertyId })).toMatchObject({ state: 'funded' })
  })

  it('cannot be disguised as concurrent small ones by many accounts', async () => {
    const propertyId = await app.openRaise(UNITS)
    const rivals = await investors(10, propertyId)
    // A tenth of the units available before any of them is more than a tenth of those left after the first.
    const answers = await Promise.all(rivals.map((userId) => app.decided(() => app.place(userId, propertyId, 50_000))))
    const orders = await app.collection('orders').find({ propertyId }).toArray()
    const accepted = answers.filter((answer) => answer === 'accepted').length
    expect(orders.filter((order) => order['large'] !== true)).toHaveLength(1)
    expect(accepted).toBe(orders.length)
    expect(accepted).toBeGreaterThan(1)
  })

  it('use no allowance when they are paid: half a raise, then half of the rest, then the rest', async () => {
    const propertyId = await app.openRaise(UNITS)
    for (const amount of [HALF_AED, HALF_AED / 2, HALF_AED / 2]) {
      const buyer = await app.investor(propertyId)
      const { orderId } = await app.place(buyer, propertyId, amount)
      await app.advance(20)
      await pay(orderId)
    }
    expect(await app.collection('raises').findOne({ _id: propertyId })).toMatchObject({ state: 'funded' })
  })

  it('count for the time they were held, which shortens the next one', async () => {
    const propertyId = await app.openRaise(UNITS)
    const [first, second, third] = await investors(3, propertyId)
    const { orderId } = await app.place(first!, propertyId, HALF_AED)
    await app.advance(18)
    await released(orderId, first!)
    expect(await app.call(PreviewOrder, { propertyId, amount: HALF_AED })).toMatchObject({ reservationMinutes: 12 })
    const next = await app.place(second!, propertyId, HALF_AED)
    const order = (await app.order(next.orderId))!
    expect(order['expiresAt'].getTime() - order['createdAt'].getTime()).toBeLessThanOrEqual(13 * 60_000)
    await app.advance(9)
    expect(await refusal(app.place(third!, propertyId, HALF_AED))).toBe('RESERVATION_TOO_LARGE')
    await app.advance(5)
    await expired(next.orderId)
    expect(await refusal(app.place(third!, propertyId, HALF_AED))).toBe('RESERVATION_TOO_LARGE')
  })

  it('do not include orders of the minimum, of the few units left, or of another raise', async () => {
    const propertyId = await app.openRaise(100)
    const [first, second, third] = await investors(3, propertyId)
    await app.place(first!, propertyId, 8_000)
    expect(await refusal(app.place(second!, propertyId, 2_000))).toBe('accepted')
    const other = await app.openRaise(UNITS)
    await app.accept(third!, other)
    expect(await refusal(app.place(third!, other, HALF_AED))).toBe('accepted')
    const { largeReservedAt } = (await app.collection('raises').findOne({ _id: other }))!
    expect(largeReservedAt).toBeInstanceOf(Date)
  })

  it("are denied with the rule's inputs, and allowed with them on the order", async () => {
    const propertyId = await app.openRaise(UNITS)
    const [first, second] = await investors(2, propertyId)
    const { orderId } = await app.place(first!, propertyId, HALF_AED)
    const allowed = ((await app.order(orderId))!['decisions'] as RuleDecision[]).at(-1)
    const inputs = { units: 2_500, largestSmallUnits: 500, allowanceLeftMs: 31 * 60_000 }
    expect(allowed).toEqual({ rule: 'platform.large-reservations', version: 3, allowed: true, inputs })
    await app.advance(31)
    await expired(orderId)
    expect(await refusal(app.place(second!, propertyId, HALF_AED / 2))).toBe('RESERVATION_TOO_LARGE')
    const [denial] = await app.collection('rule_denials').find({ userId: second! }).toArray()
    expect((denial!['decisions'] as RuleDecision[]).filter((decision) => !decision.allowed)).toEqual([
      {
        ...{ rule: 'platform.large-reservations', version: 3, allowed: false },
        inputs: { units: 1_250, largestSmallUnits: 500, allowanceLeftMs: 0 },
      },
    ])
  })
})

it('leave a ledger that passes its check', async () => {
  expect((await app.proof()).faults).toEqual([])
})
