import type { PropertyStatus, RecordState, Spv } from '@hissa/contracts/property'
import { systemTiming, TIMING, wallNow, type Timing } from '@hissa/kernel'
import type { Fils } from '@hissa/money'
import { MONGO, rowsAfter, type ClientSession, type Connection } from '@hissa/persistence'
import { Inject, Injectable } from '@nestjs/common'
import { Schema, type Model, type QueryFilter } from 'mongoose'
import { deadlineOf, fundedBasisPoints, statusOf, type ListedProperty, type Property } from './property.js'
import { queryTokens, searchTokens, searchWords } from './search-text.js'
import type { StoredPicture } from './uploaded.js'

/** A property's row: the record, and the columns that are queried. */
export interface PropertyRow {
  _id: string
  idKey: string
  slug: string
  source: string
  sourceId: string
  published: boolean
  status: PropertyStatus | 'draft'
  cityKey: string
  propertyType: string | null
  bedrooms: number | null
  priceFils: Fils
  createdAt: Date
  deadline: Date | null
  returnBasisPoints: number
  fundedBasisPoints: number
  search: string[]
  version: number
  /** Wall time of the last change, by the replica that made it; absent until the first change by this release. */
  savedAt: Date
  record: Property
}

const schema = new Schema<PropertyRow>(
  {
    _id: String,
    idKey: String,
    slug: String,
    source: String,
    sourceId: String,
    published: Boolean,
    status: String,
    cityKey: String,
    propertyType: String,
    bedrooms: Number,
    priceFils: Number,
    createdAt: Date,
    deadline: Date,
    returnBasisPoints: Number,
    fundedBasisPoints: Number,
    search: [String],
    version: Number,
    savedAt: Date,
    record: Schema.Types.Mixed,
  },
  { collection: 'properties', versionKey: false, minimize: false },
)
// Lookups by id and by slug, in any case; the third keeps rows of a source unique.
schema.index({ idKey: 1 }, { unique: true })
schema.index({ slug: 1 }, { unique: true })
schema.index({ source: 1, sourceId: 1 }, { unique: true })
// Serves what lists are kept current from: everything published, or what was saved recently.
schema.index({ published: 1, savedAt: 1 })
// Used for counts by word, status and place.
schema.index({ published: 1, status: 1 })
schema.index({ published: 1, cityKey: 1 })
schema.index({ search: 1 })
// The staff's list.
schema.index({ createdAt: -1, _id: -1 }, { name: 'newest' })
// One property for each company: no two published offerings name the same one.
const COMPANY = 'record.offering.spv.registrationNumber'
schema.index(
  { [COMPANY]: 1, 'record.offering.spv.jurisdiction': 1 },
  { unique: true, name: 'company', partialFilterExpression: { [COMPANY]: { $exists: true } } },
)

// Each code names one property.
schema.index(
  { 'record.code': 1 },
  { unique: true, name: 'code', partialFilterExpression: { 'record.code': { $exists: true } } },
)

/** Returns the model of properties on a connection. */
export const propertyModel = (connection: Connection): Model<PropertyRow> =>
  connection.model<PropertyRow>('Property', schema)

export interface PropertyQuery {
  published: boolean
  status?: PropertyStatus | undefined
  city?: string | undefined
  type?: string | undefined
  minPriceFils?: Fils | undefined
  maxPriceFils?: Fils | undefined
  /** Number of bedrooms, exact or minimum. */
  bedrooms?: { count: number; orMore: boolean } | undefined
  words?: string | undefined
}

export interface RecordQuery {
  words?: string | undefined
  state?: RecordState | undefined
  proposed: readonly string[]
  limit: number
  after?: readonly [createdAt: Date, propertyId: string] | undefined
}

interface PictureFiles {
  files: StoredPicture['files']
  isPublished: boolean
}
/** What is read of a row for one file of a picture. */
interface PictureRow {
  published: boolean
  record?: { uploads?: Pick<StoredPicture, 'pictureId' | 'files'>[] }
}

export type ListedRow = Omit<PropertyRow, 'search' | 'record'> & { record: ListedProperty }
// The largest part of a record, which lists do not show.
const UNLISTED = { search: 0, 'record.documents': 0, 'record.offering.acquisition': 0, 'record.offering.rent': 0 }

/** Reads and writes properties, drafts and published ones. */
@Injectable()
export class PropertyStore {
  private readonly model: Model<PropertyRow>

  constructor(
    @Inject(MONGO) private readonly connection: Connection,
    @Inject(TIMING) private readonly timing: Timing = systemTiming,
  ) {
    this.model = propertyModel(connection)
  }

  /** Returns every published property, as lists show it. */
  listed(): Promise<ListedRow[]> {
    return this.model.find({ published: true }).select(UNLISTED).lean<ListedRow[]>()
  }

  listedByIds(propertyIds: readonly string[]): Promise<ListedRow[]> {
    return this.model
      .find({ _id: { $in: [...propertyIds] }, published: true })
      .select(UNLISTED)
      .lean<ListedRow[]>()
  }

  /** Returns id and version of the published properties that were saved after `since`, a wall time. */
  savedSince(since: Date): Promise<Pick<PropertyRow, '_id' | 'version'>[]> {
    return this.model.find({ published: true, savedAt: { $gt: since } }, { version: 1 }).lean<PropertyRow[]>()
  }

  count(query: PropertyQuery): Promise<number> {
    return this.model.countDocuments(filterOf(query))
  }

  /** Returns a property by record id or slug, in any case; null if unknown. */
  async find(idOrSlug: string): Promise<Property | null> {
    const key = idOrSlug.trim().toLowerCase()
    const row =
      (await this.model.findOne({ idKey: key }).lean<PropertyRow>()) ??
      (await this.model.findOne({ slug: key }).lean<PropertyRow>())
    return row?.record ?? null
  }

  async load(propertyId: string, session?: ClientSession): Promise<Property | null> {
    const row = await this.model.findOne({ _id: propertyId }, null, { session: session ?? null }).lean<PropertyRow>()
    return row?.record ?? null
  }

  /** Returns an uploaded picture's files, and whether its property is published; undefined if unknown. */
  async picture(propertyId: string, pictureId: string): Promise<PictureFiles | undefined> {
    const row = await this.model
      .findOne({ _id: propertyId }, { published: 1, 'record.uploads.pictureId': 1, 'record.uploads.files': 1 })
      .lean<PictureRow>()
    const upload = row?.record?.uploads?.find((each) => each.pictureId === pictureId)
    return row && upload ? { files: upload.files, isPublished: row.published } : undefined
  }

  /** Returns the ids of all properties that have an offering. */
  async publishedIds(): Promise<string[]> {
    const rows = await this.model.find({ published: true }, { _id: 1 }).lean<{ _id: string }[]>()
    return rows.map(({ _id }) => _id)
  }

  async byIds(propertyIds: readonly string[]): Promise<Property[]> {
    const rows = await this.model.find({ _id: { $in: [...propertyIds] } }).lean<PropertyRow[]>()
    return rows.map((row) => row.record)
  }

  async bySource(source: string, sourceIds: readonly string[], session?: ClientSession): Promise<Property[]> {
    const query = this.model.find({ source, sourceId: { $in: [...sourceIds] } }, null, { session: session ?? null })
    return (await query.lean<PropertyRow[]>()).map((row) => row.record)
  }

  /** Returns at most `limit` properties for staff, the newest first. `proposed`: ids of those with a pending proposal. */
  async records({ words, state, proposed, limit, after }: RecordQuery): Promise<Property[]> {
    const tokens = queryTokens(words ?? '')
    const ids = [...proposed]
    const states = {
      draft: { published: false, _id: { $nin: ids } },
      proposed: { published: false, _id: { $in: ids } },
      published: { published: true },
    }
    const conditions: QueryFilter<PropertyRow>[] = [
      ...(state ? [states[state]] : []),
      // Drafts are stored by whole words, of which a token is the beginning.
      ...tokens.map((token) => ({ search: { $regex: `^${token}` } })),
      ...(after ? [rowsAfter<PropertyRow>('createdAt', -1, after)] : []),
    ]
    const rows = await this.model
      .find(conditions.length > 0 ? { $and: conditions } : {}, { 'record.documents': 0 })
      .sort({ createdAt: -1, _id: -1 })
      .limit(limit)
      .lean<PropertyRow[]>()
    return rows.map((row) => row.record)
  }

  /** Adds a draft. Throws a duplicate-key error if its source row is stored already. */
  async add(draft: Property, session: ClientSession): Promise<void> {
    await this.model.create([toRow(draft, wallNow(this.timing))], { session })
  }

  /** Returns whether another property uses the slug. */
  async isSlugTaken(slug: string, propertyId: string, session: ClientSession): Promise<boolean> {
    const row = await this.model.findOne({ slug }, { _id: 1 }, { session }).lean<{ _id: string }>()
    return row !== null && row._id !== propertyId
  }

  /** Returns whether another property's offering names the company. */
  async isCompanyTaken(
    { registrationNumber, jurisdiction }: Spv,
    propertyId: string,
    session: ClientSession,
  ): Promise<boolean> {
    const filter = { [COMPANY]: registrationNumber, 'record.offering.spv.jurisdiction': jurisdiction }
    const row = await this.model.findOne(filter, { _id: 1 }, { session }).lean<{ _id: string }>()
    return row !== null && row._id !== propertyId
  }

  /** Adds drafts whose source row is not stored yet; returns how many were added. */
  async addDrafts(drafts: readonly Property[]): Promise<number> {
    const [first] = drafts
    if (!first) return 0
    const { source } = first
    const known = await this.model
      .find({ source, sourceId: { $in: drafts.map(({ listing }) => listing.sourceId) } }, { sourceId: 1 })
      .lean<{ sourceId: string }[]>()
    const knownIds = new Set(known.map(({ sourceId }) => sourceId))
    const savedAt = wallNow(this.timing)
    const added = drafts.filter(({ listing }) => !knownIds.has(listing.sourceId))
    const rows = added.map((draft) => toRow(draft, savedAt))
    if (rows.length === 0) return 0
    // Upserts, because another import may run at the same time.
    const result = await this.model.collection.bulkWrite(
      rows.map((row) => ({
        updateOne: { filter: { source, sourceId: row.sourceId }, update: { $setOnInsert: row as never }, upsert: true },
      })),
      { ordered: false },
    )
    return result.upsertedCount
  }

  /** Saves a change of version `from`, which was read in the same transaction. */
  async save(property: Property, from: number, session: ClientSession): Promise<void> {
    const { _id, ...columns } = toRow(property, wallNow(this.timing))
    const { matchedCount } = await this.model.updateOne({ _id, version: from }, { $set: columns }, { session })
    // A concurrent change is a write conflict, and the driver repeats the transaction: a mismatch here is a bug of the
    // caller.
    if (matchedCount !== 1) throw new Error(`property ${_id} was not read at version ${from} in this transaction`)
  }
}

/** Returns the texts of a property that a search looks at. */
export const searchedTexts = ({ texts, listing }: Pick<Property, 'texts' | 'listing'>): (string | null)[] => [
  texts.en.title,
  texts.ar.title,
  listing.address,
  texts.ar.address,
  listing.district,
  listing.propertyType,
  ...texts.en.features,
  ...texts.ar.features,
]

function toRow(property: Property, savedAt: Date): PropertyRow {
  const { listing, offering } = property
  const searched = searchedTexts(property)
  return {
    _id: property.propertyId,
    idKey: property.propertyId.toLowerCase(),
    slug: property.slug,
    source: property.source,
    sourceId: listing.sourceId,
    published: offering !== null,
    status: statusOf(property) ?? 'draft',
    cityKey: cityKeyOf(listing.city ?? ''),
    propertyType: listing.propertyType,
    bedrooms: listing.bedrooms,
    priceFils: listing.priceFils,
    createdAt: property.createdAt,
    deadline: deadlineOf(property),
    returnBasisPoints: offering?.expectedReturn?.basisPoints ?? 0,
    fundedBasisPoints: fundedBasisPoints(property),
    // Thousands of drafts are searched by whole words only, which needs a fifth of the index.
    search: offering ? searchTokens(searched) : [...new Set(searched.flatMap((text) => searchWords(text ?? '')))],
    version: property.version,
    savedAt,
    record: property,
  }
}

/** Returns a property as lists read it. */
export function listedRowOf(property: Property, savedAt: Date): ListedRow {
  const { search: _search, ...columns } = toRow(property, savedAt)
  return columns
}

const cityKeyOf = (city: string) => searchWords(city).join(' ')

/** Returns the MongoDB filter of a query. */
export function filterOf(query: PropertyQuery): QueryFilter<PropertyRow> {
  const { bedrooms, minPriceFils, maxPriceFils } = query
  const price = {
    ...(minPriceFils === undefined ? {} : { $gte: minPriceFils }),
    ...(maxPriceFils === undefined ? {} : { $lte: maxPriceFils }),
  }
  const tokens = queryTokens(query.words ?? '')
  return {
    published: query.published,
    ...(query.status ? { status: query.status } : {}),
    ...(query.city ? { cityKey: cityKeyOf(query.city) } : {}),
    ...(query.type ? { propertyType: query.type } : {}),
    ...(Object.keys(price).length > 0 ? { priceFils: price } : {}),
    ...(bedrooms ? { bedrooms: bedrooms.orMore ? { $gte: bedrooms.count } : bedrooms.count } : {}),
    ...(tokens.length > 0 ? { $and: tokens.map((token) => ({ search: token })) } : {}),
  }
}
