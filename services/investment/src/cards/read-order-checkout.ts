import { type Answer, type Input, ok, refuse } from '@hissa/contracts'
import { type GetOrderCheckout, PROCESSOR_UNAVAILABLE } from '@hissa/contracts/investment'
import { CLOCK, LOGGER, type Clock, type Logger } from '@hissa/kernel'
import { Inject, Injectable } from '@nestjs/common'
import { InvestorStore } from '../investors/investors.api.js'
import { noOrder, OrderStore, orderView } from '../orders/orders.api.js'
import { CARD_GATEWAY, type CardGateway } from '../processor/processor.api.js'
import { isEligible } from '../rules/rules.api.js'

/** Reads what our own payment page needs to pay an order of the caller. */
@Injectable()
export class ReadOrderCheckout {
  constructor(
    private readonly orders: OrderStore,
    private readonly investors: InvestorStore,
    @Inject(CARD_GATEWAY) private readonly gateway: CardGateway,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Returns no secret for an order whose owner may not pay it; the processor's session decides the rest. */
  async run(userId: string, { orderId }: Input<typeof GetOrderCheckout>): Promise<Answer<typeof GetOrderCheckout>> {
    const order = await this.orders.byId(orderId)
    if (order?.userId !== userId) return noOrder()
    const eligible = isEligible(await this.investors.statusOf(userId))
    const view = orderView(order, { eligible, at: this.clock.now() })
    if (!view.checkoutUrl || !order.checkout) return ok({ order: view })
    try {
      const clientSecret = await this.gateway.readPaySecret(order.checkout.sessionId)
      return ok({ order: view, ...(clientSecret ? { clientSecret } : {}) })
    } catch (error) {
      this.logger.warn({ err: error, orderId }, 'the payment of an order could not be read')
      return refuse(PROCESSOR_UNAVAILABLE, "The payment page can't be opened at the moment. Please try again.")
    }
  }
}
