import type { Input as InputOf } from '@hissa/contracts'
import * as contracts from '@hissa/contracts/investment'
import { Caller, Input, Rpc } from '@hissa/messaging'
import { Controller } from '@nestjs/common'
import { CheckInvestorCard } from './check-investor-card.js'
import { ManageInvestorCard } from './manage-investor-card.js'

@Controller()
export class InvestorCardController {
  constructor(
    private readonly cards: ManageInvestorCard,
    private readonly checks: CheckInvestorCard,
  ) {}

  @Rpc(contracts.GetInvestorCard)
  getCard(@Caller() { userId }: Caller) {
    return this.cards.read(userId)
  }

  @Rpc(contracts.ShowInvestorCard)
  show(@Input() input: InputOf<typeof contracts.ShowInvestorCard>, @Caller() { userId }: Caller) {
    return this.cards.show(userId, input)
  }

  @Rpc(contracts.FreezeInvestorCard)
  freeze(@Input() input: InputOf<typeof contracts.FreezeInvestorCard>, @Caller() { userId }: Caller) {
    return this.cards.change(userId, input, 'frozen')
  }

  @Rpc(contracts.UnfreezeInvestorCard)
  unfreeze(@Input() input: InputOf<typeof contracts.UnfreezeInvestorCard>, @Caller() { userId }: Caller) {
    return this.cards.change(userId, input, 'active')
  }

  @Rpc(contracts.ReissueInvestorCard)
  reissue(@Input() input: InputOf<typeof contracts.ReissueInvestorCard>, @Caller() { userId }: Caller) {
    return this.cards.reissue(userId, input)
  }

  @Rpc(contracts.CheckInvestorCard)
  check(@Input() input: InputOf<typeof contracts.CheckInvestorCard>) {
    return this.checks.run(input)
  }
}
