import type { Output } from '@hissa/contracts'
import type { ListReconciliation, RunReconciliation } from '@hissa/contracts/investment'
import { api } from '../../../api/api.js'

/** Endpoints of reconciliation. The server audits every read. */
const reconciliationApi = api.injectEndpoints({
  endpoints: (build) => ({
    listReconciliation: build.query<Output<typeof ListReconciliation>, void>({
      query: () => ({ url: '/finance/reconciliation' }),
      providesTags: ['Finance'],
    }),
    runReconciliation: build.mutation<Output<typeof RunReconciliation>, void>({
      query: () => ({ url: '/finance/reconciliation/runs', method: 'POST', body: {} }),
      invalidatesTags: ['Finance'],
    }),
  }),
})

export const { useListReconciliationQuery, useRunReconciliationMutation } = reconciliationApi
