import type { Dashboard } from '@hissa/contracts/investment'
import { api } from '../../api/api.js'

const dashboardApi = api.injectEndpoints({
  endpoints: (build) => ({
    getDashboard: build.query<Dashboard, void>({
      query: () => ({ url: '/dashboard' }),
      providesTags: ['Dashboard', 'Order'],
    }),
  }),
})

export const { useGetDashboardQuery } = dashboardApi
