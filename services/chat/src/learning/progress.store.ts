import { QuizCompleted, type QuizAnswer, type QuizProgress } from '@hissa/contracts/chat'
import { CLOCK, newId, TIMING, type Clock, type Timing } from '@hissa/kernel'
import { newEvent, Outbox } from '@hissa/messaging'
import { isDuplicateKey, MONGO, transaction, type Connection } from '@hissa/persistence'
import { Inject, Injectable } from '@nestjs/common'
import { Schema, type Model } from 'mongoose'
import { CHAT_CONFIG, type ChatConfig } from '../config.js'

const READ = 'LessonRead'
const ATTEMPT = 'QuizAttempt'
const DAY_MS = 86_400_000
/** Recorded attempts of one user at one version of a quiz. */
const MOST_ATTEMPTS = 50

interface ReadRow {
  _id: string
  userId: string
  articleId: string
  contentVersion: number
  readAt: Date
  expireAt: Date
}

export interface AttemptRow {
  _id: string
  attemptId: string
  userId: string
  pathId: string
  quizVersion: number
  answers: QuizAnswer[]
  correct: number
  questions: number
  completedAt: Date
  expireAt: Date
}

const reads = new Schema<ReadRow>(
  {
    _id: String,
    userId: { type: String, required: true },
    articleId: { type: String, required: true },
    contentVersion: { type: Number, required: true },
    readAt: { type: Date, required: true },
    expireAt: { type: Date, required: true },
  },
  { versionKey: false, collection: 'lesson_reads' },
)
reads.index({ userId: 1, articleId: 1 }, { name: 'user' })
reads.index({ expireAt: 1 }, { name: 'expireAt', expireAfterSeconds: 0 })

const attempts = new Schema<AttemptRow>(
  {
    _id: String,
    attemptId: { type: String, required: true },
    userId: { type: String, required: true },
    pathId: { type: String, required: true },
    quizVersion: { type: Number, required: true },
    answers: { type: [Schema.Types.Mixed], required: true } as never,
    correct: { type: Number, required: true },
    questions: { type: Number, required: true },
    completedAt: { type: Date, required: true },
    expireAt: { type: Date, required: true },
  },
  { versionKey: false, collection: 'quiz_attempts' },
)
attempts.index({ userId: 1, pathId: 1, quizVersion: 1 }, { name: 'user' })
attempts.index({ expireAt: 1 }, { name: 'expireAt', expireAfterSeconds: 0 })

/** Registers the models of progress on a connection. */
export function defineProgress(connection: Connection): void {
  connection.model(READ, reads)
  connection.model(ATTEMPT, attempts)
}

/** Stores what users have read, and their attempts at quizzes. Rows expire by wall time. */
@Injectable()
export class ProgressStore {
  private readonly reads: Model<ReadRow>
  private readonly attempts: Model<AttemptRow>

  constructor(
    @Inject(MONGO) private readonly connection: Connection,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CHAT_CONFIG) private readonly config: ChatConfig,
    private readonly outbox: Outbox,
    @Inject(TIMING) private readonly timing: Timing,
  ) {
    this.reads = connection.model<ReadRow>(READ)
    this.attempts = connection.model<AttemptRow>(ATTEMPT)
  }

  /** Records the version that was read, unless the same or a later one is recorded. Returns the recorded one. */
  async read(userId: string, articleId: string, contentVersion: number): Promise<{ version: number; readAt: Date }> {
    const _id = `${userId}:${articleId}`
    const set = { contentVersion, readAt: this.clock.now(), expireAt: this.expireAt() }
    const { matchedCount } = await this.reads.updateOne({ _id, contentVersion: { $lt: contentVersion } }, { $set: set })
    if (matchedCount === 0) {
      try {
        await this.reads.create({ _id, userId, articleId, ...set })
      } catch (error) {
        // Recorded before, or by a concurrent request.
        if (!isDuplicateKey(error)) throw error
      }
    }
    const row = (await this.reads.findById(_id).lean<ReadRow>())!
    return { version: row.contentVersion, readAt: row.readAt }
  }

  readsOf(userId: string): Promise<ReadRow[]> {
    return this.reads.find({ userId }).sort({ articleId: 1 }).lean<ReadRow[]>()
  }

  async attempt(userId: string, attemptId: string): Promise<AttemptRow | null> {
    return this.attempts.findById(idOf(userId, attemptId)).lean<AttemptRow>()
  }

  /**
   * Records an attempt with its event. Returns the recorded attempt of this id if there is one already; null if the user
   * has too many.
   */
  async complete(
    attempt: Omit<AttemptRow, '_id' | 'completedAt' | 'expireAt'>,
  ): Promise<{ row: AttemptRow; isNew: boolean } | null> {
    const { userId, attemptId, pathId, quizVersion, correct, questions } = attempt
    if ((await this.attempts.countDocuments({ userId, pathId, quizVersion })) >= MOST_ATTEMPTS) return null
    const completedAt = this.clock.now()
    const row = { _id: idOf(userId, attemptId), ...attempt, completedAt, expireAt: this.expireAt() }
    try {
      await transaction(this.connection, async (session) => {
        await this.attempts.create([row], { session })
        const counts = { correct, questions, completedAt: completedAt.toISOString() }
        // The client chose the attempt's id, so it is not passed on.
        const data = { attemptId: newId(), userId, quizId: pathId, quizVersion, ...counts }
        const event = newEvent(QuizCompleted, { aggregateId: data.attemptId, version: 1, time: completedAt, data })
        await this.outbox.append(session, event)
      })
      return { row, isNew: true }
    } catch (error) {
      if (!isDuplicateKey(error)) throw error
      return { row: (await this.attempt(userId, attemptId))!, isNew: false }
    }
  }

  /** Returns the best attempt of each quiz: of its latest version, with the most right answers, the first of those. */
  async bestOf(userId: string): Promise<QuizProgress[]> {
    const rows = await this.attempts.find({ userId }, { answers: 0 }).lean<AttemptRow[]>()
    const paths = [...new Set(rows.map(({ pathId }) => pathId))].sort()
    return paths.map((pathId) => {
      const made = rows.filter((row) => row.pathId === pathId)
      const [best] = made.sort(
        (a, b) =>
          b.quizVersion - a.quizVersion || b.correct - a.correct || a.completedAt.getTime() - b.completedAt.getTime(),
      )
      const { quizVersion: version, correct, questions, completedAt } = best!
      const attempts = made.filter(({ quizVersion }) => quizVersion === version).length
      return { pathId, version, correct, questions, attempts, completedAt: completedAt.toISOString() }
    })
  }

  private expireAt(): Date {
    return new Date(this.timing.wallMs() + this.config.CHAT_PROGRESS_DAYS * DAY_MS)
  }
}

const idOf = (userId: string, attemptId: string) => `${userId}:${attemptId}`
