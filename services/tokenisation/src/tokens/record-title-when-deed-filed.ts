import { RaiseTitled } from '@hissa/contracts/investment'
import { NotYet, type Reaction, type ReceivedEvent } from '@hissa/messaging'
import type { ClientSession } from '@hissa/persistence'
import { Injectable } from '@nestjs/common'
import { TokenStore } from './token.store.js'

/** Records the hash of the title deed, from which on the token is deployed and shares can be minted. */
@Injectable()
export class RecordTitleWhenDeedFiled implements Reaction<typeof RaiseTitled> {
  readonly on = RaiseTitled
  readonly consumer = 'tokenisation-record-title-when-deed-filed'

  constructor(private readonly tokens: TokenStore) {}

  async handle({ data }: ReceivedEvent<typeof RaiseTitled>, session: ClientSession): Promise<void> {
    const token = await this.tokens.byId(data.propertyId, session)
    // The offering's event is of another stream, and can arrive later.
    if (!token) throw new NotYet(`the offering of ${data.propertyId} is not known yet`)
    if (!token.titleHash) await this.tokens.change(token, { set: { titleHash: `0x${data.documentSha256}` } }, session)
  }
}
