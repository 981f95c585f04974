import { DifferenceResolved } from '@hissa/contracts/tokenisation'
import type { Reaction, ReceivedEvent } from '@hissa/messaging'
import type { ClientSession } from '@hissa/persistence'
import { Injectable } from '@nestjs/common'
import { DifferenceStore } from './difference.store.js'

/** Closes a difference once chain, holdings and register agree again, also if it was not known to be open yet. */
@Injectable()
export class CloseDifferenceWhenResolved implements Reaction<typeof DifferenceResolved> {
  readonly on = DifferenceResolved
  readonly consumer = 'investment-close-difference-when-resolved'

  constructor(private readonly differences: DifferenceStore) {}

  async handle({ data, time }: ReceivedEvent<typeof DifferenceResolved>, session: ClientSession): Promise<void> {
    await this.differences.apply(data, { state: 'resolved', at: new Date(time) }, session)
  }
}
