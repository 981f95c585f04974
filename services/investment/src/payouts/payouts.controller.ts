import type { Input as InputOf } from '@hissa/contracts'
import * as contracts from '@hissa/contracts/investment'
import { Caller, Input, Rpc } from '@hissa/messaging'
import { Controller } from '@nestjs/common'
import { ApproveStatement } from './approve-statement.js'
import { MakePaymentFile } from './make-payment-file.js'
import { ReadPayouts } from './read-payouts.js'

@Controller()
export class PayoutsController {
  constructor(
    private readonly read: ReadPayouts,
    private readonly make: MakePaymentFile,
    private readonly statements: ApproveStatement,
  ) {}

  @Rpc(contracts.ListPayouts)
  list(@Input() input: InputOf<typeof contracts.ListPayouts>, @Caller() by: Caller) {
    return this.read.list(input, by)
  }

  @Rpc(contracts.ProposePaymentFile)
  propose(@Input() input: InputOf<typeof contracts.ProposePaymentFile>, @Caller() by: Caller) {
    return this.make.propose(input, by)
  }

  @Rpc(contracts.DecidePaymentFile)
  decide(@Input() input: InputOf<typeof contracts.DecidePaymentFile>, @Caller() by: Caller) {
    return this.make.decide(input, by)
  }

  @Rpc(contracts.WithdrawPaymentFile)
  withdraw(@Input() input: InputOf<typeof contracts.WithdrawPaymentFile>, @Caller() by: Caller) {
    return this.make.withdraw(input, by)
  }

  @Rpc(contracts.GetPaymentFile)
  file(@Input() input: InputOf<typeof contracts.GetPaymentFile>, @Caller() by: Caller) {
    return this.read.file(input, by)
  }

  @Rpc(contracts.ProposeBankStatement)
  proposeBankStatement(@Input() input: InputOf<typeof contracts.ProposeBankStatement>, @Caller() by: Caller) {
    return this.statements.propose(input, by)
  }

  @Rpc(contracts.DecideBankStatement)
  decideBankStatement(@Input() input: InputOf<typeof contracts.DecideBankStatement>, @Caller() by: Caller) {
    return this.statements.decide(input, by)
  }

  @Rpc(contracts.WithdrawBankStatement)
  withdrawBankStatement(@Input() input: InputOf<typeof contracts.WithdrawBankStatement>, @Caller() by: Caller) {
    return this.statements.withdraw(input, by)
  }
}
