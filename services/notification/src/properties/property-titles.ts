import { TIMING, type Timing } from '@hissa/kernel'
import { afterCommit, MONGO, type ClientSession, type Connection } from '@hissa/persistence'
import type { Language } from '@hissa/texts'
import { Inject, Injectable } from '@nestjs/common'
import { Schema, type Model } from 'mongoose'

/** A title that another replica has stored is used this much later. */
const RECENT_MS = 10_000
const MODEL = 'PropertyTitle'

interface PropertyTitle {
  _id: string
  title: string
  titleAr?: string
  offeringVersion: number
}

const schema = new Schema<PropertyTitle>(
  {
    _id: { type: String, required: true },
    title: { type: String, required: true },
    titleAr: String,
    offeringVersion: { type: Number, required: true },
  },
  { versionKey: false, collection: 'property_titles' },
)

/** Registers the model of property titles on a connection. */
export function defineProperties(connection: Connection): void {
  connection.model(MODEL, schema)
}

/** Stores the titles of properties from their publications. */
@Injectable()
export class PropertyTitles {
  private readonly model: Model<PropertyTitle>
  private readonly recent = new Map<string, { row: PropertyTitle; untilMs: number }>()

  constructor(
    @Inject(MONGO) connection: Connection,
    @Inject(TIMING) private readonly timing: Timing,
  ) {
    this.model = connection.model<PropertyTitle>(MODEL)
  }

  /** Stores a title unless a newer publication was stored before. */
  async remember(
    session: ClientSession,
    row: { propertyId: string; title: string; titleAr?: string | undefined; offeringVersion: number },
  ): Promise<void> {
    const { propertyId, title, titleAr, offeringVersion } = row
    afterCommit(session, () => this.recent.delete(propertyId))
    const titles = { title, ...(titleAr && { titleAr }), offeringVersion }
    const known = await this.model.findOne({ _id: propertyId }, null, { session }).lean<PropertyTitle>()
    if (!known) await this.model.create([{ _id: propertyId, ...titles }], { session })
    else if (known.offeringVersion < offeringVersion) {
      await this.model.updateOne({ _id: propertyId }, { $set: titles }, { session })
    }
  }

  /** Returns a title. Throws PropertyUnknown if the publication has not arrived yet, so that the message is retried. */
  async titleOf(propertyId: string, language: Language): Promise<string> {
    const row = await this.read(propertyId)
    if (!row) throw new PropertyUnknown(`no publication of ${propertyId} has arrived yet`)
    return language === 'ar' ? (row.titleAr ?? row.title) : row.title
  }

  /** Returns the titles of properties whose publications have arrived, by id. */
  async of(propertyIds: readonly string[]): Promise<ReadonlyMap<string, { title: string; titleAr?: string }>> {
    if (propertyIds.length === 0) return new Map()
    const rows = await this.model.find({ _id: { $in: [...new Set(propertyIds)] } }).lean<PropertyTitle[]>()
    return new Map(rows.map((row) => [row._id, row]))
  }

  /** Keeps a title for RECENT_MS, because many messages about one property are sent in a row. */
  private async read(propertyId: string): Promise<PropertyTitle | null> {
    const nowMs = this.timing.elapsedMs()
    const known = this.recent.get(propertyId)
    if (known && nowMs < known.untilMs) return known.row
    const row = await this.model.findOne({ _id: propertyId }).lean<PropertyTitle>()
    if (row) this.recent.set(propertyId, { row, untilMs: nowMs + RECENT_MS })
    return row
  }
}

/** Thrown while the publication of a property has not arrived. */
export class PropertyUnknown extends Error {
  override readonly name = 'PropertyUnknown'
}
