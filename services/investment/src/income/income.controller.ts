import type { Input as InputOf } from '@hissa/contracts'
import * as contracts from '@hissa/contracts/investment'
import { Caller, Input, Rpc } from '@hissa/messaging'
import { Controller } from '@nestjs/common'
import { DecideDistribution } from './decide-distribution.js'
import { IncomeDocuments } from './income-documents.js'
import { ReadIncome } from './read-income.js'
import { RecordIncome } from './record-income.js'

@Controller()
export class IncomeController {
  constructor(
    private readonly recording: RecordIncome,
    private readonly documents: IncomeDocuments,
    private readonly decisions: DecideDistribution,
    private readonly read: ReadIncome,
  ) {}

  @Rpc(contracts.StoreIncomeDocument)
  storeDocument(@Input() input: InputOf<typeof contracts.StoreIncomeDocument>, @Caller() by: Caller) {
    return this.documents.store(input, by)
  }

  @Rpc(contracts.GetIncomeDocument)
  getDocument(@Input() input: InputOf<typeof contracts.GetIncomeDocument>, @Caller() by: Caller) {
    return this.documents.read(input, by)
  }

  @Rpc(contracts.RecordIncomeEntry)
  record(@Input() input: InputOf<typeof contracts.RecordIncomeEntry>, @Caller() by: Caller) {
    return this.recording.record(input, by)
  }

  @Rpc(contracts.ReverseIncomeEntry)
  reverse(@Input() input: InputOf<typeof contracts.ReverseIncomeEntry>, @Caller() by: Caller) {
    return this.recording.reverse(input, by)
  }

  @Rpc(contracts.ImportIncomeEntries)
  import(@Input() input: InputOf<typeof contracts.ImportIncomeEntries>, @Caller() by: Caller) {
    return this.recording.import(input, by)
  }

  @Rpc(contracts.ListIncomeEntries)
  listEntries(@Input() input: InputOf<typeof contracts.ListIncomeEntries>, @Caller() by: Caller) {
    return this.read.entries(input, by)
  }

  @Rpc(contracts.ListDistributions)
  list(@Input() input: InputOf<typeof contracts.ListDistributions>, @Caller() by: Caller) {
    return this.read.list(input, by)
  }

  @Rpc(contracts.GetDistribution)
  get(@Input() input: InputOf<typeof contracts.GetDistribution>, @Caller() by: Caller) {
    return this.read.one(input, by)
  }

  @Rpc(contracts.ProposeDistribution)
  propose(@Input() input: InputOf<typeof contracts.ProposeDistribution>, @Caller() by: Caller) {
    return this.decisions.propose(input, by)
  }

  @Rpc(contracts.DecideDistribution)
  decide(@Input() input: InputOf<typeof contracts.DecideDistribution>, @Caller() by: Caller) {
    return this.decisions.decide(input, by)
  }

  @Rpc(contracts.WithdrawDistribution)
  withdraw(@Input() input: InputOf<typeof contracts.WithdrawDistribution>, @Caller() by: Caller) {
    return this.decisions.withdraw(input, by)
  }

  @Rpc(contracts.ListIncome)
  ofInvestor(@Input() input: InputOf<typeof contracts.ListIncome>, @Caller() { userId }: Caller) {
    return this.read.ofInvestor(input, userId)
  }

  @Rpc(contracts.GetPropertyIncome)
  ofProperty(@Input() input: InputOf<typeof contracts.GetPropertyIncome>) {
    return this.read.ofProperty(input)
  }
}
