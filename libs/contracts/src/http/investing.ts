import * as z from 'zod/mini'
import { FORBIDDEN } from '../errors.js'
import {
  AcceptancesRequest,
  AcceptDisclosures,
  CancelOrder,
  CheckoutRequest,
  CheckoutResponse,
  GetDashboard,
  GetOrder,
  GetOrderBySession,
  GetOrderRequirements,
  ListHoldings,
  ListOrders,
  ListPayments,
  PageQuery,
  PaymentStatusQuery,
  PlaceOrder,
  PreviewOrder,
  PreviewRequest,
  ReleaseReservation,
  RequirementsBody,
  RequirementsQuery,
  SettlePayment,
} from '../investment/index.js'
import {
  ACCEPTANCES,
  CANCELLED_ORDER,
  CHECKOUT,
  CHECKOUT_REQUEST,
  DASHBOARD,
  DISCLOSURE_REF,
  HOLDING,
  ORDER,
  ORDER_ID,
  PAYMENT,
  PREVIEW,
  RELEASED_ORDER,
  REQUIREMENTS,
} from './examples/investing.js'
import { success, type Operation } from './operation.js'

const tag = 'investing'

/** Both paths of the product specification place the same order. */
const checkout = (id: string, path: `/${string}`): Operation => ({
  id,
  method: 'post',
  path,
  tag,
  summary: 'Place an order and open its payment page',
  description:
    'Reserves shares for at most 31 minutes. Send the payer to `url` before `expiresAt`. The order is paid once the card ' +
    'processor confirms it, so read the order rather than rely on the return of the browser. A `userId` other than the ' +
    'caller’s is rejected.',
  calls: [PlaceOrder],
  headers: ['Idempotency-Key'],
  body: { schema: CheckoutRequest, example: CHECKOUT_REQUEST },
  answer: {
    status: 200,
    description: 'The reservation and the address of its payment page.',
    schema: CheckoutResponse,
    example: { success: true, ...CHECKOUT },
  },
  errors: [FORBIDDEN],
})

/** An event of the card processor, in its format; only the signed bytes are used. */
const ProcessorEvent = z.looseObject({ id: z.string(), type: z.string() })
const Received = z.object({ received: z.literal(true), outcome: SettlePayment.output.shape.outcome })

export const investing: readonly Operation[] = [
  {
    id: 'previewOrder',
    method: 'post',
    path: '/api/orders/preview',
    tag,
    summary: 'Preview what an amount buys and costs',
    calls: [PreviewOrder],
    body: { schema: PreviewRequest, example: { amount: 4_000, propertyId: CHECKOUT_REQUEST.propertyId } },
    answer: {
      status: 200,
      description: 'Shares, fee and total. Nothing is reserved.',
      schema: success(PreviewOrder.output),
      example: { success: true, ...PREVIEW },
    },
  },
  checkout('createCheckoutSession', '/api/create-checkout-session'),
  checkout('createPaymentSession', '/api/payment/create-session'),
  {
    id: 'getPaymentStatus',
    method: 'get',
    path: '/api/payment/status',
    tag,
    summary: 'Read the result of a payment page',
    calls: [GetOrderBySession],
    query: PaymentStatusQuery,
    answer: {
      status: 200,
      description: 'The state of the payment and its order.',
      schema: success(GetOrderBySession.output),
      example: { success: true, status: 'confirmed', order: ORDER },
    },
  },
  {
    id: 'receivePaymentEvent',
    method: 'post',
    path: '/api/payment/webhook',
    tag,
    summary: 'Receive an event of the card processor',
    description:
      'For Stripe only. `Stripe-Signature` is verified over the bytes of the body before anything is read from them. Each ' +
      'event is applied at most once. Stripe delivers it again after any status other than 200.',
    calls: [SettlePayment],
    headers: ['Stripe-Signature'],
    body: {
      schema: ProcessorEvent,
      example: { id: 'evt_1PqR5t2eZvKYlo2C', type: 'checkout.session.completed' },
      raw: true,
    },
    answer: {
      status: 200,
      description:
        '`duplicate`: the event was applied before. `ignored`: the platform does not use events of this type.',
      schema: Received,
      example: { received: true, outcome: 'applied' },
    },
  },
  {
    id: 'acceptDisclosures',
    method: 'post',
    path: '/api/disclosures/acceptances',
    tag,
    summary: 'Accept the disclosures of a property',
    calls: [AcceptDisclosures],
    body: { schema: AcceptancesRequest, example: ACCEPTANCES },
    answer: {
      status: 200,
      description: 'The accepted texts, and those still outstanding.',
      schema: success(AcceptDisclosures.output),
      example: { success: true, accepted: [DISCLOSURE_REF], outstanding: [] },
    },
  },
  {
    id: 'listOrders',
    method: 'get',
    path: '/api/orders',
    tag,
    summary: 'List your orders, newest first',
    calls: [ListOrders],
    query: PageQuery,
    answer: {
      status: 200,
      description: 'A page of orders. `cursor` is absent on the last page.',
      schema: success(ListOrders.output),
      example: { success: true, orders: [ORDER], count: 1 },
    },
  },
  {
    id: 'getOrderRequirements',
    method: 'get',
    path: '/api/orders/requirements',
    tag,
    summary: 'Read the requirements of an order',
    calls: [GetOrderRequirements],
    query: RequirementsQuery,
    answer: {
      status: 200,
      description: 'Whether your identity is verified, and which texts are accepted or outstanding.',
      schema: RequirementsBody,
      example: { success: true, ...REQUIREMENTS },
    },
  },
  {
    id: 'getOrder',
    method: 'get',
    path: '/api/orders/{id}',
    tag,
    summary: 'Read one of your orders',
    calls: [GetOrder],
    params: { id: ORDER_ID },
    answer: {
      status: 200,
      description: 'The order.',
      schema: success(GetOrder.output),
      example: { success: true, order: ORDER },
    },
  },
  {
    id: 'releaseReservation',
    method: 'post',
    path: '/api/orders/{id}/release',
    tag,
    summary: 'Release an unpaid reservation',
    description: 'Safe to repeat. If the payment arrived first, the order stays paid.',
    calls: [ReleaseReservation],
    params: { id: ORDER_ID },
    answer: {
      status: 200,
      description: 'The current state of the order.',
      schema: success(ReleaseReservation.output),
      example: { success: true, order: RELEASED_ORDER },
    },
  },
  {
    id: 'cancelOrder',
    method: 'post',
    path: '/api/orders/{id}/cancellation',
    tag,
    summary: 'Cancel a paid order in its cooling-off period',
    description: 'The payment is refunded in full to its source, fee included. Safe to repeat.',
    calls: [CancelOrder],
    params: { id: ORDER_ID },
    answer: {
      status: 200,
      description: 'The cancelled order.',
      schema: success(CancelOrder.output),
      example: { success: true, order: CANCELLED_ORDER },
    },
  },
  {
    id: 'listHoldings',
    method: 'get',
    path: '/api/investments',
    tag,
    summary: 'List your holdings',
    calls: [ListHoldings],
    answer: {
      status: 200,
      description: 'One holding for each property.',
      schema: success(ListHoldings.output),
      example: { success: true, holdings: [HOLDING], count: 1 },
    },
  },
  {
    id: 'listPayments',
    method: 'get',
    path: '/api/payments',
    tag,
    summary: 'List your payments and refunds, newest first',
    calls: [ListPayments],
    query: PageQuery,
    answer: {
      status: 200,
      description: 'A page of payments. `cursor` is absent on the last page.',
      schema: success(ListPayments.output),
      example: { success: true, payments: [PAYMENT], count: 1 },
    },
  },
  {
    id: 'getDashboard',
    method: 'get',
    path: '/api/dashboard',
    tag,
    summary: 'Read your dashboard',
    calls: [GetDashboard],
    answer: {
      status: 200,
      description: 'Totals, holdings, recent orders and outstanding tasks.',
      schema: success(GetDashboard.output),
      example: { success: true, ...DASHBOARD },
    },
  },
]
