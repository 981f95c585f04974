import type { KycStatus, OwnDetails } from '@hissa/contracts/kyc'
import type { Profile, ProfileForm } from '@hissa/contracts/identity'
import { api } from '../../api/api.js'
import type { AppStore } from '../../api/store.js'
import type { AppLocale } from '../../lib/locale.js'

type Dispatch = AppStore['dispatch']

export interface StartRequest {
  documentType: 'passport' | 'emirates_id'
  issuingCountry: string
  language: AppLocale
}

export interface SubmitRequest {
  caseId: string
  mrzLines: string[]
  originalName?: string
  politicallyExposed: boolean
  confirmMrz: boolean
  language: AppLocale
}

const status = (body: { status: KycStatus }) => body.status

/** Endpoints of onboarding. Responses contain sentences, so each request sends the language. */
const onboardingApi = api.injectEndpoints({
  endpoints: (build) => ({
    saveProfile: build.mutation<Profile, ProfileForm>({
      query: (body) => ({ url: '/profile', method: 'PUT', body }),
      transformResponse: (body: { profile: Profile }) => body.profile,
      invalidatesTags: ['Profile', 'Dashboard'],
    }),
    getKycStatus: build.query<KycStatus, AppLocale>({
      query: (language) => ({ url: '/kyc/status', language }),
      transformResponse: status,
      providesTags: ['Kyc'],
    }),
    getOwnDetails: build.query<OwnDetails, void>({
      query: () => ({ url: '/kyc/details' }),
      transformResponse: (body: { details: OwnDetails }) => body.details,
      providesTags: ['Kyc'],
    }),
    startKyc: build.mutation<KycStatus, StartRequest>({
      query: ({ language, ...body }) => ({ url: '/kyc/start', method: 'POST', body, language }),
      transformResponse: status,
      onQueryStarted: ({ language }, { dispatch, queryFulfilled }) => storeStatus(dispatch, language, queryFulfilled),
    }),
    submitKyc: build.mutation<KycStatus, SubmitRequest>({
      query: ({ language, ...body }) => ({ url: '/kyc/process', method: 'POST', body, language }),
      transformResponse: status,
      onQueryStarted: ({ language }, { dispatch, queryFulfilled }) => storeStatus(dispatch, language, queryFulfilled),
      invalidatesTags: (_, error) => (error ? [] : ['Profile', 'Dashboard']),
    }),
  }),
})

/** Stores the status from the response, so that the screen needs no refetch. The caller handles failures. */
async function storeStatus(
  dispatch: Dispatch,
  language: AppLocale,
  result: Promise<{ data: KycStatus }>,
): Promise<void> {
  const { data } = await result.catch(() => ({ data: null }))
  if (data) await dispatch(onboardingApi.util.upsertQueryData('getKycStatus', language, data))
}

export const {
  useSaveProfileMutation,
  useGetKycStatusQuery,
  useGetOwnDetailsQuery,
  useStartKycMutation,
  useSubmitKycMutation,
} = onboardingApi
