import { inSpan, SpanKind, type Tracer } from '@hissa/kernel'
import type { CheckoutRequest, MovementRange, PaymentGateway, RefundRequest } from './gateway.js'

/** Records a span for each call to the processor, with only the operation: no amounts, ids or keys. */
export class TracedGateway implements PaymentGateway {
  constructor(
    private readonly gateway: PaymentGateway,
    private readonly tracer: Tracer,
  ) {}

  openCheckout(request: CheckoutRequest) {
    return this.traced('openCheckout', () => this.gateway.openCheckout(request))
  }

  expireCheckout(sessionId: string) {
    return this.traced('expireCheckout', () => this.gateway.expireCheckout(sessionId))
  }

  readCheckout(sessionId: string) {
    return this.traced('readCheckout', () => this.gateway.readCheckout(sessionId))
  }

  refund(request: RefundRequest) {
    return this.traced('refund', () => this.gateway.refund(request))
  }

  readRefund(refundId: string) {
    return this.traced('readRefund', () => this.gateway.readRefund(refundId))
  }

  listRefunds(paymentId: string) {
    return this.traced('listRefunds', () => this.gateway.listRefunds(paymentId))
  }

  listMovements(range: MovementRange) {
    return this.traced('listMovements', () => this.gateway.listMovements(range))
  }

  /** Verifies a signature locally, so it has no span. */
  readWebhook(payload: Buffer, signature: string) {
    return this.gateway.readWebhook(payload, signature)
  }

  private traced<T>(operation: string, call: () => Promise<T>): Promise<T> {
    const settings = { kind: SpanKind.CLIENT, attributes: { 'peer.service': 'stripe' } }
    return inSpan(this.tracer, `stripe ${operation}`, settings, call)
  }
}
