import { isDuplicateKey, MONGO, type Connection } from '@hissa/persistence'
import type { SubjectKeyStore } from '@hissa/storage'
import { Inject, Injectable } from '@nestjs/common'
import { Schema, type Model } from 'mongoose'

interface KeyRow {
  /** The subject. */
  _id: string
  wrapped: Buffer
}

const schema = new Schema<KeyRow>({ _id: String, wrapped: Buffer }, { collection: 'subject_keys', versionKey: false })
/** Returns the model of wrapped keys on a connection. */
export const subjectKeyModel = (connection: Connection): Model<KeyRow> => connection.model<KeyRow>('SubjectKey', schema)

/** Stores the wrapped keys of subjects. Deleting a row makes all sealed data of the subject unreadable. */
@Injectable()
export class MongoSubjectKeys implements SubjectKeyStore {
  private readonly model: Model<KeyRow>

  constructor(@Inject(MONGO) connection: Connection) {
    this.model = subjectKeyModel(connection)
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
