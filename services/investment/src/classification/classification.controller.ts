import type { Input as InputOf } from '@hissa/contracts'
import * as contracts from '@hissa/contracts/investment'
import { Caller, Input, Rpc } from '@hissa/messaging'
import { Controller } from '@nestjs/common'
import { ClassifyInvestor } from './classify-investor.js'
import { ReadClasses } from './read-classes.js'

@Controller()
export class ClassificationController {
  constructor(
    private readonly read: ReadClasses,
    private readonly classify: ClassifyInvestor,
  ) {}

  @Rpc(contracts.GetClassification)
  get(@Input() input: InputOf<typeof contracts.GetClassification>, @Caller() by: Caller) {
    return this.read.one(input, by)
  }

  @Rpc(contracts.ListClassifications)
  list(@Input() input: InputOf<typeof contracts.ListClassifications>, @Caller() by: Caller) {
    return this.read.pending(input, by)
  }

  @Rpc(contracts.ProposeClassification)
  propose(@Input() input: InputOf<typeof contracts.ProposeClassification>, @Caller() by: Caller) {
    return this.classify.propose(input, by)
  }

  @Rpc(contracts.DecideClassification)
  decide(@Input() input: InputOf<typeof contracts.DecideClassification>, @Caller() by: Caller) {
    return this.classify.decide(input, by)
  }

  @Rpc(contracts.WithdrawClassification)
  withdraw(@Input() input: InputOf<typeof contracts.WithdrawClassification>, @Caller() by: Caller) {
    return this.classify.withdraw(input, by)
  }
}
