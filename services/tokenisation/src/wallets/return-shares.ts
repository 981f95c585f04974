import { ok, type Answer } from '@hissa/contracts'
import type { ReturnShares as Contract } from '@hissa/contracts/tokenisation'
import { MONGO, transaction, type Connection } from '@hissa/persistence'
import { Inject, Injectable } from '@nestjs/common'
import { identityOf, isCustodial } from '../accounts/account.js'
import { Relocations, relocationView } from '../relocations/relocations.api.js'
import { CheckWallet, inUse } from './check-wallet.js'

/** Requests the move of an investor's shares from their own wallet back into custody. */
@Injectable()
export class ReturnShares {
  constructor(
    private readonly check: CheckWallet,
    private readonly relocations: Relocations,
    @Inject(MONGO) private readonly connection: Connection,
  ) {}

  async execute(userId: string): Promise<Answer<typeof Contract>> {
    const allowed = await this.check.mayMove(userId)
    if (!allowed.ok) return allowed
    const account = allowed.value
    if (isCustodial(account)) return inUse('Your shares are already held by the platform.')
    const request = { userId, kind: 'return', from: account.address, to: identityOf(account) } as const
    const requested = await transaction(this.connection, (session) => this.relocations.request(request, session))
    return requested.ok ? ok({ relocation: relocationView(requested.value) }) : requested
  }
}
