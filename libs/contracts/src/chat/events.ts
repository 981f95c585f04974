import * as z from 'zod/mini'
import { count, defineEvent, id, isoDateTime, version } from '../core.js'

/** Someone asked for a person. Staff read the request with `chat.listHandovers`. */
export const HandoverRequested = defineEvent({
  type: 'chat.handover.requested.v1',
  data: z.object({ handoverId: id, userId: z.nullable(id) }),
})

/** A version of an article is used in answers from now on, or the article was retired. */
export const ArticlePublished = defineEvent({
  type: 'chat.article.published.v1',
  data: z.object({ articleId: id, contentVersion: version, retired: z.boolean() }),
})

/**
 * A user has answered every question of a quiz, rightly or not. Evidence beside the answers about the risks, which it
 * never replaces.
 */
export const QuizCompleted = defineEvent({
  type: 'chat.quiz.completed.v1',
  data: z.object({
    attemptId: id,
    userId: id,
    /** The path's id. */
    quizId: id,
    quizVersion: version,
    correct: count,
    questions: count,
    completedAt: isoDateTime,
  }),
})
