import { Deadlines, LOGGER, within, type Logger } from '@hissa/kernel'
import { afterCommit, type ClientSession } from '@hissa/persistence'
import { InjectQueue } from '@nestjs/bullmq'
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common'
import type { Queue } from 'bullmq'
import type { MessageBody } from './message.js'
import { MessageStore } from './message.store.js'

export const MAIL_QUEUE = 'mail'

const TRIES = 8
const FIRST_RETRY_MS = 1_000
const ADD_TIMEOUT_MS = 5_000
const CHECK_AT_ONCE = 200

/** A job says which row to send, and nothing else. */
export interface SendJob {
  messageId: string
}

/**
 * Writes messages and queues their sending. The row is the truth and the job only makes it quick: losing Redis loses
 * nothing, because a row that is queued for longer than a moment is given to the queue again (same job id, so a job
 * that is still there stays one).
 */
@Injectable()
export class SendQueue implements OnModuleInit {
  constructor(
    @InjectQueue(MAIL_QUEUE) private readonly queue: Queue<SendJob>,
    private readonly messages: MessageStore,
    private readonly deadlines: Deadlines,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.queue.on('error', (error) => this.logger.warn({ reason: error.name }, 'the mail queue does not answer'))
    this.deadlines.register({
      name: 'requeue-messages',
      nextDueAt: async () => null, // by wall time: moving the business clock makes no mail due
      sweep: () => this.requeue(),
    })
    this.deadlines.registerPending('mail', () => this.messages.untriedCount())
  }

  /** Writes the message of an event in the caller's transaction; the job follows the commit. */
  async write(session: ClientSession, event: { id: string }, userId: string, body: MessageBody): Promise<void> {
    const id = await this.messages.write(session, event.id, userId, body)
    afterCommit(session, () => void this.enqueue(id))
  }

  private async requeue(): Promise<void> {
    const ids = await this.messages.takeDueChecks(new Date(), CHECK_AT_ONCE)
    // Not awaited one by one: a queue that is down must not hold up the service's other sweeps.
    await Promise.all(ids.map((id) => this.enqueue(id)))
  }

  /** Never throws: what could not be queued is found again by the sweep. */
  private async enqueue(id: string): Promise<void> {
    const options = {
      jobId: id,
      attempts: TRIES,
      backoff: { type: 'exponential', delay: FIRST_RETRY_MS },
      removeOnComplete: true,
      removeOnFail: true, // the row stays queued, and the sweep begins again
    }
    try {
      await within(ADD_TIMEOUT_MS, this.queue.add('send', { messageId: id }, options))
    } catch (error) {
      this.logger.warn({ messageId: id, reason: (error as Error).message }, 'a message could not be queued yet')
    }
  }
}
