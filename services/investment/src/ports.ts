import { newId } from '@hissa/kernel'

/** Where new ids come from; a simulation has its own. */
export interface Ids {
  next(): string
}
export const IDS = Symbol('IDS')
export const systemIds: Ids = { next: newId }

/** Wall time, for leases and for what others are told; it does not move with the business clock. */
export const WALL_CLOCK = Symbol('WALL_CLOCK')
