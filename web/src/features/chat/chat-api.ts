import type { HandOverBody, Rating } from '@hissa/contracts/chat'
import type * as z from 'zod/mini'
import { api } from '../../api/api.js'

const pathOf = (conversationId: string) => `/chat/conversations/${conversationId}`

const chatApi = api.injectEndpoints({
  endpoints: (build) => ({
    rateAnswer: build.mutation<{ rating: Rating }, { conversationId: string; messageId: string; rating: Rating }>({
      query: ({ conversationId, ...body }) => ({ url: `${pathOf(conversationId)}/ratings`, method: 'POST', body }),
    }),
    /** Asks for a person. Asking again returns the first request. */
    handOver: build.mutation<
      { handoverId: string; requestedAt: string },
      { conversationId: string } & z.input<typeof HandOverBody>
    >({
      query: ({ conversationId, ...body }) => ({ url: `${pathOf(conversationId)}/handover`, method: 'POST', body }),
    }),
  }),
})

export const { useRateAnswerMutation, useHandOverMutation } = chatApi
