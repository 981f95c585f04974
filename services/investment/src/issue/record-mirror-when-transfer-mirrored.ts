import { TransferMirrored } from '@hissa/contracts/tokenisation'
import { Committer } from '@hissa/ledger'
import type { Reaction, ReceivedEvent } from '@hissa/messaging'
import { Injectable } from '@nestjs/common'
import { arriveInHolding, HoldingStore, moveInHolding } from '../holdings/holdings.api.js'
import { onChainView } from '../orders/orders.api.js'
import { SHARE_TRANSFERS, ShareTransferStore } from '../transfers/transfers.api.js'
import { isKnown, sharesOnChain } from './shares-on-chain.js'

/**
 * Records that transferred shares are at the receiver's address on the chain: from then on they are issued again. The
 * register does not change. A report that contradicts its transfer throws, so that it ends in the dead-letter queue.
 */
@Injectable()
export class RecordMirrorWhenTransferMirrored implements Reaction<typeof TransferMirrored> {
  readonly on = TransferMirrored
  readonly consumer = 'investment-record-mirror-when-transfer-mirrored'
  readonly ownTransaction = true

  constructor(
    private readonly ledger: Committer,
    private readonly transfers: ShareTransferStore,
    private readonly holdings: HoldingStore,
  ) {}

  async handle({ data }: ReceivedEvent<typeof TransferMirrored>): Promise<void> {
    const { transferId, propertyId, units } = data
    const outcome = await this.ledger.decideAndCommit(async () => {
      const transfer = await this.transfers.byId(transferId)
      if (transfer?.propertyId !== propertyId || transfer.units !== units)
        throw new Error(`the chain contradicts transfer ${transferId}`)
      if (isKnown(transfer.mirrored, data)) return { done: 'known' }
      const mirrored = sharesOnChain(data)
      const holding = (await this.holdings.of(transfer.toUserId, propertyId))!
      const view = onChainView(mirrored)
      const saves = [
        { collection: SHARE_TRANSFERS, id: transferId, version: transfer.version, set: { mirrored } },
        transfer.mirrored ? moveInHolding(holding, view) : arriveInHolding(holding, units, view),
      ]
      const key = `transfer:${transferId}:mirrored:${mirrored.version}`
      return { key, inputHash: mirrored.transactionHash, transfers: [], saves, events: [] }
    })
    if ('ok' in outcome && !outcome.ok)
      throw new Error(`the mirror of transfer ${transferId} was not recorded: ${outcome.reason}`)
  }
}
