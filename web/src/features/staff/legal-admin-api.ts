import type { Output } from '@hissa/contracts'
import type { GetLegalVersion, LegalVersion } from '@hissa/contracts/property'
import { api } from '../../api/api.js'
import type { AppLocale } from '../../lib/locale.js'

export type LegalWording = Output<typeof GetLegalVersion>

const legalAdminApi = api.injectEndpoints({
  endpoints: (build) => ({
    listLegalVersions: build.query<LegalVersion[], void>({
      query: () => ({ url: '/legal/versions' }),
      transformResponse: (body: { versions: LegalVersion[] }) => body.versions,
      providesTags: ['Disclosure'],
    }),
    getLegalVersion: build.query<LegalWording, { documentId: string; version: number; locale: AppLocale }>({
      query: ({ documentId, version, locale }) => ({
        url: `/legal/versions/${encodeURIComponent(documentId)}/${version}`,
        params: { locale },
      }),
    }),
  }),
})

export const { useListLegalVersionsQuery, useGetLegalVersionQuery } = legalAdminApi
