import { DisclosurePublished } from '@hissa/contracts/property'
import type { Reaction, ReceivedEvent } from '@hissa/messaging'
import type { ClientSession } from '@hissa/persistence'
import { Injectable } from '@nestjs/common'
import { DisclosureStore } from './disclosure.store.js'

/** Records each published text as current; from then on orders require that its version is accepted. */
@Injectable()
export class RecordDisclosureWhenPublished implements Reaction<typeof DisclosurePublished> {
  readonly on = DisclosurePublished
  readonly consumer = 'investment-record-disclosure-when-published'

  constructor(private readonly disclosures: DisclosureStore) {}

  async handle({ data }: ReceivedEvent<typeof DisclosurePublished>, session: ClientSession): Promise<void> {
    await this.disclosures.apply(data, session)
  }
}
