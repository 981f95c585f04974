import type { ListedPublication, Publication } from '@hissa/contracts/property'
import { api } from '../../api/api.js'

export interface PublicationList {
  publications: ListedPublication[]
  count: number
  cursor?: string
}

export type PublicationAct = 'approve' | 'reject' | 'withdraw'

const publicationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listPublications: build.query<PublicationList, number>({
      query: (limit) => ({ url: '/publications', params: { limit } }),
      providesTags: ['Publication'],
    }),
    /**
     * Approves, rejects or withdraws a proposal; withdrawing needs no reason. The list is also refetched after an
     * error, because another person may have decided first.
     */
    actOnPublication: build.mutation<Publication, { approvalId: string; act: PublicationAct; reason: string }>({
      query: ({ approvalId, act, reason }) => {
        const url = `/publications/${encodeURIComponent(approvalId)}`
        return act === 'withdraw'
          ? { url: `${url}/withdrawal`, method: 'POST', body: {} }
          : { url: `${url}/decision`, method: 'POST', body: { verdict: act, reason } }
      },
      transformResponse: (body: { publication: Publication }) => body.publication,
      invalidatesTags: ['Publication', 'Property'],
    }),
  }),
})

export const { useListPublicationsQuery, useActOnPublicationMutation } = publicationsApi
