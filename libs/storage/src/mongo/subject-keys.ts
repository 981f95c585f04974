import { isDuplicateKey, type Connection } from '@hissa/persistence'
import { Schema, type Model } from 'mongoose'
import type { SubjectKeyStore } from '../key-ring.js'

interface KeyRow {
  /** The subject. */
  _id: string
  wrapped: Buffer
}

const schema = new Schema<KeyRow>({ _id: String, wrapped: Buffer }, { collection: 'subject_keys', versionKey: false })

/** Stores the wrapped keys of subjects. Deleting a row makes all sealed data of the subject unreadable. */
export class MongoSubjectKeys implements SubjectKeyStore {
  private readonly model: Model<KeyRow>

  constructor(connection: Connection) {
    this.model = connection.model<KeyRow>('SubjectKey', schema)
  }

  async load(subjectId: string): Promise<Buffer | null> {
    const row = await this.model.findById(subjectId).lean<{ wrapped: { buffer: Uint8Array } | Buffer }>()
    return row ? toBuffer(row.wrapped) : null
  }

  async keep(subjectId: string, wrapped: Buffer): Promise<Buffer> {
    try {
      await this.model.insertMany([{ _id: subjectId, wrapped }])
      return wrapped
    } catch (error) {
      if (!isDuplicateKey(error)) throw error
      return (await this.load(subjectId))!
    }
  }

  async delete(subjectId: string): Promise<void> {
    await this.model.deleteOne({ _id: subjectId })
  }
}

/** Returns a Buffer. The driver reads binary data as a `Binary`, with its bytes in `buffer`. */
export const toBuffer = (binary: Buffer | { buffer: Uint8Array }): Buffer =>
  Buffer.isBuffer(binary) ? binary : Buffer.from(binary.buffer)
