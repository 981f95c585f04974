import { OrderExpired } from '@hissa/contracts/investment'
import type { Reaction, ReceivedEvent } from '@hissa/messaging'
import type { ClientSession } from '@hissa/persistence'
import { Injectable } from '@nestjs/common'
import { SendQueue } from '../messages/send-queue.js'
import { amountsOf } from './order-amounts.js'

@Injectable()
export class TellInvestorWhenOrderExpired implements Reaction<typeof OrderExpired> {
  readonly on = OrderExpired
  readonly consumer = 'notification-tell-investor-when-order-expired'

  constructor(private readonly queue: SendQueue) {}

  async handle(event: ReceivedEvent<typeof OrderExpired>, session: ClientSession): Promise<void> {
    const body = { template: 'order-expired' as const, ...amountsOf(event) }
    await this.queue.write(session, event, event.data.userId, body)
  }
}
