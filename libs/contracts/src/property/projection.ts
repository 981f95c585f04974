import * as z from 'zod/mini'
import { defineRpc, fils, id, units } from '../core.js'
import { INVALID_FIELDS, NOT_FOUND } from '../errors.js'

/** Limits of the assumptions, as in libs/money. */
export const PROJECTION_LIMITS = {
  years: [1, 30],
  growthBasisPoints: [-2_000, 2_000],
  occupancyBasisPoints: [0, 10_000],
  exitCostBasisPoints: [0, 2_000],
} as const

/** What a projection assumes, within `PROJECTION_LIMITS`. Rates in basis points. */
export const ProjectionAssumptions = z.object({
  years: z.int(),
  growthBasisPoints: z.int(),
  occupancyBasisPoints: z.int(),
  exitCostBasisPoints: z.int(),
})

/** A projection of an investor's shares: not a forecast. See `Projection` in libs/money. */
export const Projection = z.object({
  years: z.array(z.object({ year: z.int(), incomeFils: fils, valueFils: fils, receivedFils: fils })),
  paidFils: fils,
  incomeFils: fils,
  proceedsFils: fils,
  /** Negative is a loss. */
  resultFils: fils,
  /** Per year, rounded down. */
  returnBasisPoints: z.int(),
  breakEvenYear: z.nullable(z.int()),
})

const within = ([least, most]: readonly [number, number]) => z.int().check(z.gte(least), z.lte(most))

/**
 * Calculates what an amount may earn or lose in a property, with the assumptions asked for and in three cases. Left-out
 * rates are those of the base case. The web calculates the same with the same function. `calculation` is null if the
 * terms don't state rent and price. INVALID_FIELDS if the amount buys no share, or more than all.
 */
export const GetProjection = defineRpc({
  name: 'property.getProjection',
  access: 'public',
  input: z.object({
    id,
    amountFils: fils,
    years: within(PROJECTION_LIMITS.years),
    growthBasisPoints: z.optional(within(PROJECTION_LIMITS.growthBasisPoints)),
    occupancyBasisPoints: z.optional(within(PROJECTION_LIMITS.occupancyBasisPoints)),
    exitCostBasisPoints: z.optional(within(PROJECTION_LIMITS.exitCostBasisPoints)),
  }),
  output: z.object({
    calculation: z.nullable(
      z.object({
        units,
        amountFils: fils,
        feeFils: fils,
        plannedOccupancyBasisPoints: z.int(),
        assumptions: ProjectionAssumptions,
        projection: Projection,
        cases: z.array(
          z.object({
            name: z.enum(['cautious', 'base', 'loss']),
            assumptions: ProjectionAssumptions,
            projection: Projection,
          }),
        ),
      }),
    ),
  }),
  errors: [NOT_FOUND, INVALID_FIELDS],
})
