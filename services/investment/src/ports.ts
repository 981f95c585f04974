import { newId } from '@hissa/kernel'

/** The source of new ids; a simulation replaces it. */
export interface Ids {
  next(): string
}
export const IDS = Symbol('IDS')
export const systemIds: Ids = { next: newId }

/** Whether an investor's unpaid reservations are limited. Off only in tests of the other limits. */
export const RESERVATION_LIMITS = Symbol('RESERVATION_LIMITS')

/** Wall time, for leases and for deadlines that other systems see; it does not move with the business clock. */
export const WALL_CLOCK = Symbol('WALL_CLOCK')

/** The approvals of this service. */
export const APPROVAL_STORE = Symbol('APPROVAL_STORE')
