import type { ClientSession } from '@hissa/persistence'
import { Injectable } from '@nestjs/common'
import { Holds } from '../issuance/holds.js'
import { ContractFlagStore } from './contract-flag.store.js'
import { ShareFreezes } from './share-freezes.js'

/** Holds what is minted or transferred to frozen investors, and the mints of paused tokens. */
@Injectable()
export class HoldMints extends Holds {
  constructor(
    private readonly freezes: ShareFreezes,
    private readonly flags: ContractFlagStore,
  ) {
    super()
  }

  override tokens(): Promise<Set<string>> {
    return this.flags.paused()
  }

  override async investors(
    propertyId: string,
    userIds: readonly string[],
    session: ClientSession | null = null,
  ): Promise<Set<string>> {
    const decided = await this.freezes.frozenAmong(propertyId, userIds, session)
    const onChain = await this.flags.frozenAmong(propertyId, userIds, session)
    return new Set([...decided, ...onChain])
  }
}
