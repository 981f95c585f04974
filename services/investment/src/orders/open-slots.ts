import { OPEN_ORDERS } from '../rules/rules.api.js'

/** Returns the key under which an investor has one unpaid order for a property. */
export const openPropertyOf = (userId: string, propertyId: string) => `${userId}:${propertyId}`

/** The slots for the unpaid orders of an investor. */
export const slotsOf = (userId: string) => Array.from({ length: OPEN_ORDERS }, (_, index) => `${userId}:${index}`)

/** One of the slots that are free, by `pick` in [0, 1), so that orders at the same moment seldom meet; or undefined. */
export function freeSlot(userId: string, taken: readonly string[], pick: number): string | undefined {
  const free = slotsOf(userId).filter((slot) => !taken.includes(slot))
  return free[Math.floor(pick * free.length)]
}
