import type { Save } from '@hissa/ledger'
import {
  allocate,
  type Fils,
  larger,
  subtract,
  subtractUnits,
  sum,
  sumUnits,
  type Units,
  units as unitsOf,
  ZERO,
} from '@hissa/money'
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
  /**
   * The part of `allottedUnits` whose shares are at the investor's address on the chain, as far as that is reported.
   * Absent while there is none.
   */
  issuedUnits?: Units
  /**
   * Units that were transferred away before their shares arrived at the investor's address. The next ones that arrive
   * are not the investor's. Absent, or 0, while `issuedUnits` is not.
   */
  owedUnits?: Units
  /** The latest mint or transfer to the investor. */
  onChain?: OnChainView
  /** When units last came or left by a transfer. From then on all registered units have the same cost. */
  transferredAt?: Date
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

/** A number of units, and what was paid for them. */
export interface Cost {
  units: Units
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
 * Takes a cancelled or reversed order out of its holding, `from` the state of its units. `taken` is less than the order
 * if a part of its units was transferred to another investor. A holding that was read after another change took the
 * order out has too few units: the order's version refuses such a change. Pure.
 */
export function takeFromHolding(
  before: Holding,
  order: PaidOrder,
  from: 'paid' | 'allotted' | 'issued',
  taken: Cost = order,
): Save {
  // The shares of an order that is not issued yet are minted only as far as they are not taken back.
  const arrived = from === 'issued' ? 0 - taken.units : order.units - taken.units
  return saved(before, {
    ...(from === 'paid' ? {} : { allottedUnits: less(before.allottedUnits ?? unitsOf(0), taken.units) }),
    ...(arrived === 0 ? {} : onChainAfter(before, arrived)),
    units: less(before.units, taken.units),
    amountFils: subtract(before.amountFils, taken.amountFils),
    feeFils: subtract(before.feeFils, taken.feeFils),
  })
}

/**
 * Returns the cost of registered units of a holding: in proportion, to the fil. `elsewhere` are the investor's orders
 * that are not on the register, whose cost stays with them. Pure.
 */
export function costOf(before: Holding, units: Units, elsewhere: readonly Cost[]): Cost {
  const registered = before.allottedUnits ?? unitsOf(0)
  const part = (total: Fils, others: readonly Fils[]) => {
    if (units === 0 || registered === 0) return ZERO
    return allocate(larger(ZERO, subtract(total, sum(...others))), [units, less(registered, units)])[0]!
  }
  const amounts = elsewhere.map(({ amountFils }) => amountFils)
  const fees = elsewhere.map(({ feeFils }) => feeFils)
  return { units, amountFils: part(before.amountFils, amounts), feeFils: part(before.feeFils, fees) }
}

/** Takes transferred units, with their cost, out of the sender's holding. Pure. */
export function transferOut(before: Holding, { units, amountFils, feeFils }: Cost, transferredAt: Date): Save {
  return saved(before, {
    ...{ units: less(before.units, units), allottedUnits: less(before.allottedUnits ?? unitsOf(0), units) },
    ...onChainAfter(before, 0 - units),
    ...{ amountFils: subtract(before.amountFils, amountFils), feeFils: subtract(before.feeFils, feeFils) },
    transferredAt,
  })
}

/**
 * Adds transferred units, with their cost, to the receiver's holding, or creates one. Their shares are still at the
 * sender's address. `names` are those of the sender's holding. Pure.
 */
export function transferIn(
  before: Holding | undefined,
  userId: string,
  names: Pick<Holding, 'propertyId' | 'slug' | 'title' | 'unitPriceFils'>,
  cost: Cost,
  transferredAt: Date,
): Save {
  const { propertyId, slug, title, unitPriceFils } = names
  const isNew = before === undefined || before.units === 0
  return {
    collection: HOLDINGS,
    id: holdingId(userId, propertyId),
    version: before?.version ?? 0,
    set: {
      ...(before ? {} : { userId, propertyId, slug, title, unitPriceFils, firstPaidAt: transferredAt }),
      ...(isNew ? { lastPaidAt: transferredAt } : {}),
      units: sumUnits(before?.units ?? unitsOf(0), cost.units),
      allottedUnits: sumUnits(before?.allottedUnits ?? unitsOf(0), cost.units),
      amountFils: sum(before?.amountFils ?? ZERO, cost.amountFils),
      feeFils: sum(before?.feeFils ?? ZERO, cost.feeFils),
      transferredAt,
    },
  }
}

/** Records that transferred shares have arrived at the receiver's address. Pure. */
export function arriveInHolding(before: Holding, units: Units, onChain: OnChainView): Save {
  return saved(before, { ...onChainAfter(before, units), onChain })
}

/** Increments a holding's version, so that a change which is decided on an older state is refused. Pure. */
export const touchHolding = (before: Holding): Save => saved(before, {})

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
  return saved(before, { ...onChainAfter(before, order.units), onChain })
}

/** Records a newer report about units that are counted already. Pure. */
export const moveInHolding = (before: Holding, onChain: OnChainView): Save => saved(before, { onChain })

/** Returns the counts after `change` units arrived at the investor's address or, if negative, are no longer theirs. */
function onChainAfter({ issuedUnits = unitsOf(0), owedUnits = unitsOf(0) }: Holding, change: number) {
  const settled = issuedUnits - owedUnits + change
  const owed = unitsOf(Math.max(0, -settled))
  return { issuedUnits: unitsOf(Math.max(0, settled)), ...(owed === owedUnits ? {} : { owedUnits: owed }) }
}

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
