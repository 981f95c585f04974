import { OrderPaid } from '@hissa/contracts/investment'
import type { Reaction, ReceivedEvent } from '@hissa/messaging'
import { gather, type ClientSession } from '@hissa/persistence'
import { Injectable } from '@nestjs/common'
import { MoveStatus } from './move-status.js'

/** Changes the status to `investor_active`, immediately or once KYC is approved. */
@Injectable()
export class MoveStatusWhenOrderPaid implements Reaction<typeof OrderPaid> {
  readonly on = OrderPaid
  readonly consumer = 'identity-move-status-when-order-paid'

  readonly lingerMs = 250

  constructor(private readonly status: MoveStatus) {}

  async handle({ data }: ReceivedEvent<typeof OrderPaid>, session: ClientSession): Promise<void> {
    gather(session, this, data.userId, (userIds) => this.status.applyPaid(userIds, session))
  }
}
