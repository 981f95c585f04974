import type { Input as InputOf } from '@hissa/contracts'
import * as contracts from '@hissa/contracts/investment'
import { Caller, Input, Rpc } from '@hissa/messaging'
import { Controller } from '@nestjs/common'
import { ManageIncomeFeed } from './manage-income-feed.js'

@Controller()
export class IncomeFeedController {
  constructor(private readonly feeds: ManageIncomeFeed) {}

  @Rpc(contracts.GetIncomeFeed)
  getFeed(@Caller() { userId }: Caller) {
    return this.feeds.get(userId)
  }

  @Rpc(contracts.CreateIncomeFeed)
  create(@Input() input: InputOf<typeof contracts.CreateIncomeFeed>, @Caller() { userId }: Caller) {
    return this.feeds.create(input, userId)
  }

  @Rpc(contracts.DeleteIncomeFeed)
  remove(@Caller() { userId }: Caller) {
    return this.feeds.remove(userId)
  }

  @Rpc(contracts.ReadIncomeFeed)
  read(@Input() input: InputOf<typeof contracts.ReadIncomeFeed>) {
    return this.feeds.read(input)
  }
}
