import type { Input as InputOf } from '@hissa/contracts'
import { AcceptDisclosures as Contract } from '@hissa/contracts/investment'
import { Caller, Input, Rpc } from '@hissa/messaging'
import { Controller } from '@nestjs/common'
import { AcceptDisclosures } from './accept-disclosures.js'

@Controller()
export class DisclosuresController {
  constructor(private readonly accept: AcceptDisclosures) {}

  @Rpc(Contract)
  acceptDisclosures(@Input() input: InputOf<typeof Contract>, @Caller() caller: Caller) {
    return this.accept.run(caller.userId, input)
  }
}
