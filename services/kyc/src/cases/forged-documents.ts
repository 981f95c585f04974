import { Deadlines } from '@hissa/kernel'
import { MONGO, type ClientSession, type Connection } from '@hissa/persistence'
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common'
import { Schema, type Model } from 'mongoose'
import { createHmac } from 'node:crypto'
import { KYC_CONFIG, type KycConfig } from '../config.js'
import { foldDocumentNumber } from './document-number.js'

interface ForgedRow {
  /** Keyed hash of the document number. */
  _id: string
  at: Date
  keepUntil: Date
}

const schema = new Schema<ForgedRow>(
  { _id: String, at: { type: Date, required: true }, keepUntil: { type: Date, required: true } },
  { collection: 'forged_documents', versionKey: false },
)
schema.index({ keepUntil: 1 }, { name: 'keepUntil' })

interface LockRow {
  _id: string
  turns: number
}
const lockSchema = new Schema<LockRow>(
  { _id: String, turns: Number },
  { collection: 'forged_document_turns', versionKey: false },
)

/** Returns the model of forged documents on a connection. */
export const forgedModel = (connection: Connection): Model<ForgedRow> =>
  connection.model<ForgedRow>('ForgedDocument', schema)
/** Returns the model of the locks of forged documents on a connection. */
export const lockModel = (connection: Connection): Model<LockRow> =>
  connection.model<LockRow>('ForgedDocumentLock', lockSchema)

/** The retention period of customer records. Source: ADGM AML Rulebook, six years. */
const RETENTION_YEARS = 6

/**
 * Stores the numbers of documents that were rejected for forgery, as keyed hashes. They are kept after the applicant's
 * case, account and key are deleted, and reveal nothing without the service's master key.
 */
@Injectable()
export class ForgedDocuments implements OnApplicationBootstrap {
  private readonly model: Model<ForgedRow>
  private readonly locks: Model<LockRow>

  constructor(
    @Inject(MONGO) connection: Connection,
    @Inject(KYC_CONFIG) private readonly config: Pick<KycConfig, 'KYC_MASTER_KEY'>,
    private readonly deadlines: Deadlines,
  ) {
    this.model = forgedModel(connection)
    this.locks = lockModel(connection)
  }

  onApplicationBootstrap(): void {
    this.deadlines.register({
      name: 'forged-documents',
      nextDueAt: () => this.nextDueAt(),
      sweep: (now) => this.removeDue(now),
    })
  }

  /** Adds a number, regardless of the issuing state. */
  async add(session: ClientSession, documentNumber: string, at: Date): Promise<void> {
    const keepUntil = new Date(at)
    keepUntil.setUTCFullYear(at.getUTCFullYear() + RETENTION_YEARS)
    const _id = this.indexOf(documentNumber)
    await this.model.updateOne({ _id }, { $set: { at, keepUntil } }, { upsert: true, session })
  }

  /**
   * Returns whether the number is known from a forgery. Serialises decisions about one number, so that the later of a
   * decision and a concurrent rejection for forgery reads the other.
   */
  async has(session: ClientSession, documentNumber: string): Promise<boolean> {
    const _id = this.indexOf(documentNumber)
    await this.locks.updateOne({ _id }, { $inc: { turns: 1 } }, { upsert: true, session })
    return (await this.model.findOne({ _id }, { _id: 1 }, { session }).lean()) !== null
  }

  /** Returns whether the number is known from a forgery, without serialising. For display only. */
  async isKnown(documentNumber: string): Promise<boolean> {
    return (await this.model.findOne({ _id: this.indexOf(documentNumber) }, { _id: 1 }).lean()) !== null
  }

  private async nextDueAt(): Promise<Date | null> {
    const row = await this.model.findOne({}, { keepUntil: 1 }).sort({ keepUntil: 1 }).lean<ForgedRow>()
    return row?.keepUntil ?? null
  }

  private async removeDue(now: Date): Promise<void> {
    await this.model.deleteMany({ keepUntil: { $lte: now } })
  }

  private indexOf(documentNumber: string): string {
    const text = `kyc-forged-number/${foldDocumentNumber(documentNumber)}`
    return createHmac('sha256', this.config.KYC_MASTER_KEY).update(text).digest('base64url')
  }
}
