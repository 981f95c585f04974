import * as z from 'zod/mini'
import { events } from '@hissa/contracts/bus'

/** One kind of fact, as the contracts declare it. */
export interface CatalogueEntry {
  type: string
  /** Names of the values it carries. */
  fields: string[]
}

/** Every event of the contracts, by type. */
export function eventCatalogue(): CatalogueEntry[] {
  return events
    .map(({ type, data }) => ({ type, fields: data instanceof z.ZodMiniObject ? Object.keys(data.shape) : [] }))
    .sort((a, b) => a.type.localeCompare(b.type))
}
