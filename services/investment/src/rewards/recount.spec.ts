import { describe, expect, it } from '@jest/globals'
import { accounts } from '../accounts.js'
import { chart } from '../accounts.js'
import { Committer, MemoryLedgerStore } from '@hissa/ledger'
import { difference } from './post-points.js'
import type { RewardsProgram } from './program.js'
import { tierOf } from './program.js'
import { monthsAfter, nextChangeAt, recount, type RewardedOrder } from './recount.js'
import type { RewardRow } from './reward.store.js'

const program: RewardsProgram = {
  ...{ firstInvestment: 500, referral: 500, anniversary: 100, expiryMonths: 24 },
  tiers: [
    { tier: 'member', fromPoints: 0 },
    { tier: 'silver', fromPoints: 1_000 },
    { tier: 'gold', fromPoints: 5_000 },
  ],
}
const day = (text: string) => new Date(`${text}T08:00:00Z`)
const order = (_id: string, more: Partial<RewardedOrder>): RewardedOrder => ({
  ...{ _id, state: 'allotted', paidAt: day('2026-01-01') },
  ...more,
})
const at = (now: string, orders: readonly RewardedOrder[], referredBy?: string) =>
  recount({ userId: 'amal', referredBy, orders, program, now: day(now) })
const inShort = (rewards: ReturnType<typeof recount>) =>
  rewards.map(({ kind, userId, orderId, points, state }) => `${userId} ${kind} ${orderId} ${points} ${state}`)

describe('a recount of points', () => {
  it('gives points for the first registered investment only, however many orders follow', () => {
    const orders = [
      order('b', { allottedAt: day('2026-02-02') }),
      order('a', { allottedAt: day('2026-02-01') }),
      order('c', { state: 'issued', allottedAt: day('2026-02-03') }),
    ]
    expect(inShort(at('2026-03-01', orders))).toEqual(['amal first_investment a 500 earned'])
  })

  it('gives points to both sides of a referral with the first registered investment', () => {
    expect(inShort(at('2026-03-01', [order('a', { allottedAt: day('2026-02-01') })], 'omar'))).toEqual([
      'amal first_investment a 500 earned',
      expect.stringMatching(/^omar referral a 500 earned$/),
      'amal referred a 500 earned',
    ])
  })

  it('has points pending from the payment, and none if the order is cancelled before it is registered', () => {
    expect(inShort(at('2026-01-02', [order('a', { state: 'paid' })]))).toEqual(['amal first_investment a 500 pending'])
    expect(inShort(at('2026-01-02', [order('a', { state: 'cooling_off' })]))).toHaveLength(1)
    expect(at('2026-01-02', [order('a', { state: 'refunding', closedAt: day('2026-01-02') })])).toEqual([])
  })

  it('takes points back when the order is reversed, and gives them for the next registered one from then on', () => {
    const reversed = order('a', { state: 'refunded', allottedAt: day('2026-02-01'), closedAt: day('2026-04-01') })
    const rewards = at('2026-05-01', [reversed, order('b', { allottedAt: day('2026-02-02') })])
    expect(inShort(rewards)).toEqual(['amal first_investment a 500 taken_back', 'amal first_investment b 500 earned'])
    expect(rewards[1]!.earnedAt).toEqual(day('2026-04-01'))
  })

  it('gives points on each anniversary of the first registered investment until it is reversed', () => {
    const a = order('a', { allottedAt: day('2026-02-01') })
    expect(at('2027-01-31', [a])).toHaveLength(1)
    expect(inShort(at('2028-01-31', [a]))).toEqual([
      'amal first_investment a 500 earned',
      'amal anniversary a 100 earned',
    ])
    const reversed = { ...a, state: 'refunded' as const, closedAt: day('2027-06-01') }
    expect(inShort(at('2029-01-01', [reversed]))).toEqual([
      'amal first_investment a 500 taken_back',
      'amal anniversary a 100 taken_back',
    ])
  })

  it('lets points expire after 24 months, after which a reversal takes nothing and no other order takes their place', () => {
    const a = order('a', { allottedAt: day('2026-02-01') })
    expect(inShort(at('2028-02-01', [a]))).toEqual([
      'amal first_investment a 500 expired',
      'amal anniversary a 100 earned',
      'amal anniversary a 100 earned',
    ])
    const late = { ...a, state: 'refunded' as const, closedAt: day('2028-03-01') }
    const rewards = at('2028-04-01', [late, order('b', { allottedAt: day('2026-02-02') })])
    expect(inShort(rewards)[0]).toBe('amal first_investment a 500 expired')
    expect(rewards.some(({ orderId }) => orderId === 'b')).toBe(false)
  })

  it('keeps the number and expiry of points that were posted under an earlier program', () => {
    const earnedAt = day('2026-02-01')
    const posted = [{ id: 'first_investment:a', points: 300, earnedAt, expiresAt: day('2026-12-01') }]
    const input = { userId: 'amal', orders: [order('a', { allottedAt: earnedAt })], program, now: day('2026-03-01') }
    expect(recount({ ...input, posted })[0]).toMatchObject({ points: 300, expiresAt: day('2026-12-01') })
  })

  it('does not reveal the order of who was referred in the id of the referrer’s points', () => {
    const ids = at('2026-03-01', [order('a-secret', { allottedAt: day('2026-02-01') })], 'omar')
    expect(ids.find(({ kind }) => kind === 'referral')!.id).not.toContain('secret')
  })

  it('returns the next anniversary or expiry, at which points change without an order', () => {
    const orders = [order('a', { allottedAt: day('2026-02-01') })]
    const next = (now: string) => {
      const input = { userId: 'amal', orders, program, now: day(now) }
      return nextChangeAt(recount(input), input)
    }
    expect(next('2026-03-01')).toEqual(day('2027-02-01'))
    expect(next('2027-02-01')).toEqual(day('2028-02-01'))
    expect(nextChangeAt([], { userId: 'amal', orders: [], program, now: day('2026-03-01') })).toBeUndefined()
  })

  it.each([
    ['2024-02-29', 12, '2025-02-28'],
    ['2026-01-31', 1, '2026-02-28'],
    ['2026-08-31', 24, '2028-08-31'],
  ])('counts calendar months: %s and %s months are %s', (from, months, to) => {
    expect(monthsAfter(day(from), months)).toEqual(day(to))
  })
})

describe('the tier of a balance', () => {
  it.each([
    [0, 'member', 1_000],
    [999, 'member', 1],
    [1_000, 'silver', 4_000],
    [5_000, 'gold', undefined],
  ])('of %s points is %s', (points, tier, missing) => {
    expect(tierOf(program, points)).toEqual({
      tier,
      ...(missing === undefined ? {} : { next: expect.objectContaining({ missingPoints: missing }) }),
    })
  })
})

/** A small deterministic source of numbers from 0 to below `n`. */
function numbers(seed: number) {
  let state = seed
  return (n: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * n)
  }
}

describe('posted points', () => {
  it.each(Array.from({ length: 40 }, (_, seed) => [seed + 1]))(
    'agree with a recount after every step of a random history of paid, cancelled and disputed orders (%s)',
    async (seed) => {
      const random = numbers(seed)
      let now = day('2026-01-01')
      const ledger = new Committer({ store: new MemoryLedgerStore(), chart, now: () => now })
      const orders: RewardedOrder[] = []
      const rows = new Map<string, RewardRow>()
      let version = 0
      const post = async () => {
        const key = `rewards:amal:${(version += 1)}`
        const posted = [...rows.values()].map((row) => ({ ...row, id: row._id }))
        const wanted = recount({ userId: 'amal', referredBy: 'omar', orders, posted, program, now })
        const { transfers, saves } = difference('amal', key, [...rows.values()], wanted)
        const outcome = await ledger.commit({ key, inputHash: key, transfers, saves, events: [] })
        expect(outcome).toMatchObject({ ok: true })
        for (const { id, version: before, set, unset = [] } of saves) {
          const row = { ...rows.get(id), ...set, _id: id, version: before + 1 } as RewardRow
          for (const field of unset) delete row[field as keyof RewardRow]
          rows.set(id, row)
        }
        return wanted
      }
      for (let step = 0; step < 40; step += 1) {
        now = new Date(now.getTime() + random(120) * 86_400_000)
        const open = orders.filter(({ state }) => ['paid', 'cooling_off', 'allotted'].includes(state))
        const one = open[random(Math.max(1, open.length))]
        const index = one ? orders.indexOf(one) : -1
        const change = random(4)
        if (!one || change === 0) orders.push(order(`o${orders.length}`, { state: 'paid', paidAt: now }))
        else if (one.state === 'allotted' && change > 1) orders[index] = { ...one, state: 'refunded', closedAt: now }
        else if (change === 1) orders[index] = { ...one, state: 'allotted', allottedAt: one.allottedAt ?? now }
        else if (one.state !== 'allotted') orders[index] = { ...one, state: 'cancelled', closedAt: now }
        // Events may be late: several changes can precede one posting.
        if (random(3) === 0) continue
        const wanted = await post()
        await post()
        for (const userId of ['amal', 'omar']) {
          const sum = (...states: string[]) =>
            wanted
              .filter((reward) => reward.userId === userId && states.includes(reward.state))
              .reduce((total, { points }) => total + points, 0)
          const balance = await ledger.balance(accounts.pointsOf(userId))
          expect(balance.creditsPosted - balance.debitsPosted).toBe(sum('earned'))
          expect(balance.creditsPending).toBe(sum('pending'))
        }
      }
    },
  )
})
