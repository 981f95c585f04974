import { OfferingPublished } from '@hissa/contracts/property'
import type { Reaction, ReceivedEvent } from '@hissa/messaging'
import type { ClientSession } from '@hissa/persistence'
import { Injectable } from '@nestjs/common'
import { PropertyTitles } from './property-titles.js'

@Injectable()
export class RememberTitleWhenOfferingPublished implements Reaction<typeof OfferingPublished> {
  readonly on = OfferingPublished
  readonly consumer = 'notification-remember-title-when-offering-published'

  constructor(private readonly titles: PropertyTitles) {}

  async handle({ data }: ReceivedEvent<typeof OfferingPublished>, session: ClientSession): Promise<void> {
    await this.titles.remember(session, data)
  }
}
