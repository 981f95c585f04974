import { CodeRequested } from '@hissa/contracts/identity'
import type { Reaction, ReceivedEvent } from '@hissa/messaging'
import type { ClientSession } from '@hissa/persistence'
import { Injectable } from '@nestjs/common'
import { SendQueue } from '../messages/send-queue.js'

@Injectable()
export class SendCodeWhenRequested implements Reaction<typeof CodeRequested> {
  readonly on = CodeRequested
  readonly consumer = 'notification-send-code-when-requested'

  constructor(private readonly queue: SendQueue) {}

  async handle(event: ReceivedEvent<typeof CodeRequested>, session: ClientSession): Promise<void> {
    const { userId, ...code } = event.data
    await this.queue.write(session, event, userId, { template: 'code', ...code })
  }
}
