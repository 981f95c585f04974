import { MONGO, type Connection } from '@hissa/persistence'
import { Inject, Injectable } from '@nestjs/common'
import { Schema, type Model } from 'mongoose'

interface SavedRow {
  _id: string
  userId: string
  propertyId: string
  savedAt: Date
}

const schema = new Schema<SavedRow>(
  { _id: String, userId: String, propertyId: String, savedAt: Date },
  { collection: 'saved', versionKey: false },
)
schema.index({ userId: 1, savedAt: -1 })

/** Returns the model of saved properties on a connection. */
export const savedModel = (connection: Connection): Model<SavedRow> => connection.model<SavedRow>('Saved', schema)

/** Stores which properties users have saved. */
@Injectable()
export class SavedStore {
  private readonly model: Model<SavedRow>

  constructor(@Inject(MONGO) connection: Connection) {
    this.model = savedModel(connection)
  }

  /** Returns the ids of a user's saved properties, the latest first. */
  async of(userId: string): Promise<string[]> {
    const rows = await this.model.find({ userId }, { propertyId: 1 }).sort({ savedAt: -1, _id: 1 }).lean<SavedRow[]>()
    return rows.map(({ propertyId }) => propertyId)
  }

  /** Saves a property once; a repetition keeps the first time. */
  async add(userId: string, propertyId: string, savedAt: Date): Promise<void> {
    const _id = `${userId}:${propertyId}`
    await this.model.updateOne({ _id }, { $setOnInsert: { userId, propertyId, savedAt } }, { upsert: true })
  }

  async remove(userId: string, propertyId: string): Promise<void> {
    await this.model.deleteOne({ _id: `${userId}:${propertyId}` })
  }
}
