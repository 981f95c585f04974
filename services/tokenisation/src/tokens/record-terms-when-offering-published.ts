import { OfferingPublished } from '@hissa/contracts/property'
import type { Reaction, ReceivedEvent } from '@hissa/messaging'
import type { ClientSession } from '@hissa/persistence'
import { Injectable } from '@nestjs/common'
import { symbolOf } from './token.js'
import { TokenStore } from './token.store.js'

/**
 * Keeps the name, symbol and number of units of each property with an offering. The number never changes after the
 * first, nor the symbol once the contract is planned.
 */
@Injectable()
export class RecordTermsWhenOfferingPublished implements Reaction<typeof OfferingPublished> {
  readonly on = OfferingPublished
  readonly consumer = 'tokenisation-record-terms-when-offering-published'

  constructor(private readonly tokens: TokenStore) {}

  async handle({ data }: ReceivedEvent<typeof OfferingPublished>, session: ClientSession): Promise<void> {
    const { propertyId, slug, title, unitsTotal, offeringVersion, code } = data
    const token = await this.tokens.byId(propertyId, session)
    if (token && token.offeringVersion >= offeringVersion) return
    // The symbol of a token whose contract is planned is in the contract.
    const symbol = code === undefined || token?.deployment ? {} : { symbol: code }
    if (token) await this.tokens.change(token, { set: { slug, title, offeringVersion, ...symbol } }, session)
    else {
      const terms = { slug, title, symbol: code ?? symbolOf(slug), unitsTotal, offeringVersion }
      await this.tokens.insert({ _id: propertyId, ...terms, planned: 0, version: 1 }, session)
    }
  }
}
