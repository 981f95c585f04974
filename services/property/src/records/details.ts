import type { FieldError } from '@hissa/contracts'
import { DISTRICTS, type PropertyDetails, type PropertyRecord } from '@hissa/contracts/property'
import { describeListing, type PropertyTexts } from '../catalogue/describe-listing.js'
import type { Property } from '../catalogue/property.js'
import { cleanText } from '../import/clean-text.js'
import type { Listing } from '../import/listing.js'

/** The smallest box around the country and its islands. A place outside it is a typing error. */
const UAE = { south: 22.5, north: 26.2, west: 51.4, east: 56.5 }

/** Returns details without spaces at their ends, direction marks and line breaks; an empty optional text is null. */
export function cleanDetails(details: PropertyDetails): PropertyDetails {
  const both = ({ en, ar }: { en: string; ar: string }) => ({ en: cleanText(en), ar: cleanText(ar) })
  const optional = (text: string | null) => (text === null ? null : cleanText(text) || null)
  const { title, description, district, community, address, areaSqm, amenities } = details
  return {
    ...details,
    ...{ title: both(title), description: both(description), district: optional(district) },
    ...{ community: optional(community), address: optional(address) },
    areaSqm: areaSqm === null ? null : Math.round(areaSqm * 10) / 10,
    amenities: [...new Set(amenities)],
  }
}

/**
 * Returns why clean details cannot be stored; empty if they can. Faults are an empty text, an Arabic text without an
 * Arabic letter, a district that is not one of the city's, a size that rounds to zero and coordinates outside the
 * country. Paths are JSON pointers into the details.
 */
export function faultsOfDetails({ title, description, city, district, areaSqm, coordinates }: PropertyDetails) {
  const faults: FieldError[] = []
  const fault = (path: string, code: string, message: string) => faults.push({ path, code, message })
  for (const [field, texts] of Object.entries({ title, description })) {
    if (texts.en === '') fault(`/${field}/en`, 'missing', 'The English text is empty')
    if (texts.ar === '') fault(`/${field}/ar`, 'missing', 'The Arabic text is empty')
    else if (!/\p{Script=Arabic}/u.test(texts.ar)) fault(`/${field}/ar`, 'not_arabic', 'The text is not Arabic')
  }
  if (district !== null && !DISTRICTS[city]?.includes(district))
    fault('/district', 'unknown', `${city} has no such district in the list`)
  if (areaSqm === 0) fault('/areaSqm', 'too_small', 'The size rounds to zero')
  if (coordinates) {
    const { latitude, longitude } = coordinates
    if (latitude < UAE.south || latitude > UAE.north)
      fault('/coordinates/latitude', 'outside', 'The place is outside the United Arab Emirates')
    if (longitude < UAE.west || longitude > UAE.east)
      fault('/coordinates/longitude', 'outside', 'The place is outside the United Arab Emirates')
  }
  return faults
}

/** Returns a listing with the details of staff; what only files state, such as the day of listing, stays. */
export function listingOf(
  details: PropertyDetails,
  own: Pick<Listing, 'sourceId' | 'listedOn' | 'availability'>,
): Listing {
  const { title, description: _description, coordinates, ...stated } = details
  const { sourceId, listedOn, availability } = own
  return {
    ...stated,
    ...{ sourceId, listedOn, availability, title: title.en, country: 'UAE' },
    latitude: coordinates?.latitude ?? null,
    longitude: coordinates?.longitude ?? null,
  }
}

/** Returns the texts of a property: title and description of staff, places and features from the lists. */
export function textsOf(
  listing: Listing,
  { title, description }: PropertyDetails,
): { en: PropertyTexts; ar: PropertyTexts } {
  return {
    en: { ...describeListing(listing, 'en'), title: title.en, description: description.en },
    ar: { ...describeListing(listing, 'ar'), title: title.ar, description: description.ar },
  }
}

/** Returns the details of a stored property. */
export function detailsOf({ listing, texts }: Pick<Property, 'listing' | 'texts'>): PropertyRecord['details'] {
  const { propertyType, city, district, community, address, latitude, longitude } = listing
  const { bedrooms, bathrooms, areaSqm, priceFils, furnished, amenities } = listing
  return {
    title: { en: texts.en.title, ar: texts.ar.title },
    description: { en: texts.en.description, ar: texts.ar.description },
    ...{ propertyType, city, district, community, address },
    coordinates: latitude === null || longitude === null ? null : { latitude, longitude },
    ...{ bedrooms, bathrooms, areaSqm, priceFils, furnished, amenities },
  }
}

/** Returns the names of the details that differ. */
export const changedDetails = (before: PropertyRecord['details'], after: PropertyRecord['details']): string[] =>
  (Object.keys(after) as (keyof PropertyRecord['details'])[]).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
