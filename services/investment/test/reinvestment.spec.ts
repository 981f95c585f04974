import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import {
  CancelOrder,
  CancelWithdrawal,
  GetCash,
  GetOrder,
  GetOrderRequirements,
  GetReceipt,
  GetStaffOrder,
  ListPayments,
  PlaceOrder,
} from '@hissa/contracts/investment'
import { newId } from '@hissa/kernel'
import { accounts } from '../src/accounts.js'
import { Cash } from './cash.js'
import { Desk, FINANCE, refusal } from './desk.js'

const DAY = 24 * 60
/** An order of AED 2,000 with its fee. */
const TOTAL = 203_000

let cash: Cash
let desk: Desk
beforeAll(async () => {
  cash = await Cash.start()
  desk = new Desk(cash.app)
  cash.app.bus.nc.subscribe('rpc.identity.listNames', {
    callback: (_, message) => {
      message.respond(JSON.stringify({ response: { ok: true, output: { names: [] } } }))
    },
  })
  await cash.app.bus.nc.flush()
})
afterAll(() => cash.stop())

const place = (userId: string, propertyId: string, idempotencyKey: string = newId(), amount = 2_000) =>
  cash.app.call(PlaceOrder, { propertyId, amount, idempotencyKey, payFrom: 'cash' }, userId)

/** Returns an investor who may order shares of a property, with this much cash. */
async function withCash(propertyId: string, amount: number): Promise<string> {
  const userId = await cash.app.investor(propertyId)
  await cash.credit(userId, amount)
  return userId
}

/** Returns an investor with a bank account, too. */
async function withBankAccount(propertyId: string, amount: number) {
  const investor = await cash.withMoney(amount)
  await cash.app.accept(investor.userId, propertyId)
  await cash.app.answer(investor.userId)
  return investor
}

async function balances(...ids: readonly string[]): Promise<number[]> {
  const { balances: all, faults } = await cash.app.proof()
  expect(faults).toEqual([])
  return ids.map((id) => {
    const { creditsPosted = 0, debitsPosted = 0 } = all.get(id) ?? {}
    return creditsPosted - debitsPosted
  })
}

const paymentsOf = async (userId: string) => {
  const { payments } = await cash.app.call(ListPayments, { limit: 10 }, userId)
  return payments.map(({ kind, state, method, paidFrom, amountFils }) => [kind, state, method, paidFrom, amountFils])
}
const movementsOf = async (userId: string) => {
  const { movements } = await cash.of(userId)
  return movements.map(({ kind, direction, amountFils, state }) => [kind, direction, amountFils, state])
}
const stateOf = async (orderId: string) => (await cash.app.order(orderId))!['state'] as string
const reaches = (orderId: string, state: string) =>
  cash.app.untilRetried(`the order is ${state}`, async () => (await stateOf(orderId)) === state)
const eventsOf = async (orderId: string, name: string) =>
  (await cash.app.events(`investment.order.${name}.v1`, orderId)).map((row) => row['event'].data)

describe('an order that is paid from cash', () => {
  it('is paid at once, cools off, and is allotted like any other', async () => {
    const propertyId = await cash.app.openRaise(20)
    const userId = await withCash(propertyId, 250_000)
    const { orderId, url } = await place(userId, propertyId)
    expect(url).toContain(`/payment-success?order_id=${orderId}`)
    const { order } = await cash.app.call(GetOrder, { orderId }, userId)
    expect(order).toMatchObject({ paidFrom: 'cash', totalFils: TOTAL, canCancel: true })
    expect(order.checkoutUrl).toBeUndefined()
    const own = await cash.of(userId)
    expect(own.availableFils).toBe(250_000 - TOTAL)
    expect(own.movements[0]).toMatchObject({ property: { propertyId, title: 'A home' }, reference: order.reference })
    expect((await movementsOf(userId)).slice(0, 2)).toEqual([
      ['order_fee', 'out', 3_000, 'completed'],
      ['order', 'out', 200_000, 'completed'],
    ])
    expect(await paymentsOf(userId)).toEqual([['payment', 'succeeded', 'bank_transfer', 'cash', TOTAL]])
    expect(await eventsOf(orderId, 'paid')).toMatchObject([{ paidFrom: 'cash', totalFils: TOTAL }])
    expect(await eventsOf(orderId, 'reserved')).toEqual([])
    const [clearing, escrow, fees] = await balances(
      ...[accounts.cardClearing(), accounts.escrow(propertyId), accounts.pendingFees(propertyId)],
    )
    expect([clearing, escrow, fees]).toEqual([0, 200_000, 3_000])
    await reaches(orderId, 'cooling_off')
    await cash.app.advance(2 * DAY + 1)
    await desk.fileDeed(propertyId)
    await reaches(orderId, 'allotted')
    expect(await balances(accounts.escrow(propertyId), accounts.company(propertyId))).toEqual([0, 200_000])
  })

  it('has a receipt, and is shown to finance as paid from cash', async () => {
    const propertyId = await cash.app.openRaise(100)
    const userId = await withCash(propertyId, TOTAL)
    const { orderId } = await place(userId, propertyId)
    const { payments } = await cash.app.call(ListPayments, { limit: 1 }, userId)
    const { paymentId } = payments[0]!
    const { bodyBase64 } = await cash.app.call(GetReceipt, { paymentId, locale: 'en' }, userId)
    expect(Buffer.from(bodyBase64, 'base64').subarray(0, 5).toString()).toBe('%PDF-')
    const seen = await cash.app.call(GetStaffOrder, { orderId }, desk.checker, FINANCE)
    expect(seen.order).toMatchObject({ paidFrom: 'cash', actions: ['cancel'] })
    expect(seen.payments).toMatchObject([{ kind: 'payment', state: 'succeeded', paidFrom: 'cash', use: 'units' }])
    expect(seen.transfers.map(({ code }) => code)).toEqual(['order.pay', 'order.subscribe', 'order.fee'])
    const part = { type: 'refund_fee' as const, amountFils: seen.order.feeFils }
    expect(await refusal(desk.propose(orderId, part, desk.maker, 'order'))).toBe('409 RESOLUTION_NOT_POSSIBLE action')
  })

  it('is the same order for the same key, also when its calls race', async () => {
    const propertyId = await cash.app.openRaise(200)
    const userId = await withCash(propertyId, 3 * TOTAL)
    const key = newId()
    const calls = await Promise.all(Array.from({ length: 3 }, () => place(userId, propertyId, key)))
    expect(new Set(calls.map(({ orderId }) => orderId)).size).toBe(1)
    expect((await place(userId, propertyId, key)).orderId).toBe(calls[0]!.orderId)
    expect((await cash.of(userId)).availableFils).toBe(2 * TOTAL)
    expect(await refusal(place(userId, propertyId, key, 2_100))).toBe('422 IDEMPOTENCY_KEY_REUSED')
    const card = cash.app.place(userId, propertyId, 2_000, key)
    expect(await refusal(card)).toBe('422 IDEMPOTENCY_KEY_REUSED')
    const withoutKey = cash.app.call(PlaceOrder, { propertyId, amount: 2_000, payFrom: 'cash' }, userId)
    expect(await refusal(withoutKey)).toBe('400 VALIDATION_FAILED')
  })

  it('is refused and writes nothing when the cash is short of its fee', async () => {
    const propertyId = await cash.app.openRaise(100)
    const userId = await withCash(propertyId, TOTAL - 1)
    await expect(place(userId, propertyId)).rejects.toMatchObject({
      ...{ code: 'CASH_INSUFFICIENT', status: 409, extra: { availableFils: TOTAL - 1 } },
    })
    expect(await cash.app.collection('orders').countDocuments({ userId })).toBe(0)
    expect(await cash.app.collection('payments').countDocuments({ userId })).toBe(0)
    expect((await cash.of(userId)).availableFils).toBe(TOTAL - 1)
  })

  it('never shares its money with another order', async () => {
    const [one, other] = [await cash.app.openRaise(100), await cash.app.openRaise(100)]
    const userId = await withCash(one, TOTAL + 1)
    await cash.app.accept(userId, other)
    const tried = await Promise.all(
      [one, other].map((propertyId) => refusal(cash.app.answered(() => place(userId, propertyId)))),
    )
    expect(tried.sort()).toEqual(['409 CASH_INSUFFICIENT', 'accepted'])
    expect(await cash.of(userId)).toMatchObject({ availableFils: 1 })
    expect(await cash.app.collection('orders').countDocuments({ userId })).toBe(1)
  })

  it('never shares its money with a withdrawal', async () => {
    const propertyId = await cash.app.openRaise(100)
    const investor = await withBankAccount(propertyId, TOTAL)
    const tried = await Promise.all([
      refusal(cash.app.answered(() => place(investor.userId, propertyId))),
      refusal(cash.withdraw(investor, 10)),
    ])
    expect(tried.sort()).toEqual(['409 CASH_INSUFFICIENT', 'accepted'])
  })

  it('does not spend money that is reserved for a withdrawal until that is cancelled', async () => {
    const propertyId = await cash.app.openRaise(100)
    const investor = await withBankAccount(propertyId, TOTAL)
    const { withdrawalId } = (await cash.withdraw(investor, 10)).withdrawal
    expect(await refusal(place(investor.userId, propertyId))).toBe('409 CASH_INSUFFICIENT')
    await cash.app.call(CancelWithdrawal, { withdrawalId }, investor.userId)
    expect(await refusal(place(investor.userId, propertyId))).toBe('accepted')
  })

  it('is not possible for a suspended investor, and an order of theirs is on hold', async () => {
    const propertyId = await cash.app.openRaise(100)
    const userId = await withCash(propertyId, 2 * TOTAL)
    const key = newId()
    const { orderId } = await place(userId, propertyId, key)
    await cash.suspend(userId)
    expect(await refusal(place(userId, propertyId))).toBe('403 ACCOUNT_SUSPENDED')
    expect(await refusal(place(userId, propertyId, key))).toBe('403 ACCOUNT_SUSPENDED')
    await cash.app.until('the order is on hold', async () => (await cash.app.order(orderId))!['hold']?.review === true)
    expect((await cash.of(userId)).availableFils).toBe(TOTAL)
  })

  it('follows the rules of every order: shares, disclosures and the questions about the risks', async () => {
    const propertyId = await cash.app.openRaise(20)
    const newcomer = await cash.app.newcomer()
    await cash.credit(newcomer, 2 * TOTAL)
    expect(await refusal(place(newcomer, propertyId))).toBe('422 DISCLOSURES_REQUIRED')
    await cash.app.accept(newcomer, propertyId)
    expect(await refusal(place(newcomer, propertyId))).toBe('422 APPROPRIATENESS_REQUIRED')
    await cash.app.answer(newcomer)
    expect(await refusal(place(newcomer, propertyId))).toBe('accepted')
    expect(await refusal(place(newcomer, propertyId))).toBe('409 PROPERTY_FULLY_FUNDED')
    expect((await cash.of(newcomer)).availableFils).toBe(TOTAL)
  })
})

describe('an order from cash in an offering that is exempt by its number of persons', () => {
  it('counts its investor once for two orders, of which the second takes the last shares', async () => {
    const propertyId = await cash.app.openRaise(40, { basis: 'exempt-persons' })
    const userId = await withCash(propertyId, 2 * TOTAL)
    const orders = [await place(userId, propertyId), await place(userId, propertyId)]
    for (const { orderId } of orders)
      expect(await cash.app.order(orderId)).toMatchObject({ state: 'paid', countedPerson: true })
    const counted = { propertyId, countedPerson: true }
    expect(await cash.app.collection('orders').distinct('userId', counted)).toEqual([userId])
    expect(await cash.app.collection('raises').findOne({ _id: propertyId })).toMatchObject({ state: 'funded' })
    expect(await cash.of(userId)).toMatchObject({ availableFils: 0 })
  })
})

describe('the refund of an order that was paid from cash', () => {
  const refundsAtProcessor = () => cash.app.gateway.refunds.size

  it('is back in the cash at once when the investor cancels', async () => {
    const propertyId = await cash.app.openRaise(100)
    const userId = await withCash(propertyId, TOTAL)
    const { orderId } = await place(userId, propertyId)
    const before = refundsAtProcessor()
    const cancel = () => cash.app.call(CancelOrder, { orderId }, userId)
    expect((await cancel()).order).toMatchObject({ state: 'refunded', reason: 'cancelled', paidFrom: 'cash' })
    expect((await cancel()).order.state).toBe('refunded')
    expect((await cash.of(userId)).availableFils).toBe(TOTAL)
    expect((await movementsOf(userId)).slice(0, 2)).toEqual([
      ['order_fee_returned', 'in', 3_000, 'completed'],
      ['order_returned', 'in', 200_000, 'completed'],
    ])
    expect((await paymentsOf(userId))[0]).toEqual(['refund', 'succeeded', 'bank_transfer', 'cash', TOTAL])
    const told = { paidFrom: 'cash', reason: 'cancelled', refundFils: TOTAL }
    expect(await eventsOf(orderId, 'cancelled')).toMatchObject([told])
    expect(await eventsOf(orderId, 'refunded')).toMatchObject([told])
    expect(await eventsOf(orderId, 'refunding')).toEqual([])
    await cash.app.advance(DAY)
    expect(refundsAtProcessor()).toBe(before)
    expect(await balances(accounts.escrow(propertyId), accounts.pendingFees(propertyId))).toEqual([0, 0])
  })

  it('pays for another order', async () => {
    const propertyId = await cash.app.openRaise(100)
    const userId = await withCash(propertyId, TOTAL)
    const { orderId } = await place(userId, propertyId)
    await cash.app.call(CancelOrder, { orderId }, userId)
    const next = await place(userId, propertyId)
    expect(await stateOf(next.orderId)).toBe('paid')
    expect(await movementsOf(userId)).toHaveLength(7)
    const first = await cash.app.call(GetCash, { limit: 3 }, userId)
    const rest = await cash.app.call(GetCash, { limit: 10, cursor: first.cursor! }, userId)
    expect(first.movements.length + rest.movements.length).toBe(7)
  })

  it('is back in the cash when the raise fails', async () => {
    const deadline = new Date(cash.app.now().getTime() + DAY * 60_000).toISOString()
    const propertyId = await cash.app.openRaise(100, { deadline })
    const userId = await withCash(propertyId, TOTAL)
    const { orderId } = await place(userId, propertyId)
    await cash.app.advance(DAY + 1)
    await reaches(orderId, 'refunded')
    expect(await cash.app.order(orderId)).toMatchObject({ reason: 'raise_failed' })
    expect((await cash.of(userId)).availableFils).toBe(TOTAL)
  })

  it('is back in the cash when staff cancel', async () => {
    const propertyId = await cash.app.openRaise(100)
    const userId = await withCash(propertyId, TOTAL)
    const { orderId } = await place(userId, propertyId)
    await desk.resolve(orderId, { type: 'cancel' }, 'order')
    expect(await cash.app.order(orderId)).toMatchObject({ state: 'refunded', reason: 'cancelled_by_staff' })
    expect((await cash.of(userId)).availableFils).toBe(TOTAL)
  })
})

describe('the annual limit of a retail investor who pays from cash', () => {
  beforeAll(async () => {
    await cash.app.drainAll()
    cash.app.env['RULE_PACK'] = 'dfsa'
    await cash.app.bootAnother()
  })

  it('counts the order, and is restored when it is cancelled', async () => {
    const propertyId = await cash.app.openRaise(1_000_000)
    const userId = await withCash(propertyId, 20_000_000)
    const used = async () =>
      (await cash.app.call(GetOrderRequirements, { propertyId }, userId)).annualLimit!.usedFils as number
    const { orderId } = await place(userId, propertyId, newId(), 180_000)
    expect(await used()).toBe(18_000_000)
    expect(await refusal(place(userId, propertyId, newId(), 3_700))).toBe('409 ANNUAL_LIMIT_REACHED')
    await cash.app.call(CancelOrder, { orderId }, userId)
    expect(await used()).toBe(0)
    expect(await refusal(place(userId, propertyId, newId(), 183_600))).toBe('accepted')
  })

  it('leaves a ledger without faults', async () => {
    expect((await cash.app.proof()).faults).toEqual([])
  })
})
