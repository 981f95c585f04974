import {
  AnswerQuiz,
  AnswerQuizBody,
  GetGlossary,
  GetLearningProgress,
  GetLesson,
  GetQuiz,
  LearningQuery,
  ListLearning,
  MarkLessonRead,
  MarkLessonReadBody,
  SearchLearning,
  SearchLearningQuery,
} from '../chat/index.js'
import { LESSON, LESSON_SUMMARY, PATH_ID, QUIZ_ANSWER, QUIZ_QUESTION, QUIZ_RESULT } from './examples/learning.js'
import { success, type Operation } from './operation.js'

const tag = 'learning'
const { articleId, title } = LESSON_SUMMARY
const AT = '2026-11-23T08:12:00.000Z'

/** The learning hub: public articles, glossary and quizzes, and the caller's progress. */
export const learning: readonly Operation[] = [
  {
    id: 'listLearning',
    method: 'get',
    path: '/api/learning',
    tag,
    summary: 'List the learning paths, and the articles by topic',
    calls: [ListLearning],
    query: LearningQuery,
    response: {
      status: 200,
      description: 'The paths in the order in which to read them. `articles` contains every article that they name.',
      schema: success(ListLearning.output),
      example: {
        success: true,
        language: 'en',
        paths: [
          {
            ...{ pathId: PATH_ID, title: 'Your money and your shares', summary: 'Fees, payments and refunds.' },
            ...{ articleIds: [articleId], questions: 1, quizVersion: 1 },
          },
        ],
        topics: [{ section: 'investing', title: 'Investing', articleIds: [articleId] }],
        articles: [LESSON_SUMMARY],
      },
    },
  },
  {
    id: 'searchLearning',
    method: 'get',
    path: '/api/learning/search',
    tag,
    summary: 'Search the articles',
    description: 'Limited like questions to the assistant. The letters of the text decide the language of the results.',
    calls: [SearchLearning],
    query: SearchLearningQuery,
    response: {
      status: 200,
      description: 'At most eight articles with their best passage, best first.',
      schema: success(SearchLearning.output),
      example: {
        success: true,
        language: 'en',
        results: [{ ...LESSON_SUMMARY, passage: LESSON.paragraphs[0] }],
        count: 1,
      },
    },
  },
  {
    id: 'getGlossary',
    method: 'get',
    path: '/api/learning/glossary',
    tag,
    summary: 'Read the glossary',
    calls: [GetGlossary],
    query: LearningQuery,
    response: {
      status: 200,
      description: 'The terms in alphabetical order.',
      schema: success(GetGlossary.output),
      example: {
        success: true,
        language: 'en',
        terms: [
          {
            termId: 'cooling-off-period',
            term: 'Cooling-off period',
            definition: 'The time in which you can cancel a paid order without a reason, with a full refund.',
            article: { articleId, title },
          },
        ],
      },
    },
  },
  {
    id: 'getLesson',
    method: 'get',
    path: '/api/learning/articles/{id}',
    tag,
    summary: 'Read a published article',
    calls: [GetLesson],
    params: { id: articleId },
    query: LearningQuery,
    response: {
      status: 200,
      description: 'The article with its paragraphs and related articles.',
      schema: success(GetLesson.output),
      example: { success: true, lesson: LESSON },
    },
  },
  {
    id: 'getQuiz',
    method: 'get',
    path: '/api/learning/quizzes/{id}',
    tag,
    summary: 'Read the quiz of a learning path',
    calls: [GetQuiz],
    params: { id: PATH_ID },
    query: LearningQuery,
    response: {
      status: 200,
      description: 'The questions, without the right answers.',
      schema: success(GetQuiz.output),
      example: {
        success: true,
        ...{ language: 'en', pathId: PATH_ID, title: 'Your money and your shares', version: 1 },
        questions: [QUIZ_QUESTION],
      },
    },
  },
  {
    id: 'answerQuiz',
    method: 'post',
    path: '/api/learning/quizzes/{id}/attempts',
    tag,
    summary: 'Check the answers to a quiz',
    description:
      'The same `attemptId` returns the first result. A quiz is not the test of the risks: no decision about investing depends on it.',
    calls: [AnswerQuiz],
    params: { id: PATH_ID },
    body: {
      schema: AnswerQuizBody,
      example: { attemptId: 'attempt-1', version: 1, answers: [QUIZ_ANSWER], locale: 'en' },
    },
    response: {
      status: 200,
      description: 'Each answer with the right one and why each option is right or wrong.',
      schema: success(AnswerQuiz.output),
      example: {
        success: true,
        ...{ language: 'en', correct: 1, questions: 1, results: [QUIZ_RESULT], completedAt: AT },
      },
    },
  },
  {
    id: 'getLearningProgress',
    method: 'get',
    path: '/api/learning/progress',
    tag,
    summary: 'Read your progress',
    calls: [GetLearningProgress],
    response: {
      status: 200,
      description: 'The articles that you have read, and your best attempt at each quiz.',
      schema: success(GetLearningProgress.output),
      example: {
        success: true,
        read: [{ articleId, version: 1, readAt: AT }],
        quizzes: [{ pathId: PATH_ID, version: 1, correct: 1, questions: 1, attempts: 1, completedAt: AT }],
      },
    },
  },
  {
    id: 'markLessonRead',
    method: 'put',
    path: '/api/learning/progress/{id}',
    tag,
    summary: 'Mark an article as read',
    calls: [MarkLessonRead],
    params: { id: articleId },
    body: { schema: MarkLessonReadBody, example: { version: 1 } },
    response: {
      status: 200,
      description: 'The version that you have read, and when.',
      schema: success(MarkLessonRead.output),
      example: { success: true, articleId, version: 1, readAt: AT },
    },
  },
]
