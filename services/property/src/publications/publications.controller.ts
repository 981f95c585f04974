import type { Answer, Input as InputOf } from '@hissa/contracts'
import * as contracts from '@hissa/contracts/property'
import { Caller, Input, Rpc } from '@hissa/messaging'
import { Controller } from '@nestjs/common'
import { DecidePublication } from './decide-publication.js'
import { ListPublications } from './list-publications.js'
import { ProposePublication } from './propose-publication.js'

/** Handles the calls by which staff propose, list and decide publications. */
@Controller()
export class PublicationsController {
  constructor(
    private readonly lists: ListPublications,
    private readonly proposals: ProposePublication,
    private readonly decisions: DecidePublication,
  ) {}

  @Rpc(contracts.ListPublications)
  async list(
    @Input() input: InputOf<typeof contracts.ListPublications>,
    @Caller() by: Caller,
  ): Promise<Answer<typeof contracts.ListPublications>> {
    return this.lists.execute(input, by)
  }

  @Rpc(contracts.ProposePublication)
  async propose(
    @Input() input: InputOf<typeof contracts.ProposePublication>,
    @Caller() by: Caller,
  ): Promise<Answer<typeof contracts.ProposePublication>> {
    return this.proposals.execute(input, by)
  }

  @Rpc(contracts.DecidePublication)
  async decide(
    @Input() input: InputOf<typeof contracts.DecidePublication>,
    @Caller() by: Caller,
  ): Promise<Answer<typeof contracts.DecidePublication>> {
    return this.decisions.execute(input, by)
  }

  @Rpc(contracts.WithdrawPublication)
  async withdraw(
    @Input() input: InputOf<typeof contracts.WithdrawPublication>,
    @Caller() by: Caller,
  ): Promise<Answer<typeof contracts.WithdrawPublication>> {
    return this.decisions.withdraw(input, by)
  }
}
