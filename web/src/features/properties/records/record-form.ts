import {
  Amenity,
  CITIES,
  DISTRICTS,
  PropertyType,
  type PropertyDetails,
  type PropertyRecord,
} from '@hissa/contracts/property'
import { fils, toAed } from '@hissa/money'
import type { AppLocale } from '../../../lib/locale.js'
import { readFils } from '../../../lib/invest-amount.js'
import { latinDigits } from '../../../lib/phone.js'

export const TEXT_FIELDS = ['titleEn', 'titleAr', 'descriptionEn', 'descriptionAr'] as const
const FIELDS = [
  ...TEXT_FIELDS,
  ...(['propertyType', 'city', 'district', 'community', 'address', 'latitude', 'longitude'] as const),
  ...(['bedrooms', 'bathrooms', 'areaSqm', 'price', 'furnished'] as const),
] as const
export type RecordField = (typeof FIELDS)[number]
/** What is in the form, as it was typed. */
export type RecordValues = Record<RecordField, string> & { amenities: readonly Amenity[] }
/** Why a value cannot be saved; each has a text. */
export type RecordFault = 'missing' | 'not_arabic' | 'unknown' | 'number' | 'outside' | 'invalid'
export type RecordFaults = Partial<Record<RecordField, RecordFault>>

export const EMPTY: RecordValues = {
  ...(Object.fromEntries(FIELDS.map((field) => [field, ''])) as Record<RecordField, string>),
  amenities: [],
}

/** Returns the form of a stored property. */
export function valuesOf({ details }: Pick<PropertyRecord, 'details'>): RecordValues {
  const { title, description, coordinates, priceFils, furnished, amenities } = details
  const text = (value: string | number | null | undefined) =>
    value === null || value === undefined ? '' : String(value)
  return {
    ...{ titleEn: title.en, titleAr: title.ar },
    ...{ descriptionEn: text(description.en), descriptionAr: text(description.ar) },
    ...{ propertyType: text(details.propertyType), city: text(details.city), district: text(details.district) },
    ...{ community: text(details.community), address: text(details.address) },
    ...{ latitude: text(coordinates?.latitude), longitude: text(coordinates?.longitude) },
    ...{ bedrooms: text(details.bedrooms), bathrooms: text(details.bathrooms), areaSqm: text(details.areaSqm) },
    price: String(toAed(priceFils)),
    furnished: furnished === null ? '' : furnished ? 'yes' : 'no',
    amenities: Amenity.options.filter((each) => amenities.includes(each)),
  }
}

type Read = { ok: true; details: PropertyDetails } | { ok: false; faults: RecordFaults }

/** Reads the form. The server checks all of it again. */
export function readRecord(values: RecordValues, locale: AppLocale): Read {
  const faults: RecordFaults = {}
  const required = (field: RecordField) => {
    const value = values[field].trim()
    if (value === '') faults[field] = 'missing'
    return value
  }
  const arabic = (field: RecordField) => {
    const value = required(field)
    if (value !== '' && !/\p{Script=Arabic}/u.test(value)) faults[field] = 'not_arabic'
    return value
  }
  const chosen = <T extends string>(field: RecordField, options: readonly T[]) => {
    const found = options.find((each) => each === values[field])
    if (!found) faults[field] = 'missing'
    return found as T
  }
  const number = (field: RecordField, { min, max, whole }: { min: number; max: number; whole?: boolean }) => {
    const value = latinDigits(values[field].trim()).replace('\u066B', '.')
    if (value === '') return null
    const parsed = /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : NaN
    if (!(parsed >= min && parsed <= max) || (whole && !Number.isInteger(parsed))) faults[field] = 'number'
    return parsed
  }
  const city = chosen('city', CITIES)
  const district = values.district || null
  if (city && district && !DISTRICTS[city]?.includes(district)) faults.district = 'unknown'
  const latitude = number('latitude', { min: -90, max: 90 })
  const longitude = number('longitude', { min: -180, max: 180 })
  if (latitude === null && longitude !== null) faults.latitude = 'missing'
  if (longitude === null && latitude !== null) faults.longitude = 'missing'
  const priceFils = readFils(values.price, locale)
  if (values.price.trim() === '') faults.price = 'missing'
  else if (priceFils === null || priceFils <= 0) faults.price = 'number'
  const details: PropertyDetails = {
    title: { en: required('titleEn'), ar: arabic('titleAr') },
    description: { en: required('descriptionEn'), ar: arabic('descriptionAr') },
    ...{ propertyType: chosen('propertyType', PropertyType.options), city, district },
    community: values.community.trim() || null,
    address: values.address.trim() || null,
    coordinates: latitude === null || longitude === null ? null : { latitude, longitude },
    bedrooms: number('bedrooms', { min: 0, max: 30, whole: true }),
    bathrooms: number('bathrooms', { min: 0, max: 30, whole: true }),
    areaSqm: number('areaSqm', { min: 1, max: 100_000 }),
    priceFils: priceFils ?? fils(0),
    furnished: values.furnished === '' ? null : values.furnished === 'yes',
    amenities: [...values.amenities],
  }
  return Object.keys(faults).length > 0 ? { ok: false, faults } : { ok: true, details }
}

const POINTERS: Record<string, RecordField> = {
  ...{ '/title/en': 'titleEn', '/title/ar': 'titleAr' },
  ...{ '/description/en': 'descriptionEn', '/description/ar': 'descriptionAr' },
  ...{ '/coordinates/latitude': 'latitude', '/coordinates/longitude': 'longitude', '/priceFils': 'price' },
}
const CODES: readonly string[] = ['missing', 'not_arabic', 'unknown', 'outside'] satisfies RecordFault[]

/** Returns the server's faults by field; a code that has no text of its own is `invalid`. */
export function serverFaults(errors: readonly { path: string; code: string }[]): RecordFaults {
  const faults: RecordFaults = {}
  for (const { path, code } of errors) {
    const field = POINTERS[path] ?? FIELDS.find((each) => path === `/${each}`)
    if (field) faults[field] ??= CODES.includes(code) ? (code as RecordFault) : 'invalid'
  }
  return faults
}
