import { RaiseProgressed } from '@hissa/contracts/investment'
import type { Reaction, ReceivedEvent } from '@hissa/messaging'
import type { ClientSession } from '@hissa/persistence'
import { Injectable } from '@nestjs/common'
import { ApplyRaise } from './apply-raise.js'

@Injectable()
export class ApplyRaiseWhenRaiseProgressed implements Reaction<typeof RaiseProgressed> {
  readonly on = RaiseProgressed
  readonly consumer = 'property-apply-raise-when-raise-progressed'

  constructor(private readonly raise: ApplyRaise) {}

  handle(event: ReceivedEvent<typeof RaiseProgressed>, session: ClientSession): Promise<void> {
    return this.raise.apply(event.data, session)
  }
}
