import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { CancelOrder, GetDashboard } from '@hissa/contracts/investment'
import { units } from '@hissa/money'
import { accounts } from '../src/accounts.js'
import { Desk, filing, refusal } from './desk.js'
import { Investment } from './harness.js'

const HOUR = 60
const DAY = 24 * HOUR

let app: Investment
let desk: Desk
let eventNumber = 0
beforeAll(async () => {
  app = await Investment.start()
  desk = new Desk(app)
})
afterAll(() => app.stop())

const raise = (propertyId: string) => app.collection('raises').findOne({ _id: propertyId })
const inDays = (days: number) => new Date(app.now().getTime() + days * DAY * 60_000).toISOString()

/** Places an order of 20 units for a new investor and pays it. */
async function bought(propertyId: string, amount = 2_000) {
  const userId = await app.investor(propertyId)
  const { orderId } = await app.answered(() => app.place(userId, propertyId, amount))
  await pay(orderId)
  return { userId, orderId }
}

async function pay(orderId: string) {
  const sessionId = await app.sessionOf(orderId)
  await desk.settle(app.gateway.webhook(app.gateway.pay(sessionId), `evt_life_${(eventNumber += 1)}`))
}

const reaches = (orderId: string, state: string) =>
  app.untilRetried(`the order is ${state}`, async () => (await app.order(orderId))?.['state'] === state)
const raiseReaches = (propertyId: string, state: string) =>
  app.untilRetried(`the raise is ${state}`, async () => (await raise(propertyId))?.['state'] === state)
const cancel = (userId: string, orderId: string) => app.call(CancelOrder, { orderId }, userId)

/** Returns the posted balance of an account: credits less debits. */
async function balance(accountId: string) {
  const { balances, faults } = await app.proof()
  expect(faults).toEqual([])
  const { creditsPosted = 0, debitsPosted = 0, debitsPending = 0 } = balances.get(accountId) ?? {}
  return { posted: creditsPosted - debitsPosted, held: debitsPending }
}

describe('a raise that is filled', () => {
  it('closes, lets its orders cool off, and is allotted once its deed is on file', async () => {
    const propertyId = await app.openRaise(60, { minimumUnits: units(40) })
    const [first, second, third] = [await bought(propertyId), await bought(propertyId), await bought(propertyId)]
    await raiseReaches(propertyId, 'funded')
    await reaches(first.orderId, 'cooling_off')
    const endsAt = (await app.order(first.orderId))!['coolingOffEndsAt'] as Date
    expect(endsAt.getTime() - ((await raise(propertyId))!['fundedAt'] as Date).getTime()).toBe(48 * 3_600_000)
    await app.advance(47 * HOUR + 30)
    expect((await cancel(third.userId, third.orderId)).order).toMatchObject({ reason: 'cancelled', canCancel: false })
    await reaches(third.orderId, 'refunded')
    expect(await raise(propertyId)).toMatchObject({ state: 'funded' })
    expect(await refusal(desk.propose(propertyId, { type: 'close' }, desk.maker, 'raise'))).toBe(
      '409 RESOLUTION_NOT_POSSIBLE raise_state',
    )
    expect(await refusal(desk.propose(propertyId, filing('ab'.repeat(32)), desk.maker, 'raise'))).toBe(
      '409 RESOLUTION_NOT_POSSIBLE cooling_off_runs',
    )
    await app.advance(HOUR)
    expect(await refusal(cancel(first.userId, first.orderId))).toBe('409 COOLING_OFF_ENDED')
    await app.advance(HOUR)
    expect(await app.order(first.orderId)).toMatchObject({ state: 'cooling_off' })
    await desk.fileDeed(propertyId)
    await raiseReaches(propertyId, 'completed')
    expect(await app.order(first.orderId)).toMatchObject({ state: 'allotted' })
    expect(await app.order(second.orderId)).toMatchObject({ state: 'allotted' })
    expect(await balance(accounts.unitsHeld(propertyId, first.userId))).toEqual({ posted: 20, held: 0 })
    expect(await balance(accounts.unitsTreasury(propertyId))).toEqual({ posted: 20, held: 0 })
    expect(await balance(accounts.company(propertyId))).toEqual({ posted: 400_000, held: 0 })
    expect(await balance(accounts.escrow(propertyId))).toEqual({ posted: 0, held: 0 })
    expect(await balance(accounts.pendingFees(propertyId))).toEqual({ posted: 0, held: 0 })
    const { holdings } = await app.call(GetDashboard, {}, second.userId)
    expect(holdings).toMatchObject([{ state: 'allotted', units: 20, allottedUnits: 20, raiseState: 'completed' }])
    expect((await app.call(GetDashboard, {}, third.userId)).holdings).toEqual([])
    expect(await app.events('investment.order.allotted.v1', first.orderId)).toHaveLength(1)
  })

  it('opens again when cancellations leave less than its minimum, and cools off again when it closes', async () => {
    const propertyId = await app.openRaise(40, { minimumUnits: units(40) })
    const [first, second] = [await bought(propertyId), await bought(propertyId)]
    await reaches(first.orderId, 'cooling_off')
    await cancel(second.userId, second.orderId)
    await raiseReaches(propertyId, 'active')
    await reaches(first.orderId, 'paid')
    expect(await app.events('investment.order.reopened.v1', first.orderId)).toHaveLength(1)
    await app.advance(HOUR)
    const third = await bought(propertyId)
    await reaches(third.orderId, 'cooling_off')
    await reaches(first.orderId, 'cooling_off')
    const { fundedAt } = (await raise(propertyId))!
    const endsAt = (await app.order(first.orderId))!['coolingOffEndsAt'] as Date
    expect(endsAt.getTime() - (fundedAt as Date).getTime()).toBe(48 * 3_600_000)
    expect(await app.events('investment.raise.reopened.v1', propertyId)).toHaveLength(1)
  })
})

describe('a raise at its deadline', () => {
  it('refunds every payment in full when it missed its minimum', async () => {
    const propertyId = await app.openRaise(100, { minimumUnits: units(50), deadline: inDays(30) })
    const [first, second] = [await bought(propertyId), await bought(propertyId)]
    const unpaid = await app.investor(propertyId)
    await app.advance(30 * DAY)
    await raiseReaches(propertyId, 'failed')
    for (const { orderId, userId } of [first, second]) {
      await reaches(orderId, 'refunded')
      expect(await app.order(orderId)).toMatchObject({ reason: 'raise_failed' })
      expect(await balance(accounts.investorCash(userId))).toEqual({ posted: 0, held: 0 })
    }
    expect(await balance(accounts.escrow(propertyId))).toEqual({ posted: 0, held: 0 })
    expect(await balance(accounts.unitsTreasury(propertyId))).toEqual({ posted: 100, held: 0 })
    expect(await refusal(app.place(unpaid, propertyId))).toBe('409 RAISE_NOT_OPEN')
  })

  it('closes when its minimum is paid, after the last reservation has ended', async () => {
    const propertyId = await app.openRaise(100, { minimumUnits: units(40), deadline: inDays(2) })
    await bought(propertyId)
    const userId = await app.investor(propertyId)
    await app.advance(2 * DAY - 10)
    const { orderId } = await app.answered(() => app.place(userId, propertyId))
    await app.advance(12)
    expect(await raise(propertyId)).toMatchObject({ state: 'active' })
    await pay(orderId)
    await raiseReaches(propertyId, 'funded')
    await reaches(orderId, 'cooling_off')
  })
})

describe('a raise that staff end', () => {
  it('refunds its orders, also in their cooling-off period, and ends its reservations', async () => {
    const open = await app.openRaise(100)
    const userId = await app.investor(open)
    const { orderId } = await app.answered(() => app.place(userId, open))
    const full = await app.openRaise(20)
    const paid = await bought(full)
    await reaches(paid.orderId, 'cooling_off')
    for (const propertyId of [open, full]) await desk.resolve(propertyId, { type: 'fail' }, 'raise')
    await reaches(orderId, 'expired')
    await reaches(paid.orderId, 'refunded')
    for (const ended of [orderId, paid.orderId])
      expect(await app.order(ended)).toMatchObject({ reason: 'raise_failed' })
    expect(await balance(accounts.unitsTreasury(open))).toEqual({ posted: 100, held: 0 })
    expect(await balance(accounts.investorCash(paid.userId))).toEqual({ posted: 0, held: 0 })
  })
})
