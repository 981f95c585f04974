import { Deadlines, LOGGER, TIMING, wallNow, within, type Logger, type Timing } from '@hissa/kernel'
import { afterCommit, type ClientSession } from '@hissa/persistence'
import { InjectQueue } from '@nestjs/bullmq'
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common'
import type { Queue } from 'bullmq'
import type { MessageBody } from './message.js'
import { NoticeStore } from './notices/notice.store.js'
import { MessageStore } from './message.store.js'

export const MAIL_QUEUE = 'mail'

const TRIES = 8
const FIRST_RETRY_MS = 1_000
const ADD_TIMEOUT_MS = 5_000
const CHECK_AT_ONCE = 200

/** A job contains only the id of the row to send. */
export interface SendJob {
  messageId: string
}

/**
 * Writes messages and queues them for sending. The row is authoritative and the job only speeds up delivery. Losing
 * Redis loses no message: a row that stays queued gets a new job under the same id, so a job that still exists is not
 * duplicated.
 */
@Injectable()
export class SendQueue implements OnModuleInit {
  constructor(
    @InjectQueue(MAIL_QUEUE) private readonly queue: Queue<SendJob>,
    private readonly messages: MessageStore,
    private readonly notices: NoticeStore,
    private readonly deadlines: Deadlines,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(TIMING) private readonly timing: Timing,
  ) {}

  onModuleInit(): void {
    this.queue.on('error', (error) => this.logger.warn({ reason: error.name }, 'the mail queue does not respond'))
    this.deadlines.register({
      name: 'requeue-messages',
      nextDueAt: async () => null, // by wall time: moving the business clock does not affect it
      sweep: () => this.requeue(),
    })
    this.deadlines.registerPending('mail', () => this.messages.untriedCount())
  }

  /**
   * Writes the message and the notice of an event in the caller's transaction; the job is added after the commit. The
   * notice also appears if its reader has switched off the email.
   */
  write(session: ClientSession, event: { id: string; time: string }, userId: string, body: MessageBody): void {
    this.notices.write(session, event, userId, body)
    const id = this.messages.write(session, event.id, userId, body)
    afterCommit(session, () => void this.enqueue(id))
  }

  private async requeue(): Promise<void> {
    const ids = await this.messages.takeDueChecks(wallNow(this.timing), CHECK_AT_ONCE)
    // Added in parallel, so that a queue that is down does not delay the service's other sweeps.
    await Promise.all(ids.map((id) => this.enqueue(id)))
  }

  /** Adds a job. Never throws, because the sweep finds messages without a job. */
  private async enqueue(id: string): Promise<void> {
    const options = {
      jobId: id,
      attempts: TRIES,
      backoff: { type: 'exponential', delay: FIRST_RETRY_MS },
      removeOnComplete: true,
      removeOnFail: true, // the row stays queued, so the sweep adds a new job
    }
    try {
      await within(ADD_TIMEOUT_MS, this.queue.add('send', { messageId: id }, options), this.timing)
    } catch (error) {
      this.logger.warn({ messageId: id, reason: (error as Error).message }, 'a message could not be queued yet')
    }
  }
}
