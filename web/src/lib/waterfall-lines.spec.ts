import { describe, expect, it } from '@jest/globals'
import { costsWith, fils, waterfall, ZERO } from '@hissa/money'
import { waterfallLines } from './waterfall-lines.js'

const TERMS = { reserveBasisPoints: 500, platformFeeBasisPoints: 0 }
const of = (rent: number, management: number) =>
  waterfall(
    {
      ...{ grossRentFils: fils(rent), vacancyFils: ZERO, fromReserveFils: ZERO },
      costs: costsWith({ management: fils(management) }),
    },
    TERMS,
  )

describe('waterfallLines', () => {
  it('lists rent, costs with a minus and results, without lines that are zero', () => {
    expect(waterfallLines([of(100_000, 8_000)])).toEqual([
      { name: 'grossRent', amounts: [100_000], isResult: false },
      { name: 'management', amounts: [-8_000], isResult: false },
      { name: 'operatingIncome', amounts: [92_000], isResult: true },
      { name: 'reserve', amounts: [-5_000], isResult: false },
      { name: 'netIncome', amounts: [87_000], isResult: true },
    ])
  })

  it('sums to the net income', () => {
    const lines = waterfallLines([of(100_000, 8_000)])
    const parts = lines.filter(({ isResult }) => !isResult).map(({ amounts }) => amounts[0]!)
    expect(parts.reduce((total, amount) => total + amount, 0)).toBe(lines.at(-1)!.amounts[0])
  })

  it('shows a line that only one of two waterfalls has, and nothing for a missing one', () => {
    const lines = waterfallLines([of(100_000, 0), of(100_000, 8_000), null])
    expect(lines.find(({ name }) => name === 'management')!.amounts).toEqual([0, -8_000, null])
  })

  it('leaves out an operating income that is the net income', () => {
    const all = waterfall(
      { ...{ grossRentFils: fils(100), vacancyFils: ZERO, fromReserveFils: ZERO }, costs: costsWith() },
      { reserveBasisPoints: 0, platformFeeBasisPoints: 0 },
    )
    expect(waterfallLines([all]).map(({ name }) => name)).toEqual(['grossRent', 'netIncome'])
  })
})
