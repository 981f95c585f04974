import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { UserConfirmed } from '@hissa/contracts/identity'
import {
  GetRewards,
  GetRewardsProgram,
  ListReferrals,
  OrderAllotted,
  OrderCancelled,
  OrderDisputed,
  OrderPaid,
} from '@hissa/contracts/investment'
import { newId } from '@hissa/kernel'
import { listDeadLetters, subjectOf } from '@hissa/messaging'
import { MIGRATIONS } from '../src/migrations.js'
import { recount } from '../src/rewards/recount.js'
import { refusal } from './desk.js'
import { type Bought, DAY, ShareTransfers } from './share-transfers.js'

const YEAR = 366 * DAY
const PROGRAM = { firstInvestment: 500, referral: 500, anniversary: 100, expiryMonths: 24, tiers: [] }

let shares: ShareTransfers
/** Pairs of accounts that identity says belong to one person. */
const same = new Set<string>()
beforeAll(async () => {
  shares = await ShareTransfers.start()
  const { bus } = shares.app
  bus.nc.subscribe('rpc.identity.isSamePerson', {
    callback: (_, message) => {
      const { userIds } = message.json<{ data: { input: { userIds: string[] } } }>().data.input
      const output = { same: same.has(userIds.join(' ')) }
      message.respond(JSON.stringify({ response: { ok: true, output } }))
    },
  })
  await bus.nc.flush()
})
afterAll(() => shares.stop())

const rewards = (userId: string) => shares.app.call(GetRewards, { limit: 20 }, userId)
const referrals = (userId: string) => shares.app.call(ListReferrals, { limit: 20 }, userId)
const hasPoints = (userId: string, points: number, pendingPoints = 0) =>
  shares.app.untilRetried(`${points} points and ${pendingPoints} pending`, async () => {
    const found = await rewards(userId)
    return found.points === points && found.pendingPoints === pendingPoints ? found : null
  })
const confirm = (userId: string, referralCode?: string) =>
  shares.app.publish(UserConfirmed, userId, { userId, ...(referralCode ? { referralCode } : {}) })
const isMember = (userId: string) =>
  shares.app.until('the account is a member', () => shares.app.collection('reward_members').findOne({ _id: userId }))
const fact = async ({ orderId }: Bought) =>
  (await shares.app.events('investment.order.paid.v1', orderId))[0]!['event'].data

/** Returns an investor with a paid order, referred by the member of a code. */
async function referred(code: string) {
  const propertyId = await shares.app.openRaise(40)
  const order = await shares.buy(propertyId)
  await confirm(order.userId, code)
  await isMember(order.userId)
  return order
}

describe('reward points', () => {
  it('are pending from the payment, and earned once the shares are registered', async () => {
    const propertyId = await shares.app.openRaise(40)
    const order = await shares.buy(propertyId)
    const { rewards: history, ...rest } = await hasPoints(order.userId, 0, 500)
    expect(history).toEqual([expect.objectContaining({ kind: 'first_investment', state: 'pending', points: 500 })])
    expect(rest).toMatchObject({ tier: 'member', nextTier: { tier: 'silver', missingPoints: 1_000 } })
    expect(rest.expiringNext).toBeUndefined()
    const [allotted] = await shares.allotted()
    const earned = await hasPoints(allotted.userId, 500)
    expect(earned.expiringNext).toEqual({ points: 500, at: earned.rewards[0]!.expiresAt })
    expect((await shares.app.proof()).faults).toEqual([])
  })

  it('are posted once per cause, however often and late an event arrives', async () => {
    const [order] = await shares.allotted()
    await hasPoints(order.userId, 500)
    const data = await fact(order)
    for (const event of [OrderAllotted, OrderPaid, OrderAllotted]) await shares.app.publish(event, order.orderId, data)
    const version = async () =>
      (await shares.app.collection('reward_members').findOne({ _id: order.userId }))!['version'] as number
    const before = await version()
    await shares.app.publish(OrderPaid, order.orderId, data)
    await shares.app.until('the last event is handled', async () => (await version()) > before)
    expect(await rewards(order.userId)).toMatchObject({ points: 500, count: 1 })
    expect((await shares.app.proof()).faults).toEqual([])
  })

  it('are taken back when the order is reversed by a lost dispute', async () => {
    const [order] = await shares.allotted()
    await hasPoints(order.userId, 500)
    await shares.dispute(order, 'created', 'withdrawn', 'lost')
    const { rewards: history } = await hasPoints(order.userId, 0)
    expect(history.map(({ state }) => state)).toEqual(['taken_back'])
  })

  it('are withdrawn when the payment of an order that is not registered is lost', async () => {
    const order = await shares.buy(await shares.app.openRaise(40))
    await hasPoints(order.userId, 0, 500)
    await shares.dispute(order, 'created', 'withdrawn', 'lost')
    const { rewards: history } = await hasPoints(order.userId, 0)
    expect(history.map(({ state }) => state)).toEqual(['withdrawn'])
  })

  it('are given to investors of an earlier release, once', async () => {
    const [order] = await shares.allotted()
    await hasPoints(order.userId, 500)
    await shares.app.collection('reward_members').deleteOne({ _id: order.userId })
    const migration = MIGRATIONS.find(({ name }) => name === '006-members-of-rewards')!
    await migration.up(shares.app.connection)
    // In an earlier release no change of the member has a key yet; here the first versions are used.
    await shares.app.collection('reward_members').updateOne({ _id: order.userId }, { $set: { version: 1_000 } })
    await migration.up(shares.app.connection)
    await shares.app.untilRetried('the member has a code', async () => (await isMember(order.userId))['code'])
    expect(await rewards(order.userId)).toMatchObject({ points: 500, count: 1 })
  })

  it.each([
    ['investment-join-rewards-when-user-confirmed', UserConfirmed],
    ['investment-post-points-when-order-paid', OrderPaid],
    ['investment-post-points-when-order-allotted', OrderAllotted],
    ['investment-post-points-when-order-cancelled', OrderCancelled],
    ['investment-post-points-when-order-disputed', OrderDisputed],
  ])(
    'are not changed by an event that violates its contract: %s moves it to the dead letters',
    async (name, { type }) => {
      const id = newId()
      const about = {
        specversion: '1.0',
        id,
        source: 'test',
        subject: id,
        time: shares.app.now().toISOString(),
        version: 1,
      }
      await shares.app.bus.js.publish(subjectOf(type), JSON.stringify({ ...about, type, data: { nothing: id } }))
      await shares.app.until('the event is a dead letter', async () =>
        (await listDeadLetters(shares.app.bus, 'investment')).some(({ consumer }) => consumer === name),
      )
    },
  )
})

describe('a referral', () => {
  it('gives points to both sides once the first investment is registered, and says nothing about the person', async () => {
    const referrer = newId()
    const { code, link } = await referrals(referrer)
    expect(link).toBe(`http://hissa.test/registration?ref=${code}`)
    const joined = newId()
    await confirm(joined, code)
    await isMember(joined)
    const [a] = await shares.allotted()
    await confirm(a.userId, code)
    await hasPoints(referrer, 500)
    await hasPoints(a.userId, 1_000)
    const list = await referrals(referrer)
    expect(list.referrals.map(({ state }) => state)).toEqual(['rewarded', 'joined'])
    const seen = JSON.stringify([list, await rewards(referrer)])
    for (const secret of [a.userId, a.orderId, joined]) expect(seen).not.toContain(secret)
    const first = await shares.app.call(ListReferrals, { limit: 1 }, referrer)
    const second = await shares.app.call(ListReferrals, { limit: 1, cursor: first.cursor! }, referrer)
    expect([...first.referrals, ...second.referrals]).toEqual(list.referrals)
    expect(Buffer.from(first.cursor!, 'base64url').toString()).not.toContain(a.userId)
  })

  it('is refused for good when both accounts belong to one person', async () => {
    const referrer = newId()
    const { code } = await referrals(referrer)
    const propertyId = await shares.app.openRaise(40)
    const userId = await shares.app.investor(propertyId)
    same.add(`${userId} ${referrer}`)
    await confirm(userId, code)
    await isMember(userId)
    const order = await referredOrder(userId, propertyId)
    await hasPoints(userId, 0, 500)
    same.delete(`${userId} ${referrer}`)
    await shares.app.publish(OrderPaid, order.orderId, await fact(order))
    await hasPoints(userId, 0, 500)
    expect((await referrals(referrer)).referrals.map(({ state }) => state)).toEqual(['refused'])
    expect(await rewards(referrer)).toMatchObject({ points: 0, pendingPoints: 0, count: 0 })
  })

  it('never changes, and neither the own code nor an unknown one is a referral', async () => {
    const [userId, referrer, other] = [newId(), newId(), newId()]
    const [own, first, second] = await Promise.all([userId, referrer, other].map((each) => referrals(each)))
    const of = async () => (await isMember(userId))['referral']
    const marker = async (code?: string) => {
      await confirm(userId, code)
      const last = newId()
      await confirm(last)
      await isMember(last)
    }
    await marker(own!.code)
    await marker('2222222222')
    expect(await of()).toBeUndefined()
    await confirm(userId, first!.code)
    await shares.app.until('the referral is recorded', of)
    await marker(second!.code)
    expect(await of()).toMatchObject({ by: referrer })
  })

  it('waits as pending while the first order is not registered', async () => {
    const referrer = newId()
    const { code } = await referrals(referrer)
    const order = await referred(code)
    await hasPoints(order.userId, 0, 1_000)
    await hasPoints(referrer, 0, 500)
    expect((await referrals(referrer)).referrals.map(({ state }) => state)).toEqual(['pending'])
  })
})

describe('the rewards program', () => {
  it('is open to everyone', async () => {
    expect(await shares.app.call(GetRewardsProgram, {})).toMatchObject({
      ...{ firstInvestmentPoints: 500, referralPoints: 500, anniversaryPoints: 100, expiryMonths: 24 },
      tiers: [{ tier: 'member', fromPoints: 0 }, { fromPoints: 1_000 }, { fromPoints: 5_000 }],
    })
  })

  it('rejects cursors of other lists', async () => {
    expect(await refusal(shares.app.call(GetRewards, { limit: 1, cursor: 'abc' }, newId()))).toBe(
      '400 VALIDATION_FAILED',
    )
    expect(await refusal(shares.app.call(ListReferrals, { limit: 1, cursor: 'abc' }, newId()))).toBe(
      '400 VALIDATION_FAILED',
    )
  })

  it('has posted exactly what a recount of every member’s orders gives', async () => {
    const recounted = async () => {
      const points = new Map<string, number>()
      for (const { _id: userId, referral } of await shares.app.collection('reward_members').find().toArray()) {
        const orders = await shares.app
          .collection('orders')
          .find({ userId, paidAt: { $exists: true } })
          .toArray()
        const referredBy = referral?.['refused'] ? undefined : (referral?.['by'] as string | undefined)
        const input = { userId, referredBy, orders: orders as never, program: PROGRAM, now: shares.app.now() }
        for (const { userId: to, points: more, state } of recount(input))
          if (state === 'earned') points.set(to, (points.get(to) ?? 0) + more)
      }
      return points
    }
    const posted = async () => {
      const { balances } = await shares.app.proof()
      const own = [...balances].filter(([account]) => account.startsWith('points:member:'))
      const points = own.map(([account, { creditsPosted, debitsPosted }]) => [
        account.slice('points:member:'.length),
        creditsPosted - debitsPosted,
      ])
      return new Map(points.filter(([, count]) => count !== 0) as [string, number][])
    }
    // The last events may still be on their way.
    await shares.app.untilRetried('both agree', async () => isDeepStrictEqual(await posted(), await recounted()))
    expect((await posted()).size).toBeGreaterThan(3)
  })

  // Last, because it moves time by years.
  it('gives points on the anniversary, and lets them expire after 24 months', async () => {
    const [order] = await shares.allotted()
    await hasPoints(order.userId, 500)
    await shares.app.advance(YEAR)
    await hasPoints(order.userId, 600)
    await shares.app.advance(YEAR)
    const { rewards: history } = await hasPoints(order.userId, 200)
    expect(history.map(({ kind, state }) => `${kind} ${state}`).sort()).toEqual([
      'anniversary earned',
      'anniversary earned',
      'first_investment expired',
    ])
    expect((await shares.app.proof()).faults).toEqual([])
  })
})

/** Buys 20 units as an investor who exists. */
async function referredOrder(userId: string, propertyId: string): Promise<Bought> {
  const { orderId } = await shares.app.answered(() => shares.app.place(userId, propertyId))
  const sessionId = await shares.app.sessionOf(orderId)
  await shares.desk.settle(shares.app.gateway.webhook(shares.app.gateway.pay(sessionId), `evt_${sessionId}`))
  return { propertyId, userId, orderId }
}
