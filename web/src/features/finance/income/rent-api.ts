import type { Output } from '@hissa/contracts'
import type {
  DistributionState,
  ImportIncomeEntries,
  IncomeFact,
  ListDistributions,
  ListIncomeEntries,
  StoreIncomeDocument,
} from '@hissa/contracts/investment'
import { api } from '../../../api/api.js'

const TIMEOUT_MS = 120_000

interface PageQuery {
  cursor?: string
  limit?: number
}

interface NewEntry {
  propertyId: string
  period: string
  fact: IncomeFact
  date: string
  reference: string
  documentSha256: string
}

const OF_PROPERTY = (propertyId: string) => `/finance/properties/${encodeURIComponent(propertyId)}/income`
const ONE_DISTRIBUTION = (id: string) => `/finance/distributions/${encodeURIComponent(id)}`

const formOf = (file: File) => {
  const body = new FormData()
  body.append('file', file)
  return { method: 'POST' as const, body, timeoutMs: TIMEOUT_MS }
}

/** Endpoints of rent, costs and distributions. The server audits every read. */
const rentApi = api.injectEndpoints({
  endpoints: (build) => ({
    listIncomeEntries: build.query<
      Output<typeof ListIncomeEntries>,
      PageQuery & { propertyId: string; period: string }
    >({
      query: ({ propertyId, ...params }) => ({ url: OF_PROPERTY(propertyId), params: { limit: 50, ...params } }),
      providesTags: ['Finance'],
    }),
    listDistributions: build.query<Output<typeof ListDistributions>, PageQuery & { state?: DistributionState }>({
      query: (params) => ({ url: '/finance/distributions', params: { limit: 50, ...params } }),
      providesTags: ['Finance'],
    }),
    storeIncomeDocument: build.mutation<Output<typeof StoreIncomeDocument>, { propertyId: string; file: File }>({
      query: ({ propertyId, file }) => ({ url: `${OF_PROPERTY(propertyId)}/documents`, ...formOf(file) }),
    }),
    recordIncomeEntry: build.mutation<unknown, NewEntry>({
      query: ({ propertyId, ...body }) => ({ url: OF_PROPERTY(propertyId), method: 'POST', body }),
      invalidatesTags: ['Finance'],
    }),
    importIncomeEntries: build.mutation<Output<typeof ImportIncomeEntries>, { propertyId: string; file: File }>({
      query: ({ propertyId, file }) => ({ url: `${OF_PROPERTY(propertyId)}/import`, ...formOf(file) }),
      invalidatesTags: ['Finance'],
    }),
    reverseIncomeEntry: build.mutation<unknown, { entryId: string; reason: string }>({
      query: ({ entryId, reason }) => ({
        ...{ url: `/finance/income/${encodeURIComponent(entryId)}/reversal`, method: 'POST', body: { reason } },
      }),
      invalidatesTags: ['Finance'],
    }),
    proposeDistribution: build.mutation<
      unknown,
      { propertyId: string; period: string; recordDate: string; reason: string }
    >({
      query: (body) => ({ url: '/finance/distributions', method: 'POST', body }),
      invalidatesTags: ['Finance'],
    }),
    // The changes below read again also after an error, because another person may have decided.
    decideDistribution: build.mutation<unknown, { id: string; verdict: 'approve' | 'reject'; reason: string }>({
      query: ({ id, ...body }) => ({ url: `${ONE_DISTRIBUTION(id)}/decision`, method: 'POST', body }),
      invalidatesTags: ['Finance'],
    }),
    withdrawDistribution: build.mutation<unknown, string>({
      query: (id) => ({ url: `${ONE_DISTRIBUTION(id)}/withdrawal`, method: 'POST', body: {} }),
      invalidatesTags: ['Finance'],
    }),
  }),
})

export const { endpoints } = rentApi
export const {
  useListIncomeEntriesQuery,
  useListDistributionsQuery,
  useStoreIncomeDocumentMutation,
  useRecordIncomeEntryMutation,
  useImportIncomeEntriesMutation,
  useReverseIncomeEntryMutation,
  useProposeDistributionMutation,
  useDecideDistributionMutation,
  useWithdrawDistributionMutation,
} = rentApi
