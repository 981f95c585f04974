import {
  Gauge,
  METRICS,
  registerCountAndAge,
  TIMING,
  wallNow,
  within,
  type MetricsRegistry,
  type Timing,
} from '@hissa/kernel'
import { InjectQueue } from '@nestjs/bullmq'
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common'
import type { Queue } from 'bullmq'
import { MessageStore } from './message.store.js'
import { MAIL_QUEUE } from './send-queue.js'

const STATES = ['waiting', 'active', 'delayed'] as const
/** Much less than the timeout of a scrape. */
const LONGEST_WAIT_MS = 1_500

/**
 * Publishes the jobs of the queue, from Redis, and the emails that are not sent, from the store, on `/metrics`. Each
 * scrape reads both, so all replicas report the same; what can't be read has no sample.
 */
@Injectable()
export class MailMetrics implements OnModuleInit {
  constructor(
    @InjectQueue(MAIL_QUEUE) private readonly queue: Queue,
    private readonly messages: MessageStore,
    @Inject(METRICS) private readonly registry: MetricsRegistry,
    @Inject(TIMING) private readonly timing: Timing,
  ) {}

  onModuleInit(): void {
    const source = { registry: this.registry, wall: { now: () => wallNow(this.timing) } }
    registerCountAndAge(source, () => this.messages.unsettled(), {
      count: { name: 'mail_unsent', help: 'Emails that are neither sent nor given up.' },
      age: { name: 'mail_oldest_age_seconds', help: 'Time since the oldest of them was written; 0 without any.' },
    })
    this.publishJobs()
  }

  private publishJobs(): void {
    const read = () => within(LONGEST_WAIT_MS, this.queue.getJobCounts(...STATES), this.timing)
    new Gauge({
      name: 'mail_queue_jobs',
      help: 'Jobs of the queue of emails, by state.',
      labelNames: ['state'],
      registers: [this.registry],
      async collect() {
        this.reset()
        const counts = await read().catch((): Record<string, number> => ({}))
        for (const [state, count] of Object.entries(counts)) this.set({ state }, count)
      },
    })
  }
}
