import type { Dashboard, OrderView } from '@hissa/contracts/investment'
import { api } from '../../api/api.js'

const dashboardApi = api.injectEndpoints({
  endpoints: (build) => ({
    getDashboard: build.query<Dashboard, void>({
      query: () => ({ url: '/dashboard' }),
      providesTags: ['Dashboard', 'Order'],
    }),
    getOrder: build.query<OrderView, string>({
      query: (orderId) => ({ url: `/orders/${encodeURIComponent(orderId)}` }),
      transformResponse: (body: { order: OrderView }) => body.order,
      providesTags: ['Order'],
    }),
  }),
})

export const { useGetDashboardQuery, useGetOrderQuery } = dashboardApi
