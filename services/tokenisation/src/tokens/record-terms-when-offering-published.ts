import { OfferingPublished } from '@hissa/contracts/property'
import type { Reaction, ReceivedEvent } from '@hissa/messaging'
import type { ClientSession } from '@hissa/persistence'
import { Injectable } from '@nestjs/common'
import { symbolOf } from './token.js'
import { TokenStore } from './token.store.js'

/** Keeps the name and number of units of each property with an offering. The number never changes after the first. */
@Injectable()
export class RecordTermsWhenOfferingPublished implements Reaction<typeof OfferingPublished> {
  readonly on = OfferingPublished
  readonly consumer = 'tokenisation-record-terms-when-offering-published'

  constructor(private readonly tokens: TokenStore) {}

  async handle({ data }: ReceivedEvent<typeof OfferingPublished>, session: ClientSession): Promise<void> {
    const { propertyId, slug, title, unitsTotal, offeringVersion } = data
    const token = await this.tokens.byId(propertyId, session)
    if (token && token.offeringVersion >= offeringVersion) return
    if (token) await this.tokens.change(token, { set: { slug, title, offeringVersion } }, session)
    else {
      const terms = { slug, title, symbol: symbolOf(slug), unitsTotal, offeringVersion }
      await this.tokens.insert({ _id: propertyId, ...terms, planned: 0, version: 1 }, session)
    }
  }
}
