import type { ClientSession } from '@hissa/persistence'
import { Injectable } from '@nestjs/common'
import { Transfers, type MirroredTransfer } from '../reconciliation/transfers.js'
import { TransferStore } from '../holdings/transfer.store.js'

/** Returns what was transferred, for reconciliation and relocations. */
@Injectable()
export class KnownTransfers extends Transfers {
  constructor(private readonly transfers: TransferStore) {
    super()
  }

  override ofProperty(propertyId: string): Promise<MirroredTransfer[]> {
    return this.transfers.ofProperty(propertyId)
  }

  override revisions(propertyIds: readonly string[]): Promise<Map<string, number>> {
    return this.transfers.revisions(propertyIds)
  }

  override isInProgress(userId: string, session?: ClientSession): Promise<boolean> {
    return this.transfers.isMoving(userId, session)
  }

  override highestBlock(userId: string): Promise<number> {
    return this.transfers.highestBlock(userId)
  }
}
