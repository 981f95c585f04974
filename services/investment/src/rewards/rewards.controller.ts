import type { Input as InputOf } from '@hissa/contracts'
import * as contracts from '@hissa/contracts/investment'
import { Caller, Input, Rpc } from '@hissa/messaging'
import { Controller } from '@nestjs/common'
import { ReadRewards } from './read-rewards.js'

@Controller()
export class RewardsController {
  constructor(private readonly rewards: ReadRewards) {}

  @Rpc(contracts.GetRewardsProgram)
  getProgram() {
    return this.rewards.readProgram()
  }

  @Rpc(contracts.GetRewards)
  getRewards(@Input() input: InputOf<typeof contracts.GetRewards>, @Caller() { userId }: Caller) {
    return this.rewards.run(userId, input)
  }

  @Rpc(contracts.ListReferrals)
  listReferrals(@Input() input: InputOf<typeof contracts.ListReferrals>, @Caller() { userId }: Caller) {
    return this.rewards.referrals(userId, input)
  }
}
