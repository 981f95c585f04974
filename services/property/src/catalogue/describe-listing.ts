import { DEFAULT_LANGUAGE, type Language } from '@hissa/texts'
import type { Listing } from '../import/listing.js'
import { listingTexts } from '../texts/listing.js'
import { placeName } from '../texts/places.js'

/** The texts of a property in one language. */
export interface PropertyTexts {
  title: string
  description: string | null
  address: string | null
  city: string | null
  country: string | null
  features: string[]
}

/**
 * Returns the texts of a listing in a language, made only from values in the record. English keeps the record's own
 * title, address and place names.
 */
export function describeListing(listing: Listing, language: Language): PropertyTexts {
  const t = listingTexts(language)
  const own = language === DEFAULT_LANGUAGE
  const rooms = roomsOf(listing, language)
  const place = own ? (listing.community ?? listing.district) : placeIn(listing, language)
  const city = own ? listing.city : cityIn(listing, language)
  const features = listing.amenities.map((name) => amenityIn(name, language))
  const joined = (...parts: (string | null)[]) => parts.filter(Boolean).join(t('listing.separator'))
  const baths = listing.bathrooms ? t('listing.baths', { count: listing.bathrooms }) : ''
  const size = listing.areaSqm ? t('listing.size', { area: listing.areaSqm }) : ''
  const sentences = [
    t('listing.summary', { rooms, size, baths, place: String(place), city: String(city) }),
    listing.furnished === null ? '' : listing.furnished ? t('listing.furnished') : t('listing.unfurnished'),
    features.length ? t('listing.lists', { features: joined(...features).toLowerCase() }) : '',
  ]
  return {
    title: (own && listing.title) || joined(rooms, place),
    description: sentences.filter(Boolean).join(' '),
    address: own ? listing.address : joined(place, city),
    city,
    country: own ? listing.country : (placeName(language, `place.country.${listing.country}`) ?? listing.country),
    features,
  }
}

function roomsOf({ propertyType, bedrooms }: Listing, language: Language): string {
  const t = listingTexts(language)
  const kind = t(`listing.kind.${propertyType ?? 'residential'}`)
  return bedrooms ? t('listing.rooms', { count: bedrooms, kind }) : kind.charAt(0).toUpperCase() + kind.slice(1)
}

function amenityIn(name: string, language: Language): string {
  const id = `listing.amenity.${name}`
  const known = listingTexts.ids.find((each) => each === id)
  return known ? listingTexts(language)(known) : name.replaceAll('_', ' ')
}

/** Returns the listing's place names in a language, or as in the listing where no translation is known. */
export function placesOf(listing: Listing, language: Language): { community: string | null; district: string | null } {
  const { community, district } = listing
  return {
    community: community && placeIn(listing, language),
    district: district && (placeName(language, `place.district.${district}`) ?? district),
  }
}

const cityIn = ({ city }: Listing, language: Language) => city && (placeName(language, `place.city.${city}`) ?? city)

function placeIn({ community, district }: Listing, language: Language): string {
  const known = district ? (placeName(language, `place.district.${district}`) ?? district) : ''
  const kind = (community ?? '').split(' ').at(-1) ?? ''
  return placeName(language, `place.community.${kind}`, { district: known }) ?? (known || (community ?? ''))
}
