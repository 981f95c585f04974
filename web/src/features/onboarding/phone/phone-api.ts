import type { OpenPhoneLink, PhoneLinkAnswer } from '@hissa/contracts/kyc'
import type { Output } from '@hissa/contracts'
import { api } from '../../../api/api.js'

/** What a phone may send, and the key with which it does. */
export type OpenedLink = Output<typeof OpenPhoneLink>

const phoneApi = api.injectEndpoints({
  endpoints: (build) => ({
    createPhoneLink: build.mutation<PhoneLinkAnswer, string>({
      query: (caseId) => ({ url: '/kyc/phone-link', method: 'POST', body: { caseId } }),
    }),
    endPhoneLink: build.mutation<object, string>({
      query: (caseId) => ({ url: '/kyc/phone-link/end', method: 'POST', body: { caseId } }),
    }),
    openPhoneLink: build.mutation<OpenedLink, string>({
      query: (token) => ({ url: '/kyc/phone/open', method: 'POST', body: { token } }),
    }),
  }),
})

export const { useCreatePhoneLinkMutation, useEndPhoneLinkMutation, useOpenPhoneLinkMutation } = phoneApi
