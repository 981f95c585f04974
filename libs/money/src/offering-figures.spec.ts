import { describe, expect, it } from '@jest/globals'
import { fils } from './fils.js'
import { offeringFigures } from './offering-figures.js'

const COSTS = {
  ...{ unitPriceFils: fils(10_000), priceFils: fils(100_000_000), registrationFils: fils(2_000_000) },
  ...{ agencyFils: fils(2_000_000), companyFils: fils(1_500_000), reserveFils: fils(1_000_000) },
  ...{ grossRentFils: fils(8_000_000), vacancyFils: fils(400_000), serviceChargeFils: fils(1_200_000) },
  ...{ managementFils: fils(480_000), setAsideFils: fils(240_000) },
}

describe('the figures of an offering', () => {
  it('are the sum of the costs in whole shares, and the net rent as a share of it', () =>
    expect(offeringFigures(COSTS)).toEqual({
      ...{ openingReserveFils: 1_000_000, totalFils: 106_500_000, unitsIssued: 10_650, netRentFils: 5_680_000 },
      targetBasisPoints: 533,
    }))

  it('add what rounding to a whole share takes to the opening reserve', () =>
    expect(offeringFigures({ ...COSTS, priceFils: fils(100_000_001) })).toMatchObject({
      ...{ openingReserveFils: 1_009_999, totalFils: 106_510_000, unitsIssued: 10_651 },
    }))

  it('show a loss as a negative target, rounded down', () =>
    expect(offeringFigures({ ...COSTS, grossRentFils: fils(2_000_000) })).toMatchObject({
      ...{ netRentFils: -320_000, targetBasisPoints: -31 },
    }))

  it('are zero without a price', () => {
    const nothing = Object.fromEntries(Object.keys(COSTS).map((name) => [name, fils(0)])) as unknown as typeof COSTS
    expect(offeringFigures({ ...nothing, unitPriceFils: fils(10_000) })).toMatchObject({
      ...{ totalFils: 0, unitsIssued: 0, targetBasisPoints: 0 },
    })
  })
})
