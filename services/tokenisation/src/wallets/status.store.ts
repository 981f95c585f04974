import type { UserStatus } from '@hissa/contracts'
import { MONGO, type ClientSession, type Connection } from '@hissa/persistence'
import { Inject, Injectable } from '@nestjs/common'
import { Schema, type Model } from 'mongoose'

interface StatusRow {
  /** The investor's id. */
  _id: string
  status: UserStatus
  version: number
}

const MODEL = 'InvestorStatus'
const schema = new Schema<StatusRow>(
  { _id: String, status: { type: String, required: true }, version: { type: Number, required: true } },
  { versionKey: false, collection: 'investor_statuses' },
)

/** Defines the model. Call it before the service starts, because collections and indexes are created then. */
export const defineStatuses = (connection: Connection) => connection.model(MODEL, schema)

/** Stores the status of each investor, as identity publishes it. */
@Injectable()
export class StatusStore {
  private readonly model: Model<StatusRow>

  constructor(@Inject(MONGO) connection: Connection) {
    this.model = connection.model<StatusRow>(MODEL)
  }

  async isSuspended(userId: string, session: ClientSession | null = null): Promise<boolean> {
    return (await this.model.exists({ _id: userId, status: 'suspended' }).session(session)) !== null
  }

  /** Returns whether an investor is suspended, or their identity isn't verified (any more). */
  async isHeld(userId: string): Promise<boolean> {
    const held = { $nin: ['kyc_complete', 'investor_active'] satisfies UserStatus[] }
    return (await this.model.exists({ _id: userId, status: held })) !== null
  }

  /** Returns those of these investors who are suspended. */
  async suspendedAmong(userIds: readonly string[]): Promise<Set<string>> {
    const chosen = { _id: { $in: [...userIds] }, status: 'suspended' as const }
    const rows = await this.model.find(chosen, { _id: 1 }).lean<StatusRow[]>()
    return new Set(rows.map(({ _id }) => _id))
  }

  /** Stores a status unless the stored version is as new. */
  async apply({ userId, status, version }: { userId: string } & Omit<StatusRow, '_id'>, session: ClientSession) {
    const row = await this.model.findById(userId).session(session).lean<StatusRow>()
    if (row && row.version >= version) return
    await this.model.updateOne({ _id: userId }, { $set: { status, version } }, { session, upsert: true })
  }
}
