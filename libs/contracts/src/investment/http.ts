import * as z from 'zod/mini'
import { id, isoDateTime, Locale } from '../core.js'
import { aedAmount, DisclosureRef, propertyRef } from './views.js'

/** POST /create-checkout-session and /payment/create-session. A `userId` that is not the caller's is refused. */
export const CheckoutRequest = z.object({
  amount: aedAmount,
  propertyId: propertyRef,
  userId: z.optional(id),
  description: z.optional(z.string().check(z.maxLength(500))),
})
export type CheckoutRequest = z.infer<typeof CheckoutRequest>

export const CheckoutResponse = z.object({
  success: z.literal(true),
  url: z.string(),
  orderId: id,
  expiresAt: isoDateTime,
})
export type CheckoutResponse = z.infer<typeof CheckoutResponse>

/** POST /orders/preview. */
export const PreviewRequest = z.object({ amount: aedAmount, propertyId: propertyRef })
export type PreviewRequest = z.infer<typeof PreviewRequest>

/** POST /disclosures/acceptances. */
export const AcceptancesRequest = z.object({
  propertyId: propertyRef,
  locale: Locale,
  documents: z.array(DisclosureRef).check(z.minLength(1), z.maxLength(20)),
})
export type AcceptancesRequest = z.infer<typeof AcceptancesRequest>
