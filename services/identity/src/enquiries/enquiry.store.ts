import type { Locale } from '@hissa/contracts'
import type { EnquiryTopic } from '@hissa/contracts/identity'
import type { ClientSession, Connection } from '@hissa/persistence'
import type { Model } from 'mongoose'
import type { SubjectVault, SealedFields } from '../crypto/subject-vault.js'
import { expiringSchema } from '../expiring-schema.js'

interface EnquiryRow {
  _id: string
  reference: string
  topic: EnquiryTopic
  language: Locale
  receivedAt: Date
  wrappedKey: string
  /** Name, address and message, sealed with the row's own key. */
  sealed: SealedFields
  expiresAt: Date
}

export interface Enquiry {
  id: string
  reference: string
  topic: EnquiryTopic
  language: Locale
  receivedAt: Date
  name: string
  email: string
  message: string
}

/** How long a message is kept, as the privacy notice states. */
const RETENTION_MS = 730 * 86_400_000

const schema = expiringSchema<EnquiryRow>({
  _id: String,
  reference: { type: String, required: true },
  topic: { type: String, required: true },
  language: { type: String, required: true },
  receivedAt: { type: Date, required: true },
  wrappedKey: { type: String, required: true },
  sealed: { type: Object, required: true },
})
schema.index({ reference: 1 }, { unique: true, name: 'reference' })

/** Stores messages to the team. The store never holds a readable name, address or text. */
export class EnquiryStore {
  private readonly model: Model<EnquiryRow>

  constructor(
    connection: Connection,
    private readonly vault: SubjectVault,
  ) {
    this.model = connection.model<EnquiryRow>('enquiries', schema, 'enquiries')
  }

  async insert({ id, name, email, message, ...open }: Enquiry, session: ClientSession): Promise<void> {
    const wrappedKey = this.vault.newKey(id)
    const sealed = this.vault.seal(id, wrappedKey, { name, email, message })
    const expiresAt = new Date(open.receivedAt.getTime() + RETENTION_MS)
    await this.model.insertMany([{ _id: id, ...open, wrappedKey, sealed, expiresAt }], { session })
  }

  async find(id: string): Promise<Enquiry | undefined> {
    const row = await this.model.findOne({ _id: id }).lean<EnquiryRow>()
    if (!row) return undefined
    const { reference, topic, language, receivedAt } = row
    const personal = this.vault.open(id, row.wrappedKey, row.sealed) as Pick<Enquiry, 'name' | 'email' | 'message'>
    return { id, reference, topic, language, receivedAt, ...personal }
  }
}
