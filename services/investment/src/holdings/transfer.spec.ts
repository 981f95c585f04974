import { describe, expect, it } from '@jest/globals'
import { fils, units, ZERO } from '@hissa/money'
import type { Save } from '@hissa/ledger'
import fc from 'fast-check'
import {
  arriveInHolding,
  costOf,
  type Holding,
  holdingState,
  issueInHolding,
  takeFromHolding,
  transferIn,
  transferOut,
} from './holding.js'

const at = new Date('2026-11-21T08:00:00Z')
const later = new Date('2026-12-24T08:00:00Z')
const price = fils(10_000)
const onChain = { chainId: 1, token: '0xt', account: '0xa', transactionHash: '0xh' }

const holdingOf = (change: Partial<Holding>): Holding => ({
  ...{ _id: 'ann:p', userId: 'ann', propertyId: 'p', slug: 's', title: 't', unitPriceFils: price, version: 4 },
  ...{ units: units(20), allottedUnits: units(20), amountFils: fils(200_000), feeFils: fils(3_001) },
  ...{ firstPaidAt: at, lastPaidAt: at },
  ...change,
})
const orderOf = (count: number, feeFils = ZERO) => ({
  ...{ userId: 'ann', propertyId: 'p', slug: 's', title: 't', unitPriceFils: price, units: units(count) },
  ...{ amountFils: fils(count * price), feeFils },
})
const applied = (before: Holding | undefined, { set, version }: Save): Holding => {
  expect(version).toBe(before?.version ?? 0)
  return { ...before, ...set, version: version + 1 } as Holding
}

/** Returns both holdings after a transfer. */
function transferred(
  from: Holding,
  to: Holding | undefined,
  count: number,
  elsewhere: ReturnType<typeof orderOf>[] = [],
) {
  const cost = costOf(from, units(count), elsewhere)
  return {
    cost,
    from: applied(from, transferOut(from, cost, later)),
    to: applied(to, transferIn(to, 'bob', from, cost, later)),
  }
}

describe('the cost of transferred units', () => {
  it('is in proportion, and nothing of it is lost', () => {
    const holding = fc.record({
      registered: fc.integer({ min: 1, max: 1_000_000 }),
      waiting: fc.integer({ min: 0, max: 1_000 }),
      fee: fc.integer({ min: 0, max: 1_000_000_000 }),
      waitingFee: fc.integer({ min: 0, max: 100_000 }),
    })
    fc.assert(
      fc.property(holding, fc.integer({ min: 1, max: 1_000_000 }), ({ registered, waiting, fee, waitingFee }, most) => {
        const count = Math.min(most, registered)
        const from = holdingOf({
          ...{ units: units(registered + waiting), allottedUnits: units(registered) },
          ...{ amountFils: fils((registered + waiting) * price), feeFils: fils(fee + waitingFee) },
        })
        const moved = transferred(from, undefined, count, [orderOf(waiting, fils(waitingFee))])
        expect(moved.from.amountFils + moved.to.amountFils).toBe(from.amountFils)
        expect(moved.from.feeFils + moved.to.feeFils).toBe(from.feeFils)
        expect(moved.from.units + moved.to.units).toBe(from.units)
        expect(moved.to.amountFils).toBe(count * price)
        expect(Math.abs(moved.to.feeFils - (fee * count) / registered)).toBeLessThan(1)
        // What is not on the register keeps its cost, to the fil.
        if (count === registered) expect(moved.from.feeFils).toBe(waitingFee)
      }),
    )
  })

  it('returns exactly when the units are transferred back in parts, in any sizes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 500 }), fc.integer({ min: 0, max: 99_999 }), fc.nat(), (count, fee, n) => {
        const first = 1 + (n % (count - 1))
        const before = holdingOf({
          units: units(count),
          allottedUnits: units(count),
          amountFils: fils(count * price),
          feeFils: fils(fee),
        })
        const one = transferred(before, undefined, first)
        const two = transferred(one.from, one.to, count - first)
        expect(two.to).toMatchObject({ units: count, amountFils: count * price, feeFils: fee })
        expect(two.from).toMatchObject({ units: 0, allottedUnits: 0, amountFils: 0, feeFils: 0 })
      }),
    )
  })
})

describe('a holding that came by a transfer', () => {
  it('is registered, and issued once its shares have moved on the chain', () => {
    const from = applied(holdingOf({}), issueInHolding(holdingOf({}), orderOf(20), onChain))
    const moved = transferred(from, undefined, 7)
    expect(moved.to).toMatchObject({ units: 7, allottedUnits: 7, firstPaidAt: later, lastPaidAt: later })
    expect(holdingState(moved.to, { state: 'completed' })).toBe('allotted')
    expect(moved.from).toMatchObject({ units: 13, issuedUnits: 13 })
    expect(holdingState(moved.from, { state: 'completed' })).toBe('issued')
    const arrived = applied(moved.to, arriveInHolding(moved.to, units(7), onChain))
    expect(arrived).toMatchObject({ issuedUnits: 7, onChain })
    expect(holdingState(arrived, { state: 'completed' })).toBe('issued')
  })

  it('keeps the date of the latest payment of the receiver’s own orders', () => {
    const own = holdingOf({ _id: 'bob:p', userId: 'bob', units: units(20), allottedUnits: units(0) })
    expect(transferred(holdingOf({}), own, 5).to).toMatchObject({ units: 25, allottedUnits: 5, lastPaidAt: at })
  })
})

describe('units that are transferred before their shares are minted', () => {
  it('are not counted as issued at the sender when the mint is reported', () => {
    const { from } = transferred(holdingOf({}), undefined, 15)
    expect(from).toMatchObject({ units: 5, issuedUnits: 0, owedUnits: 15 })
    const minted = applied(from, issueInHolding(from, orderOf(20), onChain))
    expect(minted).toMatchObject({ issuedUnits: 5, owedUnits: 0 })
    expect(holdingState(minted, { state: 'completed' })).toBe('issued')
  })

  it('may be transferred on, and arrive in any order', () => {
    const first = transferred(holdingOf({}), undefined, 20)
    const second = transferred(first.to, undefined, 20)
    expect(second.from).toMatchObject({ units: 0, issuedUnits: 0, owedUnits: 20 })
    const arrived = applied(second.from, arriveInHolding(second.from, units(20), onChain))
    expect(arrived).toMatchObject({ issuedUnits: 0, owedUnits: 0 })
  })
})

describe('an order that is reversed after a transfer', () => {
  it.each([
    ['allotted', { issuedUnits: 0, owedUnits: 0 }],
    ['issued', { issuedUnits: 0 }],
  ] as const)('takes back what the payer still holds, if it was %s', (state, counts) => {
    const before = holdingOf({})
    const start = state === 'issued' ? applied(before, issueInHolding(before, orderOf(20), onChain)) : before
    const { from } = transferred(start, undefined, 15)
    const left = costOf(from, units(5), [])
    const after = applied(from, takeFromHolding(from, orderOf(20), state, left))
    expect(after).toMatchObject({ units: 0, allottedUnits: 0, amountFils: 0, feeFils: 0, ...counts })
  })

  it('takes nothing if the payer holds nothing', () => {
    const { from } = transferred(holdingOf({}), undefined, 20)
    const after = applied(from, takeFromHolding(from, orderOf(20), 'allotted', costOf(from, units(0), [])))
    expect(after).toMatchObject({ units: 0, allottedUnits: 0, amountFils: 0, feeFils: 0, issuedUnits: 0, owedUnits: 0 })
  })
})
