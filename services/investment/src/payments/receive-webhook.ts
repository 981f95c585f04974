import { type ErrorOf, type ErrorsOf, ok, refuse, type Result } from '@hissa/contracts'
import {
  type SettlePayment as Contract,
  WEBHOOK_NOT_APPLIED,
  WEBHOOK_SIGNATURE_INVALID,
} from '@hissa/contracts/investment'
import { LOGGER, TIMING, type Logger, type Timing } from '@hissa/kernel'
import { Inject, Injectable } from '@nestjs/common'
import {
  PAYMENT_GATEWAY,
  type PaymentGateway,
  type RefundSnapshot,
  WebhookForged,
  type WebhookEvent,
} from '../processor/processor.api.js'
import { RefundOrderWhenDue } from './refund-order-when-due.js'
import type { Cause, Settled } from './payment.js'
import { PaymentMetrics } from './payment-metrics.js'
import { SettlePayment } from './settle-payment.js'
import { RecordSuspense, type Reopen } from './suspense/record-suspense.js'
import { RefundSuspenseWhenResolved } from './suspense/refund-suspense-when-resolved.js'

/** Receives the processor's webhooks: verifies the signature over the raw bytes before it reads them. */
@Injectable()
export class ReceiveWebhook {
  constructor(
    private readonly settle: SettlePayment,
    private readonly refunds: RefundOrderWhenDue,
    private readonly suspenseRefunds: RefundSuspenseWhenResolved,
    private readonly suspense: RecordSuspense,
    @Inject(PAYMENT_GATEWAY) private readonly gateway: PaymentGateway,
    private readonly metrics: PaymentMetrics,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(TIMING) private readonly timing: Timing,
  ) {}

  private readonly reopen: Reopen = (orderId, money, moment) => this.refunds.reopened(orderId, money, moment)

  /** Applies one webhook. After WEBHOOK_NOT_APPLIED the processor delivers it again. */
  async run(payload: Buffer, signature: string): Promise<Result<Settled, ErrorsOf<typeof Contract>>> {
    const read = this.read(payload, signature)
    if (!read.ok) return read
    const webhook = read.value
    const startedMs = this.timing.elapsedMs()
    const measure = (outcome: Settled | 'failed') =>
      this.metrics.posted(outcome, (this.timing.elapsedMs() - startedMs) / 1000)
    try {
      const settled = await this.apply(webhook)
      measure(settled)
      return ok(settled)
    } catch (error) {
      measure('failed')
      this.logger.error({ err: error, eventId: webhook.eventId, type: webhook.type }, 'a webhook was not applied')
      return refuse(WEBHOOK_NOT_APPLIED, 'The event could not be applied now. Please deliver it again.')
    }
  }

  private read(payload: Buffer, signature: string): Result<WebhookEvent, ErrorOf<typeof WEBHOOK_SIGNATURE_INVALID>> {
    try {
      return ok(this.gateway.readWebhook(payload, signature))
    } catch (error) {
      if (!(error instanceof WebhookForged)) throw error
      return refuse(WEBHOOK_SIGNATURE_INVALID, 'The signature does not match the body.')
    }
  }

  private async apply(webhook: WebhookEvent): Promise<Settled> {
    const { eventId, type } = webhook
    if (webhook.kind === 'checkout')
      return this.settle.run({ snapshot: webhook.checkout, event: { eventId, type }, failed: webhook.failed })
    if (webhook.kind === 'dispute') return this.suspense.dispute(webhook.dispute, { eventId, type }, this.reopen)
    if (webhook.kind === 'refund') return this.refund(webhook.refund, { eventId, type })
    if (webhook.kind === 'charge') return this.refundsOf(webhook.paymentId)
    return 'ignored'
  }

  /** Applies a refund to its order or suspense item when it is the current one; otherwise it is put in suspense. */
  private async refund(snapshot: RefundSnapshot, cause?: Cause): Promise<Settled> {
    const settled = snapshot.suspenseId
      ? await this.suspenseRefunds.apply(snapshot.suspenseId, snapshot, cause)
      : await this.refunds.apply(snapshot, cause)
    if (settled !== 'foreign') return settled
    return this.suspense.refund(snapshot, this.reopen)
  }

  /** Applies every refund of a payment; the event does not say which of them changed. */
  private async refundsOf(paymentId: string): Promise<Settled> {
    const settled: Settled[] = []
    for (const refund of await this.gateway.listRefunds(paymentId)) settled.push(await this.refund(refund))
    return settled.includes('applied') ? 'applied' : 'ignored'
  }
}
