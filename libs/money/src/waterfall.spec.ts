import { describe, expect, it } from '@jest/globals'
import { costsWith, fils, waterfall, ZERO } from './index.js'

const facts = {
  grossRentFils: fils(1_000_000),
  vacancyFils: fils(50_000),
  costs: costsWith({ serviceCharge: fils(100_000), management: fils(60_000) }),
  fromReserveFils: ZERO,
}
const terms = { reserveBasisPoints: 300, platformFeeBasisPoints: 500 }

describe('the waterfall of income', () => {
  it('leads from gross rent to net income', () => {
    expect(waterfall(facts, terms)).toEqual({
      ...facts,
      ...{ operatingIncomeFils: 790_000, usedFils: 0, reserveFils: 30_000, platformFeeFils: 50_000 },
      netIncomeFils: 710_000,
    })
  })

  it('fills the reserve only up to its target', () => {
    const { reserveFils, netIncomeFils } = waterfall(facts, terms, { reserveRoomFils: fils(1_000) })
    expect([reserveFils, netIncomeFils]).toEqual([1_000, 739_000])
    expect(waterfall(facts, terms, { reserveRoomFils: fils(-5) }).reserveFils).toBe(0)
  })

  it('distributes nothing of a loss, and adds what the reserve paid', () => {
    const loss = { ...facts, grossRentFils: fils(100_000) }
    expect(waterfall(loss, terms)).toMatchObject({
      ...{ operatingIncomeFils: -110_000, reserveFils: 0, platformFeeFils: 0, netIncomeFils: 0 },
    })
    expect(waterfall({ ...loss, fromReserveFils: fils(110_000) }, terms).operatingIncomeFils).toBe(0)
  })

  it('distributes no more money than there is, the reserve and the fee first', () => {
    expect(waterfall(facts, terms, { availableFils: fils(60_000) })).toMatchObject({
      ...{ operatingIncomeFils: 790_000, usedFils: 730_000, reserveFils: 30_000, platformFeeFils: 30_000 },
      netIncomeFils: 0,
    })
  })
})
