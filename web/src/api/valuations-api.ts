import type { Output } from '@hissa/contracts'
import type { GetPropertyValuations, GetValueOverTime } from '@hissa/contracts/investment'
import { api, DETAIL_TIMEOUT_MS } from './api.js'

export type PropertyValuations = Output<typeof GetPropertyValuations>

export type ValueOverTime = Output<typeof GetValueOverTime>

/** The valuations of a property, which are public, and the user's own value over time. */
const valuationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getPropertyValuations: build.query<PropertyValuations, string>({
      query: (id) => ({ url: `/properties/${encodeURIComponent(id)}/valuations`, timeoutMs: DETAIL_TIMEOUT_MS }),
      providesTags: ['Property'],
    }),
    getValueOverTime: build.query<ValueOverTime, void>({
      query: () => ({ url: '/value-over-time' }),
      providesTags: ['Dashboard'],
    }),
  }),
})

export const { getPropertyValuations } = valuationsApi.endpoints
export const { useGetPropertyValuationsQuery, useGetValueOverTimeQuery } = valuationsApi
