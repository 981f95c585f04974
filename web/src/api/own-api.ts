import type { HoldingView, OrderView } from '@hissa/contracts/investment'
import { api } from './api.js'

/** Endpoints of what the user owns and has ordered, for the pages of a property and of its orders. */
const ownApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The newest orders. */
    getOrders: build.query<OrderView[], void>({
      query: () => ({ url: '/orders', params: { limit: 20 } }),
      transformResponse: (body: { orders: OrderView[] }) => body.orders,
      providesTags: ['Order'],
    }),
    getInvestments: build.query<HoldingView[], void>({
      query: () => ({ url: '/investments' }),
      transformResponse: (body: { holdings: HoldingView[] }) => body.holdings,
      providesTags: ['Order', 'Dashboard'],
    }),
  }),
})

export const { useGetOrdersQuery, useGetInvestmentsQuery } = ownApi
