import { OrderRefunded } from '@hissa/contracts/investment'
import type { Reaction, ReceivedEvent } from '@hissa/messaging'
import type { ClientSession } from '@hissa/persistence'
import { Injectable } from '@nestjs/common'
import { SendQueue } from '../messages/send-queue.js'
import { amountsOf } from './order-amounts.js'

@Injectable()
export class TellInvestorWhenRefundCompleted implements Reaction<typeof OrderRefunded> {
  readonly on = OrderRefunded
  readonly consumer = 'notification-tell-investor-when-refund-completed'

  constructor(private readonly queue: SendQueue) {}

  async handle(event: ReceivedEvent<typeof OrderRefunded>, session: ClientSession): Promise<void> {
    const { refundAttempt: attempt = 1, refundMethod: method } = event.data
    const about = { template: 'refund-completed' as const, attempt, ...amountsOf(event) }
    const body = { ...about, ...(method ? { method } : {}) }
    await this.queue.write(session, event, event.data.userId, body)
  }
}
