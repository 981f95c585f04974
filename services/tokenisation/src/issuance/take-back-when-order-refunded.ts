import { OrderRefunded } from '@hissa/contracts/investment'
import type { Reaction, ReceivedEvent } from '@hissa/messaging'
import type { ClientSession } from '@hissa/persistence'
import { Injectable } from '@nestjs/common'
import { TakeBack } from './take-back.js'

/** Takes the shares of a reversed order back. The order is refunded, by the dispute itself or afterwards. */
@Injectable()
export class TakeBackWhenOrderRefunded implements Reaction<typeof OrderRefunded> {
  readonly on = OrderRefunded
  readonly consumer = 'tokenisation-take-back-when-order-refunded'

  constructor(private readonly takeBack: TakeBack) {}

  handle({ data, time }: ReceivedEvent<typeof OrderRefunded>, session: ClientSession): Promise<void> {
    return this.takeBack.run(data, new Date(time), session)
  }
}
