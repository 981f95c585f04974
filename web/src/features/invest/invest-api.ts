import type {
  AcceptancesRequest,
  AnsweredAppropriateness,
  AnswersRequest,
  Appropriateness,
  CheckoutRequest,
  CheckoutResponse,
  OrderView,
} from '@hissa/contracts/investment'
import type { Disclosure } from '@hissa/contracts/property'
import type { Fils } from '@hissa/money'
import { api } from '../../api/api.js'
import type { AppLocale } from '../../lib/locale.js'
import type { PaymentStatus } from './payment-outcome.js'

export interface PaymentStatusResponse {
  status: PaymentStatus
  order: OrderView
}

/** Endpoints from an amount to a paid order. */
const investApi = api.injectEndpoints({
  endpoints: (build) => ({
    getAppropriateness: build.query<Appropriateness, AppLocale>({
      query: (locale) => ({ url: '/appropriateness', params: { locale } }),
      providesTags: ['Requirements'],
    }),
    answerAppropriateness: build.mutation<AnsweredAppropriateness, AnswersRequest>({
      query: (body) => ({ url: '/appropriateness/answers', method: 'POST', body }),
      invalidatesTags: ['Requirements'],
    }),
    getDisclosures: build.query<Disclosure[], { propertyId: string; locale: AppLocale }>({
      query: (params) => ({ url: '/disclosures', params }),
      transformResponse: (body: { documents: Disclosure[] }) => body.documents,
      providesTags: ['Disclosure'],
    }),
    acceptDisclosures: build.mutation<{ outstanding: unknown[] }, AcceptancesRequest>({
      query: (body) => ({ url: '/disclosures/acceptances', method: 'POST', body }),
      invalidatesTags: (_, error) => (error ? ['Disclosure', 'Requirements'] : ['Requirements']),
    }),
    getAvailableCash: build.query<Fils, void>({
      query: () => ({ url: '/cash', params: { limit: 1 } }),
      transformResponse: (body: { availableFils: Fils }) => body.availableFils,
      providesTags: ['Cash'],
    }),
    payFromCash: build.mutation<CheckoutResponse, CheckoutRequest & { idempotencyKey: string }>({
      query: ({ idempotencyKey, ...body }) => ({
        ...{ url: '/create-checkout-session', method: 'POST', idempotencyKey },
        body: { ...body, payFrom: 'cash' },
      }),
      invalidatesTags: ['Order', 'Dashboard', 'Property', 'Cash'],
    }),
    getPaymentStatus: build.query<PaymentStatusResponse, string>({
      query: (sessionId) => ({ url: '/payment/status', params: { session_id: sessionId } }),
      providesTags: ['Order'],
      keepUnusedDataFor: 0,
    }),
    getOrder: build.query<OrderView, string>({
      query: (orderId) => ({ url: `/orders/${encodeURIComponent(orderId)}` }),
      transformResponse: (body: { order: OrderView }) => body.order,
      providesTags: ['Order'],
      keepUnusedDataFor: 0,
    }),
  }),
})

export const {
  useGetAppropriatenessQuery,
  useAnswerAppropriatenessMutation,
  useGetAvailableCashQuery,
  useGetDisclosuresQuery,
  useAcceptDisclosuresMutation,
  useGetPaymentStatusQuery,
  useGetOrderQuery,
  usePayFromCashMutation,
} = investApi
