import * as z from 'zod/mini'
import { count, defineRpc, id, isoDateTime, Locale, version } from '../core.js'
import { INVALID_FIELDS, NOT_FOUND } from '../errors.js'
import { CHAT_QUIZ_OUTDATED } from './errors.js'
import { ArticleId, ArticleSection } from './knowledge.js'

/** Longest search in the learning hub, in characters. */
export const LONGEST_SEARCH = 200

/** The id of a learning path, which is also that of its quiz. */
export const PathId = ArticleId
const SearchText = z.string().check(z.trim(), z.minLength(1), z.maxLength(LONGEST_SEARCH))
const locale = z._default(Locale, 'en')
const ItemId = z.string().check(z.regex(/^[a-z][a-z0-9-]{0,63}$/))

/** A published article as lists show it. */
export const LessonSummary = z.object({
  articleId: ArticleId,
  title: z.string(),
  /** Its first sentence. */
  summary: z.string(),
  /** Estimated reading time in minutes, at least 1. */
  minutes: z.int().check(z.positive()),
  reviewedAt: z.iso.date(),
  /** The number of its published version. */
  version,
})
export type LessonSummary = z.infer<typeof LessonSummary>

/** Articles in the order in which to read them, with a quiz at the end. */
export const LearningPath = z.object({
  pathId: PathId,
  title: z.string(),
  summary: z.string(),
  articleIds: z.array(ArticleId),
  /** Number of questions of its quiz. */
  questions: count,
  /** Version of its quiz. */
  quizVersion: version,
})
export type LearningPath = z.infer<typeof LearningPath>

/**
 * Lists the learning paths, and every published article by topic. Arabic readers get Arabic texts, all others English
 * ones; `language` is that of the texts.
 */
export const ListLearning = defineRpc({
  name: 'chat.listLearning',
  access: 'public',
  input: z.object({ locale }),
  output: z.object({
    language: Locale,
    paths: z.array(LearningPath),
    topics: z.array(z.object({ section: ArticleSection, title: z.string(), articleIds: z.array(ArticleId) })),
    /** Every article of the paths and topics, by id. */
    articles: z.array(LessonSummary),
  }),
  errors: [],
})

/** A published article with its paragraphs. */
export const Lesson = z.extend(LessonSummary, {
  language: Locale,
  section: z.object({ id: ArticleSection, title: z.string() }),
  paragraphs: z.array(z.string()),
  /** Articles about similar questions, most similar first. */
  related: z.array(LessonSummary),
})
export type Lesson = z.infer<typeof Lesson>

/** Returns one published article. */
export const GetLesson = defineRpc({
  name: 'chat.getLesson',
  access: 'public',
  input: z.object({ articleId: ArticleId, locale }),
  output: z.object({ lesson: Lesson }),
  errors: [NOT_FOUND],
})

/** Searches the published articles as the assistant does, and returns the best passage of each article, best first. */
export const SearchLearning = defineRpc({
  name: 'chat.searchLearning',
  access: 'public',
  input: z.object({ text: SearchText, locale }),
  output: z.object({
    language: Locale,
    results: z.array(z.extend(LessonSummary, { passage: z.string() })),
    count,
  }),
  errors: [],
})

/** Lists the terms of the glossary in alphabetical order, each with the article that explains it. */
export const GetGlossary = defineRpc({
  name: 'chat.getGlossary',
  access: 'public',
  input: z.object({ locale }),
  output: z.object({
    language: Locale,
    terms: z.array(
      z.object({
        termId: ItemId,
        term: z.string(),
        definition: z.string(),
        /** Null while the article isn't published. */
        article: z.nullable(z.object({ articleId: ArticleId, title: z.string() })),
      }),
    ),
  }),
  errors: [],
})

/** A question of a quiz. Which option is right is only sent with the result. */
export const QuizQuestion = z.object({
  questionId: ItemId,
  text: z.string(),
  options: z.array(z.object({ optionId: ItemId, text: z.string() })),
})
export type QuizQuestion = z.infer<typeof QuizQuestion>

/** Returns the quiz of a path. Send `version` back with the answers. */
export const GetQuiz = defineRpc({
  name: 'chat.getQuiz',
  access: 'public',
  input: z.object({ pathId: PathId, locale }),
  output: z.object({
    language: Locale,
    pathId: PathId,
    title: z.string(),
    version,
    questions: z.array(QuizQuestion),
  }),
  errors: [NOT_FOUND],
})

export const QuizAnswer = z.object({ questionId: ItemId, optionId: ItemId })
export type QuizAnswer = z.infer<typeof QuizAnswer>

/** A checked answer: `why` explains each option. */
export const QuizResult = z.extend(QuizAnswer, {
  right: ItemId,
  why: z.array(z.object({ optionId: ItemId, text: z.string() })),
})
export type QuizResult = z.infer<typeof QuizResult>

/** The client's id of an attempt. Sending it again returns the first result. */
export const AttemptId = z.string().check(z.regex(/^[\w-]{8,64}$/))

/**
 * Checks the answers to all questions of a quiz and records the attempt. It is not the test of the risks: nothing about
 * investing depends on it. After 50 attempts of a version, further ones are checked but not recorded. An unanswered,
 * repeated or unknown question, or an option of another question, is an invalid field. Event: chat.quiz.completed.v1.
 */
export const AnswerQuiz = defineRpc({
  name: 'chat.answerQuiz',
  access: 'user',
  input: z.object({
    pathId: PathId,
    attemptId: AttemptId,
    version,
    answers: z.array(QuizAnswer).check(z.minLength(1), z.maxLength(20)),
    locale,
  }),
  output: z.object({
    language: Locale,
    correct: count,
    questions: count,
    results: z.array(QuizResult),
    /** When it was recorded (business time); null if it wasn't. */
    completedAt: z.nullable(isoDateTime),
  }),
  errors: [NOT_FOUND, CHAT_QUIZ_OUTDATED, INVALID_FIELDS],
})

/** The best attempt of a quiz. */
export const QuizProgress = z.object({
  pathId: PathId,
  version,
  correct: count,
  questions: count,
  attempts: count,
  completedAt: isoDateTime,
})
export type QuizProgress = z.infer<typeof QuizProgress>

/** Returns which articles the caller has read, in which version, and the best attempt of each quiz. */
export const GetLearningProgress = defineRpc({
  name: 'chat.getLearningProgress',
  access: 'user',
  input: z.object({}),
  output: z.object({
    read: z.array(z.object({ articleId: ArticleId, version, readAt: isoDateTime })),
    quizzes: z.array(QuizProgress),
  }),
  errors: [],
})

/** Records that the caller has read a version of a published article. Repeating it changes nothing. */
export const MarkLessonRead = defineRpc({
  name: 'chat.markLessonRead',
  access: 'user',
  input: z.object({ articleId: ArticleId, version: z.int().check(z.positive()) }),
  output: z.object({ articleId: id, version, readAt: isoDateTime }),
  errors: [NOT_FOUND],
})

/** `GET /learning`, `/learning/glossary`, `/learning/articles/{id}` and `/learning/quizzes/{id}` */
export const LearningQuery = z.object({ locale: z.optional(Locale) })
/** `GET /learning/search` */
export const SearchLearningQuery = z.object({ text: SearchText, locale: z.optional(Locale) })
/** `POST /learning/quizzes/{id}/attempts` */
export const AnswerQuizBody = z.omit(AnswerQuiz.input, { pathId: true })
/** `PUT /learning/progress/{id}` */
export const MarkLessonReadBody = z.omit(MarkLessonRead.input, { articleId: true })
