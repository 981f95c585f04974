import type { RejectedOrderView, ResolutionAction, SuspenseItemView } from '@hissa/contracts/investment'
import { api } from '../../api/api.js'

export type SuspenseView = 'unresolved' | 'resolved'

export interface Subject {
  kind: 'suspense' | 'order' | 'raise'
  id: string
}

interface SuspensePage {
  items: SuspenseItemView[]
  cursor?: string
}

interface RejectedPage {
  orders: RejectedOrderView[]
  cursor?: string
}

/** Endpoints of the finance desk. The server audits every read. */
const financeApi = api.injectEndpoints({
  endpoints: (build) => ({
    listSuspense: build.query<SuspensePage, { view: SuspenseView; cursor?: string }>({
      query: (params) => ({ url: '/finance/suspense', params: { limit: 50, ...params } }),
      providesTags: ['Finance'],
    }),
    listRejectedWork: build.query<RejectedPage, { cursor?: string }>({
      query: (params) => ({ url: '/finance/rejected-work', params: { limit: 50, ...params } }),
      providesTags: ['Finance'],
    }),
    proposeResolution: build.mutation<unknown, { subject: Subject; action: ResolutionAction; reason: string }>({
      query: (body) => ({ url: '/finance/resolutions', method: 'POST', body }),
      invalidatesTags: ['Finance'],
    }),
    decideResolution: build.mutation<unknown, { approvalId: string; verdict: 'approve' | 'reject'; reason: string }>({
      query: ({ approvalId, ...body }) => ({
        url: `/finance/resolutions/${encodeURIComponent(approvalId)}/decision`,
        method: 'POST',
        body,
      }),
      // Refetched also after an error, because another person may have decided.
      invalidatesTags: ['Finance'],
    }),
    withdrawResolution: build.mutation<unknown, string>({
      query: (approvalId) => ({
        url: `/finance/resolutions/${encodeURIComponent(approvalId)}/withdrawal`,
        method: 'POST',
        body: {},
      }),
      // Refetched also after an error, because another person may have decided.
      invalidatesTags: ['Finance'],
    }),
    retryWork: build.mutation<unknown, { subject: Subject; reason: string }>({
      query: (body) => ({ url: '/finance/retries', method: 'POST', body }),
      invalidatesTags: ['Finance'],
    }),
  }),
})

export const {
  useListSuspenseQuery,
  useListRejectedWorkQuery,
  useProposeResolutionMutation,
  useDecideResolutionMutation,
  useRetryWorkMutation,
  useWithdrawResolutionMutation,
} = financeApi
