import { AccountAssigned } from '@hissa/contracts/tokenisation'
import { CLOCK, type Clock } from '@hissa/kernel'
import { newEvent, Outbox } from '@hissa/messaging'
import type { ClientSession } from '@hissa/persistence'
import { deployedAddress } from '@hissa/token-suite'
import { Inject, Injectable } from '@nestjs/common'
import { bytesToHex } from 'viem'
import { TOKENISATION_CONFIG, type TokenisationConfig } from '../config.js'
import { Suite } from '../suite/suite.js'
import type { Account } from './account.js'
import { AccountStore } from './account.store.js'
import { AddressStore } from './address.store.js'

/** Assigns each investor the address of an identity contract that will be deployed for them. */
@Injectable()
export class AssignAccount {
  constructor(
    private readonly accounts: AccountStore,
    private readonly addresses: AddressStore,
    private readonly suite: Suite,
    private readonly outbox: Outbox,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(TOKENISATION_CONFIG) private readonly config: TokenisationConfig,
  ) {}

  /** Returns the investor's account, a new one if there is none. */
  async run(userId: string, session: ClientSession): Promise<Account> {
    const existing = await this.accounts.of(userId, session)
    if (existing) return existing
    const { factory, identityBeacon: beacon } = (await this.suite.plan()).addresses
    const salt = bytesToHex(crypto.getRandomValues(new Uint8Array(32)))
    const address = deployedAddress({ factory, beacon, salt })
    const account: Account = { _id: userId, salt, address, identity: address, state: 'assigned', version: 1 }
    await this.accounts.insert(account, session)
    await this.addresses.insertCustody(userId, address, session)
    const data = { userId, chainId: this.config.CHAIN_ID, address, isCustodial: true, version: 1 }
    const event = { aggregateId: userId, version: 1, data, time: this.clock.now() }
    await this.outbox.append(session, newEvent(AccountAssigned, event))
    return account
  }
}
