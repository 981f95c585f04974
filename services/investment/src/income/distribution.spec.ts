import { describe, expect, it } from '@jest/globals'
import { fils, sum as sumOf, sumUnits, type Units, units as unitsOf, ZERO } from '@hissa/money'
import { amountOf, byRemainder, type Distribution, leftOf, shareOf } from './distribution.js'

interface Holder {
  userId?: string
  units: Units
  since?: Date
}

/** Divides as the service does: quotas in any order, then the remainder in the order of the shares. */
function divide(netIncome: number, holders: readonly Holder[]): Map<string, number> {
  const unitsIssued = sumUnits(...holders.map(({ units }) => units))
  const distribution = { _id: 'd', propertyId: 'p', netIncomeFils: fils(netIncome), unitsIssued } as Distribution
  const shares = holders.map((holder) => ({ ...shareOf(distribution, holder), version: 1 }))
  const collectedFils = sumOf(...shares.map(({ floorFils }) => floorFils))
  const left = leftOf({ ...distribution, collectedFils }, ZERO)
  return new Map(shares.sort(byRemainder).map((share, position) => [share._id, amountOf(share, position, left)]))
}

/** Divides by the definition, in exact integers: one fil at a time to whoever is furthest below the exact share. */
function reference(netIncome: number, holders: readonly Holder[]): Map<string, number> {
  const total = holders.reduce((sum, holder) => sum + BigInt(holder.units), 0n)
  const parts = holders.map((holder) => {
    const exact = BigInt(netIncome) * BigInt(holder.units)
    return { holder, amount: exact / total, missing: exact % total }
  })
  const given = parts.reduce((sum, { amount }) => sum + amount, 0n)
  const age = ({ since }: Holder) => since?.getTime() ?? Number.MAX_SAFE_INTEGER
  const name = ({ userId }: Holder) => userId ?? '~company'
  const inOrder = [...parts].sort((a, b) => {
    if (a.missing !== b.missing) return a.missing > b.missing ? -1 : 1
    if (age(a.holder) !== age(b.holder)) return age(a.holder) - age(b.holder)
    return name(a.holder) < name(b.holder) ? -1 : 1
  })
  for (let left = BigInt(netIncome) - given, at = 0; left > 0n; left -= 1n, at += 1) inOrder[at]!.amount += 1n
  return new Map(parts.map(({ holder, amount }) => [`d:${name(holder)}`, Number(amount)]))
}

/** A generator of whole numbers, the same in every run. */
function numbers(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state % below
  }
}

const sorted = (amounts: Map<string, number>) => [...amounts].sort(([a], [b]) => (a < b ? -1 : 1))

describe('the division of a distribution', () => {
  it('sums to the whole and equals the definition, in any order, in 100,000 random cases', () => {
    const next = numbers(7)
    let wrong = 0
    for (let run = 0; run < 100_000; run += 1) {
      const holders: Holder[] = Array.from({ length: 1 + next(7) }, (_, at) => ({
        ...{ userId: `u${at}`, units: unitsOf(1 + next(run % 3 === 0 ? 4 : 1_000_000)) },
        since: new Date(next(3)),
      }))
      if (next(2) === 0) holders.push({ units: unitsOf(1 + next(100)) })
      const netIncome = next(run % 2 === 0 ? 50 : 1_000_000_000)
      const amounts = divide(netIncome, holders)
      const sum = [...amounts.values()].reduce((all, amount) => all + amount, 0)
      const expected = JSON.stringify(sorted(reference(netIncome, holders)))
      const same = JSON.stringify(sorted(amounts)) === expected
      const reversed = JSON.stringify(sorted(divide(netIncome, [...holders].reverse()))) === expected
      if (sum !== netIncome || !same || !reversed) wrong += 1
    }
    expect(wrong).toBe(0)
  })

  it('gives the remainder of equal holdings to the oldest, then to the lower id, and to the company last', () => {
    const since = new Date(2)
    const units = unitsOf(1)
    const holders = [{ units }, { userId: 'b', units, since }, { userId: 'a', units, since }]
    const older = { userId: 'c', units, since: new Date(1) }
    expect(sorted(divide(6, [...holders, older]))).toEqual([
      ...[
        ['d:a', 2],
        ['d:b', 1],
        ['d:c', 2],
      ],
      ['d:~company', 1],
    ])
  })
})
