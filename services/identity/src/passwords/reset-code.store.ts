import type { ClientSession, Connection } from '@hissa/persistence'
import { Schema, type Model } from 'mongoose'
import type { IdentityClock } from '../clock.js'
import { MAX_ATTEMPTS, type CodeState } from '../codes/code.js'

interface ResetRow extends CodeState {
  /** The user's id, or the stand-in's of an unknown name: both get the same answers. */
  _id: string
  expiresAt: Date
}

const schema = new Schema<ResetRow>(
  {
    _id: String,
    issue: { type: Number, required: true },
    issuedAt: { type: Date, required: true },
    attempts: { type: Number, required: true },
    open: { type: Boolean, required: true },
    expiresAt: { type: Date, required: true },
  },
  { versionKey: false },
)
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0, name: 'expiresAt' })

/** Longer than a code is valid, so an expired code is still reported as expired. */
const KEPT_MS = 24 * 3_600_000

/** Stores password reset codes, of registered and of unknown names. */
export class ResetCodeStore {
  private readonly model: Model<ResetRow>

  constructor(
    connection: Connection,
    private readonly clock: IdentityClock,
  ) {
    this.model = connection.model<ResetRow>('reset_codes', schema, 'reset_codes')
  }

  async find(who: string, session?: ClientSession): Promise<CodeState | undefined> {
    return (await this.model.findOne({ _id: who }, null, { session }).lean<ResetRow>()) ?? undefined
  }

  /**
   * Issues the next code and voids the one before. Issues are seconds of wall time, because the row goes and a number that
   * came again would bring the digits of an old mail with it.
   */
  async issue(who: string, session: ClientSession): Promise<CodeState> {
    const now = this.clock.now()
    const before = await this.find(who, session)
    const issue = Math.max((before?.issue ?? 0) + 1, Math.floor(now.getTime() / 1_000))
    const state: CodeState = { issue, issuedAt: now, attempts: 0, open: true }
    const expiresAt = new Date(now.getTime() + KEPT_MS)
    await this.model.updateOne({ _id: who }, { $set: { ...state, expiresAt } }, { upsert: true, session })
    return state
  }

  /** Counts one try at a code before it is looked at; false when there is none or its tries are used up. */
  async countTry(who: string): Promise<boolean> {
    const where = { _id: who, open: true, attempts: { $lt: MAX_ATTEMPTS } }
    return (await this.model.updateOne(where, { $inc: { attempts: 1 } })).matchedCount === 1
  }

  /** Uses a code up; false when it was used or replaced in between. */
  async close(who: string, issue: number, session: ClientSession): Promise<boolean> {
    const where = { _id: who, issue, open: true }
    return (await this.model.updateOne(where, { $set: { open: false } }, { session })).matchedCount === 1
  }
}
