import type { Locale } from '@hissa/contracts'
import type { Fils } from '@hissa/money'

/** What the product asks of a card processor. Stripe's adapter is one implementation; tests have another. */
export interface PaymentGateway {
  /** Opens a hosted payment page. The same `idempotencyKey` and content give the same page again. */
  openCheckout(request: CheckoutRequest): Promise<{ sessionId: string; url: string }>
  /** Ends a page so that it cannot be paid any more, and says in which state it then is. */
  expireCheckout(sessionId: string): Promise<CheckoutFact>
  readCheckout(sessionId: string): Promise<CheckoutFact>
  /** Sends money back to the card it came from. The same key asks for the same refund. */
  refund(request: RefundRequest): Promise<RefundFact>
  readRefund(refundId: string): Promise<RefundFact>
  /** Every refund of a payment, also those made elsewhere; at most 100. */
  listRefunds(paymentId: string): Promise<RefundFact[]>
  /** Verifies the signature over the raw bytes, then reads them. Errors: WebhookForged. */
  readWebhook(payload: Buffer, signature: string): WebhookFact
}

export const PAYMENT_GATEWAY = Symbol('PAYMENT_GATEWAY')

export interface CheckoutRequest {
  orderId: string
  idempotencyKey: string
  lines: Array<{ name: string; unitAmountFils: Fils; quantity: number }>
  /** The payer's language. */
  locale: Locale
  successUrl: string
  cancelUrl: string
  /** Wall time. */
  expiresAt: Date
}

export interface CheckoutFact {
  sessionId: string
  orderId?: string
  state: 'open' | 'expired' | 'complete'
  /** Complete and the money is there. */
  paid: boolean
  /** Minor units of `currency`; fils for AED. */
  amount: number
  /** Lower case, as `aed`. */
  currency: string
  paymentId?: string
}

export interface RefundRequest extends RefundOrigin {
  paymentId: string
  /** Minor units of the payment's currency; fils for AED. */
  amount: number
  idempotencyKey: string
}

/** What a refund was asked for, which the processor keeps with it; one made in its own dashboard has none of it. */
export interface RefundOrigin {
  orderId?: string
  /** The suspense item that is refunded. */
  suspenseId?: string
  /** Which attempt for that order or item. */
  attempt?: number
}

export interface RefundFact extends RefundOrigin {
  refundId: string
  state: 'pending' | 'succeeded' | 'failed'
  paymentId?: string
  /** Minor units of `currency`; fils for AED. */
  amount: number
  /** Lower case, as `aed`. */
  currency: string
}

export interface DisputeFact {
  disputeId: string
  paymentId?: string
  status: 'open' | 'won' | 'lost'
  /**
   * Minor units of `currency` that this event says were withdrawn; negative when they were reinstated, 0 when it says
   * nothing of money.
   */
  movedMinor: number
  /** The processor's id of that movement; the same in every event that reports it. */
  movementId?: string
  currency: string
}

export type WebhookFact = { eventId: string; type: string } & (
  | { kind: 'checkout'; checkout: CheckoutFact; failed: boolean }
  | { kind: 'refund'; refund: RefundFact }
  /** Something was refunded of a payment; which refunds there are must be read. */
  | { kind: 'charge'; paymentId: string }
  | { kind: 'dispute'; dispute: DisputeFact }
  | { kind: 'other' }
)

/** The processor has refused the content: trying again cannot help. `code` is the processor's. */
export class GatewayRefused extends Error {
  override readonly name = 'GatewayRefused'

  constructor(
    message: string,
    readonly code?: string,
    readonly param?: string,
  ) {
    super(message)
  }
}

/** The processor did not answer, or not usably; what was asked may or may not have happened. */
export class GatewayUnavailable extends Error {
  override readonly name = 'GatewayUnavailable'
}

/** Not from the processor, too old, or altered on the way. */
export class WebhookForged extends Error {
  override readonly name = 'WebhookForged'
}
