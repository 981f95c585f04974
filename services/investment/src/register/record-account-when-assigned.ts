import { AccountAssigned } from '@hissa/contracts/tokenisation'
import type { Reaction, ReceivedEvent } from '@hissa/messaging'
import type { ClientSession } from '@hissa/persistence'
import { Injectable } from '@nestjs/common'
import { AccountStore } from './account.store.js'

/** Keeps a local copy of the investors' addresses, which registers state. */
@Injectable()
export class RecordAccountWhenAssigned implements Reaction<typeof AccountAssigned> {
  readonly on = AccountAssigned
  readonly consumer = 'investment-record-account-when-assigned'

  constructor(private readonly accounts: AccountStore) {}

  handle({ data }: ReceivedEvent<typeof AccountAssigned>, session: ClientSession): Promise<void> {
    return this.accounts.apply(data, session)
  }
}
