import type { Input as InputOf } from '@hissa/contracts'
import * as contracts from '@hissa/contracts/tokenisation'
import { Caller, Input, Rpc } from '@hissa/messaging'
import { Controller } from '@nestjs/common'
import { DecideShareAction } from './decide-share-action.js'
import { DeclineRelocation } from './decline-relocation.js'
import { ListShareDecisions } from './list-share-decisions.js'
import { ProposeShareAction } from './propose-share-action.js'
import { ReadShareholder } from './read-shareholder.js'
import { ReadShareholders } from './read-shareholders.js'

@Controller()
export class DeskController {
  constructor(
    private readonly shareholders: ReadShareholders,
    private readonly shareholder: ReadShareholder,
    private readonly decisions: ListShareDecisions,
    private readonly proposing: ProposeShareAction,
    private readonly deciding: DecideShareAction,
    private readonly declining: DeclineRelocation,
  ) {}

  @Rpc(contracts.ListShareholders)
  list(@Input() input: InputOf<typeof contracts.ListShareholders>, @Caller() by: Caller) {
    return this.shareholders.execute(input, by)
  }

  @Rpc(contracts.GetShareholder)
  one(@Input() input: InputOf<typeof contracts.GetShareholder>, @Caller() by: Caller) {
    return this.shareholder.execute(input, by)
  }

  @Rpc(contracts.ListShareDecisions)
  listDecisions(@Input() input: InputOf<typeof contracts.ListShareDecisions>, @Caller() by: Caller) {
    return this.decisions.execute(input, by)
  }

  @Rpc(contracts.ProposeShareAction)
  propose(@Input() input: InputOf<typeof contracts.ProposeShareAction>, @Caller() by: Caller) {
    return this.proposing.execute(input, by)
  }

  @Rpc(contracts.DecideShareAction)
  decide(@Input() input: InputOf<typeof contracts.DecideShareAction>, @Caller() by: Caller) {
    return this.deciding.execute(input, by)
  }

  @Rpc(contracts.WithdrawShareAction)
  withdraw(@Input() input: InputOf<typeof contracts.WithdrawShareAction>, @Caller() by: Caller) {
    return this.deciding.withdraw(input, by)
  }

  @Rpc(contracts.DeclineRelocation)
  decline(@Input() input: InputOf<typeof contracts.DeclineRelocation>, @Caller() by: Caller) {
    return this.declining.execute(input, by)
  }
}
