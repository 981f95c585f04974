import * as z from 'zod/mini'
import { cursor, Locale } from '../core.js'
import { numberText, pageLimit } from '../query.js'
import { Property, PropertyStatus, PropertySummary, PropertyType } from './property.js'
import { PropertyFilters, PropertySort } from './rpc.js'

const aedText = numberText(/^\d{1,11}(\.\d{1,2})?$/, { type: 'number', minimum: 0 })

/** `GET /properties`: converts the query string to the RPC's input. */
export const ListPropertiesQuery = z.object({
  limit: z.optional(pageLimit),
  cursor: z.optional(cursor),
  status: z.optional(PropertyStatus),
  city: z.optional(z.string().check(z.maxLength(80))),
  type: z.optional(PropertyType),
  minPrice: z.optional(aedText),
  maxPrice: z.optional(aedText),
  minYield: z.optional(numberText(/^(\d{1,2}(\.\d{1,2})?|100)$/, { type: 'number', minimum: 0, maximum: 100 })),
  maxMinimum: z.optional(aedText),
  beds: z.optional(z.string().check(z.regex(/^\d{1,2}\+?$/))),
  q: z.optional(z.string().check(z.maxLength(120))),
  sort: z.optional(PropertySort),
})

/** `GET /properties` */
export const ListPropertiesBody = z.object({
  success: z.literal(true),
  properties: z.array(PropertySummary),
  count: z.int(),
  scannedCount: z.int(),
  filters: PropertyFilters,
  cursor: z.optional(z.string()),
})

const percentText = (pattern: RegExp, minimum: number, maximum: number) =>
  z.optional(numberText(pattern, { type: 'number', minimum, maximum }))

/** `GET /properties/{id}/projection`: AED and per cent; rates that are left out are those of the base case. */
export const ProjectionQuery = z.object({
  amount: aedText,
  years: numberText(/^([1-9]|[12]\d|30)$/, { type: 'integer', minimum: 1, maximum: 30 }),
  growth: percentText(/^(-?1?\d(\.\d{1,2})?|-?20)$/, -20, 20),
  occupancy: percentText(/^(\d{1,2}(\.\d{1,2})?|100)$/, 0, 100),
  exitCost: percentText(/^(1?\d(\.\d{1,2})?|20)$/, 0, 20),
})

/** `GET /properties/{id}` */
export const GetPropertyBody = z.object({ success: z.literal(true), property: Property })

/** `GET /disclosures`, `GET /legal` and `GET /properties/{id}/documents/{documentId}` */
export const LocaleQuery = z.object({ locale: z.optional(Locale), propertyId: z.optional(z.string()) })
