import { OrderRefunding } from '@hissa/contracts/investment'
import type { Reaction, ReceivedEvent } from '@hissa/messaging'
import type { ClientSession } from '@hissa/persistence'
import { Injectable } from '@nestjs/common'
import { SendQueue } from '../messages/send-queue.js'
import { amountsOf } from './order-amounts.js'

@Injectable()
export class TellInvestorWhenRefundStarted implements Reaction<typeof OrderRefunding> {
  readonly on = OrderRefunding
  readonly consumer = 'notification-tell-investor-when-refund-started'

  constructor(private readonly queue: SendQueue) {}

  async handle(event: ReceivedEvent<typeof OrderRefunding>, session: ClientSession): Promise<void> {
    const body = { template: 'refund-started' as const, attempt: event.data.refundAttempt ?? 1, ...amountsOf(event) }
    await this.queue.write(session, event, event.data.userId, body)
  }
}
