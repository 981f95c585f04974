import type { Save } from '@hissa/ledger'
import { type Fils, subtract, subtractUnits, sum, sumUnits, type Units, units as unitsOf, ZERO } from '@hissa/money'
import type { HoldingView, OnChainView } from '@hissa/contracts/investment'
import type { Raise } from '../raises/raises.api.js'

export const HOLDINGS = 'holdings'

/**
 * One investor's paid units in one property: the dashboard's read model, written in each commit that moves them. A
 * holding whose orders were all cancelled has 0 units.
 */
export interface Holding {
  _id: string
  userId: string
  propertyId: string
  slug: string
  title: string
  units: Units
  /** The part of `units` that is on the share register. Absent in holdings of earlier releases: 0. */
  allottedUnits?: Units
  /** The part of `allottedUnits` that is minted on the chain. Absent while there is none. */
  issuedUnits?: Units
  /** The latest mint. */
  onChain?: OnChainView
  unitPriceFils: Fils
  amountFils: Fils
  feeFils: Fils
  firstPaidAt: Date
  lastPaidAt: Date
  version: number
}

export interface PaidOrder {
  userId: string
  propertyId: string
  slug: string
  title: string
  units: Units
  unitPriceFils: Fils
  amountFils: Fils
  feeFils: Fils
}

/** Returns the id of an investor's holding in a property. */
export const holdingId = (userId: string, propertyId: string) => `${userId}:${propertyId}`

/** Adds a paid order to a holding, or creates one. Pure. The save succeeds only at the version that was read. */
export function addToHolding(before: Holding | undefined, order: PaidOrder, paidAt: Date): Save {
  const { userId, propertyId, slug, title, unitPriceFils } = order
  const names = { userId, propertyId, slug, title, unitPriceFils }
  return {
    collection: HOLDINGS,
    id: holdingId(userId, propertyId),
    version: before?.version ?? 0,
    set: {
      ...(before ? {} : { ...names, allottedUnits: unitsOf(0), firstPaidAt: paidAt }),
      units: sumUnits(before?.units ?? unitsOf(0), order.units),
      amountFils: sum(before?.amountFils ?? ZERO, order.amountFils),
      feeFils: sum(before?.feeFils ?? ZERO, order.feeFils),
      lastPaidAt: paidAt,
    },
  }
}

/**
 * Takes a cancelled or reversed order out of its holding, `from` the state of its units. A holding that was read after
 * another change took the order out has too few units: the order's version refuses such a change. Pure.
 */
export function takeFromHolding(before: Holding, order: PaidOrder, from: 'paid' | 'allotted' | 'issued'): Save {
  const taken = (units: Units | undefined) => less(units ?? unitsOf(0), order.units)
  return saved(before, {
    ...(from === 'paid' ? {} : { allottedUnits: taken(before.allottedUnits) }),
    ...(from === 'issued' ? { issuedUnits: taken(before.issuedUnits) } : {}),
    units: less(before.units, order.units),
    amountFils: subtract(before.amountFils, order.amountFils),
    feeFils: subtract(before.feeFils, order.feeFils),
  })
}

/** Takes a refunded part of the fee out of a holding. Pure. */
export function takeFeeFromHolding(before: Holding, feeFils: Fils): Save {
  return saved(before, { feeFils: subtract(before.feeFils, feeFils) })
}

/** Records that an order's units are on the register. Pure. */
export function allotInHolding(before: Holding, order: Pick<PaidOrder, 'units'>): Save {
  return saved(before, { allottedUnits: sumUnits(before.allottedUnits ?? unitsOf(0), order.units) })
}

/** Records that an order's units are minted, and where. Pure. */
export function issueInHolding(before: Holding, order: Pick<PaidOrder, 'units'>, onChain: OnChainView): Save {
  return saved(before, { issuedUnits: sumUnits(before.issuedUnits ?? unitsOf(0), order.units), onChain })
}

/** Records a newer report of the mint of units that are counted already. Pure. */
export const moveInHolding = (before: Holding, onChain: OnChainView): Save => saved(before, { onChain })

const less = (from: Units, units: Units) => (from < units ? unitsOf(0) : subtractUnits(from, units))

const saved = ({ _id: id, version }: Holding, set: Partial<Holding>): Save => ({
  collection: HOLDINGS,
  id,
  version,
  set,
})

/**
 * Returns the state of a holding's least advanced units: `allotted` only when all of them are on the register, `issued`
 * only when all of them are minted.
 */
export function holdingState(
  { units, allottedUnits, issuedUnits }: Pick<Holding, 'units' | 'allottedUnits' | 'issuedUnits'>,
  raise: Pick<Raise, 'state'>,
): HoldingView['state'] {
  if (issuedUnits === units) return 'issued'
  if (allottedUnits === units) return 'allotted'
  return raise.state === 'funded' || raise.state === 'completed' ? 'cooling_off' : 'pending'
}
