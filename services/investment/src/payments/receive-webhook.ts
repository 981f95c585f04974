import { type ErrorOf, type ErrorsOf, ok, refuse, type Result } from '@hissa/contracts'
import {
  type SettlePayment as Contract,
  WEBHOOK_NOT_APPLIED,
  WEBHOOK_SIGNATURE_INVALID,
} from '@hissa/contracts/investment'
import { LOGGER, type Logger } from '@hissa/kernel'
import { Inject, Injectable } from '@nestjs/common'
import {
  PAYMENT_GATEWAY,
  type PaymentGateway,
  type RefundFact,
  WebhookForged,
  type WebhookFact,
} from '../processor/processor.api.js'
import { RefundPaymentWhenUnitsAreGone } from './refund-payment-when-units-are-gone.js'
import type { Cause, Settled } from './payment.js'
import { SettlePayment } from './settle-payment.js'
import { RecordSuspense, type Reopen } from './suspense/record-suspense.js'
import { RefundSuspenseWhenResolved } from './suspense/refund-suspense-when-resolved.js'

/** The processor's door: the signature over the raw bytes first, then what they say. */
@Injectable()
export class ReceiveWebhook {
  constructor(
    private readonly settle: SettlePayment,
    private readonly refunds: RefundPaymentWhenUnitsAreGone,
    private readonly suspenseRefunds: RefundSuspenseWhenResolved,
    private readonly suspense: RecordSuspense,
    @Inject(PAYMENT_GATEWAY) private readonly gateway: PaymentGateway,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  private readonly reopen: Reopen = (orderId, money, moment) => this.refunds.reopened(orderId, money, moment)

  /** On WEBHOOK_NOT_APPLIED the processor delivers it again. */
  async run(payload: Buffer, signature: string): Promise<Result<Settled, ErrorsOf<typeof Contract>>> {
    const read = this.read(payload, signature)
    if (!read.ok) return read
    const fact = read.value
    try {
      return ok(await this.apply(fact))
    } catch (error) {
      this.logger.error({ err: error, eventId: fact.eventId, type: fact.type }, 'a webhook was not applied')
      return refuse(WEBHOOK_NOT_APPLIED, 'The event could not be applied now. Please deliver it again.')
    }
  }

  private read(payload: Buffer, signature: string): Result<WebhookFact, ErrorOf<typeof WEBHOOK_SIGNATURE_INVALID>> {
    try {
      return ok(this.gateway.readWebhook(payload, signature))
    } catch (error) {
      if (!(error instanceof WebhookForged)) throw error
      return refuse(WEBHOOK_SIGNATURE_INVALID, 'The signature does not match the body.')
    }
  }

  private async apply(fact: WebhookFact): Promise<Settled> {
    const { eventId, type } = fact
    if (fact.kind === 'checkout')
      return this.settle.run({ fact: fact.checkout, event: { eventId, type }, failed: fact.failed })
    if (fact.kind === 'dispute') return this.suspense.dispute(fact.dispute, { eventId, type }, this.reopen)
    if (fact.kind === 'refund') return this.refund(fact.refund, { eventId, type })
    if (fact.kind === 'charge') return this.refundsOf(fact.paymentId)
    return 'ignored'
  }

  /** Applies a refund to its order or suspense item when it is the current one; otherwise it is put in suspense. */
  private async refund(fact: RefundFact, cause?: Cause): Promise<Settled> {
    const settled = fact.suspenseId
      ? await this.suspenseRefunds.apply(fact.suspenseId, fact, cause)
      : await this.refunds.apply(fact, cause)
    if (settled !== 'foreign') return settled
    return this.suspense.refund(fact, this.reopen)
  }

  /** Something of a payment was refunded; the event does not say what, so every refund of it is looked at. */
  private async refundsOf(paymentId: string): Promise<Settled> {
    const settled: Settled[] = []
    for (const refund of await this.gateway.listRefunds(paymentId)) settled.push(await this.refund(refund))
    return settled.includes('applied') ? 'applied' : 'ignored'
  }
}
