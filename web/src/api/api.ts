import { createApi } from '@reduxjs/toolkit/query/react'
import type { Profile } from '@hissa/contracts/identity'
import type {
  OrderPreview,
  OrderRequirements,
  OrderView,
  PreviewRequest,
  CheckoutRequest,
  CheckoutResponse,
} from '@hissa/contracts/investment'
import type { Output } from '@hissa/contracts'
import type { GetHome, Property, PropertySummary } from '@hissa/contracts/property'
import { baseQuery } from './base-query.js'

export const LIST_TIMEOUT_MS = 15_000
export const DETAIL_TIMEOUT_MS = 10_000

/** The list's query parameters, as in the page's address. */
export interface PropertyQuery {
  limit?: number
  cursor?: string
  status?: string
  city?: string
  type?: string
  minPrice?: string
  maxPrice?: string
  minYield?: string
  maxMinimum?: string
  beds?: string
  q?: string
  sort?: string
}

export interface PropertyList {
  properties: PropertySummary[]
  count: number
  scannedCount: number
  cursor?: string
}

export type HomeFigures = Output<typeof GetHome>

/**
 * The API client. It holds the endpoints that several features read; a feature adds its own with `api.injectEndpoints`.
 * Live events invalidate tags, see live.ts. Errors: ApiError.
 */
export const api = createApi({
  reducerPath: 'api',
  baseQuery,
  tagTypes: [
    'Property',
    'Profile',
    'Account',
    'Sessions',
    'Order',
    'Dashboard',
    'Kyc',
    'Ticket',
    'Disclosure',
    'Requirements',
    'Publication',
    'Finance',
    'StaffUser',
    'Token',
    'Notice',
    'Cash',
    'Saved',
  ],
  // Server-rendered data is fresh, so the first screen refetches nothing.
  refetchOnMountOrArgChange: 60,
  endpoints: (build) => ({
    listProperties: build.query<PropertyList, PropertyQuery>({
      query: (params) => ({ url: '/properties', params: { ...params }, timeoutMs: LIST_TIMEOUT_MS }),
      providesTags: ['Property'],
    }),
    getHome: build.query<HomeFigures, void>({ query: () => ({ url: '/home' }), providesTags: ['Property'] }),
    getProperty: build.query<Property, string>({
      query: (id) => ({ url: `/properties/${encodeURIComponent(id)}`, timeoutMs: DETAIL_TIMEOUT_MS }),
      transformResponse: (body: { property: Property }) => body.property,
      providesTags: ['Property'],
    }),
    getProfile: build.query<Profile, void>({
      query: () => ({ url: '/profile', timeoutMs: DETAIL_TIMEOUT_MS }),
      transformResponse: (body: { profile: Profile }) => body.profile,
      providesTags: ['Profile'],
    }),
    previewOrder: build.query<OrderPreview, PreviewRequest>({
      query: (body) => ({ url: '/orders/preview', method: 'POST', body, timeoutMs: DETAIL_TIMEOUT_MS }),
      providesTags: ['Property'],
      keepUnusedDataFor: 15,
    }),
    /** Returns what an order still needs. Never read from the cache, because it decides where the user goes next. */
    getRequirements: build.query<OrderRequirements, string>({
      query: (propertyId) => ({ url: '/orders/requirements', params: { propertyId } }),
      providesTags: ['Requirements'],
    }),
    /**
     * Sent without an idempotency key on purpose: the server returns the open order after reloads, in other tabs and
     * after Back.
     */
    createCheckoutSession: build.mutation<CheckoutResponse, CheckoutRequest>({
      query: (body) => ({ url: '/create-checkout-session', method: 'POST', body }),
      invalidatesTags: ['Order', 'Dashboard', 'Property'],
    }),
    releaseReservation: build.mutation<OrderView, string>({
      query: (orderId) => ({ url: `/orders/${encodeURIComponent(orderId)}/release`, method: 'POST' }),
      transformResponse: (body: { order: OrderView }) => body.order,
      invalidatesTags: ['Order', 'Dashboard', 'Property'],
    }),
    keepReservation: build.mutation<OrderView, string>({
      query: (orderId) => ({ url: `/orders/${encodeURIComponent(orderId)}/extension`, method: 'POST' }),
      transformResponse: (body: { order: OrderView }) => body.order,
      // A refusal means that the order has changed since it was read.
      invalidatesTags: ['Order', 'Dashboard'],
    }),
    cancelOrder: build.mutation<OrderView, string>({
      query: (orderId) => ({ url: `/orders/${encodeURIComponent(orderId)}/cancellation`, method: 'POST' }),
      transformResponse: (body: { order: OrderView }) => body.order,
      invalidatesTags: ['Order', 'Dashboard', 'Property'],
    }),
  }),
})

export const {
  useListPropertiesQuery,
  useGetHomeQuery,
  useGetPropertyQuery,
  useGetProfileQuery,
  usePreviewOrderQuery,
  useGetRequirementsQuery,
  useLazyGetRequirementsQuery,
  useCreateCheckoutSessionMutation,
  useReleaseReservationMutation,
  useKeepReservationMutation,
  useCancelOrderMutation,
} = api
