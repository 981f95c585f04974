import { OrderRefunding } from '@hissa/contracts/investment'
import type { Reaction, ReceivedEvent } from '@hissa/messaging'
import type { ClientSession } from '@hissa/persistence'
import { Injectable } from '@nestjs/common'
import { TakeBack } from './take-back.js'

/** Takes the shares of a reversed order back. The order is about to be refunded. */
@Injectable()
export class TakeBackWhenOrderRefunding implements Reaction<typeof OrderRefunding> {
  readonly on = OrderRefunding
  readonly consumer = 'tokenisation-take-back-when-order-refunding'

  constructor(private readonly takeBack: TakeBack) {}

  handle({ data, time }: ReceivedEvent<typeof OrderRefunding>, session: ClientSession): Promise<void> {
    return this.takeBack.run(data, new Date(time), session)
  }
}
