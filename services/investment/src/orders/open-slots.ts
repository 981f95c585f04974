import { OPEN_ORDERS } from '../rules/rules.api.js'

/** Returns the unique key that limits an investor to one unpaid order for a property. */
export const openPropertyOf = (userId: string, propertyId: string) => `${userId}:${propertyId}`

/** Returns the slots for an investor's unpaid orders. */
export const slotsOf = (userId: string) => Array.from({ length: OPEN_ORDERS }, (_, index) => `${userId}:${index}`)

/**
 * Returns a free slot chosen by `pick` in [0, 1), so that concurrent orders rarely collide; undefined if all are taken.
 */
export function freeSlot(userId: string, taken: readonly string[], pick: number): string | undefined {
  const free = slotsOf(userId).filter((slot) => !taken.includes(slot))
  return free[Math.floor(pick * free.length)]
}
