import { type ErrorOf, ok, refuse, type Result } from '@hissa/contracts'
import {
  AMOUNT_ABOVE_AVAILABLE,
  AMOUNT_ABOVE_CARD_LIMIT,
  AMOUNT_BELOW_MINIMUM,
  AMOUNT_NOT_MULTIPLE,
  PROPERTY_FULLY_FUNDED,
} from '@hissa/contracts/investment'
import { basisPointsOf, fils, type Fils, formatMoney, larger, sum, times, type Units, unitsFor } from '@hissa/money'

/** The platform's own minimum subscription, AED 2,000 (docs/product.md). */
export const PLATFORM_MINIMUM_FILS = fils(200_000)
/** The largest amount of one card payment, AED 999,999.99: Stripe's limit. */
export const CARD_MAXIMUM_FILS = fils(99_999_999)

export interface QuoteTerms {
  unitPriceFils: Fils
  feeBasisPoints: number
  minimumFils: Fils
}

export interface Quote {
  units: Units
  amountFils: Fils
  feeFils: Fils
  totalFils: Fils
  minimumFils: Fils
}

export type QuoteError = ErrorOf<
  | typeof PROPERTY_FULLY_FUNDED
  | typeof AMOUNT_BELOW_MINIMUM
  | typeof AMOUNT_NOT_MULTIPLE
  | typeof AMOUNT_ABOVE_AVAILABLE
  | typeof AMOUNT_ABOVE_CARD_LIMIT
>

/** Returns the larger of the platform's and the offering's minimum, or one unit if less than that remains. */
export function minimumOf(terms: QuoteTerms, unitsAvailable: Units): Fils {
  const minimum = larger(PLATFORM_MINIMUM_FILS, terms.minimumFils)
  return times(terms.unitPriceFils, unitsAvailable) < minimum ? terms.unitPriceFils : minimum
}

/**
 * Converts a subscription to whole units, the fee and the total. Nothing is rounded or partly filled. An amount that is
 * no multiple of the unit price is rejected with the nearest two that can be bought, which are equal when there is only
 * one.
 */
export function quote(terms: QuoteTerms, amountFils: Fils, unitsAvailable: Units): Result<Quote, QuoteError> {
  if (unitsAvailable <= 0) return refuse(PROPERTY_FULLY_FUNDED, 'No shares of this property are left.')
  const minimumFils = minimumOf(terms, unitsAvailable)
  if (amountFils < minimumFils) {
    return refuse(AMOUNT_BELOW_MINIMUM, `Minimum investment amount is ${formatMoney(minimumFils)}.`, { minimumFils })
  }
  const availableFils = times(terms.unitPriceFils, unitsAvailable)
  if (amountFils > availableFils) {
    const detail = `Only ${formatMoney(availableFils)} of this property is left.`
    return refuse(AMOUNT_ABOVE_AVAILABLE, detail, { availableFils, unitsAvailable })
  }
  const feeFils = basisPointsOf(amountFils, terms.feeBasisPoints)
  const totalFils = sum(amountFils, feeFils)
  if (totalFils > CARD_MAXIMUM_FILS) return aboveCardLimit()
  const units = unitsFor(amountFils, terms.unitPriceFils)
  if (times(terms.unitPriceFils, units) !== amountFils) return notMultiple(terms, units, minimumFils)
  return ok({ units, amountFils, feeFils, totalFils, minimumFils })
}

const fitsCard = (amountFils: Fils, { feeBasisPoints }: QuoteTerms) =>
  sum(amountFils, basisPointsOf(amountFils, feeBasisPoints)) <= CARD_MAXIMUM_FILS

function aboveCardLimit() {
  const detail = `One payment may be at most ${formatMoney(CARD_MAXIMUM_FILS)}, fee included.`
  return refuse(AMOUNT_ABOVE_CARD_LIMIT, detail, { maximumFils: CARD_MAXIMUM_FILS })
}

/** @param units the whole units that the amount covers; at least one more is available */
function notMultiple(terms: QuoteTerms, units: Units, minimumFils: Fils) {
  const { unitPriceFils } = terms
  const candidates = [times(unitPriceFils, units), times(unitPriceFils, units + 1)]
  const [below, above = below] = candidates.filter((near) => near >= minimumFils && fitsCard(near, terms))
  if (below === undefined || above === undefined) return aboveCardLimit() // One share costs more than a card can pay.
  const nearest =
    below === above
      ? `The nearest amount is ${formatMoney(below)}.`
      : `The nearest amounts are ${formatMoney(below)} and ${formatMoney(above)}.`
  const detail = `Shares cost ${formatMoney(unitPriceFils)} each. ${nearest}`
  return refuse(AMOUNT_NOT_MULTIPLE, detail, { nearestFils: [below, above], unitPriceFils })
}
