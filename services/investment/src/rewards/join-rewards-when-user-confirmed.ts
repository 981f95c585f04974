import { UserConfirmed } from '@hissa/contracts/identity'
import type { Reaction, ReceivedEvent } from '@hissa/messaging'
import { Injectable } from '@nestjs/common'
import { OrderStore } from '../orders/orders.api.js'
import { PostPoints } from './post-points.js'
import { RewardMembers } from './reward-members.js'

/** Makes a confirmed account a member of the rewards program. If its event is late, its first order may be paid by then. */
@Injectable()
export class JoinRewardsWhenUserConfirmed implements Reaction<typeof UserConfirmed> {
  readonly on = UserConfirmed
  readonly consumer = 'investment-join-rewards-when-user-confirmed'
  readonly ownTransaction = true

  constructor(
    private readonly members: RewardMembers,
    private readonly points: PostPoints,
    private readonly orders: OrderStore,
  ) {}

  async handle({ data: { userId, referralCode: code }, time }: ReceivedEvent<typeof UserConfirmed>): Promise<void> {
    const isReferred = await this.members.record(userId, code === undefined ? undefined : { code, at: new Date(time) })
    if (isReferred && (await this.orders.rewardedOf(userId)).length > 0) await this.points.run(userId)
  }
}
