import type { OrderView, PaymentView } from '@hissa/contracts/investment'
import { api } from '../../api/api.js'

const PAGE = 20

interface Page<Row> {
  rows: Row[]
  cursor?: string
}

const paging = {
  initialPageParam: null as string | null,
  getNextPageParam: ({ cursor }: Page<unknown>) => cursor,
}
const params = (cursor: string | null) => ({ limit: PAGE, ...(cursor && { cursor }) })

/** Endpoints of the user's orders and payments, newest first and page by page. */
const listsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getMyOrders: build.infiniteQuery<Page<OrderView>, void, string | null>({
      infiniteQueryOptions: paging,
      query: ({ pageParam }) => ({ url: '/orders', params: params(pageParam) }),
      transformResponse: ({ orders, cursor }: { orders: OrderView[]; cursor?: string }) => ({
        ...{ rows: orders, ...(cursor && { cursor }) },
      }),
      providesTags: ['Order'],
    }),
    getMyPayments: build.infiniteQuery<Page<PaymentView>, void, string | null>({
      infiniteQueryOptions: paging,
      query: ({ pageParam }) => ({ url: '/payments', params: params(pageParam) }),
      transformResponse: ({ payments, cursor }: { payments: PaymentView[]; cursor?: string }) => ({
        ...{ rows: payments, ...(cursor && { cursor }) },
      }),
      providesTags: ['Order'],
    }),
  }),
})

export const { useGetMyOrdersInfiniteQuery, useGetMyPaymentsInfiniteQuery } = listsApi
