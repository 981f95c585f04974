import { describe, expect, it } from '@jest/globals'
import { fils, units } from '@hissa/money'
import fc from 'fast-check'
import { accounts } from '../accounts.js'
import { inPhase, raiseCommand, raiseProgress } from './progress.js'
import type { Raise } from './raise.js'

const at = new Date('2026-11-21T08:00:00Z')
const EMPTY = { debitsPosted: 0, creditsPosted: 0, debitsPending: 0, creditsPending: 0 }
const ids = { next: () => 'e' }
const raise: Raise = {
  ...{ _id: 'Prop_1_a', slug: 's', title: 't', offeringVersion: 1, unitPriceFils: fils(10_000), feeBasisPoints: 150 },
  ...{ unitsTotal: units(100), unitsIssued: units(100), minimumUnits: units(60), minimumFils: fils(200_000) },
  ...{ expectedReturnBasisPoints: null, deadline: new Date('2026-12-01T00:00:00Z'), openedAt: at },
  ...{ state: 'active', phase: 3, version: 7 },
}

/** The ledger after a change: the phases that passed, the units paid, and those of the investor. */
function viewOf({ phase = 3, paid = 50, mine = 20 }: { phase?: number; paid?: number; mine?: number }) {
  const balances = new Map([
    [accounts.phasesPassed(raise._id), { ...EMPTY, creditsPosted: phase }],
    [accounts.unitsTreasury(raise._id), { ...EMPTY, creditsPosted: 100, debitsPosted: paid }],
    [accounts.unitsOf(raise._id, 'u'), { ...EMPTY, creditsPosted: mine }],
    [accounts.peopleCounted(raise._id), { ...EMPTY, creditsPosted: 4, debitsPosted: 1 }],
  ])
  return { at, seq: 9, balance: (id: string) => balances.get(id) ?? EMPTY }
}

const moved = (how: 'paid' | 'returned', count: number) => ({ userId: 'u', units: units(count), how })

describe('a change that depends on the state of a raise', () => {
  const parts = {
    'that moves no units': inPhase(raise),
    'that moves units': raiseProgress(raise, ids, moved('paid', 20)),
    'that is a command': raiseCommand(raise, ids, () => ({ type: 'beginClosing' })),
  }

  it.each(Object.entries(parts))('%s is refused as STALE in every other state', (_name, part) => {
    expect(part.reads).toContain(accounts.phasesPassed(raise._id))
    expect(part.derive(viewOf({}))).not.toHaveProperty('refusal')
    fc.assert(
      fc.property(fc.nat(20), (phase) => {
        fc.pre(phase !== 3)
        const refusal = { reason: 'STALE', collection: 'raises', id: raise._id }
        expect(part.derive(viewOf({ phase }))).toEqual({ refusal })
      }),
    )
  })

  it('is valid before the first change of state in a raise of an earlier release', () => {
    const { phase: _, ...older } = raise
    expect(inPhase(older).derive(viewOf({ phase: 0 }))).toEqual({})
    expect(inPhase(older).derive(viewOf({ phase: 1 }))).toHaveProperty('refusal')
  })
})

describe('the investors of a raise', () => {
  const counted = (how: 'paid' | 'returned', count: number, mine: number) => {
    const { transfers, events } = raiseProgress(raise, ids, moved(how, count)).derive(viewOf({ mine })) as never as {
      transfers: Array<{ debit: string; credit: string; amount: number }>
      events: Array<{ row: { event: { data: { investors: number } } } }>
    }
    return { transfers, investors: events[0]!.row.event.data.investors }
  }
  const [pool, people] = [accounts.peoplePool(raise._id), accounts.peopleCounted(raise._id)]

  it('grow at the first paid order of an investor only', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), fc.nat(50), (bought, before) => {
        const { transfers, investors } = counted('paid', bought, before + bought)
        expect(transfers.map(({ debit, credit, amount }) => [debit, credit, amount])).toEqual(
          before === 0 ? [[pool, people, 1]] : [],
        )
        expect(investors).toBe(before === 0 ? 4 : 3)
      }),
    )
  })

  it('shrink only when an investor has no units left', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), fc.nat(50), (returned, left) => {
        const { transfers, investors } = counted('returned', returned, left)
        expect(transfers.map(({ debit, credit, amount }) => [debit, credit, amount])).toEqual(
          left === 0 ? [[people, pool, 1]] : [],
        )
        expect(investors).toBe(left === 0 ? 2 : 3)
      }),
    )
  })
})
