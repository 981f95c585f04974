import type { Save } from '@hissa/ledger'
import { type Fils, sum, sumUnits, type Units, units as unitsOf, ZERO } from '@hissa/money'

export const HOLDINGS = 'holdings'

/** One investor's paid units in one property: the dashboard's read model, written in the commit that pays an order. */
export interface Holding {
  _id: string
  userId: string
  propertyId: string
  slug: string
  title: string
  state: 'pending' | 'cooling_off' | 'allotted' | 'issued'
  units: Units
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
      ...(before ? {} : { ...names, state: 'pending', firstPaidAt: paidAt }),
      units: sumUnits(before?.units ?? unitsOf(0), order.units),
      amountFils: sum(before?.amountFils ?? ZERO, order.amountFils),
      feeFils: sum(before?.feeFils ?? ZERO, order.feeFils),
      lastPaidAt: paidAt,
    },
  }
}
