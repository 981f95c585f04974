import { describe, expect, it } from '@jest/globals'
import { fils } from '@hissa/money'
import { type ReturnFacts, returnsOf } from './returns.js'

type Kind = ReturnFacts['events'][number]['kind']
const step = (day: string, value: number, contributed = value) => ({
  ...{ day, valueFils: fils(value), contributedFils: fils(contributed) },
})
const event = (day: string, kind: Kind, amount: number) => ({ day, kind, amountFils: fils(amount) })
const facts = (change: Partial<ReturnFacts>): ReturnFacts => ({ steps: [], events: [], fees: [], ...change })
const random = (below: number) => Math.floor(Math.random() * below)
const dayOf = (n: number) => new Date(Date.UTC(2024, 0, 1 + n)).toISOString().slice(0, 10)

/** What payments are worth at the end of the years at a yearly rate, by definition. */
function worthAt(payments: readonly [day: string, amount: number][], to: string, rate: number): number {
  const years = (day: string) => (Date.parse(to) - Date.parse(day)) / 86_400_000 / 365
  return payments.reduce((all, [day, amount]) => all + amount * (1 + rate) ** years(day), 0)
}

describe('the returns of holdings', () => {
  it('are those of the whole period within a year', () => {
    const steps = [step('2026-01-01', 10_000), step('2026-03-01', 11_000, 10_000)]
    const events = [event('2026-01-01', 'purchase', 10_000), event('2026-03-01', 'valuation', 11_000)]
    expect(returnsOf(facts({ steps, events }), '2026-07-01')).toEqual({
      ...{ from: '2026-01-01', to: '2026-07-01', isAnnual: false },
      ...{ timeWeightedBasisPoints: 1_000, moneyWeightedBasisPoints: 1_000 },
    })
  })

  it('are those of a year from a year on', () => {
    const steps = [step('2024-01-01', 10_000), step('2025-12-30', 12_100, 10_000)]
    const events = [event('2024-01-01', 'purchase', 10_000)]
    // 730 days
    expect(returnsOf(facts({ steps, events }), '2025-12-31')).toMatchObject({
      ...{ isAnnual: true, timeWeightedBasisPoints: 1_000, moneyWeightedBasisPoints: 1_000 },
    })
  })

  it('differ when most was paid in after the gain, or before it', () => {
    const gained = [step('2025-01-01', 1_000), step('2025-07-02', 2_000, 1_000)]
    const late = facts({
      steps: [...gained, step('2025-07-03', 102_000, 101_000)],
      events: [event('2025-01-01', 'purchase', 1_000), event('2025-07-03', 'purchase', 100_000)],
    })
    const returns = returnsOf(late, '2026-01-01')!
    expect(returns.timeWeightedBasisPoints).toBe(10_000)
    expect(returns.moneyWeightedBasisPoints).toBeLessThan(300)
  })

  it('count income, and count the fee in the money-weighted return alone', () => {
    const steps = [step('2025-01-01', 10_000)]
    const events = [event('2025-01-01', 'purchase', 10_000), event('2026-01-01', 'distribution', 500)]
    const both = returnsOf(facts({ steps, events }), '2026-01-01')
    expect(both).toMatchObject({ timeWeightedBasisPoints: 500, moneyWeightedBasisPoints: 500 })
    const fees = [{ day: '2025-01-01', amountFils: fils(150) }]
    // 10,150 became 10,500.
    const after = returnsOf(facts({ steps, events, fees }), '2026-01-01')
    expect(after).toMatchObject({ timeWeightedBasisPoints: 500, moneyWeightedBasisPoints: 345 })
  })

  it('are zero for shares at cost, and those of what remains after shares were returned', () => {
    const events = [event('2026-01-01', 'purchase', 10_000), event('2026-02-01', 'returned', 4_000)]
    const steps = [step('2026-01-01', 10_000), step('2026-02-01', 6_000)]
    expect(returnsOf(facts({ steps, events }), '2026-03-01')).toMatchObject({
      ...{ timeWeightedBasisPoints: 0, moneyWeightedBasisPoints: 0 },
    })
  })

  it('are a full loss if nothing is left', () => {
    const events = [event('2026-01-01', 'purchase', 10_000)]
    const steps = [step('2026-01-01', 10_000), step('2026-02-01', 0, 10_000)]
    expect(returnsOf(facts({ steps, events }), '2026-03-01')).toMatchObject({
      ...{ timeWeightedBasisPoints: -10_000, moneyWeightedBasisPoints: -10_000 },
    })
  })

  it('do not exist without a contribution, on its day, or if every payment was given back at once', () => {
    expect(returnsOf(facts({}), '2026-01-01')).toBeUndefined()
    const events = [event('2026-01-01', 'purchase', 10_000)]
    expect(returnsOf(facts({ steps: [step('2026-01-01', 10_000)], events }), '2026-01-01')).toBeUndefined()
    const back = [...events, event('2026-01-01', 'returned', 10_000)]
    expect(returnsOf(facts({ steps: [step('2026-01-01', 0)], events: back }), '2026-03-01')).toBeUndefined()
  })

  it('balance all payments of random histories, and chain their days', () => {
    for (let run = 0; run < 300; run += 1) {
      const steps: ReturnFacts['steps'][number][] = []
      const events: ReturnFacts['events'][number][] = []
      const payments: [string, number][] = []
      let [value, chained] = [0, 1]
      for (let day = 0; day < 900; day += 1 + random(200)) {
        const gain = value === 0 ? 0 : random(value) - Math.floor(value / 3)
        const came = 1_000 + random(100_000)
        const income = random(500)
        events.push(event(dayOf(day), 'purchase', came), event(dayOf(day), 'distribution', income))
        chained *= (value + came + gain + income) / (value + came)
        value += came + gain
        payments.push([dayOf(day), income - came])
        steps.push(step(dayOf(day), value, 1))
      }
      const to = dayOf(1_000)
      const { timeWeightedBasisPoints, moneyWeightedBasisPoints } = returnsOf(facts({ steps, events }), to)!
      payments.push([to, value])
      expect(worthAt(payments, to, (moneyWeightedBasisPoints - 1) / 10_000)).toBeGreaterThan(0)
      expect(worthAt(payments, to, (moneyWeightedBasisPoints + 1) / 10_000)).toBeLessThan(0)
      expect(Math.abs((chained ** (365 / 1_000) - 1) * 10_000 - timeWeightedBasisPoints)).toBeLessThanOrEqual(0.5001)
    }
  })
})
