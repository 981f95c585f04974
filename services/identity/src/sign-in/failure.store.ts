import { isDuplicateKey, type Connection } from '@hissa/persistence'
import type { Model } from 'mongoose'
import type { IdentityClock } from '../clock.js'
import { expiringSchema } from '../expiring-schema.js'
import { afterFailure, expiresAtOf, isLocked, type Failures } from './lockout.js'

interface FailureRow extends Failures {
  /** The user's id, or the placeholder id of an unknown name, which locks the same way. */
  _id: string
  expiresAt: Date
}

const schema = expiringSchema<FailureRow>({
  _id: String,
  count: { type: Number, required: true },
  lastAt: { type: Date, required: true },
  lockedUntil: { type: Date, required: true },
})

/** Counts wrong passwords per user, exactly even under concurrency. */
export class FailureStore {
  private readonly model: Model<FailureRow>

  constructor(
    connection: Connection,
    private readonly clock: IdentityClock,
  ) {
    this.model = connection.model<FailureRow>('failures', schema, 'failures')
  }

  /** Returns whether sign-in is locked for the user. */
  async isLocked(userId: string): Promise<boolean> {
    return isLocked((await this.find(userId)) ?? undefined, this.clock.now())
  }

  /**
   * Counts a password as wrong before it is verified; `forget` resets the count after a correct one. Returns `locked`
   * without counting if the user is already locked, in which case the password must not be verified.
   */
  async count(userId: string): Promise<'counted' | 'locked'> {
    for (;;) {
      const before = (await this.find(userId)) ?? undefined
      const now = this.clock.now()
      if (isLocked(before, now)) return 'locked'
      const next = afterFailure(before, now)
      if (await this.replace(userId, before, { ...next, expiresAt: expiresAtOf(next) })) return 'counted'
    }
  }

  async forget(userId: string): Promise<void> {
    await this.model.deleteOne({ _id: userId })
  }

  private find(userId: string): Promise<FailureRow | null> {
    return this.model.findOne({ _id: userId }).lean<FailureRow>().exec()
  }

  /** Returns false if a concurrent failure was counted first. */
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
