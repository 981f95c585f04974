import { describe, expect, it } from '@jest/globals'
import { fils, units } from '@hissa/money'
import { type Holding, holdingState, issueInHolding, takeFromHolding } from './holding.js'

describe('the state of a holding', () => {
  it.each([
    ['active', 0, 'pending'],
    ['failed', 0, 'pending'],
    ['funded', 0, 'cooling_off'],
    ['funded', 19, 'cooling_off'],
    // A disputed order is not allotted with the others.
    ['completed', 19, 'cooling_off'],
    ['completed', 20, 'allotted'],
    ['funded', 20, 'allotted'],
  ] as const)('in a raise that is %s, with %d of 20 units registered, is %s', (state, allotted, expected) => {
    expect(holdingState({ units: units(20), allottedUnits: units(allotted) }, { state })).toBe(expected)
  })

  it.each([
    [19, 'allotted'],
    [20, 'issued'],
  ] as const)('with %d of 20 registered units minted is %s', (issued, expected) => {
    const holding = { units: units(20), allottedUnits: units(20), issuedUnits: units(issued) }
    expect(holdingState(holding, { state: 'completed' })).toBe(expected)
  })
})

describe('a holding of two allotted orders', () => {
  const at = new Date('2026-11-21T08:00:00Z')
  const order = { userId: 'u', propertyId: 'p', slug: 's', title: 't', units: units(20) }
  const amounts = { unitPriceFils: fils(10_000), amountFils: fils(200_000), feeFils: fils(3_000) }
  const onChain = { chainId: 1, token: '0xt', account: '0xa', transactionHash: '0xh' }
  const both: Holding = {
    ...{ _id: 'u:p', ...order, ...amounts, units: units(40), allottedUnits: units(40), amountFils: fils(400_000) },
    ...{ feeFils: fils(6_000), firstPaidAt: at, lastPaidAt: at, version: 4 },
  }
  const applied = (before: Holding, { set, version }: { set: object; version: number }): Holding => {
    expect(version).toBe(before.version)
    return { ...before, ...set, version: version + 1 }
  }
  const issued = applied(both, issueInHolding(both, order, onChain))

  it('counts the minted units of the first, and is issued with the second', () => {
    expect(issued).toMatchObject({ units: 40, allottedUnits: 40, issuedUnits: 20, onChain })
    expect(holdingState(issued, { state: 'completed' })).toBe('allotted')
    expect(holdingState(applied(issued, issueInHolding(issued, order, onChain)), { state: 'completed' })).toBe('issued')
  })

  it.each([
    ['paid', { units: 20, allottedUnits: 40, issuedUnits: 20 }],
    ['allotted', { units: 20, allottedUnits: 20, issuedUnits: 20 }],
    ['issued', { units: 20, allottedUnits: 20, issuedUnits: 0 }],
  ] as const)('loses exactly the units of an order that was %s', (from, left) => {
    expect(applied(issued, takeFromHolding(issued, { ...order, ...amounts }, from))).toMatchObject(left)
  })
})
