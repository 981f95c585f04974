import * as z from 'zod/mini'
import type { EventContract } from '@hissa/contracts'
import * as identity from '@hissa/contracts/identity'
import * as investment from '@hissa/contracts/investment'
import * as kyc from '@hissa/contracts/kyc'
import * as property from '@hissa/contracts/property'

/** One kind of fact, as the contracts declare it. */
export interface CatalogueEntry {
  type: string
  /** Names of the values it carries. */
  fields: string[]
}

const isEvent = (value: unknown): value is EventContract =>
  typeof value === 'object' && value !== null && 'type' in value && 'data' in value && typeof value.type === 'string'

/** Every event of the contracts, by type. */
export function eventCatalogue(): CatalogueEntry[] {
  return [identity, property, investment, kyc]
    .flatMap((contracts) => Object.values(contracts as Record<string, unknown>).filter(isEvent))
    .map(({ type, data }) => ({ type, fields: data instanceof z.ZodMiniObject ? Object.keys(data.shape) : [] }))
    .sort((a, b) => a.type.localeCompare(b.type))
}
