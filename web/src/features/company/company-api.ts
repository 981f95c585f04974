import type { Disclosure, LegalText } from '@hissa/contracts/property'
import { api } from '../../api/api.js'
import type { AppLocale } from '../../lib/locale.js'

/** Endpoint of the legal page's texts. */
export const companyApi = api.injectEndpoints({
  endpoints: (build) => ({
    getLegalTexts: build.query<LegalText[], AppLocale>({
      query: (locale) => ({ url: '/legal', params: { locale } }),
      transformResponse: (body: { documents: LegalText[] }) => body.documents,
    }),
    getPlatformDisclosures: build.query<Disclosure[], AppLocale>({
      query: (locale) => ({ url: '/disclosures', params: { locale } }),
      transformResponse: (body: { documents: Disclosure[] }) => body.documents,
    }),
  }),
})

export const { useGetLegalTextsQuery, useGetPlatformDisclosuresQuery } = companyApi
