import * as z from 'zod/mini'
import { cursor, defineRpc, fils, id, isoDateTime, version } from '../core.js'
import { INVALID_FIELDS, NOT_FOUND, VALIDATION_FAILED } from '../errors.js'
import { pageLimit } from '../query.js'
import { defineError } from '../result.js'
import {
  QuarantinedFile,
  UPLOAD_GONE,
  UPLOAD_TOO_LARGE,
  UPLOAD_TYPE_REFUSED,
  UPLOAD_UNREADABLE,
  UPLOADS_BUSY,
} from '../uploads.js'
import { Caption, PICTURE_EXISTS, PictureList, PICTURES_FULL, UploadedKind, UploadedPicture } from './pictures.js'
import { Coordinates, Drawing, LocalText, PropertyCode, PropertyPicture, PropertyType } from './property.js'

/** The cities of the catalogue. All are in the United Arab Emirates; each but Al Ain names an emirate. */
export const CITIES = [
  ...(['Abu Dhabi', 'Al Ain', 'Dubai', 'Sharjah', 'Ajman'] as const),
  ...(['Umm Al Quwain', 'Ras Al Khaimah', 'Fujairah'] as const),
] as const
export type City = (typeof CITIES)[number]

/** The known districts of a city. Those of other cities are not in the list yet. */
export const DISTRICTS: { readonly [C in City]?: readonly string[] } = {
  'Abu Dhabi': [
    ...['Al Bahia', 'Al Bateen', 'Al Ghadeer', 'Al Khalidiyah', 'Al Maqta', 'Al Maryah Island', 'Al Raha Beach'],
    ...['Al Reef', 'Al Reem Island', 'Al Shamkha', 'Al Zahiyah', 'Corniche', 'Danet Abu Dhabi', 'Khalifa City'],
    ...['Masdar City', 'Mohammed Bin Zayed City', 'Mussafah', 'Saadiyat Island', 'Yas Island', 'Zayed City'],
  ],
  Dubai: ['Dubai Marina'],
}

export const Amenity = z.enum([
  ...(['balcony', 'beach_access', 'built_in_wardrobes', 'central_ac', 'concierge', 'covered_parking'] as const),
  ...(['ev_charger', 'gym', 'kids_play_area', 'maids_room', 'pool', 'security_24h', 'shared_garden'] as const),
  ...(['smart_home', 'study'] as const),
])
export type Amenity = z.infer<typeof Amenity>

const text = (maxLength: number) => z.string().check(z.minLength(1), z.maxLength(maxLength))
const rooms = z.nullable(z.int().check(z.gte(0), z.lte(30)))

/** What staff state about a property. A value that is not known is null. */
export const PropertyDetails = z.object({
  title: z.object({ en: text(120), ar: text(120) }),
  description: z.object({ en: text(2_000), ar: text(2_000) }),
  propertyType: PropertyType,
  city: z.enum(CITIES),
  /** One of the city's `DISTRICTS`. */
  district: z.nullable(text(80)),
  /** The development or building, as it names itself. */
  community: z.nullable(text(80)),
  address: z.nullable(text(200)),
  /** Within the United Arab Emirates. */
  coordinates: z.nullable(Coordinates),
  bedrooms: rooms,
  bathrooms: rooms,
  /** Square metres, one decimal. */
  areaSqm: z.nullable(z.number().check(z.positive(), z.lte(100_000))),
  /** The purchase price, at most ten billion dirhams. */
  priceFils: fils.check(z.positive(), z.lte(1_000_000_000_000)),
  furnished: z.nullable(z.boolean()),
  amenities: z.array(Amenity).check(z.maxLength(Amenity.options.length)),
})
export type PropertyDetails = z.infer<typeof PropertyDetails>

/** Details as stored: an imported record may leave out more, and names places and amenities in its file's words. */
const StoredDetails = z.extend(PropertyDetails, {
  title: LocalText,
  description: z.object({ en: z.nullable(z.string()), ar: z.nullable(z.string()) }),
  propertyType: z.nullable(PropertyType),
  ...{ city: z.nullable(z.string()), district: z.nullable(z.string()), community: z.nullable(z.string()) },
  ...{ address: z.nullable(z.string()), bedrooms: z.nullable(z.int()), bathrooms: z.nullable(z.int()) },
  ...{ areaSqm: z.nullable(z.number()), priceFils: fils, amenities: z.array(z.string()) },
})

/**
 * `draft`: nobody outside staff can see it. `proposed`: a draft whose first terms await a second person. `published`: its
 * offering is public, and its record no longer changes.
 */
export const RecordState = z.enum(['draft', 'proposed', 'published'])
export type RecordState = z.infer<typeof RecordState>

/** A property as staff see it, also before it is public. */
export const PropertyRecord = z.object({
  propertyId: id,
  slug: z.string(),
  /** Absent before the first proposal, and in records of earlier releases. */
  code: z.optional(PropertyCode),
  state: RecordState,
  details: StoredDetails,
  /** The terms that await a second person; null if there are none. A published property may have some too. */
  proposal: z.nullable(z.object({ approvalId: id, maker: id, requestedAt: isoDateTime })),
  drawing: Drawing,
  /** As its page shows them. */
  pictures: z.array(PropertyPicture),
  /** The photographs and floor plans that staff have uploaded, in their order. */
  uploads: z.array(UploadedPicture),
  sampleData: z.boolean(),
  createdAt: isoDateTime,
  updatedAt: isoDateTime,
  version,
})
export type PropertyRecord = z.infer<typeof PropertyRecord>

/** A property in the staff's list. */
export const ListedRecord = z.extend(
  z.pick(PropertyRecord, { propertyId: true, slug: true, code: true, state: true, sampleData: true, updatedAt: true }),
  { ...z.pick(StoredDetails, { title: true, propertyType: true, city: true, district: true, priceFils: true }).shape },
)
export type ListedRecord = z.infer<typeof ListedRecord>

export const PROPERTY_PUBLISHED = defineError({
  code: 'PROPERTY_PUBLISHED',
  status: 409,
  description:
    'The property is published. Its record is what documents, terms and orders rest on, and does not change any more.',
})

/** Shares its code with VERSION_CONFLICT and adds the current version. */
export const PROPERTY_VERSION_CONFLICT = defineError({
  code: 'VERSION_CONFLICT',
  status: 409,
  extra: { version },
  description: 'The property has been saved since it was read. `version` is the current one.',
})

export const PROPERTY_EXISTS = defineError({
  code: 'PROPERTY_EXISTS',
  status: 409,
  extra: { propertyId: id },
  description:
    'The idempotency key has already created a property, whose details are now others. `propertyId` names it: change that one.',
})

const staff = ['content', 'admin'] as const

/**
 * Lists every property with its state, drafts included, the newest first. `q`: words in English or Arabic, each the
 * beginning of a word in the record.
 */
export const ListRecords = defineRpc({
  name: 'property.listRecords',
  access: staff,
  input: z.object({
    q: z.optional(z.string().check(z.maxLength(120))),
    state: z.optional(RecordState),
    limit: z._default(z.int().check(z.gte(1), z.lte(100)), 25),
    cursor: z.optional(cursor),
  }),
  output: z.object({ records: z.array(ListedRecord), cursor: z.optional(z.string()) }),
  errors: [VALIDATION_FAILED],
})

/** Returns a property as staff see it, by its id. */
export const GetRecord = defineRpc({
  name: 'property.getRecord',
  access: staff,
  input: z.object({ propertyId: id }),
  output: z.object({ property: PropertyRecord }),
  errors: [NOT_FOUND],
})

/** Adds a draft. The caller's same key again returns the property that the first call added. */
export const CreateProperty = defineRpc({
  name: 'property.createProperty',
  access: staff,
  input: z.object({ details: PropertyDetails, idempotencyKey: z.string().check(z.minLength(1), z.maxLength(128)) }),
  output: z.object({ property: PropertyRecord }),
  errors: [INVALID_FIELDS, PROPERTY_EXISTS],
})

/**
 * Replaces the details of a draft that was read at `version`. A pending proposal to publish it expires, because its
 * evidence has changed.
 */
export const ChangeProperty = defineRpc({
  name: 'property.changeProperty',
  access: staff,
  input: z.object({ propertyId: id, version, details: PropertyDetails }),
  output: z.object({ property: PropertyRecord }),
  errors: [NOT_FOUND, PROPERTY_PUBLISHED, PROPERTY_VERSION_CONFLICT, INVALID_FIELDS],
})

/**
 * Takes a photograph or a floor plan out of quarantine, encodes it again for the web without its metadata, and adds it as
 * the draft's last picture. The caller's same key again returns the property. A pending proposal to publish it expires.
 */
export const UploadPicture = defineRpc({
  name: 'property.uploadPicture',
  access: staff,
  timeoutMs: 30_000,
  input: z.object({
    propertyId: id,
    kind: UploadedKind,
    caption: Caption,
    idempotencyKey: z.string().check(z.minLength(1), z.maxLength(128)),
    ...QuarantinedFile,
  }),
  output: z.object({ property: PropertyRecord }),
  errors: [
    NOT_FOUND,
    PROPERTY_PUBLISHED,
    PICTURE_EXISTS,
    PICTURES_FULL,
    INVALID_FIELDS,
    UPLOAD_GONE,
    UPLOAD_TYPE_REFUSED,
    UPLOAD_TOO_LARGE,
    UPLOAD_UNREADABLE,
    UPLOADS_BUSY,
  ],
})

/**
 * Replaces kinds, captions and the order of a draft's uploaded pictures, at the version that was read. One that is left
 * out is removed, with its files. A pending proposal to publish the draft expires.
 */
export const ChangePictures = defineRpc({
  name: 'property.changePictures',
  access: staff,
  input: z.object({ propertyId: id, version, pictures: PictureList }),
  output: z.object({ property: PropertyRecord }),
  errors: [NOT_FOUND, PROPERTY_PUBLISHED, PROPERTY_VERSION_CONFLICT, INVALID_FIELDS],
})

/** The text parts of `POST /property-records/{id}/pictures`; the part `file` is JPEG, PNG or WebP, at most 10 MB. */
export const PictureForm = z.object({ kind: UploadedKind, captionEn: Caption.shape.en, captionAr: Caption.shape.ar })

/** `PUT /property-records/{id}/pictures`: with the version that was read, unless `If-Match` states it. */
export const PicturesChange = z.object({ pictures: PictureList, version: z.optional(version) })

/** `GET /property-records` */
export const RecordsQuery = z.object({
  q: z.optional(z.string().check(z.maxLength(120))),
  state: z.optional(RecordState),
  limit: z.optional(pageLimit),
  cursor: z.optional(cursor),
})

/** `PUT /properties/{id}`: with the version that was read, unless `If-Match` states it. */
export const PropertyChange = z.extend(PropertyDetails, { version: z.optional(version) })
