import * as z from 'zod/mini'
import { defineRpc, id, isoDateTime } from '../core.js'
import { ACCOUNT_SUSPENDED, NOT_FOUND } from '../errors.js'
import { defineError } from '../result.js'
import { KYC_REQUIRED } from './errors.js'
import { OrderView } from './views.js'

export const PROCESSOR_UNAVAILABLE = defineError({
  code: 'PROCESSOR_UNAVAILABLE',
  status: 503,
  description: 'The card processor cannot be reached. Nothing was changed. Repeat the call later.',
})

export const TOO_MANY_CARDS = defineError({
  code: 'TOO_MANY_CARDS',
  status: 409,
  extra: { maximum: z.int() },
  description: 'The caller has saved `maximum` cards. Remove one first.',
})

/** A saved card, as its holder recognises it. */
export const CardView = z.object({
  cardId: z.string(),
  /** Lower case, such as `visa`; `unknown` if the processor does not know it. */
  brand: z.string(),
  last4: z.string(),
  expMonth: z.int(),
  expYear: z.int(),
})
export type CardView = z.infer<typeof CardView>

/**
 * Returns what the platform's own payment page needs. `clientSecret` is the processor's secret of this payment; it is
 * absent if the order can't be paid on that page: it has ended, is being released, or is paid on the processor's page
 * (`order.checkoutUrl`). Another user's order is not found.
 */
export const GetOrderCheckout = defineRpc({
  name: 'investment.getOrderCheckout',
  input: z.object({ orderId: id }),
  output: z.object({ order: OrderView, clientSecret: z.optional(z.string()) }),
  access: 'user',
  timeoutMs: 15_000,
  errors: [NOT_FOUND, PROCESSOR_UNAVAILABLE],
})

/** Lists the caller's saved cards, newest first. */
export const ListCards = defineRpc({
  name: 'investment.listCards',
  input: z.object({}),
  output: z.object({ cards: z.array(CardView), count: z.int() }),
  access: 'user',
  timeoutMs: 15_000,
  errors: [PROCESSOR_UNAVAILABLE],
})

/**
 * Opens a session in which the caller's browser saves a card at the processor. `clientSecret` is the secret of that
 * session, valid until `expiresAt`. The caller's identity must be verified. No card data passes through the platform.
 */
export const AddCard = defineRpc({
  name: 'investment.addCard',
  input: z.object({}),
  output: z.object({ sessionId: z.string(), clientSecret: z.string(), expiresAt: isoDateTime }),
  access: 'user',
  timeoutMs: 30_000,
  errors: [ACCOUNT_SUSPENDED, KYC_REQUIRED, TOO_MANY_CARDS, PROCESSOR_UNAVAILABLE],
})

/** Removes a saved card of the caller permanently. Another user's card is not found. */
export const RemoveCard = defineRpc({
  name: 'investment.removeCard',
  input: z.object({ cardId: z.string().check(z.minLength(1), z.maxLength(200)) }),
  output: z.object({ cards: z.array(CardView), count: z.int() }),
  access: 'user',
  timeoutMs: 15_000,
  errors: [NOT_FOUND, PROCESSOR_UNAVAILABLE],
})
