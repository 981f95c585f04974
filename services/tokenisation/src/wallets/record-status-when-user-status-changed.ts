import { UserStatusChanged } from '@hissa/contracts/identity'
import type { Reaction, ReceivedEvent } from '@hissa/messaging'
import type { ClientSession } from '@hissa/persistence'
import { Injectable } from '@nestjs/common'
import { StatusStore } from './status.store.js'

/** Keeps a local copy of who is suspended, so that no decision about shares depends on a remote read. */
@Injectable()
export class RecordStatusWhenUserStatusChanged implements Reaction<typeof UserStatusChanged> {
  readonly on = UserStatusChanged
  readonly consumer = 'tokenisation-record-status-when-user-status-changed'

  constructor(private readonly statuses: StatusStore) {}

  handle({ data }: ReceivedEvent<typeof UserStatusChanged>, session: ClientSession): Promise<void> {
    return this.statuses.apply(data, session)
  }
}
