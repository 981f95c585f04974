import type { AppropriatenessAnswer } from '@hissa/contracts/investment'
import type { Save } from '@hissa/ledger'
import type { CombinedReads, Connection } from '@hissa/persistence'
import { Schema } from 'mongoose'
import { readsOf } from '../reads.js'
import { noStanding, type Standing } from './attempt.js'

const STANDINGS = 'appropriateness'
const ATTEMPTS = 'appropriateness_attempts'

/** One attempt, as evidence: what was asked in which language, and what was answered. Never changed. */
interface AttemptRow {
  _id: string
  userId: string
  questionnaire: { version: number; hash: string }
  locale: string
  answers: AppropriatenessAnswer[]
  wrong: AppropriatenessAnswer[]
  at: Date
  version: number
}

const standingSchema = new Schema<Standing>(
  {
    _id: { type: String, required: true },
    attempts: { type: Number, required: true },
    failures: { type: Number, required: true },
    repeats: Number,
    pausedUntil: Date,
    last: { type: Schema.Types.Mixed } as never,
    passed: { type: Schema.Types.Mixed } as never,
    version: { type: Number, required: true },
  },
  { versionKey: false },
)

const attemptSchema = new Schema<AttemptRow>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    questionnaire: { type: Schema.Types.Mixed, required: true } as never,
    locale: { type: String, required: true },
    answers: { type: [Schema.Types.Mixed], required: true } as never,
    wrong: { type: [Schema.Types.Mixed], required: true } as never,
    at: { type: Date, required: true },
    version: { type: Number, required: true },
  },
  { versionKey: false },
)

/** Reads investors' results of the questions about the risks; the ledger's commit writes them. */
export class StandingStore {
  private readonly reads: CombinedReads

  constructor(connection: Connection) {
    connection.model<Standing>('Standing', standingSchema, STANDINGS)
    this.reads = readsOf(connection)
    connection.model<AttemptRow>('AppropriatenessAttempt', attemptSchema, ATTEMPTS)
  }

  async of(userId: string): Promise<Standing> {
    return (await this.reads.row<Standing>(STANDINGS, { _id: userId })) ?? noStanding(userId)
  }
}

/** Returns the saves of a new attempt: its row, and the investor's next standing. */
export function attemptSaves(
  next: Standing,
  made: Pick<AttemptRow, 'questionnaire' | 'locale' | 'answers' | 'wrong' | 'at'>,
): Save[] {
  const { _id: userId, version, ...set } = next
  return [
    { collection: ATTEMPTS, id: `${userId}:${next.attempts}`, version: 0, set: { userId, ...made } },
    { collection: STANDINGS, id: userId, version, set },
  ]
}
