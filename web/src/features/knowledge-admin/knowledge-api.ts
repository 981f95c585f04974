import type { Input, Output } from '@hissa/contracts'
import type * as chat from '@hissa/contracts/chat'
import { api } from '../../api/api.js'

type Opened = Output<typeof chat.GetArticle>
type Changed = Output<typeof chat.SaveArticle>
export type Judgement = Output<typeof chat.SearchKnowledge>
export type ImportReport = Output<typeof chat.CheckImport>
export type UnansweredQuestion = Output<typeof chat.ListUnanswered>['questions'][number]

/** A step in the life of an article besides saving its draft. */
export type ArticleStep =
  | { act: 'publish' | 'retire'; articleId: string; reason: string }
  | { act: 'approve' | 'reject'; approvalId: string; reason: string }
  | { act: 'withdraw'; approvalId: string; reason: string }

const pathOf = (articleId: string) => `/chat/articles/${encodeURIComponent(articleId)}`

// Every change refetches, also after an error, because a colleague may have been faster.
const knowledgeApi = api.enhanceEndpoints({ addTagTypes: ['Knowledge'] }).injectEndpoints({
  endpoints: (build) => ({
    listArticles: build.query<chat.ListedArticle[], void>({
      query: () => ({ url: '/chat/articles' }),
      transformResponse: ({ articles }: Output<typeof chat.ListArticles>) => articles,
      providesTags: ['Knowledge'],
    }),
    getArticle: build.query<Opened, string>({
      query: (articleId) => ({ url: pathOf(articleId) }),
      providesTags: ['Knowledge'],
    }),
    getArticleVersion: build.query<
      Output<typeof chat.GetArticleVersion>,
      { articleId: string; contentVersion: number }
    >({
      query: ({ articleId, contentVersion }) => ({ url: `${pathOf(articleId)}/versions/${contentVersion}` }),
    }),
    saveArticle: build.mutation<Changed, Input<typeof chat.SaveArticle>>({
      query: ({ articleId, ...body }) => ({ url: pathOf(articleId), method: 'PUT', body }),
      invalidatesTags: ['Knowledge'],
    }),
    moveArticle: build.mutation<Changed, ArticleStep>({
      query: requestOf,
      invalidatesTags: ['Knowledge'],
    }),
    searchKnowledge: build.query<Judgement, { text: string; language: 'en' | 'ar' }>({
      query: (body) => ({ url: '/chat/search', method: 'POST', body }),
      keepUnusedDataFor: 0,
    }),
    listUnanswered: build.query<Output<typeof chat.ListUnanswered>, void>({
      query: () => ({ url: '/chat/unanswered', params: { limit: 100 } }),
    }),
    checkImport: build.mutation<ImportReport, Input<typeof chat.CheckImport>>({
      query: (body) => ({ url: '/chat/imports/check', method: 'POST', body }),
    }),
    applyImport: build.mutation<Output<typeof chat.ApplyImport>, Input<typeof chat.ApplyImport>>({
      query: (body) => ({ url: '/chat/imports', method: 'POST', body }),
      invalidatesTags: ['Knowledge'],
    }),
  }),
})

function requestOf(step: ArticleStep) {
  const { act, reason } = step
  const method = 'POST' as const
  if ('articleId' in step) return { url: `${pathOf(step.articleId)}/proposal`, method, body: { action: act, reason } }
  const url = `/chat/proposals/${encodeURIComponent(step.approvalId)}`
  if (act === 'withdraw') return { url: `${url}/withdrawal`, method, body: {} }
  return { url: `${url}/decision`, method, body: { verdict: act, reason } }
}

export const {
  useListArticlesQuery,
  useGetArticleQuery,
  useGetArticleVersionQuery,
  useSaveArticleMutation,
  useMoveArticleMutation,
  useSearchKnowledgeQuery,
  useListUnansweredQuery,
  useCheckImportMutation,
  useApplyImportMutation,
} = knowledgeApi
