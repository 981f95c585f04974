import type { Input, Output } from '@hissa/contracts'
import type {
  AnswerQuiz,
  GetGlossary,
  GetLearningProgress,
  GetLesson,
  GetQuiz,
  Lesson,
  ListLearning,
  MarkLessonRead,
  SearchLearning,
} from '@hissa/contracts/chat'
import { api } from '../../api/api.js'
import type { AppLocale } from '../../lib/locale.js'

export type Learning = Output<typeof ListLearning>
export type Progress = Output<typeof GetLearningProgress>
export type Quiz = Output<typeof GetQuiz>
export type QuizOutcome = Output<typeof AnswerQuiz>
export type Glossary = Output<typeof GetGlossary>

const withTag = api.enhanceEndpoints({ addTagTypes: ['Learning'] })

const learnApi = withTag.injectEndpoints({
  endpoints: (build) => ({
    listLearning: build.query<Learning, AppLocale>({ query: (locale) => ({ url: '/learning', params: { locale } }) }),
    getLesson: build.query<Lesson, { articleId: string; locale: AppLocale }>({
      query: ({ articleId, locale }) => ({
        url: `/learning/articles/${encodeURIComponent(articleId)}`,
        params: { locale },
      }),
      transformResponse: (body: Output<typeof GetLesson>) => body.lesson,
    }),
    searchLearning: build.query<Output<typeof SearchLearning>, { text: string; locale: AppLocale }>({
      query: (params) => ({ url: '/learning/search', params }),
    }),
    getGlossary: build.query<Glossary, AppLocale>({
      query: (locale) => ({ url: '/learning/glossary', params: { locale } }),
    }),
    getQuiz: build.query<Quiz, { pathId: string; locale: AppLocale }>({
      query: ({ pathId, locale }) => ({ url: `/learning/quizzes/${encodeURIComponent(pathId)}`, params: { locale } }),
    }),
    getProgress: build.query<Progress, void>({
      query: () => ({ url: '/learning/progress' }),
      providesTags: ['Learning'],
    }),
    markRead: build.mutation<Output<typeof MarkLessonRead>, { articleId: string; version: number }>({
      query: ({ articleId, version }) => ({
        url: `/learning/progress/${encodeURIComponent(articleId)}`,
        method: 'PUT',
        body: { version },
      }),
      invalidatesTags: ['Learning'],
    }),
    answerQuiz: build.mutation<QuizOutcome, Input<typeof AnswerQuiz>>({
      query: ({ pathId, ...body }) => ({
        url: `/learning/quizzes/${encodeURIComponent(pathId)}/attempts`,
        method: 'POST',
        body,
      }),
      invalidatesTags: ['Learning'],
    }),
  }),
})

export const {
  useListLearningQuery,
  useGetLessonQuery,
  useSearchLearningQuery,
  useGetGlossaryQuery,
  useGetQuizQuery,
  useGetProgressQuery,
  useMarkReadMutation,
  useAnswerQuizMutation,
} = learnApi
