import { SharesTransferred } from '@hissa/contracts/investment'
import type { Reaction, ReceivedEvent } from '@hissa/messaging'
import type { ClientSession } from '@hissa/persistence'
import { Injectable } from '@nestjs/common'
import { AssignAccount } from '../accounts/assign-account.js'
import { TransferStore } from '../holdings/transfer.store.js'

/**
 * Records a transfer of registered shares, and assigns the receiver an address if there is none. The shares move once the
 * sender's are minted and both addresses are registered. One row per transfer.
 */
@Injectable()
export class MoveSharesWhenTransferred implements Reaction<typeof SharesTransferred> {
  readonly on = SharesTransferred
  readonly consumer = 'tokenisation-move-shares-when-transferred'

  constructor(
    private readonly transfers: TransferStore,
    private readonly assign: AssignAccount,
  ) {}

  async handle({ data, time }: ReceivedEvent<typeof SharesTransferred>, session: ClientSession): Promise<void> {
    const { transferId, propertyId, fromUserId, toUserId, units } = data
    if (await this.transfers.byId(transferId, session)) return
    await this.assign.run(toUserId, session)
    const row = { _id: transferId, propertyId, fromUserId, toUserId, units, decidedAt: new Date(time) }
    await this.transfers.insert({ ...row, state: 'waiting', version: 1 }, session)
  }
}
