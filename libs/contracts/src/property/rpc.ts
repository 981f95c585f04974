import * as z from 'zod/mini'
import { count, cursor, defineRpc, fils, id, isoDateTime, Locale, version } from '../core.js'
import { NOT_FOUND, SERVICE_UNAVAILABLE, VALIDATION_FAILED } from '../errors.js'
import { ExpectedReturn, Property, PropertyStatus, PropertySummary, PropertyType } from './property.js'

export const PropertySort = z.enum([
  'newest',
  'closing_soon',
  'highest_return',
  'most_funded',
  'price_low',
  'price_high',
])
export type PropertySort = z.infer<typeof PropertySort>

/** `2` is exactly two, `3+` three or more, `0` a studio. */
export const Beds = z.union([z.int().check(z.gte(0), z.lte(20)), z.string().check(z.regex(/^\d{1,2}\+?$/))])

const amountAed = z.number().check(z.gte(0), z.lte(10_000_000_000))

export const PropertyFilters = z.object({
  /** Without it every published offering is listed, in any state. */
  status: z.optional(PropertyStatus),
  city: z.optional(z.string().check(z.minLength(1), z.maxLength(80))),
  type: z.optional(PropertyType),
  /** In AED; compared with the property's price. */
  minPrice: z.optional(amountAed),
  maxPrice: z.optional(amountAed),
  /** Per cent per year. An offering that states no target net yield doesn't match. */
  minYield: z.optional(z.number().check(z.gte(0), z.lte(100))),
  /** In AED; compared with the least that can be invested, which is what is left if that is less. */
  maxMinimum: z.optional(amountAed),
  beds: z.optional(Beds),
  /** Words, English or Arabic; each must be the beginning of a word in the record. */
  q: z.optional(z.string().check(z.maxLength(120))),
  sort: z._default(PropertySort, 'newest'),
})
export type PropertyFilters = z.infer<typeof PropertyFilters>

/**
 * Lists published offerings. `count` is the number of returned rows, `scannedCount` the number of matches, `filters`
 * the applied filters, `cursor` where the next page begins (absent on the last).
 */
export const ListProperties = defineRpc({
  name: 'property.listProperties',
  access: 'public',
  timeoutMs: 15_000,
  input: z.extend(PropertyFilters, {
    limit: z._default(z.int().check(z.gte(1), z.lte(100)), 10),
    cursor: z.optional(cursor),
  }),
  output: z.object({
    properties: z.array(PropertySummary),
    count: z.int(),
    scannedCount: z.int(),
    filters: PropertyFilters,
    cursor: z.optional(z.string()),
  }),
  errors: [VALIDATION_FAILED],
})

/** The most addresses in one answer: about 0.4 MB. */
export const ADDRESSES_PAGE = 5_000

/**
 * Lists the slugs of all published properties, the oldest first, so that a new property moves no other. `total` counts
 * them all, and `changedAt` is the last change of any of them; null without properties.
 */
export const ListAddresses = defineRpc({
  name: 'property.listAddresses',
  access: 'service',
  callers: ['gateway'],
  input: z.object({
    offset: z._default(count.check(z.lte(10_000_000)), 0),
    limit: z._default(z.int().check(z.gte(1), z.lte(ADDRESSES_PAGE)), ADDRESSES_PAGE),
  }),
  output: z.object({
    addresses: z.array(z.object({ slug: z.string(), updatedAt: isoDateTime })),
    total: count,
    changedAt: z.nullable(isoDateTime),
  }),
  errors: [],
})

/** Returns one published property by record id or slug (both in any case). */
export const GetProperty = defineRpc({
  name: 'property.getProperty',
  access: 'public',
  callers: ['chat'],
  timeoutMs: 10_000,
  input: z.object({ id }),
  output: z.object({ property: Property }),
  errors: [NOT_FOUND],
})

export const DisclosureKind = z.enum(['risk_warning', 'key_facts', 'fees_and_conflicts', 'cooling_off'])
export type DisclosureKind = z.infer<typeof DisclosureKind>

export const Disclosure = z.object({
  id,
  kind: DisclosureKind,
  version,
  /** SHA-256, hex, of the version in all its languages: the reader accepts the version, in any language. */
  hash: z.string(),
  title: z.string(),
  /** Plain paragraphs separated by an empty line. */
  body: z.string(),
  /** The label of the checkbox. */
  statement: z.string(),
  /** The language of this text: English if the requested one does not exist. */
  locale: Locale,
  required: z.boolean(),
})
export type Disclosure = z.infer<typeof Disclosure>

/** Returns the current disclosures that an investor accepts before paying. */
export const GetDisclosures = defineRpc({
  name: 'property.getDisclosures',
  access: 'public',
  input: z.object({ propertyId: z.optional(id), locale: z._default(Locale, 'en') }),
  output: z.object({ documents: z.array(Disclosure) }),
  errors: [NOT_FOUND],
})

export const LegalTextKind = z.enum(['terms', 'privacy', 'complaints'])
export type LegalTextKind = z.infer<typeof LegalTextKind>

/** A text that applies to everyone who uses the platform, whether or not they invest. */
export const LegalText = z.object({
  id,
  kind: LegalTextKind,
  version,
  /** SHA-256, hex, of the version in all its languages. */
  hash: z.string(),
  effectiveFrom: z.iso.date(),
  title: z.string(),
  sections: z.array(z.object({ title: z.string(), paragraphs: z.array(z.string()) })),
  /** The language of this text: English if the requested one does not exist. */
  locale: Locale,
})
export type LegalText = z.infer<typeof LegalText>

/** Returns the current terms of use, privacy notice and complaints procedure. */
export const GetLegalTexts = defineRpc({
  name: 'property.getLegalTexts',
  access: 'public',
  input: z.object({ locale: z._default(Locale, 'en') }),
  output: z.object({ documents: z.array(LegalText) }),
  errors: [],
})

/** Returns a rendered document of the offering. `body` is an HTML fragment without scripts. */
export const GetDocument = defineRpc({
  name: 'property.getDocument',
  access: 'public',
  input: z.object({ propertyId: id, documentId: id, locale: z._default(Locale, 'en') }),
  output: z.object({
    contentType: z.literal('text/html; charset=utf-8'),
    title: z.string(),
    body: z.string(),
    version,
    hash: z.string(),
    locale: Locale,
  }),
  errors: [NOT_FOUND],
})

/**
 * Returns a document of the offering as PDF: the content of its page, with version and hash on each page. Too many at once
 * are SERVICE_UNAVAILABLE.
 */
export const GetDocumentPdf = defineRpc({
  name: 'property.getDocumentPdf',
  access: 'public',
  input: GetDocument.input,
  output: z.object({
    contentType: z.literal('application/pdf'),
    fileName: z.string(),
    bodyBase64: z.string(),
    /** SHA-256, hex, of the content, as of the page. */
    hash: z.string(),
    locale: Locale,
  }),
  errors: [NOT_FOUND, SERVICE_UNAVAILABLE],
  timeoutMs: 15_000,
})

/** Returns figures for the home page, from open offerings only; null if no offering states the figure. */
export const GetHome = defineRpc({
  name: 'property.getHome',
  access: 'public',
  input: z.object({}),
  output: z.object({
    openOfferings: z.int(),
    minimumFils: z.nullable(fils),
    unitPriceFils: z.nullable(fils),
    /** Mean of the open offerings' target net yields. */
    averageReturn: z.nullable(ExpectedReturn),
    /** Lowest and highest of these targets, how many offerings state one, and the date of the oldest. */
    returnRange: z.nullable(
      z.object({
        lowestBasisPoints: z.int(),
        highestBasisPoints: z.int(),
        offerings: z.int(),
        asOf: z.iso.date(),
        kind: z.literal('target'),
      }),
    ),
    sampleData: z.boolean(),
  }),
  errors: [],
})
