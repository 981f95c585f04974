import { within } from '@hissa/kernel'
import { ServerNats, type NatsOptions } from '@nestjs/microservices'
import type { Msg, Subscription } from '@nats-io/transport-node'

const LONGEST_DRAIN_MS = 10_000

/** The calls that this service has taken and not yet answered. */
export class CallsInHand {
  private readonly calls = new Set<Promise<unknown>>()

  /** Counts `call`, which never rejects, until it has settled; returns it. */
  track<T>(call: Promise<T>): Promise<T> {
    this.calls.add(call)
    void call.finally(() => this.calls.delete(call))
    return call
  }

  async answered(): Promise<void> {
    while (this.calls.size > 0) await Promise.all(this.calls)
  }
}

/**
 * Nest's NATS server, but it answers to inboxes only: whoever asks names the subject of the answer, and could otherwise
 * have this service say there what the asker may not. And it ends in order: no more calls, the answers to those in
 * hand, and only then the connection.
 */
export class RpcServer extends ServerNats {
  constructor(
    options: NonNullable<NatsOptions['options']>,
    private readonly calls: CallsInHand,
  ) {
    super(options)
  }

  /** Resolves once the server has handled everything sent so far; after the start, every subscription. */
  async flushed(): Promise<void> {
    await this.unwrap<{ flush(): Promise<void> }>().flush()
  }

  override async handleMessage(channel: string, message: Msg): Promise<unknown> {
    if (!message.reply?.startsWith('_INBOX.')) {
      this.logger.warn(`A call of ${channel} is not answered: it asks for its answer where no inbox is`)
      return undefined
    }
    return super.handleMessage(channel, message) as Promise<unknown>
  }

  override async close(): Promise<void> {
    // Without a connection there is nothing to finish, and nobody to tell.
    await within(LONGEST_DRAIN_MS, this.finish()).catch(() => undefined)
    await super.close()
  }

  private async finish(): Promise<void> {
    // Drained one by one, because draining the connection would close it before the answers are out.
    const { subscriptions } = this as unknown as { subscriptions: Subscription[] }
    await Promise.all(subscriptions.map((subscription) => subscription.drain()))
    await this.calls.answered()
    // Nest sends an answer in the turns after its handler is done.
    await new Promise((resolve) => setImmediate(resolve))
    await this.flushed()
  }
}
