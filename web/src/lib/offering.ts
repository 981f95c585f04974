// Separate from property.ts, so that the entry of the web doesn't include the money arithmetic.
import type { PropertySummary } from '@hissa/contracts/property'
import { type Fils, fils, larger, smaller, times, type Units, units } from '@hissa/money'

/** Returns the units that are not available: paid or reserved. */
export function unitsTaken({ offering }: Pick<PropertySummary, 'offering'>): Units {
  return units(Math.max(0, offering.unitsTotal - offering.unitsAvailable))
}

/** Returns the part of the shares that must be paid for the offering to close, in basis points. */
export const minimumBasisPoints = ({
  minimumUnits,
  unitsTotal,
}: Pick<PropertySummary['offering'], 'minimumUnits' | 'unitsTotal'>): number => (minimumUnits * 10_000) / unitsTotal

const COOLING_OFF_MS = 48 * 3_600_000

/** Returns when the orders of a closed offering can no longer be cancelled. */
export const coolingOffEndOf = (fundedAt: string): string =>
  new Date(Date.parse(fundedAt) + COOLING_OFF_MS).toISOString()

/** The platform’s minimum, AED 2,000 (docs/product.md). */
export const PLATFORM_MINIMUM_FILS = fils(200_000)

/** Returns the minimum investment: the larger of the platform’s and the offering’s, waived if less is available. */
export function effectiveMinimumFils({ offering }: Pick<PropertySummary, 'offering'>): Fils {
  const minimumFils = larger(PLATFORM_MINIMUM_FILS, offering.minimumFils)
  return smaller(minimumFils, times(offering.unitPriceFils, offering.unitsAvailable))
}
