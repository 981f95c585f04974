import { ACCOUNT_SUSPENDED, ok, refuse, type ErrorOf, type Result } from '@hissa/contracts'
import {
  WALLET_FROZEN,
  WALLET_IN_USE,
  WALLET_NO_SHARES,
  WALLET_TAKEN,
  type WALLET_REQUEST_PENDING,
} from '@hissa/contracts/tokenisation'
import { CREATE2_DEPLOYER } from '@hissa/token-suite'
import { Inject, Injectable } from '@nestjs/common'
import { getAddress, type Address } from 'viem'
import type { Account } from '../accounts/account.js'
import { isClaimable } from '../accounts/account-address.js'
import { AccountStore } from '../accounts/account.store.js'
import { AddressStore } from '../accounts/address.store.js'
import { CHAIN_SIGNERS, type Signers } from '../chain/chain.api.js'
import { Freezes, pending, Relocations } from '../relocations/relocations.api.js'
import { Suite } from '../suite/suite.js'
import { TokenStore } from '../tokens/token.store.js'
import { StatusStore } from './status.store.js'

type NoMove = ErrorOf<
  typeof ACCOUNT_SUSPENDED | typeof WALLET_FROZEN | typeof WALLET_NO_SHARES | typeof WALLET_REQUEST_PENDING
>
type NoWallet = ErrorOf<typeof WALLET_TAKEN | typeof WALLET_IN_USE>

/** No key is known for the addresses below it, and the chain uses the first of them itself. */
const LOWEST_ADDRESS = 0x10000n

/** Decides whether an investor may ask for a move of their shares, and to which address. */
@Injectable()
export class CheckWallet {
  constructor(
    private readonly statuses: StatusStore,
    private readonly accounts: AccountStore,
    private readonly addresses: AddressStore,
    private readonly relocations: Relocations,
    private readonly freezes: Freezes,
    private readonly tokens: TokenStore,
    private readonly suite: Suite,
    @Inject(CHAIN_SIGNERS) private readonly signers: Signers,
  ) {}

  /** Returns the account of an investor who may ask for a move. */
  async mayMove(userId: string): Promise<Result<Account, NoMove>> {
    if (await this.statuses.isHeld(userId))
      return refuse(ACCOUNT_SUSPENDED, 'This account can’t move shares at the moment.')
    const account = await this.accounts.of(userId)
    if (account?.state !== 'registered') return refuse(WALLET_NO_SHARES, 'You don’t have any registered shares yet.')
    if (await this.freezes.isAnyFrozen(userId))
      return refuse(WALLET_FROZEN, 'Your shares are frozen, so they can’t be moved at the moment.')
    return (await this.relocations.openOf(userId)) ? pending() : ok(account)
  }

  /** The same for a move to a wallet. */
  async mayMoveTo(userId: string, wallet: Address): Promise<Result<Account, NoMove | NoWallet>> {
    const account = await this.mayMove(userId)
    if (account.ok && account.value.address === wallet) return inUse('Your shares are already held at this address.')
    return account.ok && (await this.isTaken(userId, wallet)) ? taken() : account
  }

  /** An address that an investor has used stays theirs unless it is lost; those of contracts and keys of the platform are no one's. */
  private async isTaken(userId: string, wallet: Address): Promise<boolean> {
    const known = await this.addresses.byId(wallet)
    if (known) return !isClaimable(known, userId)
    if (BigInt(wallet) < LOWEST_ADDRESS || (await this.tokens.isContract(wallet))) return true
    const { addresses } = await this.suite.plan()
    const keys = await Promise.all(Object.values(this.signers).map((signer) => signer.address()))
    return [CREATE2_DEPLOYER, ...Object.values(addresses), ...keys].some((address) => getAddress(address) === wallet)
  }
}

export const taken = () =>
  refuse(WALLET_TAKEN, 'This address belongs to another account or to the platform. Use another wallet.')

export const inUse = (words: string) => refuse(WALLET_IN_USE, words)
