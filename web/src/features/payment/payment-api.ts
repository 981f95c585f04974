import type { CardView, OrderView } from '@hissa/contracts/investment'
import { api } from '../../api/api.js'

export interface OrderCheckout {
  order: OrderView
  /** Absent if the order can't be paid on our page. */
  clientSecret?: string
}

const withCards = api.enhanceEndpoints({ addTagTypes: ['Card'] })

/** Endpoints of the payment page and of saved cards. */
const paymentApi = withCards.injectEndpoints({
  endpoints: (build) => ({
    getOrderCheckout: build.query<OrderCheckout, string>({
      query: (orderId) => ({ url: `/orders/${encodeURIComponent(orderId)}/checkout` }),
      providesTags: ['Order'],
      keepUnusedDataFor: 0,
    }),
    getCards: build.query<CardView[], void>({
      query: () => ({ url: '/payment-methods' }),
      transformResponse: (body: { cards: CardView[] }) => body.cards,
      providesTags: ['Card'],
    }),
    addCard: build.mutation<{ clientSecret: string }, void>({
      query: () => ({ url: '/add-payment-method', method: 'POST' }),
    }),
    removeCard: build.mutation<CardView[], string>({
      query: (cardId) => ({ url: `/payment-methods/${encodeURIComponent(cardId)}/removal`, method: 'POST' }),
      transformResponse: (body: { cards: CardView[] }) => body.cards,
      invalidatesTags: ['Card'],
    }),
  }),
})

export const { useGetOrderCheckoutQuery, useGetCardsQuery, useAddCardMutation, useRemoveCardMutation } = paymentApi
