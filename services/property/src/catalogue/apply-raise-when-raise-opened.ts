import { RaiseOpened } from '@hissa/contracts/investment'
import type { Reaction, ReceivedEvent } from '@hissa/messaging'
import type { ClientSession } from '@hissa/persistence'
import { Injectable } from '@nestjs/common'
import { ApplyRaise } from './apply-raise.js'

@Injectable()
export class ApplyRaiseWhenRaiseOpened implements Reaction<typeof RaiseOpened> {
  readonly on = RaiseOpened
  readonly consumer = 'property-apply-raise-when-raise-opened'

  constructor(private readonly raise: ApplyRaise) {}

  handle(event: ReceivedEvent<typeof RaiseOpened>, session: ClientSession): Promise<void> {
    return this.raise.apply(event.data, session)
  }
}
