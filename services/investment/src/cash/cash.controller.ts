import type { Input as InputOf } from '@hissa/contracts'
import * as contracts from '@hissa/contracts/investment'
import { Caller, Input, Rpc } from '@hissa/messaging'
import { Controller } from '@nestjs/common'
import { ManageBankAccounts } from './manage-bank-accounts.js'
import { ReadCash } from './read-cash.js'
import { RequestWithdrawal } from './request-withdrawal.js'

@Controller()
export class CashController {
  constructor(
    private readonly cash: ReadCash,
    private readonly bankAccounts: ManageBankAccounts,
    private readonly withdrawals: RequestWithdrawal,
  ) {}

  @Rpc(contracts.GetCash)
  getCash(@Input() input: InputOf<typeof contracts.GetCash>, @Caller() { userId }: Caller) {
    return this.cash.run(userId, input)
  }

  @Rpc(contracts.ListBankAccounts)
  listBankAccounts(@Caller() { userId }: Caller) {
    return this.bankAccounts.list(userId)
  }

  @Rpc(contracts.AddBankAccount)
  addBankAccount(@Input() input: InputOf<typeof contracts.AddBankAccount>, @Caller() { userId }: Caller) {
    return this.bankAccounts.add(userId, input)
  }

  @Rpc(contracts.SendBankAccountCode)
  sendCode(@Input() input: InputOf<typeof contracts.SendBankAccountCode>, @Caller() { userId }: Caller) {
    return this.bankAccounts.sendCode(userId, input)
  }

  @Rpc(contracts.ConfirmBankAccount)
  confirm(@Input() input: InputOf<typeof contracts.ConfirmBankAccount>, @Caller() { userId }: Caller) {
    return this.bankAccounts.confirm(userId, input)
  }

  @Rpc(contracts.RemoveBankAccount)
  remove(@Input() input: InputOf<typeof contracts.RemoveBankAccount>, @Caller() { userId }: Caller) {
    return this.bankAccounts.remove(userId, input)
  }

  @Rpc(contracts.GetBankAccountCode)
  code(@Input() input: InputOf<typeof contracts.GetBankAccountCode>) {
    return this.bankAccounts.code(input)
  }

  @Rpc(contracts.RequestWithdrawal)
  request(@Input() input: InputOf<typeof contracts.RequestWithdrawal>, @Caller() { userId }: Caller) {
    return this.withdrawals.run(userId, input)
  }

  @Rpc(contracts.CancelWithdrawal)
  cancel(@Input() input: InputOf<typeof contracts.CancelWithdrawal>, @Caller() { userId }: Caller) {
    return this.withdrawals.cancel(userId, input)
  }
}
