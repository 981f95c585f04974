import { LOGGER, type Logger, problem } from '@hissa/kernel'
import { Inject, Injectable } from '@nestjs/common'
import { PAYMENT_GATEWAY, type PaymentGateway, WebhookForged, type WebhookFact } from './gateway.js'
import { RefundPaymentWhenUnitsAreGone } from './refund-payment-when-units-are-gone.js'
import { type Settled, SettlePayment } from './settle-payment.js'

/** The processor's door: the signature over the raw bytes first, then what they say. */
@Injectable()
export class ReceiveWebhook {
  constructor(
    private readonly settle: SettlePayment,
    private readonly refunds: RefundPaymentWhenUnitsAreGone,
    @Inject(PAYMENT_GATEWAY) private readonly gateway: PaymentGateway,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Errors: WEBHOOK_SIGNATURE_INVALID 400; WEBHOOK_NOT_APPLIED 503, on which the processor delivers it again. */
  async run(payload: Buffer, signature: string): Promise<Settled> {
    const fact = this.read(payload, signature)
    try {
      return await this.apply(fact)
    } catch (error) {
      this.logger.error({ err: error, eventId: fact.eventId, type: fact.type }, 'a webhook was not applied')
      throw problem('WEBHOOK_NOT_APPLIED', 503, 'The event could not be applied now; please deliver it again.')
    }
  }

  private read(payload: Buffer, signature: string): WebhookFact {
    try {
      return this.gateway.readWebhook(payload, signature)
    } catch (error) {
      if (!(error instanceof WebhookForged)) throw error
      throw problem('WEBHOOK_SIGNATURE_INVALID', 400, 'The signature does not fit the body.')
    }
  }

  private async apply(fact: WebhookFact): Promise<Settled> {
    const { eventId, type } = fact
    if (fact.kind === 'checkout')
      return this.settle.run({ fact: fact.checkout, event: { eventId, type }, failed: fact.failed })
    if (fact.kind === 'other') return 'ignored'
    return this.refunds.apply(fact.refund, { eventId, type })
  }
}
