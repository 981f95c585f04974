import type { RaiseFact as PublishedRaise } from '@hissa/contracts/investment'
import type { Drawing, PropertyDocument, PropertyPicture, PropertyStatus } from '@hissa/contracts/property'
import { type Units, units } from '@hissa/money'
import { createHash } from 'node:crypto'
import type { Listing } from '../import/listing.js'
import type { StoredPicture } from './uploaded.js'
import type { PropertyTexts } from './describe-listing.js'
import type { Terms } from '../offerings/terms.js'

/** The raise as of its last event. `version` 0: no event has arrived yet. */
export interface RaiseView {
  state: 'draft' | 'in_review' | 'active' | 'funded' | 'completed' | 'failed'
  unitsAvailable: Units
  unitsPaid: Units
  investors: number
  /** The deadline after an extension. Absent before the first event, and in rows of earlier releases. */
  deadline?: Date
  /** When it closed; absent while it is open. */
  fundedAt?: Date
  version: number
}

type RaiseFact = Omit<PublishedRaise, 'propertyId' | 'unitsTotal'>

/** A property. Without `offering` it is a draft, which only staff can see. */
export interface Property {
  propertyId: string
  slug: string
  /** Symbol of its token, from its first proposed offering on; absent in offerings of earlier releases. */
  code?: string
  source: string
  sampleData: boolean
  listing: Listing
  texts: { en: PropertyTexts; ar: PropertyTexts }
  drawing: Drawing
  /** The most important first; absent in properties without pictures. */
  pictures?: PropertyPicture[]
  /** The photographs and floor plans of staff, in their order; absent before the first. */
  uploads?: StoredPicture[]
  offering: (Terms & { version: number; publishedAt: Date }) | null
  documents: PropertyDocument[]
  raise: RaiseView
  createdAt: Date
  updatedAt: Date
  version: number
}

/** The part of a property that lists show: without documents and calculations. */
export type ListedProperty = Omit<Property, 'documents' | 'offering'> & {
  offering: Omit<NonNullable<Property['offering']>, 'acquisition' | 'rent'> | null
}

const sha = (text: string) => createHash('sha256').update(text).digest()

/**
 * Returns the record's id, the same for every import of the same row: `Prop_`, twelve digits from source and number,
 * and a word of the location (docs/product.md).
 */
export function propertyIdOf(source: string, listing: Listing): string {
  const digits = String(sha(`${source}:${listing.sourceId}`).readUIntBE(0, 6) % 1e12).padStart(12, '0')
  const word = slugify(listing.district ?? listing.city ?? '')
    .split('-')
    .findLast((part) => part.length > 2 && !GENERIC.has(part))
  return `Prop_${digits}_${word ?? 'home'}`
}

const GENERIC = new Set(['island', 'city', 'beach', 'the', 'dhabi', 'bin'])

/** Converts text to lower-case characters, digits and hyphens; empty for a title without Latin characters. */
export const slugify = (title: string): string =>
  title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80)

/** Returns size and seed of the generated elevation, from type and id only. */
export function drawingOf(propertyId: string, type: Listing['propertyType']): Drawing {
  const hash = sha(propertyId)
  const [floors, bays] = SHAPES[type ?? 'residential'] ?? SHAPES.residential!
  return {
    floors: floors[0] + (hash[0]! % (floors[1] - floors[0] + 1)),
    bays: bays[0] + (hash[1]! % (bays[1] - bays[0] + 1)),
    seed: hash.readUInt32BE(2),
  }
}

type Range = readonly [number, number]
const SHAPES: Record<string, readonly [Range, Range]> = {
  apartment: [
    [8, 14],
    [4, 6],
  ],
  studio: [
    [9, 16],
    [5, 7],
  ],
  penthouse: [
    [12, 18],
    [3, 5],
  ],
  townhouse: [
    [2, 3],
    [2, 3],
  ],
  villa: [
    [2, 2],
    [4, 6],
  ],
  residential: [
    [4, 8],
    [3, 5],
  ],
}

/** Returns a draft's slug. Several drafts may share a title; digits of the id keep it unique until publication. */
export const draftSlugOf = (title: string, propertyId: string): string =>
  [slugify(title), propertyId.split('_')[1]!.slice(0, 6)].filter(Boolean).join('-')

/** Creates a draft from an imported row, or from what staff state. */
export function draftProperty(
  source: string,
  listing: Listing,
  texts: Property['texts'],
  options: { sampleData: boolean; at: Date },
): Property {
  const propertyId = propertyIdOf(source, listing)
  return {
    propertyId,
    slug: draftSlugOf(texts.en.title, propertyId),
    source,
    sampleData: options.sampleData,
    listing,
    texts,
    drawing: drawingOf(propertyId, listing.propertyType),
    offering: null,
    documents: [],
    raise: { state: 'draft', unitsAvailable: units(0), unitsPaid: units(0), investors: 0, version: 0 },
    createdAt: listing.listedOn ? new Date(`${listing.listedOn}T00:00:00Z`) : options.at,
    updatedAt: options.at,
    version: 1,
  }
}

/**
 * Returns the property with its next version of terms, published at `slug`. A first version starts with all units
 * available.
 */
export function publish(
  property: Property,
  terms: Terms,
  documents: PropertyDocument[],
  slug: string,
  at: Date,
): Property {
  const version = (property.offering?.version ?? 0) + 1
  return {
    ...property,
    slug,
    documents,
    offering: { ...terms, version, publishedAt: at },
    raise: property.offering
      ? { ...property.raise, deadline: terms.deadline }
      : { ...property.raise, unitsAvailable: terms.unitsTotal },
    updatedAt: at,
    version: property.version + 1,
  }
}

/** Returns the public status of a property's raise; null if the property is not public. */
export function statusOf({ offering, raise }: Pick<ListedProperty, 'offering' | 'raise'>): PropertyStatus | null {
  if (!offering) return null
  return raise.state === 'draft' || raise.state === 'in_review' ? 'upcoming' : raise.state
}

/** Returns the units that must be paid for the raise to close. */
export const minimumUnitsOf = ({ minimumUnits, unitsTotal }: Pick<Terms, 'minimumUnits' | 'unitsTotal'>): Units =>
  minimumUnits ?? unitsTotal

/** Returns until when units can be bought: the deadline of the terms, or that of an extension. */
export const deadlineOf = ({ offering, raise }: Pick<ListedProperty, 'offering' | 'raise'>): Date | null =>
  raise.deadline ?? offering?.deadline ?? null

/** Returns the published terms with the deadline after extensions; null for a draft. */
export const currentTerms = ({ offering, raise }: Pick<Property, 'offering' | 'raise'>): Property['offering'] =>
  offering && { ...offering, deadline: raise.deadline ?? offering.deadline }

/** Returns the paid part of the offered units in basis points, rounded down: 10,000 only if all are paid. */
export const fundedBasisPoints = ({ offering, raise }: Pick<ListedProperty, 'offering' | 'raise'>): number =>
  offering && offering.unitsTotal > 0 ? Math.floor((raise.unitsPaid * 10_000) / offering.unitsTotal) : 0

/** Returns the property with a newer version of its raise; unchanged for an older or equal version. */
export function applyRaise(property: Property, fact: RaiseFact, at: Date): Property {
  if (fact.version <= property.raise.version) return property
  const { state, unitsAvailable, unitsPaid, investors, deadline, fundedAt, version } = fact
  const times = {
    ...(deadline ? { deadline: new Date(deadline) } : {}),
    ...(fundedAt ? { fundedAt: new Date(fundedAt) } : {}),
  }
  return {
    ...property,
    raise: { state, unitsAvailable, unitsPaid, investors, ...times, version },
    updatedAt: at,
    version: property.version + 1,
  }
}
