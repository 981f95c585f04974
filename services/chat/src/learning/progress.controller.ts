import { ok, refuse, refuseFields, type Answer, type Input as InputOf } from '@hissa/contracts'
import * as contracts from '@hissa/contracts/chat'
import { Caller, Input, Rpc } from '@hissa/messaging'
import { Controller } from '@nestjs/common'
import { articleNotFound } from '../knowledge/change-article.js'
import { Knowledge } from '../knowledge/knowledge.js'
import { Measures } from '../measures.js'
import { quizNotFound } from './learning.controller.js'
import { Lessons } from './lessons.js'
import { ProgressStore } from './progress.store.js'
import { correctOf, faultsOfAnswers, resultsOf } from './quiz.js'
import { languageFor } from '../language/languages.js'

/** Handles the calls about a user's own progress. */
@Controller()
export class ProgressController {
  constructor(
    private readonly lessons: Lessons,
    private readonly knowledge: Knowledge,
    private readonly store: ProgressStore,
    private readonly measures: Measures,
  ) {}

  @Rpc(contracts.GetLearningProgress)
  async progress(@Caller() { userId }: Caller): Promise<Answer<typeof contracts.GetLearningProgress>> {
    const [rows, quizzes] = await Promise.all([this.store.readsOf(userId), this.store.bestOf(userId)])
    const read = rows.map(({ articleId, contentVersion: version, readAt }) => ({
      ...{ articleId, version, readAt: readAt.toISOString() },
    }))
    return ok({ read, quizzes })
  }

  @Rpc(contracts.MarkLessonRead)
  async markRead(
    @Input() { articleId, version }: InputOf<typeof contracts.MarkLessonRead>,
    @Caller() { userId }: Caller,
  ): Promise<Answer<typeof contracts.MarkLessonRead>> {
    const article = (await this.knowledge.published()).get(articleId)
    if (!article || version > article.version) return articleNotFound()
    const read = await this.store.read(userId, articleId, version)
    return ok({ articleId, version: read.version, readAt: read.readAt.toISOString() })
  }

  @Rpc(contracts.AnswerQuiz)
  async answer(
    @Input() { pathId, attemptId, version, answers, locale }: InputOf<typeof contracts.AnswerQuiz>,
    @Caller() { userId }: Caller,
  ): Promise<Answer<typeof contracts.AnswerQuiz>> {
    const quiz = this.lessons.path(pathId)?.quiz
    if (!quiz) return quizNotFound()
    if (version !== quiz.version)
      return refuse(contracts.CHAT_QUIZ_OUTDATED, 'The quiz was updated. Please read it again.', {
        version: quiz.version,
      })
    const faults = faultsOfAnswers(quiz, answers)
    if (faults.length > 0) return refuseFields(faults)
    const language = languageFor(locale)
    const view = (given: readonly contracts.QuizAnswer[], completedAt: Date | undefined) => {
      const results = resultsOf(quiz, this.lessons.quizTexts(pathId, language), given)
      const counts = { correct: correctOf(results), questions: results.length }
      return { language, ...counts, results, completedAt: completedAt?.toISOString() ?? null }
    }
    const earlier = await this.store.attempt(userId, attemptId)
    if (earlier && isOf(earlier, pathId, version)) return ok(view(earlier.answers, earlier.completedAt))
    const { correct, questions } = view(answers, undefined)
    const made = { attemptId, userId, pathId, quizVersion: version, answers, correct, questions }
    const kept = earlier ? null : await this.store.complete(made)
    if (kept?.isNew) this.measures.quizCompleted(correct === questions)
    // An id that was used for another quiz is not an attempt of this one.
    return ok(
      kept && isOf(kept.row, pathId, version) ? view(kept.row.answers, kept.row.completedAt) : view(answers, undefined),
    )
  }
}

const isOf = (row: { pathId: string; quizVersion: number }, pathId: string, version: number) =>
  row.pathId === pathId && row.quizVersion === version
