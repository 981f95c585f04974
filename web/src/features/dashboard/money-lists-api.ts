import type { OrderView, PaymentView } from '@hissa/contracts/investment'
import { api } from '../../api/api.js'
import { pageOf, pageParams, paging, type Page } from '../../api/paged-table.js'

/** Endpoints of the user's orders and payments, newest first and page by page. */
const listsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getMyOrders: build.infiniteQuery<Page<OrderView>, void, string | null>({
      infiniteQueryOptions: paging,
      query: ({ pageParam }) => ({ url: '/orders', params: pageParams(pageParam) }),
      transformResponse: ({ orders, cursor }: { orders: OrderView[]; cursor?: string }) => pageOf(orders, cursor),
      providesTags: ['Order'],
    }),
    getMyPayments: build.infiniteQuery<Page<PaymentView>, void, string | null>({
      infiniteQueryOptions: paging,
      query: ({ pageParam }) => ({ url: '/payments', params: pageParams(pageParam) }),
      transformResponse: ({ payments, cursor }: { payments: PaymentView[]; cursor?: string }) =>
        pageOf(payments, cursor),
      providesTags: ['Order'],
    }),
  }),
})

export const { useGetMyOrdersInfiniteQuery, useGetMyPaymentsInfiniteQuery } = listsApi
