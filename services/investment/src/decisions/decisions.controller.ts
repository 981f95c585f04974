import type { Input as InputOf } from '@hissa/contracts'
import { ListDecisions } from '@hissa/contracts/investment'
import { Caller, Input, Rpc } from '@hissa/messaging'
import { Controller } from '@nestjs/common'
import { ReadDecisions } from './read-decisions.js'

@Controller()
export class DecisionsController {
  constructor(private readonly decisions: ReadDecisions) {}

  @Rpc(ListDecisions)
  listDecisions(@Input() input: InputOf<typeof ListDecisions>, @Caller() by: Caller) {
    return this.decisions.run(input, by)
  }
}
