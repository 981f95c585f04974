import * as cell from './cells.js'
import { RowError, type Listing, type Row } from './listing.js'

/**
 * Reads a sale listing of the Abu Dhabi starter kit. Throws RowError for a rental, which the same file also contains.
 */
export function readKitRow(row: Row): Omit<Listing, 'sourceId'> & { sourceId: string } {
  const purpose = cell.required(row, 'listing_type').toLowerCase()
  if (purpose !== 'sale') throw new RowError('not_for_sale', `listing_type is “${purpose.slice(0, 40)}”`)
  const district = cell.required(row, 'district')
  const community = cell.text(row, 'community')
  return {
    sourceId: cell.required(row, 'listing_id'),
    title: null,
    propertyType: cell.type(row, 'property_type'),
    address: [community, 'Abu Dhabi'].filter(Boolean).join(', '),
    community,
    district,
    city: 'Abu Dhabi',
    country: 'UAE',
    latitude: cell.optionalNumber(row, 'latitude', { min: -90, max: 90 }),
    longitude: cell.optionalNumber(row, 'longitude', { min: -180, max: 180 }),
    bedrooms: cell.rooms(row, 'bedrooms'),
    bathrooms: cell.rooms(row, 'bathrooms'),
    areaSqm: cell.number(row, 'size_sqm', { min: 1, max: 1_000_000 }),
    priceFils: cell.priceFils(row, 'price_aed'),
    furnished: cell.flag(row, 'furnished'),
    amenities: (cell.text(row, 'amenities') ?? '').split(';').filter(Boolean),
    listedOn: cell.date(row, 'listed_date'),
    availability: cell.text(row, 'status'),
  }
}
