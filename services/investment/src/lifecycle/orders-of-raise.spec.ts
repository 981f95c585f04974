import { describe, expect, it } from '@jest/globals'
import { amountOf, type Change, check, Committer, MemoryLedgerStore, single } from '@hissa/ledger'
import { fils, type Units, units } from '@hissa/money'
import fc from 'fast-check'
import { accounts, chart } from '../accounts.js'
import type { Order } from '../orders/order.model.js'
import type { Raise } from '../raises/raise.js'
import { CancelOrder } from './cancel-order.js'
import { OrdersOfRaise, type OrdersWork } from './orders-of-raise.js'

const FUNDED = new Date('2026-11-21T08:00:00Z')
const ENDS = new Date('2026-11-23T08:00:00Z')
const DEED = { number: 'D-1', issuedOn: '2026-11-22', documentSha256: '0'.repeat(64), filedAt: FUNDED }

const raiseIn = (more: Partial<Raise>): Raise => ({
  ...{ _id: 'Prop_1_a', slug: 's', title: 't', offeringVersion: 1, unitPriceFils: fils(10_000), feeBasisPoints: 150 },
  ...{ unitsTotal: units(100), unitsIssued: units(100), minimumUnits: units(1), minimumFils: fils(200_000) },
  ...{ expectedReturnBasisPoints: null, deadline: ENDS, openedAt: FUNDED, fundedAt: FUNDED, phase: 0 },
  ...{ state: 'funded' as const, version: 1, ...more },
})

const orderOf = (count: Units, fee: number, more: Partial<Order> = {}): Order => ({
  ...{ _id: 'order-1', userId: 'u', propertyId: 'Prop_1_a', slug: 's', title: 't', offeringVersion: 1 },
  ...{ unitPriceFils: fils(10_000), units: count, amountFils: fils(count * 10_000), feeFils: fils(fee) },
  ...{ totalFils: fils(count * 10_000 + fee), state: 'cooling_off' as const, decisions: [], createdAt: FUNDED },
  ...{ expiresAt: ENDS, coolingOffEndsAt: ENDS, placeKey: 'place', inputHash: 'h', checkoutAttempt: 1, version: 3 },
  ...{ checkoutBegunAt: FUNDED, paymentId: 'pi_1', ...more },
})

/** Decides the work of one order at `at`. */
function decided(
  kind: OrdersWork,
  raise: Raise,
  order: Order,
  at = ENDS,
  status = 'investor_active',
): Promise<Change | { done: string }> {
  let n = 0
  const ids = { next: () => `id-${(n += 1)}` }
  const { userId, propertyId, units: held, amountFils, feeFils } = order
  const holding = { _id: `${userId}:${propertyId}`, userId, propertyId, units: held, amountFils, feeFils, version: 1 }
  const [orders, raises] = [{ byId: async () => order }, { byId: async () => raise }]
  const holdings = { of: async () => holding }
  const clock = { now: () => at }
  const cancel = new CancelOrder({} as never, orders as never, raises as never, holdings as never, clock, ids)
  const investors = { statusOf: async () => status }
  const parts = { orders, raises, holdings, investors, cancel, ids, now: () => at }
  return new OrdersOfRaise(propertyId, kind, parts as never).decide(order._id)
}

describe('the cooling-off period of an order', () => {
  const cool = async (more: Partial<Order>) => {
    const change = await decided('coolingOff', raiseIn({}), orderOf(units(20), 3_000, more))
    return 'done' in change ? change.done : change.saves[0]!.set
  }

  it('begins once, and anew if a reopening has left the end of an earlier one', async () => {
    expect(await cool({ state: 'paid' })).toMatchObject({ state: 'cooling_off', coolingOffEndsAt: ENDS })
    expect(await cool({ coolingOffEndsAt: FUNDED })).toMatchObject({ coolingOffEndsAt: ENDS })
    expect(await cool({ coolingOffEndsAt: ENDS })).toBe('moved on')
    expect(await cool({ state: 'cancelled' })).toBe('moved on')
  })
})

describe('an order is not allotted', () => {
  const order = orderOf(units(20), 3_000)
  it.each([
    ['before the deed is on file', raiseIn({}), order, ENDS],
    ['before its cooling-off period has ended', raiseIn({ deed: DEED }), order, new Date(ENDS.getTime() - 1)],
    ['in a raise that is open', raiseIn({ deed: DEED, state: 'active' }), order, ENDS],
    ['in a raise that has failed', raiseIn({ deed: DEED, state: 'failed' }), order, ENDS],
    [
      'during a dispute',
      raiseIn({ deed: DEED }),
      orderOf(units(20), 0, { dispute: { itemId: 'i', state: 'open' } }),
      ENDS,
    ],
    [
      'while it is on hold',
      raiseIn({ deed: DEED }),
      orderOf(units(20), 0, { hold: { since: ENDS, review: true } }),
      ENDS,
    ],
    [
      'before its cooling-off period has begun',
      raiseIn({ deed: DEED }),
      orderOf(units(20), 0, { state: 'paid' }),
      ENDS,
    ],
  ])('%s', async (_name, raise, each, at) => {
    expect(await decided('allot', raise, each, at)).toEqual({ done: 'not yet' })
  })

  it('while its investor is suspended, and is put on hold instead', async () => {
    const raise = raiseIn({ deed: DEED })
    const change = await decided('allot', raise, order, ENDS, 'suspended')
    expect(change).toMatchObject({
      key: 'order:order-1:3:hold',
      transfers: [],
      saves: [{ set: { hold: { review: true } } }],
    })
    expect((change as Change).events).toMatchObject([{ row: { event: { type: 'investment.order.held.v1' } } }])
    const held = orderOf(units(20), 0, { hold: { since: FUNDED, review: true } })
    expect(await decided('allot', raise, held, ENDS, 'suspended')).toEqual({ done: 'on hold' })
  })

  it('but is at that moment otherwise', async () => {
    expect(await decided('allot', raiseIn({ deed: DEED }), order)).toMatchObject({ key: 'order:order-1:3:allot' })
  })
})

/** Commits the changes to a ledger in which the order is paid, and returns its balances: credits less debits. */
async function posted(order: Order, change: Change | { done: string }): Promise<(id: string) => number> {
  if ('done' in change) throw new Error(`nothing to commit: ${change.done}`)
  const store = new MemoryLedgerStore()
  const timers = { elapsedMs: () => 0, sleep: () => new Promise<void>(() => undefined) }
  const ledger = new Committer({ store, chart, now: () => ENDS, timers })
  const { propertyId: p, userId: u, units: count, amountFils, feeFils, totalFils } = order
  const transfers = [
    ...single('test', accounts.unitsIssued(p), accounts.unitsTreasury(p), units(100)),
    ...single('test', accounts.unitsTreasury(p), accounts.unitsOf(p, u), count),
    ...single('test', accounts.peoplePool(p), accounts.peopleCounted(p), amountOf('count', 1)),
    ...single('test', accounts.cardClearing(), accounts.investorCash(u), totalFils),
    ...single('test', accounts.investorCash(u), accounts.escrow(p), amountFils),
    ...single('test', accounts.investorCash(u), accounts.pendingFees(p), feeFils),
  ]
  const before = { key: 'before', inputHash: 'h', saves: [], events: [] }
  expect(await ledger.commit({ ...before, transfers })).toMatchObject({ ok: true })
  // Only the postings are of interest here; the documents are not stored.
  expect(
    await ledger.commit({ ...change, saves: [], derive: (view) => ({ transfers: change.derive?.(view).transfers }) }),
  ).toMatchObject({ ok: true })
  const { balances, faults } = await check(store.transfers, chart)
  expect(faults).toEqual([])
  return (id) => (balances.get(id)?.creditsPosted ?? 0) - (balances.get(id)?.debitsPosted ?? 0)
}

const anyOrder = fc
  .tuple(fc.integer({ min: 1, max: 100 }), fc.nat(50_000))
  .map(([count, fee]) => orderOf(units(count), fee))

describe('the books of an order', () => {
  const [p, u] = ['Prop_1_a', 'u']

  it('show its units on the register and its money with the company and the platform after allotment', async () => {
    await fc.assert(
      fc.asyncProperty(anyOrder, async (order) => {
        const of = await posted(order, await decided('allot', raiseIn({ deed: DEED }), order))
        expect([of(accounts.unitsHeld(p, u)), of(accounts.unitsOf(p, u))]).toEqual([order.units, 0])
        expect(of(accounts.unitsTreasury(p))).toBe(100 - order.units)
        expect([of(accounts.company(p)), of(accounts.escrow(p))]).toEqual([order.amountFils, 0])
        expect([of(accounts.earnedFees()), of(accounts.pendingFees(p))]).toEqual([order.feeFils, 0])
        expect([of(accounts.platformFees()), of(accounts.platformFeesDue())]).toEqual([
          order.feeFils,
          0 - order.feeFils,
        ])
      }),
      { numRuns: 50 },
    )
  })

  it('show its units in the treasury and all its money with the investor after its raise has failed', async () => {
    await fc.assert(
      fc.asyncProperty(anyOrder, async (order) => {
        const of = await posted(order, await decided('refund', raiseIn({ state: 'failed' }), order))
        expect([of(accounts.unitsTreasury(p)), of(accounts.unitsOf(p, u))]).toEqual([100, 0])
        expect([of(accounts.escrow(p)), of(accounts.pendingFees(p))]).toEqual([0, 0])
        expect(of(accounts.investorCash(u))).toBe(order.totalFils)
        expect(of(accounts.peopleCounted(p))).toBe(0)
      }),
      { numRuns: 50 },
    )
  })

  it('stay as they are when the raise opens again', async () => {
    await fc.assert(
      fc.asyncProperty(anyOrder, async (order) => {
        const change = await decided('reopen', raiseIn({ state: 'active' }), order)
        expect(change).toMatchObject({
          transfers: [],
          saves: [{ set: { state: 'paid' }, unset: ['coolingOffEndsAt'] }],
        })
      }),
      { numRuns: 50 },
    )
  })
})
