import type { Output } from '@hissa/contracts'
import type { ListHandovers } from '@hissa/contracts/chat'
import { api } from '../../api/api.js'

const requestsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Reads a page of requests. It isn't kept, because each read is audited. */
    listHandovers: build.query<Output<typeof ListHandovers>, string | undefined>({
      query: (cursor) => ({ url: '/chat/handovers', params: { limit: 20, cursor } }),
      keepUnusedDataFor: 0,
    }),
  }),
})

export const { useListHandoversQuery } = requestsApi
