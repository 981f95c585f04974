import type { Output } from '@hissa/contracts'
import type { CreateIncomeFeed, GetIncomeFeed } from '@hissa/contracts/investment'
import { api } from '../../../api/api.js'

const withFeed = api.enhanceEndpoints({ addTagTypes: ['IncomeFeed'] })

/** Endpoints of the address of the user's income calendar. */
const incomeFeedApi = withFeed.injectEndpoints({
  endpoints: (build) => ({
    getIncomeFeed: build.query<Output<typeof GetIncomeFeed>, void>({
      query: () => ({ url: '/income-calendar' }),
      providesTags: ['IncomeFeed'],
    }),
    createIncomeFeed: build.mutation<Output<typeof CreateIncomeFeed>, void>({
      query: () => ({ url: '/income-calendar', method: 'POST' }),
      invalidatesTags: ['IncomeFeed'],
    }),
    deleteIncomeFeed: build.mutation<unknown, void>({
      query: () => ({ url: '/income-calendar/removal', method: 'POST' }),
      invalidatesTags: ['IncomeFeed'],
    }),
  }),
})

export const { useGetIncomeFeedQuery, useCreateIncomeFeedMutation, useDeleteIncomeFeedMutation } = incomeFeedApi
