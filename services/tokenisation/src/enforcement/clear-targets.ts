import { Injectable } from '@nestjs/common'
import type { Address } from 'viem'
import type { Account } from '../accounts/account.js'
import { AccountStore } from '../accounts/account.store.js'
import { AddressStore } from '../accounts/address.store.js'
import { forEach } from '../for-each.js'
import { MovementStore } from '../reconciliation/movement.store.js'
import { TokenStore } from '../tokens/token.store.js'
import { flagId } from './contract-flag.js'
import { SetContractFlags } from './set-contract-flags.js'

/**
 * Unfreezes the address to which an investor's shares are being moved, in each token whose shares have not left the other
 * address. The contract refuses shares for a frozen address, and `ApplyFreezes` waits for the end of the move.
 */
@Injectable()
export class ClearTargets {
  constructor(
    private readonly accounts: AccountStore,
    private readonly addresses: AddressStore,
    private readonly movements: MovementStore,
    private readonly tokens: TokenStore,
    private readonly set: SetContractFlags,
  ) {}

  /** Plans what the moves in progress need. */
  async advance(): Promise<void> {
    await forEach(await this.accounts.moving(), async (userId) => {
      const account = await this.accounts.of(userId)
      if (account?.moving === undefined) return
      const open = (await this.addresses.ofUser(userId)).filter(({ state }) => state === 'open')
      const targets = open.filter(({ _id }) => _id !== account.address).map(({ _id }) => _id)
      await forEach(targets, (wallet) => this.clear(wallet, account))
    })
  }

  private async clear(wallet: Address, { _id: userId, address, version }: Account): Promise<void> {
    await forEach(await this.movements.holdingsOf([address]), async ({ propertyId }) => {
      const token = (await this.tokens.byId(propertyId))?.deployment?.address
      if (!token) return
      const subject = { _id: flagId(propertyId, wallet), kind: 'frozen' as const, propertyId, token, userId, wallet }
      await this.set.clearFor(address, subject, version)
    })
  }
}
