import { PropertySort, PropertySummary, type PropertyStatus } from '@hissa/contracts/property'
import { smaller, times, type Fils, type Units } from '@hissa/money'
import { LANGUAGE_CODES } from '@hissa/texts'
import * as z from 'zod/mini'
import { placeName } from '../texts/places.js'
import { SortedRows, SORTS, type Sortable } from './listing-order.js'
import { searchedTexts, type ListedRow } from './property.store.js'
import { deadlineOf, statusOf, type ListedProperty } from './property.js'
import { listedWords, matchesWords, searchWords } from './search-text.js'
import { toSummary } from './to-public.js'

export interface ListingFilter {
  status?: PropertyStatus | undefined
  city?: string | undefined
  type?: string | undefined
  minPriceFils?: Fils | undefined
  maxPriceFils?: Fils | undefined
  minReturnBasisPoints?: number | undefined
  /** Compared with the least that can be invested. */
  maxMinimumFils?: Fils | undefined
  /** Number of bedrooms, exact or minimum. */
  bedrooms?: { count: number; orMore: boolean } | undefined
  words?: string | undefined
}

/** Where a page begins: after the listing with this value in the order and this id. */
export type ListPosition = [sort: PropertySort, value: number, id: string]

/** A published property as lists use it. */
export interface Listing extends Sortable {
  readonly version: number
  readonly slug: string
  readonly updatedAtMs: number
  readonly status: PropertyStatus
  readonly cityKey: string
  readonly propertyType: string | null
  readonly bedrooms: number | null
  readonly minimumFils: Fils
  readonly words: readonly string[]
  readonly offering: NonNullable<ListedProperty['offering']>
  readonly sampleData: boolean
  /** Returns the public view, validated and serialised at the first use. Throws if it breaks the contract. */
  readonly json: () => Buffer
}

/** Prepares a row for lists. Throws for a property that is not public. */
export function listingOf(row: ListedRow): Listing {
  const { _id: id, version, cityKey, propertyType, bedrooms, record } = row
  const { offering, sampleData } = record
  const status = statusOf(record)
  if (!offering || !status) throw new Error(`${id} is not public`)
  return {
    ...{ id, version, status, cityKey, propertyType, bedrooms, offering, sampleData },
    slug: record.slug,
    updatedAtMs: record.updatedAt.getTime(),
    minimumFils: leastInvestment(offering, record.raise.unitsAvailable),
    words: listedWords([...searchedTexts(record), ...countryNames(record)]),
    sortValues: {
      createdAt: row.createdAt.getTime(),
      deadline: deadlineOf(record)!.getTime(),
      returnBasisPoints: row.returnBasisPoints,
      fundedBasisPoints: row.fundedBasisPoints,
      priceFils: row.priceFils,
    },
    json: serialised(record),
  }
}

/** Returns the offering's minimum, or the price of what is left of an open one if that is less. */
function leastInvestment({ minimumFils, unitPriceFils }: Listing['offering'], unitsAvailable: Units): Fils {
  return unitsAvailable > 0 ? smaller(minimumFils, times(unitPriceFils, unitsAvailable)) : minimumFils
}

/** Returns what the country is called. Every property has the same, so an index of these words would serve nothing. */
const countryNames = ({ texts, listing: { country } }: ListedProperty) => [
  texts.en.country,
  texts.ar.country,
  ...LANGUAGE_CODES.map((language) => placeName(language, `place.countryInFull.${country}`)),
]

function serialised(record: ListedProperty): () => Buffer {
  let source: ListedProperty | undefined = record
  let json: Buffer | undefined
  return () => {
    if (source) json = Buffer.from(JSON.stringify(z.parse(PropertySummary, toSummary(source))))
    // Only the result is kept.
    source = undefined
    return json!
  }
}

/** Published properties in memory, in each order of the list. */
export class Listings {
  private readonly byId = new Map<string, Listing>()
  private readonly orders = Object.fromEntries(
    PropertySort.options.map((sort) => [sort, new SortedRows<Listing>(sort)]),
  ) as Record<PropertySort, SortedRows<Listing>>

  versionOf(id: string): number {
    return this.byId.get(id)?.version ?? 0
  }

  /** Adds a property or its newer version. */
  put(listing: Listing): void {
    const earlier = this.byId.get(listing.id)
    if (earlier && earlier.version >= listing.version) return
    for (const order of Object.values(this.orders)) {
      if (earlier) order.remove(earlier)
      order.add(listing)
    }
    this.byId.set(listing.id, listing)
  }

  /** Returns a page in the requested order, whether more follow, and how many match in all. */
  page(
    filter: ListingFilter,
    sort: PropertySort,
    limit: number,
    after?: ListPosition,
  ): { listings: Listing[]; more: boolean; matches: number } {
    const matches = matcherOf(filter)
    const listings: Listing[] = []
    for (const listing of this.orders[sort].from(after && [after[1], after[2]])) {
      if (matches(listing)) listings.push(listing)
      if (listings.length > limit) break
    }
    return { listings: listings.slice(0, limit), more: listings.length > limit, matches: this.all(matches).length }
  }

  /** Returns every property that matches. */
  matching(filter: ListingFilter): Listing[] {
    return this.all(matcherOf(filter))
  }

  /** Returns some of all properties, the oldest first, how many there are, and the time of the last change. */
  oldest(offset: number, limit: number): { listings: Listing[]; total: number; changedAtMs: number | null } {
    let changedAtMs: number | null = null
    for (const { updatedAtMs } of this.byId.values()) changedAtMs = Math.max(changedAtMs ?? updatedAtMs, updatedAtMs)
    return { listings: this.orders.newest.fromEnd(offset, limit), total: this.byId.size, changedAtMs }
  }

  private all(matches: (listing: Listing) => boolean): Listing[] {
    return [...this.byId.values()].filter(matches)
  }
}

/** Returns the position of a listing in an order. */
export const positionOf = ({ id, sortValues }: Listing, sort: PropertySort): ListPosition => [
  sort,
  sortValues[SORTS[sort].field],
  id,
]

function matcherOf(filter: ListingFilter): (listing: Listing) => boolean {
  const { status, city, type, minPriceFils, maxPriceFils, minReturnBasisPoints, maxMinimumFils, bedrooms } = filter
  const cityKey = city ? searchWords(city).join(' ') : undefined
  const matchesText = matchesWords(filter.words ?? '')
  return (listing) => {
    const price = listing.sortValues.priceFils
    if (status && listing.status !== status) return false
    if (cityKey !== undefined && listing.cityKey !== cityKey) return false
    if (type && listing.propertyType !== type) return false
    if (minPriceFils !== undefined && price < minPriceFils) return false
    if (maxPriceFils !== undefined && price > maxPriceFils) return false
    if (maxMinimumFils !== undefined && listing.minimumFils > maxMinimumFils) return false
    if (minReturnBasisPoints !== undefined && listing.sortValues.returnBasisPoints < minReturnBasisPoints) return false
    if (bedrooms && !hasBedrooms(listing.bedrooms, bedrooms)) return false
    return matchesText(listing.words)
  }
}

function hasBedrooms(own: number | null, { count, orMore }: NonNullable<ListingFilter['bedrooms']>): boolean {
  return own !== null && (orMore ? own >= count : own === count)
}
