import type { ConsumerMessages, JsMsg } from '@nats-io/jetstream'

/**
 * One delivery of a message. It is acknowledged only on the subscription and connection that received it: a recreated
 * stream reuses sequence numbers, so a late acknowledgement could remove another message from its consumer. An
 * unacknowledged message is delivered again, and the inbox skips it.
 */
export class Delivery {
  constructor(
    readonly message: JsMsg,
    private readonly isCurrent: () => boolean,
  ) {}

  ack(): void {
    if (this.isCurrent()) this.message.ack()
  }

  nak(delayMs: number): void {
    if (this.isCurrent()) this.message.nak(delayMs)
  }

  term(reason: string): void {
    if (this.isCurrent()) this.message.term(reason)
  }
}

/** Yields the deliveries of one subscription. */
export class Subscription {
  private yielded = 0
  private lastStale = 0
  private wasLost = false

  constructor(private readonly messages: ConsumerMessages) {
    void messages.closed().then((error) => {
      if (error) this.wasLost = true
    })
  }

  async *deliveries(): AsyncGenerator<Delivery> {
    for await (const message of this.messages) {
      this.yielded += 1
      const position = this.yielded
      yield new Delivery(message, () => !this.wasLost && position > this.lastStale)
    }
  }

  /** Marks everything received so far as stale. */
  connectionWasLost(): void {
    this.lastStale = this.messages.getReceived()
  }

  async close(): Promise<void> {
    await this.messages.close()
  }
}
