import type { Drawing, PropertyDocument, PropertyStatus } from '@hissa/contracts/property'
import { type Units, units } from '@hissa/money'
import { createHash } from 'node:crypto'
import type { Listing } from '../import/listing.js'
import type { PropertyTexts } from './describe-listing.js'
import type { Terms } from '../offerings/terms.js'

/** The raise as its events last told it. `version` 0: nothing was heard yet. */
export interface RaiseView {
  state: 'draft' | 'in_review' | 'active' | 'funded' | 'completed' | 'failed'
  unitsAvailable: Units
  unitsPaid: Units
  investors: number
  version: number
}

/** A property. Without `offering` it is a draft, which only the catalogue's keepers see. */
export interface Property {
  propertyId: string
  slug: string
  source: string
  sampleData: boolean
  listing: Listing
  texts: { en: PropertyTexts; ar: PropertyTexts }
  drawing: Drawing
  offering: (Terms & { version: number; publishedAt: Date }) | null
  documents: PropertyDocument[]
  raise: RaiseView
  createdAt: Date
  updatedAt: Date
  version: number
}

/** What a list shows of a property: all but its papers and calculations. */
export type ListedProperty = Omit<Property, 'documents' | 'offering'> & {
  offering: Omit<NonNullable<Property['offering']>, 'acquisition' | 'rent'> | null
}

const sha = (text: string) => createHash('sha256').update(text).digest()

/**
 * The record's id, the same whenever the same row is imported: `Prop_`, twelve digits from source and number, and a
 * word of the place (docs/product.md).
 */
export function propertyIdOf(source: string, listing: Listing): string {
  const digits = String(sha(`${source}:${listing.sourceId}`).readUIntBE(0, 6) % 1e12).padStart(12, '0')
  const word = slugify(listing.district ?? listing.city ?? '')
    .split('-')
    .findLast((part) => part.length > 2 && !GENERIC.has(part))
  return `Prop_${digits}_${word ?? 'home'}`
}

const GENERIC = new Set(['island', 'city', 'beach', 'the', 'dhabi', 'bin'])

/** Small letters, digits and hyphens. A title without Latin letters has none. */
export const slugify = (title: string): string =>
  title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80)

/** Size and seed of the drawn elevation, from type and id alone. */
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

/** A draft from an imported row. */
export function draftProperty(
  source: string,
  listing: Listing,
  texts: Property['texts'],
  options: { sampleData: boolean; at: Date },
): Property {
  const propertyId = propertyIdOf(source, listing)
  return {
    propertyId,
    // A draft's title may be anybody's; the digits keep its address its own until it is published.
    slug: [slugify(texts.en.title), propertyId.split('_')[1]!.slice(0, 6)].filter(Boolean).join('-'),
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

/** Publishes terms on a property: its next version, with nothing sold yet. `slug` becomes that of the title. */
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
    raise: property.offering ? property.raise : { ...property.raise, unitsAvailable: terms.unitsTotal },
    updatedAt: at,
    version: property.version + 1,
  }
}

/** What the public is told about a property's raise. Null: it is not public. */
export function statusOf({ offering, raise }: Pick<ListedProperty, 'offering' | 'raise'>): PropertyStatus | null {
  if (!offering) return null
  return raise.state === 'draft' || raise.state === 'in_review' ? 'upcoming' : raise.state
}

/** Paid units of those offered; 10,000 is all, and never shown before it is. */
export const fundedBasisPoints = ({ offering, raise }: Pick<ListedProperty, 'offering' | 'raise'>): number =>
  offering && offering.unitsTotal > 0 ? Math.floor((raise.unitsPaid * 10_000) / offering.unitsTotal) : 0

/** The property after a newer word about its raise, or the same one after an old word. */
export function applyRaise(property: Property, fact: Omit<RaiseView, never>, at: Date): Property {
  if (fact.version <= property.raise.version) return property
  const { state, unitsAvailable, unitsPaid, investors, version } = fact
  return {
    ...property,
    raise: { state, unitsAvailable, unitsPaid, investors, version },
    updatedAt: at,
    version: property.version + 1,
  }
}
