import { NOT_FOUND, ok, refuse, type Answer, type Input } from '@hissa/contracts'
import type { WithdrawRelocation as Contract } from '@hissa/contracts/tokenisation'
import { MONGO, transaction, type Connection } from '@hissa/persistence'
import { Inject, Injectable } from '@nestjs/common'
import { Relocations, relocationView } from '../relocations/relocations.api.js'

/** Withdraws a request of the caller that is not approved yet. */
@Injectable()
export class WithdrawRelocation {
  constructor(
    private readonly relocations: Relocations,
    @Inject(MONGO) private readonly connection: Connection,
  ) {}

  async execute(userId: string, { relocationId }: Input<typeof Contract>): Promise<Answer<typeof Contract>> {
    const relocation = await this.relocations.byId(relocationId)
    if (relocation?.userId !== userId) return refuse(NOT_FOUND, 'There is no such request.')
    const ended = await transaction(this.connection, (session) => this.relocations.withdraw(relocation, session))
    return ended.ok ? ok({ relocation: relocationView(ended.value) }) : ended
  }
}
