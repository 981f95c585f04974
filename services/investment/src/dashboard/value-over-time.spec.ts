import { describe, expect, it } from '@jest/globals'
import { fils, sum, units } from '@hissa/money'
import { returnsOf } from './returns.js'
import { type UnitMove, type ValueFacts, valueOverTime } from './value-over-time.js'

const buy = (propertyId: string, day: string, count: number): UnitMove => ({
  ...{ propertyId, day, units: units(Math.abs(count)), costFils: fils(Math.abs(count) * 10_000) },
  ...{ isIn: count > 0, isTransfer: false },
})
const facts = (change: Partial<ValueFacts>): ValueFacts => ({
  ...{
    moves: [],
    valuations: [],
    distributions: [],
    unitsIssued: new Map([
      ['a', units(100)],
      ['b', units(50)],
    ]),
  },
  ...change,
})
const valued = (propertyId: string, date: string, amount: number) => ({ propertyId, date, valueFils: fils(amount) })
const random = (below: number) => Math.floor(Math.random() * below)
const dayOf = (n: number) => new Date(Date.UTC(2025, 0, 1 + n)).toISOString().slice(0, 10)
const shuffled = <T>(rows: readonly T[]) =>
  rows
    .map((row) => ({ row, by: Math.random() }))
    .sort((a, b) => a.by - b.by)
    .map(({ row }) => row)

/** Returns a random history in which no one leaves with more units than they hold. */
function history(): ValueFacts {
  const moves: UnitMove[] = []
  for (const propertyId of ['a', 'b']) {
    let held = 0
    for (let day = random(30); day < 300; day += 1 + random(60)) {
      const count = held > 0 && Math.random() < 0.4 ? -(1 + random(held)) : 1 + random(9)
      held += count
      moves.push({ ...buy(propertyId, dayOf(day), count), isTransfer: Math.random() < 0.3 })
    }
  }
  const days = [...new Set(Array.from({ length: 6 }, () => random(330)))]
  const valuations = days.map((day) => valued(Math.random() < 0.5 ? 'a' : 'b', dayOf(day), 1 + random(2_000_000)))
  return facts({ moves, valuations })
}

describe('the value of holdings over time', () => {
  it('is at cost until a valuation, and keeps it until the next', () => {
    const { steps, events } = valueOverTime(
      facts({
        moves: [buy('a', '2026-01-05', 20)],
        valuations: [
          valued('a', '2026-03-31', 1_100_003),
          valued('a', '2025-12-31', 1),
          valued('a', '2026-09-30', 900_000),
        ],
        distributions: [{ propertyId: 'a', day: '2026-04-05', amountFils: fils(3_000) }],
      }),
    )
    expect(steps).toEqual([
      { day: '2026-01-05', valueFils: 0, contributedFils: 200_000 },
      { day: '2026-03-31', valueFils: 220_000, contributedFils: 200_000 },
      { day: '2026-09-30', valueFils: 180_000, contributedFils: 200_000 },
    ])
    expect(events.map(({ kind, amountFils }) => [kind, amountFils])).toEqual([
      ...[
        ['purchase', 200_000],
        ['valuation', 220_000],
        ['distribution', 3_000],
        ['valuation', 180_000],
      ],
    ])
  })

  it('falls to zero when all shares have left, and is empty without any', () => {
    const moves = [buy('a', '2026-01-05', 20), buy('a', '2026-02-05', -20)]
    const { steps, events } = valueOverTime(facts({ moves, valuations: [valued('a', '2026-03-31', 5)] }))
    expect(steps.at(-1)).toEqual({ day: '2026-02-05', valueFils: 0, contributedFils: 0 })
    expect(events.map(({ kind }) => kind)).toEqual(['purchase', 'returned'])
    expect(valueOverTime(facts({ valuations: [valued('a', '2026-03-31', 5)] }))).toEqual({
      ...{ steps: [], events: [], flows: [] },
    })
  })

  describe('with transfers', () => {
    const transfer = (day: string, count: number): UnitMove => ({ ...buy('a', day, count), isTransfer: true })
    const raised = valued('a', '2026-03-31', 1_300_000)
    const returnsAfter = (moves: UnitMove[], today: string) => {
      const { steps, flows } = valueOverTime(facts({ moves, valuations: [raised] }))
      return returnsOf({ steps, events: flows, fees: [] }, today)
    }
    const bought = buy('a', '2026-01-05', 20)

    it('keeps the returns when shares that gained are transferred away, and shows the cost that moved', () => {
      const gained = { timeWeightedBasisPoints: 3_000, moneyWeightedBasisPoints: 3_000 }
      for (const count of [-20, -7]) {
        const moves = [bought, transfer('2026-05-01', count)]
        expect(returnsAfter(moves, '2026-05-01')).toMatchObject(gained)
        const { events } = valueOverTime(facts({ moves, valuations: [raised] }))
        const amountFils = fils(-count * 10_000)
        expect(events.at(-1)).toEqual({ day: '2026-05-01', kind: 'transfer_out', propertyId: 'a', amountFils })
      }
      expect(returnsAfter([bought, transfer('2026-05-01', -20)], '2026-09-01')).toMatchObject({
        ...{ timeWeightedBasisPoints: 3_000 },
      })
    })

    it('has no gain from shares that are received below their value, also on the day of the valuation', () => {
      for (const day of ['2026-03-31', '2026-05-01']) {
        expect(returnsAfter([transfer(day, 20)], '2026-06-01')).toMatchObject({
          ...{ timeWeightedBasisPoints: 0, moneyWeightedBasisPoints: 0 },
        })
        expect(returnsAfter([bought, transfer(day, 60)], '2026-06-01')).toMatchObject({
          ...{ timeWeightedBasisPoints: 3_000 },
        })
      }
    })

    it('has the returns of a purchase for shares that are received before any valuation', () => {
      expect(returnsAfter([transfer('2026-01-05', 20)], '2026-06-01')).toEqual(returnsAfter([bought], '2026-06-01'))
    })
  })

  it('is the sum of the properties, has no step before the first contribution, and doesn’t depend on the order', () => {
    for (let round = 0; round < 300; round += 1) {
      const all = history()
      const whole = valueOverTime(all)
      const first = all.moves.map(({ day }) => day).sort()[0]!
      expect(whole.steps[0]!.day).toBe(first)
      const parts = ['a', 'b'].map((id) =>
        valueOverTime({ ...all, moves: all.moves.filter(({ propertyId }) => propertyId === id) }),
      )
      for (const { day, valueFils, contributedFils } of whole.steps) {
        const at = parts.map(({ steps }) => steps.findLast((step) => step.day <= day))
        expect(valueFils).toBe(sum(...at.map((step) => step?.valueFils ?? fils(0))))
        expect(contributedFils).toBe(sum(...at.map((step) => step?.contributedFils ?? fils(0))))
      }
      const mixed = { ...all, moves: shuffled(all.moves), valuations: shuffled(all.valuations) }
      expect(valueOverTime(mixed)).toEqual(whole)
    }
  })
})
