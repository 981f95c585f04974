import { type Fils, subtract, sum, times } from './fils.js'
import { type Units, units } from './units.js'

/** What a property costs and earns, as its terms state it. All amounts are positive fils; rent is that of a year. */
export interface OfferingCosts {
  unitPriceFils: Fils
  priceFils: Fils
  registrationFils: Fils
  agencyFils: Fils
  companyFils: Fils
  /** The smallest opening reserve; rounding to whole units adds to it. */
  reserveFils: Fils
  grossRentFils: Fils
  vacancyFils: Fils
  serviceChargeFils: Fils
  managementFils: Fils
  /** The part of the rent that is put aside. */
  setAsideFils: Fils
}

export interface OfferingFigures {
  /** The opening reserve with what rounding adds. */
  openingReserveFils: Fils
  /** The price of all units. */
  totalFils: Fils
  unitsIssued: Units
  /** Negative if the costs are more than the rent. */
  netRentFils: Fils
  /** Net rent ÷ total, in basis points, rounded down. */
  targetBasisPoints: number
}

/**
 * Returns the figures that follow from costs and rent. Units are whole, so the total is rounded up to the next unit and
 * the difference is added to the opening reserve. The unit price is positive.
 */
export function offeringFigures(of: OfferingCosts): OfferingFigures {
  const costs = sum(of.priceFils, of.registrationFils, of.agencyFils, of.companyFils)
  const unitsIssued = units(Math.ceil(sum(costs, of.reserveFils) / of.unitPriceFils))
  const totalFils = times(of.unitPriceFils, unitsIssued)
  const spent = sum(of.vacancyFils, of.serviceChargeFils, of.managementFils, of.setAsideFils)
  const netRentFils = subtract(of.grossRentFils, spent)
  return {
    openingReserveFils: subtract(totalFils, costs),
    ...{ totalFils, unitsIssued, netRentFils },
    targetBasisPoints: totalFils === 0 ? 0 : Math.floor((netRentFils * 10_000) / totalFils),
  }
}
