import type { Output } from '@hissa/contracts'
import type { ListHeldOrders } from '@hissa/contracts/investment'
import type {
  GetShareholder,
  ListShareDecisions,
  ListShareholders,
  ShareAction,
  ShareholdersView,
} from '@hissa/contracts/tokenisation'
import { api } from '../../../api/api.js'

interface ShareholdersRequest {
  view: ShareholdersView
  q?: string
  cursor?: string
  limit?: number
}

const ONE_DECISION = (approvalId: string) => `/compliance/share-decisions/${encodeURIComponent(approvalId)}`

/** Endpoints about shareholders. The server audits every read. */
const shareholdersApi = api.injectEndpoints({
  endpoints: (build) => ({
    listShareholders: build.query<Output<typeof ListShareholders>, ShareholdersRequest>({
      query: (params) => ({ url: '/compliance/shareholders', params: { limit: 50, ...params } }),
      providesTags: ['Finance'],
    }),
    getShareholder: build.query<Output<typeof GetShareholder>, string>({
      query: (userId) => ({ url: `/compliance/shareholders/${encodeURIComponent(userId)}` }),
      providesTags: ['Finance'],
    }),
    listHeldOrders: build.query<Output<typeof ListHeldOrders>, { cursor?: string; limit?: number }>({
      query: (params) => ({ url: '/compliance/held-orders', params: { limit: 50, ...params } }),
      providesTags: ['Finance'],
    }),
    listShareDecisions: build.query<Output<typeof ListShareDecisions>, { cursor?: string; limit?: number }>({
      query: (params) => ({ url: '/compliance/share-decisions', params: { limit: 50, ...params } }),
      providesTags: ['Finance'],
    }),
    proposeShareAction: build.mutation<unknown, { userId: string; action: ShareAction; reason: string }>({
      query: (body) => ({ url: '/compliance/share-decisions', method: 'POST', body }),
      invalidatesTags: ['Finance'],
    }),
    // The changes below read again also after an error, because another person may have decided.
    decideShareAction: build.mutation<unknown, { approvalId: string; verdict: 'approve' | 'reject'; reason: string }>({
      query: ({ approvalId, ...body }) => ({ url: `${ONE_DECISION(approvalId)}/decision`, method: 'POST', body }),
      invalidatesTags: ['Finance'],
    }),
    withdrawShareAction: build.mutation<unknown, string>({
      query: (approvalId) => ({ url: `${ONE_DECISION(approvalId)}/withdrawal`, method: 'POST', body: {} }),
      invalidatesTags: ['Finance'],
    }),
    declineRelocation: build.mutation<unknown, { relocationId: string; reason: string }>({
      query: ({ relocationId, reason }) => ({
        url: `/compliance/relocations/${encodeURIComponent(relocationId)}/decline`,
        method: 'POST',
        body: { reason },
      }),
      invalidatesTags: ['Finance'],
    }),
  }),
})

export const { endpoints } = shareholdersApi

export const {
  useListHeldOrdersQuery,
  useListShareholdersQuery,
  useGetShareholderQuery,
  useListShareDecisionsQuery,
  useProposeShareActionMutation,
  useDecideShareActionMutation,
  useWithdrawShareActionMutation,
  useDeclineRelocationMutation,
} = shareholdersApi
