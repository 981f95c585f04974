import type { Output } from '@hissa/contracts'
import type { GetTrackRecord } from '@hissa/contracts/investment'
import { api } from '../../api/api.js'

export type TrackRecord = Output<typeof GetTrackRecord>

/** What the platform has done so far. */
const trackRecordApi = api.injectEndpoints({
  endpoints: (build) => ({
    getTrackRecord: build.query<TrackRecord, void>({
      query: () => ({ url: '/track-record' }),
      providesTags: ['Property'],
    }),
  }),
})

export const { getTrackRecord } = trackRecordApi.endpoints
export const { useGetTrackRecordQuery } = trackRecordApi
