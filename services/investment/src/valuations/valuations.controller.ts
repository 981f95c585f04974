import type { Input as InputOf } from '@hissa/contracts'
import * as contracts from '@hissa/contracts/investment'
import { Caller, Input, Rpc } from '@hissa/messaging'
import { Controller } from '@nestjs/common'
import { DecideValuation } from './decide-valuation.js'
import { ReadValuations } from './read-valuations.js'

@Controller()
export class ValuationsController {
  constructor(
    private readonly decisions: DecideValuation,
    private readonly read: ReadValuations,
  ) {}

  @Rpc(contracts.ProposeValuation)
  propose(@Input() input: InputOf<typeof contracts.ProposeValuation>, @Caller() by: Caller) {
    return this.decisions.propose(input, by)
  }

  @Rpc(contracts.DecideValuation)
  decide(@Input() input: InputOf<typeof contracts.DecideValuation>, @Caller() by: Caller) {
    return this.decisions.decide(input, by)
  }

  @Rpc(contracts.WithdrawValuation)
  withdraw(@Input() input: InputOf<typeof contracts.WithdrawValuation>, @Caller() by: Caller) {
    return this.decisions.withdraw(input, by)
  }

  @Rpc(contracts.ListValuations)
  list(@Input() input: InputOf<typeof contracts.ListValuations>, @Caller() by: Caller) {
    return this.read.list(input, by)
  }

  @Rpc(contracts.GetPropertyValuations)
  ofProperty(@Input() input: InputOf<typeof contracts.GetPropertyValuations>) {
    return this.read.ofProperty(input)
  }
}
