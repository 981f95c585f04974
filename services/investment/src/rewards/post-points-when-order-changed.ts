import { OrderAllotted, OrderCancelled, OrderDisputed, OrderPaid } from '@hissa/contracts/investment'
import type { Reaction, ReactionTable, ReceivedEvent } from '@hissa/messaging'
import { Injectable } from '@nestjs/common'
import { PostPoints } from './post-points.js'

/** Posts points for the changes of orders that give or take them. Each event only says whose orders to look at. */
@Injectable()
export class PostPointsWhenOrderChanged implements ReactionTable {
  readonly reactions: readonly Reaction[] = [
    this.post(OrderPaid, 'investment-post-points-when-order-paid'),
    this.post(OrderAllotted, 'investment-post-points-when-order-allotted'),
    this.post(OrderCancelled, 'investment-post-points-when-order-cancelled'),
    // A dispute that is lost reverses its order.
    this.post(OrderDisputed, 'investment-post-points-when-order-disputed'),
  ]

  constructor(private readonly points: PostPoints) {}

  private post(on: typeof OrderPaid, consumer: string): Reaction {
    const handle = ({ data }: ReceivedEvent<typeof OrderPaid>) => this.points.run(data.userId)
    return { on, consumer, handle, ownTransaction: true }
  }
}
