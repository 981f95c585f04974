import type { ChildProcess } from 'node:child_process'
import type { RefundRequest, RefundSnapshot } from '../../src/processor/processor.api.js'

/** A card processor that outlives the service's processes. A repeated idempotency key returns the same refund. */
export class RefundingProcessor {
  /** Refunds by idempotency key. */
  readonly refunds = new Map<string, RefundSnapshot>()
  requests = 0
  /** Called after each request has taken effect and before its response is sent; true withholds the response. */
  onRequest: (requests: number) => boolean = () => false

  /** Answers the requests of one process. */
  serve(child: ChildProcess): void {
    child.on('message', (message: 'ready' | { id: number; request: RefundRequest }) => {
      if (message === 'ready') return
      const refund = this.refund(message.request)
      if (!this.onRequest((this.requests += 1)) && child.connected) child.send({ id: message.id, refund })
    })
  }

  /** Returns the sum of the refunds of each payment. */
  refunded(): Map<string, number> {
    const sums = new Map<string, number>()
    for (const { paymentId = '', amount } of this.refunds.values())
      sums.set(paymentId, (sums.get(paymentId) ?? 0) + amount)
    return sums
  }

  private refund({ idempotencyKey, ...rest }: RefundRequest): RefundSnapshot {
    const known = this.refunds.get(idempotencyKey)
    if (known) return known
    const refund = { ...rest, refundId: `re_${idempotencyKey}`, currency: 'aed', state: 'succeeded' as const }
    this.refunds.set(idempotencyKey, refund)
    return refund
  }
}
