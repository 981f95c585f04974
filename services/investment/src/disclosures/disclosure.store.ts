import type { ClientSession, CombinedReads, Connection } from '@hissa/persistence'
import { type Model, Schema } from 'mongoose'
import { readsOf } from '../reads.js'
import type { AcceptedDisclosure } from '../rules/rules.api.js'

export const ACCEPTANCES = 'acceptances'
const DISCLOSURES = 'disclosures'

interface DisclosureRow {
  _id: string
  version: number
  hash: string
  required: boolean
}

/**
 * `version` is the row's own, which the commit writes; `textVersion` is that of the text. Rows before it hold version
 * 1.
 */
export interface AcceptanceRow extends AcceptedDisclosure {
  _id: string
  textVersion?: number
  userId: string
  propertyId: string
}

export interface CurrentDisclosure {
  documentId: string
  version: number
  hash: string
}

const disclosureSchema = new Schema<DisclosureRow>(
  {
    _id: { type: String, required: true },
    version: { type: Number, required: true },
    hash: { type: String, required: true },
    required: { type: Boolean, required: true },
  },
  { versionKey: false },
)

const acceptanceSchema = new Schema<AcceptanceRow>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    propertyId: { type: String, required: true },
    documentId: { type: String, required: true },
    version: { type: Number, required: true },
    textVersion: Number,
    hash: { type: String, required: true },
    locale: { type: String, required: true },
    at: { type: Date, required: true },
  },
  { versionKey: false },
)
acceptanceSchema.index({ userId: 1, propertyId: 1 }, { name: 'user_property' })

/** Returns the id of an investor's acceptance of one version of a text for a property. */
export const acceptanceId = (userId: string, propertyId: string, { documentId, version }: CurrentDisclosure) =>
  [userId, propertyId, documentId, version].join(':')

/** Stores the current texts, and which of them each investor has accepted for each property. */
export class DisclosureStore {
  private readonly disclosures: Model<DisclosureRow>
  private readonly reads: CombinedReads

  constructor(connection: Connection) {
    this.disclosures = connection.model<DisclosureRow>('Disclosure', disclosureSchema, DISCLOSURES)
    this.reads = readsOf(connection)
    connection.model<AcceptanceRow>('Acceptance', acceptanceSchema, ACCEPTANCES)
  }

  /** Returns every current text; there are only a few. */
  async current(): Promise<Array<CurrentDisclosure & { required: boolean }>> {
    const all = { from: DISCLOSURES, where: { _id: { $gt: '' } }, sort: { _id: 1 } } as const
    const rows = await this.reads.rows<DisclosureRow>(all)
    return rows.map(({ _id, version, hash, required }) => ({ documentId: _id, version, hash, required }))
  }

  async acceptedBy(userId: string, propertyId: string): Promise<AcceptedDisclosure[]> {
    const rows = await this.reads.rows<AcceptanceRow>({ from: ACCEPTANCES, where: { userId, propertyId } })
    return rows.map(({ documentId, version, textVersion, hash, locale, at }) => ({
      documentId,
      version: textVersion ?? version,
      hash,
      locale,
      at,
    }))
  }

  /** Stores a text unless the stored version is as new. */
  async apply(text: CurrentDisclosure & { required: boolean }, session: ClientSession): Promise<void> {
    const { documentId: _id, version, hash, required } = text
    const newer = { _id, version: { $lt: version } }
    const { matchedCount } = await this.disclosures.updateOne(newer, { $set: { version, hash, required } }, { session })
    if (matchedCount > 0 || (await this.disclosures.exists({ _id }).session(session))) return
    await this.disclosures.create([{ _id, version, hash, required }], { session })
  }
}
