import * as cell from './cells.js'
import { RowError, type Listing, type Row } from './listing.js'

const SQM_IN_SQFT = 0.09290304

/**
 * Reads a row of a portal's export: title, address separated by commas with the city last, size in square feet,
 * American dates.
 */
export function readPortalRow(row: Row): Omit<Listing, 'sourceId'> & { sourceId: null } {
  const purpose = (cell.text(row, 'sold or not') ?? 'sell').toLowerCase()
  if (!purpose.startsWith('sell')) throw new RowError('not_for_sale', `sold or not is “${purpose.slice(0, 40)}”`)
  const address = cell.required(row, 'address')
  const places = address
    .split(',')
    .map((place) => place.trim())
    .filter(Boolean)
  const sizeSqft = cell.optionalNumber(row, 'size sqft', { min: 1, max: 10_000_000 })
  return {
    sourceId: null,
    title: cell.required(row, 'title').slice(0, 300),
    propertyType: null,
    address,
    community: places.length > 2 ? places[0]! : null,
    district: places.at(-2) ?? null,
    city: places.at(-1) ?? null,
    country: 'UAE',
    latitude: null,
    longitude: null,
    bedrooms: cell.rooms(row, 'bedrooms'),
    bathrooms: cell.rooms(row, 'bathrooms'),
    areaSqm: sizeSqft === null ? null : Math.round(sizeSqft * SQM_IN_SQFT * 10) / 10,
    priceFils: cell.priceFils(row, 'price'),
    furnished: cell.flag(row, 'furnishing'),
    amenities: [],
    listedOn: cell.date(row, 'date', true),
    availability: null,
  }
}
