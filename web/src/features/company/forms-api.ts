import type { EnquiryForm, WaitlistForm, WaitlistLink } from '@hissa/contracts/identity'
import { api } from '../../api/api.js'
import { isApiError, isConnectionLost } from '../../api/problem.js'
import type { MessageId } from '../../i18n/i18n.js'

/** Endpoints of the forms of the public pages. */
const formsApi = api.injectEndpoints({
  endpoints: (build) => ({
    sendMessage: build.mutation<{ reference: string }, EnquiryForm>({
      query: (body) => ({ url: '/contact', method: 'POST', body }),
    }),
    joinWaitlist: build.mutation<void, WaitlistForm>({
      query: (body) => ({ url: '/early-access', method: 'POST', body }),
    }),
    followLink: build.mutation<void, WaitlistLink & { action: 'confirm' | 'leave' }>({
      query: ({ action, token }) => ({ url: `/early-access/${action}`, method: 'POST', body: { token } }),
    }),
  }),
})

export const { useSendMessageMutation, useJoinWaitlistMutation, useFollowLinkMutation } = formsApi

const TEXTS: Readonly<Record<string, MessageId>> = {
  TOO_MANY_MESSAGES: 'company.form.tooMany',
  RATE_LIMITED: 'company.form.tooMany',
  WAITLIST_LINK_INVALID: 'company.early.invalid',
}

/** Returns the text for a form that could not be sent. */
export function formError(error: unknown): MessageId {
  if (isConnectionLost(error)) return 'ui.connectionLost'
  return (isApiError(error) && TEXTS[error.code]) || 'company.form.failed'
}
