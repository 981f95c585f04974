import type { Input as InputOf } from '@hissa/contracts'
import * as contracts from '@hissa/contracts/tokenisation'
import { Caller, Input, Rpc } from '@hissa/messaging'
import { Controller } from '@nestjs/common'
import { ReadTokens } from './read-tokens.js'

@Controller()
export class TokensController {
  constructor(private readonly read: ReadTokens) {}

  @Rpc(contracts.ListTokens)
  list(@Input() input: InputOf<typeof contracts.ListTokens>) {
    return this.read.list(input)
  }

  @Rpc(contracts.GetToken)
  one(@Input() input: InputOf<typeof contracts.GetToken>) {
    return this.read.one(input)
  }

  @Rpc(contracts.ListTokenTransfers)
  transfers(@Input() input: InputOf<typeof contracts.ListTokenTransfers>) {
    return this.read.transfers(input)
  }

  @Rpc(contracts.ListTokenHolders)
  holders(@Input() input: InputOf<typeof contracts.ListTokenHolders>) {
    return this.read.holders(input)
  }

  @Rpc(contracts.GetAccount)
  account(@Caller() { userId }: Caller) {
    return this.read.account(userId)
  }
}
