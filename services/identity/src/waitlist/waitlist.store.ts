import type { Locale } from '@hissa/contracts'
import type { ClientSession, Connection } from '@hissa/persistence'
import { Schema, type Model } from 'mongoose'
import type { Keyring } from '../crypto/keyring.js'
import type { SealedFields, SubjectVault } from '../crypto/subject-vault.js'

interface EntryRow {
  _id: string
  /** Keyed digest of the address, so that it can be found and not read. */
  emailDigest: string
  language: Locale
  requestedAt: Date
  confirmedAt?: Date
  wrappedKey: string
  sealed: SealedFields
  /** When a place that was not confirmed is deleted. */
  expiresAt?: Date
}

export interface Entry {
  id: string
  email: string
  language: Locale
  requestedAt: Date
  confirmedAt: Date | undefined
}

/** A place that isn't confirmed is kept a day longer than its link is valid. */
const PENDING_MS = 8 * 86_400_000

const schema = new Schema<EntryRow>(
  {
    _id: String,
    emailDigest: { type: String, required: true },
    language: { type: String, required: true },
    requestedAt: { type: Date, required: true },
    confirmedAt: Date,
    wrappedKey: { type: String, required: true },
    sealed: { type: Object, required: true },
    expiresAt: Date,
  },
  { versionKey: false },
)
schema.index({ emailDigest: 1 }, { unique: true, name: 'emailDigest' })
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0, name: 'expiresAt' })

/** Stores the places on the waitlist. Leaving deletes a place with its address. */
export class WaitlistStore {
  private readonly model: Model<EntryRow>

  constructor(
    connection: Connection,
    private readonly keys: Keyring,
    private readonly vault: SubjectVault,
  ) {
    this.model = connection.model<EntryRow>('waitlist', schema, 'waitlist')
  }

  /** Adds the place of an address, or dates the existing one anew. Returns its id, which is `newId` for a new one. */
  async request(
    { newId: id, email, language, now }: { newId: string; email: string; language: Locale; now: Date },
    session: ClientSession,
  ): Promise<string> {
    const emailDigest = this.keys.digest('index', 'waitlist', email.toLowerCase()).toString('base64url')
    const wrappedKey = this.vault.newKey(id)
    const created = { _id: id, wrappedKey, sealed: this.vault.seal(id, wrappedKey, { email }) }
    const row = await this.model
      .findOneAndUpdate(
        { emailDigest },
        { $set: { language, requestedAt: now }, $setOnInsert: created },
        { upsert: true, session, returnDocument: 'after' },
      )
      .lean<EntryRow>()
    const expiresAt = new Date(now.getTime() + PENDING_MS)
    await this.model.updateOne({ _id: row._id, confirmedAt: { $exists: false } }, { $set: { expiresAt } }, { session })
    return row._id
  }

  async find(id: string): Promise<Entry | undefined> {
    const row = await this.model.findOne({ _id: id }).lean<EntryRow>()
    if (!row) return undefined
    const { language, requestedAt, confirmedAt } = row
    return { id, language, requestedAt, confirmedAt, email: this.vault.open(id, row.wrappedKey, row.sealed)['email']! }
  }

  /** Confirms a place once. Returns whether it exists, and whether this call has confirmed it. */
  async confirm(id: string, now: Date, session: ClientSession): Promise<{ exists: boolean; isNew: boolean }> {
    const { modifiedCount } = await this.model.updateOne(
      { _id: id, confirmedAt: { $exists: false } },
      { $set: { confirmedAt: now }, $unset: { expiresAt: 1 } },
      { session },
    )
    if (modifiedCount === 1) return { exists: true, isNew: true }
    return { exists: (await this.model.findOne({ _id: id }, { _id: 1 }, { session }).lean()) !== null, isNew: false }
  }

  async delete(id: string): Promise<void> {
    await this.model.deleteOne({ _id: id })
  }

  /** Counts confirmed places, and those that wait for their confirmation. */
  async counts(): Promise<{ confirmed: number; pending: number }> {
    const confirmed = await this.model.countDocuments({ confirmedAt: { $exists: true } })
    return { confirmed, pending: (await this.model.countDocuments({})) - confirmed }
  }
}
