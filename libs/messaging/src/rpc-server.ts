import { within } from '@hissa/kernel'
import { ServerNats, type NatsOptions } from '@nestjs/microservices'
import type { Msg, Subscription } from '@nats-io/transport-node'
import { replySerializer } from './rpc-frame.js'

const LONGEST_DRAIN_MS = 10_000

/** Tracks the calls that this service has accepted and not yet answered. */
export class PendingCalls {
  private readonly calls = new Set<Promise<unknown>>()

  /** Tracks `call`, which never rejects, until it settles; returns it. */
  track<T>(call: Promise<T>): Promise<T> {
    this.calls.add(call)
    void call.finally(() => this.calls.delete(call))
    return call
  }

  async settled(): Promise<void> {
    while (this.calls.size > 0) await Promise.all(this.calls)
  }
}

/**
 * Extends Nest's NATS server. It replies to inboxes only: a caller chooses the reply subject, and could otherwise make
 * this service publish where the caller may not. On close it stops accepting calls, sends the replies of accepted ones,
 * and only then closes the connection.
 */
export class RpcServer extends ServerNats {
  constructor(
    options: NonNullable<NatsOptions['options']>,
    private readonly calls: PendingCalls,
  ) {
    super({ ...options, serializer: replySerializer })
  }

  /** Resolves once the server has processed everything sent so far, including subscriptions. */
  async flushed(): Promise<void> {
    await this.unwrap<{ flush(): Promise<void> }>().flush()
  }

  /** The framework parses a subject as JSON first, which costs an exception for each call. */
  override getHandlerByPattern(pattern: string) {
    return this.messageHandlers.get(pattern) ?? super.getHandlerByPattern(pattern)
  }

  override async handleMessage(channel: string, message: Msg): Promise<unknown> {
    if (!message.reply?.startsWith('_INBOX.')) {
      this.logger.warn(`A call of ${channel} was ignored: its reply subject is not an inbox`)
      return undefined
    }
    return super.handleMessage(channel, message) as Promise<unknown>
  }

  override async close(): Promise<void> {
    // Without a connection there is nothing to finish.
    await within(LONGEST_DRAIN_MS, this.finish()).catch(() => undefined)
    await super.close()
  }

  private async finish(): Promise<void> {
    // Drained one by one, because draining the connection would close it before the replies are sent.
    const { subscriptions } = this as unknown as { subscriptions: Subscription[] }
    await Promise.all(subscriptions.map((subscription) => subscription.drain()))
    await this.calls.settled()
    // Nest sends a reply in a later turn of the event loop than its handler's return.
    await new Promise((resolve) => setImmediate(resolve))
    await this.flushed()
  }
}
