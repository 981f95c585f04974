import type { Output } from '@hissa/contracts'
import type { GetPropertyValuations } from '@hissa/contracts/investment'
import { api, DETAIL_TIMEOUT_MS } from './api.js'

export type PropertyValuations = Output<typeof GetPropertyValuations>

/** The valuations of a property, which are public. */
const valuationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getPropertyValuations: build.query<PropertyValuations, string>({
      query: (id) => ({ url: `/properties/${encodeURIComponent(id)}/valuations`, timeoutMs: DETAIL_TIMEOUT_MS }),
      providesTags: ['Property'],
    }),
  }),
})

export const { getPropertyValuations } = valuationsApi.endpoints
export const { useGetPropertyValuationsQuery } = valuationsApi
