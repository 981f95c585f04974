import type { Input as InputOf } from '@hissa/contracts'
import * as contracts from '@hissa/contracts/investment'
import { Caller, Input, Rpc } from '@hissa/messaging'
import { Controller } from '@nestjs/common'
import { ListHolders } from './list-holders.js'
import { ReadRegister } from './read-register.js'

@Controller()
export class RegisterController {
  constructor(
    private readonly read: ReadRegister,
    private readonly holders: ListHolders,
  ) {}

  @Rpc(contracts.ListRegisters)
  list(@Input() input: InputOf<typeof contracts.ListRegisters>) {
    return this.read.list(input)
  }

  @Rpc(contracts.GetRegister)
  get(@Input() input: InputOf<typeof contracts.GetRegister>) {
    return this.read.get(input)
  }

  @Rpc(contracts.GetRegisterCash)
  getCash(@Input() input: InputOf<typeof contracts.GetRegisterCash>) {
    return this.read.getCash(input)
  }

  @Rpc(contracts.GetRegisterProof)
  prove(@Input() input: InputOf<typeof contracts.GetRegisterProof>, @Caller() { userId }: Caller) {
    return this.read.prove(input, userId)
  }

  @Rpc(contracts.ListHolders)
  listHolders(@Input() input: InputOf<typeof contracts.ListHolders>) {
    return this.holders.run(input)
  }
}
