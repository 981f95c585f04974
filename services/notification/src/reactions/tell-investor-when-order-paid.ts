import { OrderPaid } from '@hissa/contracts/investment'
import type { Reaction, ReceivedEvent } from '@hissa/messaging'
import type { ClientSession } from '@hissa/persistence'
import { Injectable } from '@nestjs/common'
import { SendQueue } from '../messages/send-queue.js'

@Injectable()
export class TellInvestorWhenOrderPaid implements Reaction<typeof OrderPaid> {
  readonly on = OrderPaid
  readonly consumer = 'notification-tell-investor-when-order-paid'

  constructor(private readonly queue: SendQueue) {}

  async handle(event: ReceivedEvent<typeof OrderPaid>, session: ClientSession): Promise<void> {
    const { userId, orderId, propertyId, units, amountFils, feeFils, totalFils } = event.data
    const amounts = { units, amountFils, feeFils, totalFils }
    const body = {
      template: 'payment-received' as const,
      orderId,
      propertyId,
      ...amounts,
      paidAt: new Date(event.time),
    }
    await this.queue.write(session, event, userId, body)
  }
}
