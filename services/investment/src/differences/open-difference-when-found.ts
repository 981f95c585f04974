import { DifferenceFound } from '@hissa/contracts/tokenisation'
import { LOGGER, type Logger } from '@hissa/kernel'
import type { Reaction, ReceivedEvent } from '@hissa/messaging'
import { afterCommit, type ClientSession } from '@hissa/persistence'
import { Inject, Injectable } from '@nestjs/common'
import { DifferenceStore } from './difference.store.js'

/** Shows finance a property whose chain and register disagree. Each difference is reported once while it is open. */
@Injectable()
export class OpenDifferenceWhenFound implements Reaction<typeof DifferenceFound> {
  readonly on = DifferenceFound
  readonly consumer = 'investment-open-difference-when-found'

  constructor(
    private readonly differences: DifferenceStore,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async handle({ data, time }: ReceivedEvent<typeof DifferenceFound>, session: ClientSession): Promise<void> {
    const hasOpened = await this.differences.apply(data, { state: 'open', at: new Date(time) }, session)
    if (!hasOpened) return
    const { differenceId: itemId, propertyId } = data
    const log = { itemId, kind: 'register_difference', propertyId, alarm: 'SUSPENSE_OPENED' }
    afterCommit(session, () => this.logger.error(log, 'chain and register of a property disagree'))
  }
}
