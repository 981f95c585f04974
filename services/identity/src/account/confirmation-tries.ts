import { isDuplicateKey, type ClientSession, type Connection } from '@hissa/persistence'
import type { Model } from 'mongoose'
import type { IdentityClock } from '../clock.js'
import { expiringSchema } from '../expiring-schema.js'
import { MAX_ATTEMPTS } from '../codes/code.js'

interface TriesRow {
  /** The placeholder id of the name, whether it is registered or not. */
  _id: string
  count: number
  expiresAt: Date
}

const schema = expiringSchema<TriesRow>({
  _id: String,
  count: { type: Number, required: true },
})

/** As long as a sign-up attempt. */
const LIFE_MS = 24 * 3_600_000

/**
 * Counts codes that are submitted to confirm a name, registered or not: at most five until the next code is requested.
 * A count of the account alone would reveal which names have one.
 */
export class ConfirmationTries {
  private readonly model: Model<TriesRow>

  constructor(
    connection: Connection,
    private readonly clock: IdentityClock,
  ) {
    this.model = connection.model<TriesRow>('confirmation_tries', schema, 'confirmation_tries')
  }

  /** Counts a code before it is compared. Returns false if no attempt is left. */
  async count(subjectId: string): Promise<boolean> {
    const where = { _id: subjectId, count: { $lt: MAX_ATTEMPTS } }
    const change = { $inc: { count: 1 }, $setOnInsert: { expiresAt: this.expiry() } }
    try {
      await this.model.updateOne(where, change, { upsert: true })
      return true
    } catch (error) {
      if (!isDuplicateKey(error)) throw error
      // The row exists: either no attempt is left, or a concurrent first one has created it.
      return (await this.model.updateOne(where, change)).matchedCount === 1
    }
  }

  /** Allows five more codes, because a new one was requested. */
  async reset(subjectId: string, session: ClientSession): Promise<void> {
    const set = { $set: { count: 0, expiresAt: this.expiry() } }
    await this.model.updateOne({ _id: subjectId }, set, { upsert: true, session })
  }

  private readonly expiry = () => new Date(this.clock.now().getTime() + LIFE_MS)
}
