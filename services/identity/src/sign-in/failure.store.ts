import { isDuplicateKey, type Connection } from '@hissa/persistence'
import { Schema, type Model } from 'mongoose'
import type { IdentityClock } from '../clock.js'
import { afterFailure, forgottenAt, isLocked, type Failures } from './lockout.js'

interface FailureRow extends Failures {
  /** The user's id, or the stand-in's of a name that nobody has: both lock alike. */
  _id: string
  expiresAt: Date
}

const schema = new Schema<FailureRow>(
  {
    _id: String,
    count: { type: Number, required: true },
    lastAt: { type: Date, required: true },
    lockedUntil: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
  },
  { versionKey: false },
)
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0, name: 'expiresAt' })

/** Bad passwords by user, counted one by one also when they come at once. */
export class FailureStore {
  private readonly model: Model<FailureRow>

  constructor(
    connection: Connection,
    private readonly clock: IdentityClock,
  ) {
    this.model = connection.model<FailureRow>('failures', schema, 'failures')
  }

  /** Whether a sign-in is refused before it begins. */
  async isLocked(userId: string): Promise<boolean> {
    return isLocked((await this.find(userId)) ?? undefined, this.clock.now())
  }

  /**
   * Counts a password before it is looked at, as if it were bad: `forget` takes that back for a good one. `locked` when
   * the user is locked already, in which case nothing is counted and nothing may be looked at.
   */
  async count(userId: string): Promise<'counted' | 'locked'> {
    for (;;) {
      const before = (await this.find(userId)) ?? undefined
      const now = this.clock.now()
      if (isLocked(before, now)) return 'locked'
      const next = afterFailure(before, now)
      if (await this.replace(userId, before, { ...next, expiresAt: forgottenAt(next) })) return 'counted'
    }
  }

  async forget(userId: string): Promise<void> {
    await this.model.deleteOne({ _id: userId })
  }

  private find(userId: string): Promise<FailureRow | null> {
    return this.model.findOne({ _id: userId }).lean<FailureRow>().exec()
  }

  /** False when another failure was counted in between. */
  private async replace(userId: string, before: Failures | undefined, row: Omit<FailureRow, '_id'>): Promise<boolean> {
    if (before) {
      const where = { _id: userId, count: before.count, lastAt: before.lastAt }
      return (await this.model.updateOne(where, { $set: row })).matchedCount === 1
    }
    try {
      await this.model.create({ _id: userId, ...row })
      return true
    } catch (error) {
      if (isDuplicateKey(error)) return false
      throw error
    }
  }
}
