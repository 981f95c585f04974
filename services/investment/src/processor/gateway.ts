import type { Locale } from '@hissa/contracts'
import type { Fils } from '@hissa/money'

/** The port of a card processor. Stripe's adapter is one implementation; tests have another. */
export interface PaymentGateway {
  /**
   * Opens a payment page: the processor's own, or ours at `payUrl` in a language that the processor's lacks. The same
   * `idempotencyKey` and content return the same page.
   */
  openCheckout(request: CheckoutRequest): Promise<{ sessionId: string; url: string }>
  /** Expires a page so that it can no longer be paid, and returns its resulting state. */
  expireCheckout(sessionId: string): Promise<CheckoutSnapshot>
  readCheckout(sessionId: string): Promise<CheckoutSnapshot>
  /** Refunds to the card that paid. A repeated key requests the same refund. */
  refund(request: RefundRequest): Promise<RefundSnapshot>
  readRefund(refundId: string): Promise<RefundSnapshot>
  /** Lists every refund of a payment, including dashboard refunds; at most 100. */
  listRefunds(paymentId: string): Promise<RefundSnapshot[]>
  /** Lists a page of the movements of the processor's balance for us, newest first; at most 100. */
  listMovements(range: MovementRange): Promise<MovementPage>
  /** Verifies the signature over the raw bytes, then reads them. Throws WebhookForged. */
  readWebhook(payload: Buffer, signature: string): WebhookEvent
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
  /** The address of the web's own payment page. */
  payUrl: string
  /** The processor's customer, whose saved cards the page offers. */
  customerId?: string
  /** Wall time. */
  expiresAt: Date
}

export interface CheckoutSnapshot {
  sessionId: string
  orderId?: string
  state: 'open' | 'expired' | 'complete'
  /** Complete, and the money has been received. */
  paid: boolean
  /** Minor units of `currency`; fils for AED. */
  amount: number
  /** Lower case, e.g. `aed`. */
  currency: string
  paymentId?: string
}

export interface RefundRequest extends RefundOrigin {
  paymentId: string
  /** Minor units of the payment's currency; fils for AED. */
  amount: number
  idempotencyKey: string
}

/** Metadata of a refund, stored by the processor; a refund made in its dashboard has none. */
export interface RefundOrigin {
  orderId?: string
  /** The suspense item that is refunded. */
  suspenseId?: string
  /** The attempt for that order or item. */
  attempt?: number
}

export interface RefundSnapshot extends RefundOrigin {
  refundId: string
  state: 'pending' | 'succeeded' | 'failed'
  paymentId?: string
  /** Minor units of `currency`; fils for AED. */
  amount: number
  /** Lower case, e.g. `aed`. */
  currency: string
}

/** Wall times, both ends included; `after` is the `next` of the page before. */
export interface MovementRange {
  from: Date
  to: Date
  after?: string
}

export interface MovementPage {
  movements: ProcessorMovement[]
  /** Absent on the last page. */
  next?: string
}

/** What changed the processor's balance for us. `other` concerns no payment, such as a payout to the bank. */
export interface ProcessorMovement {
  movementId: string
  kind: 'charge' | 'refund' | 'dispute' | 'other'
  paymentId?: string
  /** Minor units of `currency`; negative when money left. Without the processor's fee. */
  amount: number
  /** Lower case, e.g. `aed`. */
  currency: string
  feeMinor: number
  at: Date
}

export interface DisputeUpdate {
  disputeId: string
  paymentId?: string
  status: 'open' | 'won' | 'lost'
  /**
   * Minor units of `currency` that this event reports as withdrawn; negative when they were reinstated, 0 when the
   * event moves no money.
   */
  movedMinor: number
  /** How much of the payment is disputed, in minor units of `currency`. */
  disputedMinor: number
  /** The processor's id of that movement; the same in every event that reports it. */
  movementId?: string
  currency: string
  /** Unix time until which the processor accepts evidence; absent unless it asks for some. */
  evidenceDueSeconds?: number
  /** Unix time at which the processor made the event; events arrive in any order. */
  sentSeconds?: number
}

export type WebhookEvent = { eventId: string; type: string } & (
  | { kind: 'checkout'; checkout: CheckoutSnapshot; failed: boolean }
  | { kind: 'refund'; refund: RefundSnapshot }
  /** Something of a payment was refunded; its refunds must be listed to know which. */
  | { kind: 'charge'; paymentId: string }
  | { kind: 'dispute'; dispute: DisputeUpdate }
  | { kind: 'other' }
)

/** The processor refused the content, so a retry cannot help. `code` is the processor's. */
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

/** The processor did not respond, or not usably; the request may or may not have taken effect. */
export class GatewayUnavailable extends Error {
  override readonly name = 'GatewayUnavailable'
}

/** A webhook that is not from the processor, is too old, or was altered on the way. */
export class WebhookForged extends Error {
  override readonly name = 'WebhookForged'
}
