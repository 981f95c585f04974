import type {
  GetRaise,
  GetStaffOrder,
  ActionFigures,
  ListApprovals,
  ListRaises,
  OrderState,
  PreviewResolution,
  RaiseState,
  ReadClientMoney,
  ReadNames,
  RecordExport,
  RegisterDifferenceView,
  RejectedOrderView,
  ResolutionAction,
  SearchOrders,
  SuspenseItemView,
} from '@hissa/contracts/investment'
import type { Input, Output } from '@hissa/contracts'
import { api } from '../../api/api.js'

export type SuspenseView = 'unresolved' | 'resolved'

export interface Subject {
  kind: 'suspense' | 'order' | 'raise' | 'holding'
  id: string
}

type Verdict = 'approve' | 'reject'

/** The figures that were shown before the action was confirmed. */
interface Shown {
  shown?: ActionFigures
}

interface SuspensePage {
  items: SuspenseItemView[]
  /** On the first page. */
  differences?: RegisterDifferenceView[]
  cursor?: string
}

interface RejectedPage {
  orders: RejectedOrderView[]
  cursor?: string
}

interface PageQuery {
  cursor?: string
  limit?: number
}

interface OrderQuery extends PageQuery {
  q?: string
  state?: OrderState
  propertyId?: string
}

/** Endpoints of the finance desk. The server audits every read. */
const financeApi = api.injectEndpoints({
  endpoints: (build) => ({
    listSuspense: build.query<SuspensePage, PageQuery & { view: SuspenseView }>({
      query: (params) => ({ url: '/finance/suspense', params: { limit: 50, ...params } }),
      providesTags: ['Finance'],
    }),
    listRejectedWork: build.query<RejectedPage, PageQuery>({
      query: (params) => ({ url: '/finance/rejected-work', params: { limit: 50, ...params } }),
      providesTags: ['Finance'],
    }),
    listRaises: build.query<Output<typeof ListRaises>, PageQuery & { state?: RaiseState }>({
      query: (params) => ({ url: '/finance/raises', params: { limit: 50, ...params } }),
      providesTags: ['Finance'],
    }),
    getRaise: build.query<Output<typeof GetRaise>, string>({
      query: (propertyId) => ({ url: `/finance/raises/${encodeURIComponent(propertyId)}` }),
      providesTags: ['Finance'],
    }),
    searchOrders: build.query<Output<typeof SearchOrders>, OrderQuery>({
      query: ({ q, ...params }) =>
        q === undefined
          ? { url: '/finance/orders', params: { limit: 50, ...params } }
          : // In the body, because it can be an email address.
            { url: '/finance/orders/search', method: 'POST', body: { query: q, limit: 50, ...params } },
      providesTags: ['Finance'],
    }),
    getStaffOrder: build.query<Output<typeof GetStaffOrder>, string>({
      query: (orderId) => ({ url: `/finance/orders/${encodeURIComponent(orderId)}` }),
      providesTags: ['Finance'],
    }),
    listApprovals: build.query<Output<typeof ListApprovals>, PageQuery>({
      query: (params) => ({ url: '/finance/approvals', params: { limit: 50, ...params } }),
      providesTags: ['Finance'],
    }),
    readClientMoney: build.query<Output<typeof ReadClientMoney>, void>({
      query: () => ({ url: '/finance/client-money' }),
    }),
    // A mutation, because each read is audited: `PeopleProvider` keeps the names, and nothing rereads them automatically.
    readNames: build.mutation<Output<typeof ReadNames>, readonly string[]>({
      query: (userIds) => ({ url: '/finance/names', method: 'POST', body: { userIds } }),
    }),
    recordExport: build.mutation<unknown, Input<typeof RecordExport>>({
      query: (body) => ({ url: '/finance/exports', method: 'POST', body }),
    }),
    previewResolution: build.query<Output<typeof PreviewResolution>, Input<typeof PreviewResolution>>({
      query: (body) => ({ url: '/finance/resolutions/preview', method: 'POST', body }),
    }),
    proposeResolution: build.mutation<unknown, Shown & { subject: Subject; action: ResolutionAction; reason: string }>({
      query: (body) => ({ url: '/finance/resolutions', method: 'POST', body }),
      invalidatesTags: ['Finance'],
    }),
    decideResolution: build.mutation<unknown, Shown & { approvalId: string; verdict: Verdict; reason: string }>({
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

export const { endpoints } = financeApi

export const {
  useGetRaiseQuery,
  useGetStaffOrderQuery,
  useListApprovalsQuery,
  useListRaisesQuery,
  useListSuspenseQuery,
  useSearchOrdersQuery,
  useListRejectedWorkQuery,
  usePreviewResolutionQuery,
  useProposeResolutionMutation,
  useReadClientMoneyQuery,
  useReadNamesMutation,
  useRecordExportMutation,
  useDecideResolutionMutation,
  useRetryWorkMutation,
  useWithdrawResolutionMutation,
} = financeApi
