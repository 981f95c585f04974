import { RaiseFunded } from '@hissa/contracts/investment'
import type { Reaction, ReceivedEvent } from '@hissa/messaging'
import type { ClientSession } from '@hissa/persistence'
import { Injectable } from '@nestjs/common'
import { ApplyRaise } from './apply-raise.js'

@Injectable()
export class ApplyRaiseWhenRaiseFunded implements Reaction<typeof RaiseFunded> {
  readonly on = RaiseFunded
  readonly consumer = 'property-apply-raise-when-raise-funded'

  constructor(private readonly raise: ApplyRaise) {}

  handle(event: ReceivedEvent<typeof RaiseFunded>, session: ClientSession): Promise<void> {
    return this.raise.apply(event.data, session)
  }
}
