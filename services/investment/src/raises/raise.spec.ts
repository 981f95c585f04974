import { describe, expect, it } from '@jest/globals'
import { fils, units } from '@hissa/money'
import { accounts } from '../accounts.js'
import { raiseProgress } from './progress.js'
import { amend, isOpen, type Raise, RAISE_TRANSITIONS } from './raise.js'

const at = new Date('2026-11-21T08:00:00Z')
const terms = {
  ...{
    slug: 's',
    title: 't',
    offeringVersion: 2,
    unitPriceFils: fils(10_000),
    unitsTotal: units(40),
    unitsIssued: units(40),
    minimumFils: fils(200_000),
  },
  ...{ feeBasisPoints: 150, expectedReturnBasisPoints: 800, deadline: new Date('2026-12-01T00:00:00Z') },
}
const raise: Raise = { _id: 'Prop_1_a', ...terms, state: 'active', openedAt: at, version: 1 }
const ids = { next: () => 'e' }
const empty = { debitsPosted: 0, creditsPosted: 0, debitsPending: 0, creditsPending: 0 }

/** Returns a view of the ledger with `paid` of 40 units paid, and `mine` of them the buyer's. */
function progress(paid: number, mine: number, bought: number) {
  const balances = new Map([
    [
      accounts.unitsTreasury('Prop_1_a'),
      { ...empty, creditsPosted: 40, debitsPosted: paid, debitsPending: Math.min(5, 40 - paid) },
    ],
    [accounts.unitsOf('Prop_1_a', 'u'), { ...empty, creditsPosted: mine }],
  ])
  const { derive } = raiseProgress(raise, ids, { userId: 'u', units: units(bought), how: 'paid' })
  const derived = derive({ at, seq: 9, balance: (id) => balances.get(id) ?? empty })
  return {
    ...derived,
    data: (derived.events as unknown as Array<{ row: { event: { data: unknown } } }>).map(({ row }) => row.event.data),
  }
}

describe('raiseProgress', () => {
  it('counts the units left after paid and reserved ones', () => {
    expect(progress(20, 20, 20).data).toMatchObject([
      { unitsAvailable: 15, unitsPaid: 20, investors: 1, state: 'active', version: 9 },
    ])
  })

  it('counts an investor only at the first paid order', () => {
    expect(progress(20, 20, 20).transfers).toHaveLength(1)
    expect(progress(20, 20, 10).transfers).toHaveLength(0)
  })

  it('funds the raise at the last unit and not before', () => {
    expect(progress(39, 20, 10)).toMatchObject({ saves: [] })
    expect(progress(40, 20, 10)).toMatchObject({
      saves: [{ set: { state: 'funded', fundedAt: at } }],
      data: [{ state: 'funded' }, { state: 'funded' }],
    })
  })
})

describe('a raise', () => {
  it('is open while active, before its deadline, and not once staff close it early', () => {
    expect(isOpen(raise, at)).toBe(true)
    expect(isOpen({ ...raise, closingAt: at }, at)).toBe(false)
    expect(isOpen(raise, terms.deadline)).toBe(false)
    expect(isOpen({ ...raise, state: 'funded' }, at)).toBe(false)
  })

  it('accepts newer terms but never another price or number of units', () => {
    const newer = { ...terms, offeringVersion: 3, title: 'new', unitPriceFils: fils(1), unitsTotal: units(9_999) }
    expect(amend(raise, newer)).toMatchObject({
      set: { title: 'new', unitPriceFils: 10_000, unitsTotal: 40 },
      refused: ['unitPriceFils', 'unitsTotal', 'minimumUnits'],
    })
    expect(amend(raise, terms)).toBeUndefined()
  })

  it('accepts a later deadline but never an earlier one', () => {
    const dueAt = (deadline: Date) => ({ kind: 'deadline' as const, dueAt: deadline, nextTryAt: deadline, tries: 0 })
    const due = { ...dueAt(terms.deadline), refusals: 0 }
    const [later, earlier] = [new Date('2026-12-01T00:00:00.001Z'), new Date('2026-11-30T23:59:59.999Z')]
    const deadlineOf = (deadline: Date, change: Partial<Raise> = {}) => {
      const { set, refused } = amend({ ...raise, due, ...change }, { ...terms, offeringVersion: 3, deadline })!
      return [set.deadline, set.due?.dueAt, refused]
    }
    expect(deadlineOf(later)).toEqual([later, later, []])
    expect(deadlineOf(terms.deadline)).toEqual([terms.deadline, terms.deadline, []])
    expect(deadlineOf(earlier)).toEqual([terms.deadline, terms.deadline, ['deadline']])
    // Other work keeps its time: an early close, and the announcement of an extension.
    expect(deadlineOf(later, { closingAt: at })).toEqual([later, undefined, []])
    expect(deadlineOf(later, { due: { ...due, kind: 'extend' } })).toEqual([later, undefined, []])
  })

  it('has transitions to known states only', () => {
    const states = Object.keys(RAISE_TRANSITIONS)
    for (const targets of Object.values(RAISE_TRANSITIONS))
      for (const next of Object.values(targets)) expect(states).toContain(next)
  })
})
