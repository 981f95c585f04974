import type { Input, Output } from '@hissa/contracts'
import type { ListValuations, ProposeValuation, ValuationState } from '@hissa/contracts/investment'
import { api } from '../../../api/api.js'

const ONE = (id: string) => `/finance/valuations/${encodeURIComponent(id)}`

/** Endpoints of valuations as finance staff propose and decide them. The server audits every read. */
const staffValuationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listValuations: build.query<
      Output<typeof ListValuations>,
      { state?: ValuationState; cursor?: string; limit?: number }
    >({
      query: (params) => ({ url: '/finance/valuations', params: { limit: 50, ...params } }),
      providesTags: ['Finance'],
    }),
    proposeValuation: build.mutation<unknown, Input<typeof ProposeValuation>>({
      query: (body) => ({ url: '/finance/valuations', method: 'POST', body }),
      invalidatesTags: ['Finance'],
    }),
    // These read again also after an error, because another person may have decided.
    decideValuation: build.mutation<unknown, { id: string; verdict: 'approve' | 'reject'; reason: string }>({
      query: ({ id, ...body }) => ({ url: `${ONE(id)}/decision`, method: 'POST', body }),
      invalidatesTags: ['Finance', 'Property'],
    }),
    withdrawValuation: build.mutation<unknown, string>({
      query: (id) => ({ url: `${ONE(id)}/withdrawal`, method: 'POST', body: {} }),
      invalidatesTags: ['Finance'],
    }),
  }),
})

export const { endpoints } = staffValuationsApi
export const {
  useListValuationsQuery,
  useProposeValuationMutation,
  useDecideValuationMutation,
  useWithdrawValuationMutation,
} = staffValuationsApi
