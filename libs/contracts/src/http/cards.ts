import { AddCard, GetOrderCheckout, ListCards, RemoveCard } from '../investment/index.js'
import { ADDED_CARD, CARD, CARD_ID, ORDER_CHECKOUT } from './examples/cards.js'
import { ORDER_ID } from './examples/investing.js'
import { success, type Operation } from './operation.js'

const tag = 'investing'

export const cards: readonly Operation[] = [
  {
    id: 'getOrderCheckout',
    method: 'get',
    path: '/api/orders/{id}/checkout',
    tag,
    summary: 'Read what the payment page of an order needs',
    description:
      'For the platform’s own payment page, on which Arabic is paid with Stripe’s Payment Element. Without a ' +
      '`clientSecret` the order can’t be paid on that page; `order.checkoutUrl` says where it can.',
    calls: [GetOrderCheckout],
    params: { id: ORDER_ID },
    response: {
      status: 200,
      description: 'The order, and the secret of its payment.',
      schema: success(GetOrderCheckout.output),
      example: { success: true, ...ORDER_CHECKOUT },
    },
  },
  {
    id: 'listPaymentMethods',
    method: 'get',
    path: '/api/payment-methods',
    tag,
    summary: 'List your saved cards',
    calls: [ListCards],
    response: {
      status: 200,
      description: 'Brand, last four digits and expiry of each card, newest first. Only Stripe has its number.',
      schema: success(ListCards.output),
      example: { success: true, cards: [CARD], count: 1 },
    },
  },
  {
    id: 'addPaymentMethod',
    method: 'post',
    path: '/api/add-payment-method',
    tag,
    summary: 'Begin to save a card',
    description:
      'Opens a session in which Stripe.js saves a card with `clientSecret`, for a verified investor and at most 5 times ' +
      'a minute. Card data goes to Stripe only. Paying then offers the card on the payment page.',
    calls: [AddCard],
    response: {
      status: 200,
      description: 'The secret of the session, and when it expires.',
      schema: success(AddCard.output),
      example: { success: true, ...ADDED_CARD },
    },
  },
  {
    id: 'removePaymentMethod',
    method: 'post',
    path: '/api/payment-methods/{id}/removal',
    tag,
    summary: 'Remove a saved card',
    calls: [RemoveCard],
    params: { id: CARD_ID },
    response: {
      status: 200,
      description: 'The remaining cards.',
      schema: success(RemoveCard.output),
      example: { success: true, cards: [], count: 0 },
    },
  },
]
