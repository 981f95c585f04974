import type { EventData } from '@hissa/contracts'
import type { QuizCompleted } from '@hissa/contracts/chat'
import type { QuizEvidence } from '@hissa/contracts/investment'
import type { ClientSession, Connection } from '@hissa/persistence'
import { type Model, Schema } from 'mongoose'

/** A completed quiz of the learning hub, beside the investor's answers about the risks. Never changed. */
interface QuizRow {
  /** The attempt's id. */
  _id: string
  userId: string
  quizId: string
  quizVersion: number
  correct: number
  questions: number
  completedAt: Date
}

const schema = new Schema<QuizRow>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    quizId: { type: String, required: true },
    quizVersion: { type: Number, required: true },
    correct: { type: Number, required: true },
    questions: { type: Number, required: true },
    completedAt: { type: Date, required: true },
  },
  { versionKey: false, collection: 'appropriateness_quizzes' },
)
schema.index({ userId: 1, completedAt: -1 }, { name: 'user' })

/**
 * Stores the quizzes that investors completed, as published by chat. They are evidence for staff only: no rule and no
 * decision reads them.
 */
export class QuizStore {
  private readonly model: Model<QuizRow>

  constructor(connection: Connection) {
    this.model = connection.model<QuizRow>('AppropriatenessQuiz', schema)
  }

  /** Stores a completed quiz. Storing the same attempt again changes nothing. */
  async record({ attemptId, ...quiz }: EventData<typeof QuizCompleted>, session: ClientSession): Promise<void> {
    if (await this.model.exists({ _id: attemptId }).session(session)) return
    await this.model.create([{ _id: attemptId, ...quiz, completedAt: new Date(quiz.completedAt) }], { session })
  }

  /** Returns the latest quizzes of an investor, newest first. */
  async ofUser(userId: string, limit: number): Promise<QuizEvidence[]> {
    const rows = await this.model.find({ userId }).sort({ completedAt: -1, _id: -1 }).limit(limit).lean<QuizRow[]>()
    return rows.map(({ quizId, quizVersion, correct, questions, completedAt }) => ({
      ...{ quizId, quizVersion, correct, questions, completedAt: completedAt.toISOString() },
    }))
  }
}
