import { UserStatusChanged } from '@hissa/contracts/identity'
import type { Reaction, ReceivedEvent } from '@hissa/messaging'
import type { ClientSession } from '@hissa/persistence'
import { Injectable } from '@nestjs/common'
import { InvestorStore } from './investor.store.js'

/** Keeps this service's own copy of who may invest, so that no decision about money waits on a remote read. */
@Injectable()
export class RecordStatusWhenUserStatusChanged implements Reaction<typeof UserStatusChanged> {
  readonly on = UserStatusChanged
  readonly consumer = 'investment-record-status-when-user-status-changed'

  constructor(private readonly investors: InvestorStore) {}

  async handle({ data }: ReceivedEvent<typeof UserStatusChanged>, session: ClientSession): Promise<void> {
    await this.investors.apply(data, session)
  }
}
