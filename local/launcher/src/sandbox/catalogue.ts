import * as z from 'zod/mini'
import { events } from '@hissa/contracts/bus'

/** One event type, as the contracts declare it. */
export interface CatalogueEntry {
  type: string
  /** Names of the fields of its data. */
  fields: string[]
}

/** Returns every event of the contracts, by type. */
export function eventCatalogue(): CatalogueEntry[] {
  return events
    .map(({ type, data }) => ({ type, fields: data instanceof z.ZodMiniObject ? Object.keys(data.shape) : [] }))
    .sort((a, b) => a.type.localeCompare(b.type))
}
