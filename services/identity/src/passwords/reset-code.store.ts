import type { ClientSession, Connection } from '@hissa/persistence'
import type { Model } from 'mongoose'
import type { IdentityClock } from '../clock.js'
import { expiringSchema } from '../expiring-schema.js'
import { MAX_ATTEMPTS, type CodeState } from '../codes/code.js'

interface ResetRow extends CodeState {
  /** The user's id, or the placeholder id of an unknown name, so that both get the same responses. */
  _id: string
  expiresAt: Date
}

const schema = expiringSchema<ResetRow>({
  _id: String,
  issue: { type: Number, required: true },
  issuedAt: { type: Date, required: true },
  attempts: { type: Number, required: true },
  open: { type: Boolean, required: true },
})

/** Longer than a code is valid, so an expired code is still reported as expired. */
const RETENTION_MS = 24 * 3_600_000

/** Stores password reset codes of registered and of unknown names. */
export class ResetCodeStore {
  private readonly model: Model<ResetRow>

  constructor(
    connection: Connection,
    private readonly clock: IdentityClock,
  ) {
    this.model = connection.model<ResetRow>('reset_codes', schema, 'reset_codes')
  }

  async find(subjectId: string, session?: ClientSession): Promise<CodeState | undefined> {
    return (await this.model.findOne({ _id: subjectId }, null, { session }).lean<ResetRow>()) ?? undefined
  }

  /**
   * Issues the next code and invalidates the previous one. The row expires, so the number of an issue is at least the
   * time in seconds: a reused number would produce the digits of an earlier email again.
   */
  async issue(subjectId: string, session: ClientSession): Promise<CodeState> {
    const now = this.clock.now()
    const before = await this.find(subjectId, session)
    const issue = Math.max((before?.issue ?? 0) + 1, Math.floor(now.getTime() / 1_000))
    const state: CodeState = { issue, issuedAt: now, attempts: 0, open: true }
    const expiresAt = new Date(now.getTime() + RETENTION_MS)
    await this.model.updateOne({ _id: subjectId }, { $set: { ...state, expiresAt } }, { upsert: true, session })
    return state
  }

  /** Counts an attempt before the code is compared. Returns false if no code is open or no attempt is left. */
  async countAttempt(subjectId: string): Promise<boolean> {
    const where = { _id: subjectId, open: true, attempts: { $lt: MAX_ATTEMPTS } }
    return (await this.model.updateOne(where, { $inc: { attempts: 1 } })).matchedCount === 1
  }

  /** Marks a code as used. Returns false if it was used or replaced concurrently. */
  async close(subjectId: string, issue: number, session: ClientSession): Promise<boolean> {
    const where = { _id: subjectId, issue, open: true }
    return (await this.model.updateOne(where, { $set: { open: false } }, { session })).matchedCount === 1
  }
}
