import type { Input as InputOf } from '@hissa/contracts'
import * as contracts from '@hissa/contracts/investment'
import { Caller, Input, Rpc } from '@hissa/messaging'
import { Controller } from '@nestjs/common'
import { ReadStatements } from './read-statements.js'

@Controller()
export class StatementsController {
  constructor(private readonly statements: ReadStatements) {}

  @Rpc(contracts.ListStatements)
  list(@Caller() { userId }: Caller) {
    return this.statements.list(userId)
  }

  @Rpc(contracts.GetStatement)
  get(@Input() input: InputOf<typeof contracts.GetStatement>, @Caller() { userId }: Caller) {
    return this.statements.file(input, userId)
  }

  @Rpc(contracts.GetStatementKeys)
  keys() {
    return this.statements.keys()
  }
}
