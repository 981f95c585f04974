import { OrderPaid } from '@hissa/contracts/investment'
import type { Reaction, ReceivedEvent } from '@hissa/messaging'
import type { ClientSession } from '@hissa/persistence'
import { Injectable } from '@nestjs/common'
import { MoveStatus } from './move-status.js'

/** To `investor_active`, at once or when KYC is approved. */
@Injectable()
export class MoveStatusWhenOrderPaid implements Reaction<typeof OrderPaid> {
  readonly on = OrderPaid
  readonly consumer = 'identity-move-status-when-order-paid'

  constructor(private readonly status: MoveStatus) {}

  async handle(event: ReceivedEvent<typeof OrderPaid>, session: ClientSession): Promise<void> {
    await this.status.learnAbout(event.data.userId, { kind: 'order-paid' }, session)
  }
}
