import type { CloudEvent, EventContract, EventData } from '@hissa/contracts'
import {
  contextOf,
  inSpan,
  silentTracer,
  SpanKind,
  systemTiming,
  wallNow,
  type Logger,
  type Timing,
  type Tracer,
} from '@hissa/kernel'
import { isDuplicateKey, isStoreDown, transaction, type ClientSession, type Connection } from '@hissa/persistence'
import { ensureConsumer, ensureDeadStream, isLost, sourceOf, type Bus } from './connection.js'
import { publishDeadLetter } from './dead-letters.js'
import { Subscription, type Delivery } from './delivery.js'
import type { Outcome } from './measures.js'
import { Batcher } from './batcher.js'
import { ignoreExisting } from './outbox.js'
import { NotYet } from './not-yet.js'
import { parseEvent } from './parse-event.js'
import { Pause } from './pause.js'
import { RETENTION_DAYS, secondsOf } from './retention.js'
import { isUnavailable } from './unavailable.js'

export type ReceivedEvent<C extends EventContract = EventContract> = CloudEvent<EventData<C>>

/** Handles one type of event. Each reaction has its own file and durable consumer. */
export interface Reaction<C extends EventContract = EventContract> {
  readonly on: C
  /** Name of the durable consumer and of the inbox, such as `kyc-open-case-when-profile-completed`. */
  readonly consumer: string
  /**
   * True for a reaction that opens its own transactions and is idempotent by the event's id (the ledger's commit).
   * It is then called without a session.
   */
  readonly ownTransaction?: boolean
  /**
   * How long an event may wait for others of its consumer, in ms. They are then handled one after another in one
   * transaction. For effects that no one waits for; without it each event is handled as soon as it arrives.
   */
  readonly lingerMs?: number
  /** Applies the effect, all of it within `session`. If it throws, the event is delivered again; see also `NotYet`. */
  handle(event: ReceivedEvent<C>, session: ClientSession): Promise<void>
}

/**
 * Reactions that differ only in the event and a few values. Each has a separate consumer; all share one effect and the
 * dependencies of one class.
 */
export interface ReactionTable {
  readonly reactions: readonly Reaction[]
}

/** Creates one reaction of a table. */
export const reaction = <C extends EventContract>(
  on: C,
  consumer: string,
  handle: Reaction<C>['handle'],
  options: Pick<Reaction<C>, 'lingerMs'> = {},
): Reaction<C> => ({
  ...{ on, consumer, handle },
  ...options,
})

const MAX_TRIES = 10
const AT_ONCE = 16
const MOST_TOGETHER = 32
/** Duration of one pull request; no heartbeat for half of it means a fault. */
const PULL_MS = 10_000
const RESUBSCRIBE_MS = 1_000
const RETENTION_SECONDS = secondsOf(RETENTION_DAYS.inboxRow)

interface InboxRow {
  _id: string
  at: Date
}

export interface InboxOptions {
  /** Returns the wait before try n + 1. The default doubles from 400 ms to 30 s. */
  backOffMs?: (tries: number) => number
  /** Called for every delivery. */
  count?: (consumer: string, outcome: Outcome) => void
  /** Called with the duration of every work on an event. */
  worked?: (consumer: string, seconds: number) => void
  /** Resolves once the store responds. The default pings it. */
  storeAnswers?: () => Promise<unknown>
  /** Wait before the store is checked again. The default is a second. */
  storeRetryMs?: number
  /** The default records nothing. */
  tracer?: Tracer
  /** By default the system’s. */
  timing?: Timing
}

const backOff = (tries: number) => Math.min(30_000, 200 * 2 ** tries)

/**
 * Runs the reactions of one service: once each by inbox row, with backoff, and with a dead letter after ten failures.
 * While the store is down it handles no event and counts no attempt. An event whose handler calls a service that is
 * unavailable (503, 504), or throws `NotYet`, is delivered again with backoff, without counting an attempt.
 */
export class Inbox {
  private readonly running = new Set<Subscription>()
  private readonly inFlight = new Set<Promise<void>>()
  /** Consumers that don't exist yet. */
  private readonly waiting = new Set<string>()
  private readonly storeDown: Pause
  private readonly timing: Timing
  private stopped = false

  constructor(
    private readonly service: string,
    private readonly connection: Connection,
    private readonly bus: Bus,
    private readonly logger: Logger,
    private readonly options: InboxOptions = {},
  ) {
    this.timing = options.timing ?? systemTiming
    this.storeDown = new Pause(
      options.storeAnswers ?? (() => connection.db!.command({ ping: 1 })),
      options.storeRetryMs,
      this.timing,
    )
  }

  async start(reactions: readonly Reaction[]): Promise<void> {
    await this.connection.createCollection('inbox').catch(ignoreExisting)
    await this.rows.createIndex({ at: 1 }, { expireAfterSeconds: RETENTION_SECONDS, name: 'at' })
    await this.connection.createCollection('inbox_failures').catch(ignoreExisting)
    await this.failures.createIndex({ at: 1 }, { expireAfterSeconds: RETENTION_SECONDS, name: 'at' })
    // Missing streams do not block readiness: a dead letter is retried until the operator has created its stream.
    if (reactions.length > 0)
      await ensureDeadStream(this.bus, this.service).catch((error) => this.noteDeadStream(error))
    void this.followConnection()
    await Promise.all(reactions.map((reaction) => this.consume(reaction)))
  }

  inFlightCount(): number {
    return this.inFlight.size
  }

  async stop(): Promise<void> {
    this.stopped = true
    this.storeDown.close()
    await Promise.all([...this.running].map((subscription) => subscription.close()))
    await Promise.all(this.inFlight)
  }

  private get rows() {
    return this.connection.collection<InboxRow>('inbox')
  }

  private get failures() {
    return this.connection.collection<InboxRow & { tries: number; reason: string }>('inbox_failures')
  }

  private noteDeadStream(error: unknown): void {
    this.logger.warn({ err: error }, 'the dead-letter stream does not exist')
  }

  private async followConnection(): Promise<void> {
    for await (const { type } of this.bus.nc.status())
      if (type === 'disconnect') this.running.forEach((subscription) => subscription.connectionWasLost())
  }

  private async consume(reaction: Reaction): Promise<void> {
    // Missing upstream streams don't block readiness.
    const subscription = await this.subscribe(reaction).catch((error: unknown) => this.noteEnd(reaction, error))
    void this.keepUp(reaction, subscription)
  }

  /** Starts reading from the durable consumer, and creates it on a bus without an operator. */
  private async subscribe(reaction: Reaction): Promise<Subscription> {
    await ensureConsumer(this.bus, reaction.consumer, reaction.on.type)
    const consumer = await this.bus.js.consumers.get(sourceOf(reaction.on.type), reaction.consumer)
    // Without this option the client would wait forever for a consumer that was lost with its stream.
    const messages = await consumer.consume({
      max_messages: MOST_TOGETHER,
      expires: PULL_MS,
      abort_on_missing_resource: true,
    })
    const subscription = new Subscription(messages)
    if (this.stopped) await subscription.close()
    else this.running.add(subscription)
    if (this.waiting.delete(reaction.consumer))
      this.logger.info({ consumer: reaction.consumer }, 'started reading events')
    return subscription
  }

  /** Reads until the service stops. Resubscribes whenever a subscription ends. */
  private async keepUp(reaction: Reaction, first: Subscription | undefined): Promise<void> {
    let subscription = first
    while (!this.stopped) {
      try {
        subscription ??= await this.subscribe(reaction)
        await this.pump(reaction, subscription)
      } catch (error) {
        if (!this.stopped) this.noteEnd(reaction, error)
      }
      if (subscription) this.running.delete(subscription)
      subscription = undefined
      if (!this.stopped) await new Promise<void>((resolve) => this.timing.after(RESUBSCRIBE_MS, resolve))
    }
  }

  /** Logs a missing stream or consumer once until reading begins; it is retried indefinitely. */
  private noteEnd({ consumer }: Reaction, error: unknown): undefined {
    if (!isLost(error)) return void this.logger.error({ err: error, consumer }, 'the subscription ended')
    if (this.waiting.has(consumer)) return
    this.waiting.add(consumer)
    this.logger.warn({ consumer, err: error }, 'the consumer or its stream does not exist; waiting for it')
  }

  private async pump(reaction: Reaction, subscription: Subscription): Promise<void> {
    const mine = new Set<Promise<void>>()
    const receive = (deliveries: readonly Delivery[]) => this.receiveAll(reaction, deliveries)
    const together = new Batcher<Delivery>(reaction.lingerMs, receive, this.timing)
    for await (const delivery of subscription.deliveries()) {
      await this.storeDown.waitUntilOver()
      if (this.stopped) {
        delivery.nak(0)
        continue
      }
      const handled = reaction.lingerMs === undefined ? this.receive(reaction, delivery) : together.add(delivery)
      const work = handled.finally(() => {
        mine.delete(work)
        this.inFlight.delete(work)
      })
      mine.add(work)
      this.inFlight.add(work)
      if (mine.size >= (reaction.lingerMs === undefined ? AT_ONCE : MOST_TOGETHER)) await Promise.race(mine)
    }
  }

  /** Handles events in one transaction. If that fails, each is handled in its own, so that none fails for another. */
  private async receiveAll(reaction: Reaction, deliveries: readonly Delivery[]): Promise<void> {
    const isHandled = deliveries.length > 1 && (await this.handleAll(reaction, deliveries).catch(() => false))
    if (!isHandled) return void (await Promise.all(deliveries.map((delivery) => this.receive(reaction, delivery))))
    for (const delivery of deliveries) {
      delivery.ack()
      this.options.count?.(reaction.consumer, 'handled')
    }
  }

  private async handleAll(reaction: Reaction, deliveries: readonly Delivery[]): Promise<true> {
    const events = deliveries.map(({ message }) => parseEvent(reaction.on, message))
    const rows = events.map((event) => this.rowOf(reaction, event))
    await transaction(this.connection, async (session) => {
      await this.rows.insertMany(rows, { session })
      for (const event of events) await this.inTrace(reaction, event, () => reaction.handle(event, session))
    })
    return true
  }

  private async receive(reaction: Reaction, delivery: Delivery): Promise<void> {
    let eventId: string | undefined
    try {
      const event = parseEvent(reaction.on, delivery.message)
      eventId = event.id
      await this.inTrace(reaction, event, () => this.handleOnce(reaction, event))
      delivery.ack()
      this.options.count?.(reaction.consumer, 'handled')
    } catch (error) {
      await this.fail(reaction, delivery, eventId, error)
    }
  }

  /** Handles the event in a child span of the one that caused it, in another service and possibly days earlier. */
  private async inTrace(reaction: Reaction, event: ReceivedEvent, work: () => Promise<void>): Promise<void> {
    const startedMs = this.timing.elapsedMs()
    const settings = {
      kind: SpanKind.CONSUMER,
      attributes: {
        'messaging.system': 'nats',
        'messaging.destination.name': event.type,
        'messaging.consumer.group.name': reaction.consumer,
        'messaging.message.id': event.id,
      },
      parent: contextOf(event.traceparent),
    }
    const { tracer = silentTracer } = this.options
    try {
      await inSpan(tracer, `handle ${event.type}`, settings, work)
    } finally {
      this.options.worked?.(reaction.consumer, (this.timing.elapsedMs() - startedMs) / 1000)
    }
  }

  private async handleOnce(reaction: Reaction, event: ReceivedEvent): Promise<void> {
    const row = this.rowOf(reaction, event)
    if (reaction.ownTransaction && (await this.rows.findOne({ _id: row._id }))) return
    try {
      if (reaction.ownTransaction) {
        await reaction.handle(event, undefined as never)
        await this.rows.insertOne(row)
      } else {
        await transaction(this.connection, async (session) => {
          // Fails for an event that was handled before.
          await this.rows.insertOne(row, { session })
          await reaction.handle(event, session)
        })
      }
    } catch (error) {
      if (await this.lostRace(row._id, error)) return
      throw error
    }
  }

  /** Returns whether another delivery of the same event was handled first. */
  private async lostRace(rowId: string, error: unknown): Promise<boolean> {
    return isDuplicateKey(error) && (await this.rows.findOne({ _id: rowId })) !== null
  }

  private async fail(
    reaction: Reaction,
    delivery: Delivery,
    eventId: string | undefined,
    error: unknown,
  ): Promise<void> {
    const reason = String((error as Error)?.message ?? error)
    try {
      if (error instanceof NotYet) return this.awaitOther(reaction, delivery, eventId, reason)
      if (isUnavailable(error)) return this.awaitService(reaction, delivery, eventId, error)
      // A store outage doesn't count as a try. An event that can't be parsed isn't retried.
      const tries = isStoreDown(error) ? 0 : eventId ? await this.countFailure(reaction, eventId, reason) : MAX_TRIES
      if (tries < MAX_TRIES) {
        this.logger.warn(
          { consumer: reaction.consumer, eventId, tries, err: error },
          'failed to handle an event; it will be retried',
        )
        this.options.count?.(reaction.consumer, 'again')
        if (tries === 0) this.storeDown.begin()
        return delivery.nak((this.options.backOffMs ?? backOff)(tries))
      }
      // A replayed event starts without failed tries, so they are deleted before it can be replayed.
      if (eventId) await this.failures.deleteOne({ _id: `${reaction.consumer}:${eventId}` })
      await publishDeadLetter(this.bus, this.service, reaction.consumer, delivery.message, reason, this.timing)
      delivery.term(reason.slice(0, 120))
      this.options.count?.(reaction.consumer, 'dead')
      this.logger.error(
        { consumer: reaction.consumer, eventId, reason },
        'published an event to the dead-letter stream',
      )
    } catch (later) {
      this.logger.warn({ consumer: reaction.consumer, eventId, err: later }, 'failed to record a failure')
      if (isStoreDown(later)) this.storeDown.begin()
      // Without a connection, the server delivers it again once its ack wait has ended.
      if (!this.bus.nc.isClosed() && !this.bus.nc.isDraining()) delivery.nak(1_000)
    }
  }

  /**
   * Retries an event while another service is unavailable, with a longer wait after each delivery. Counts no attempt
   * and delays no other event.
   */
  private awaitService(reaction: Reaction, delivery: Delivery, eventId: string | undefined, error: unknown): void {
    const { deliveryCount } = delivery.message.info
    this.logger.warn({ consumer: reaction.consumer, eventId, deliveryCount, err: error }, 'a service is unavailable')
    this.options.count?.(reaction.consumer, 'again')
    delivery.nak((this.options.backOffMs ?? backOff)(deliveryCount))
  }

  /** Retries an event while another one that it needs has not arrived, like `awaitService`. */
  private awaitOther(reaction: Reaction, delivery: Delivery, eventId: string | undefined, reason: string): void {
    const { deliveryCount } = delivery.message.info
    this.logger.warn({ consumer: reaction.consumer, eventId, deliveryCount, reason }, 'an event waits for another')
    this.options.count?.(reaction.consumer, 'waiting')
    delivery.nak((this.options.backOffMs ?? backOff)(deliveryCount))
  }

  private async countFailure(reaction: Reaction, eventId: string, reason: string): Promise<number> {
    const row = await this.failures.findOneAndUpdate(
      { _id: `${reaction.consumer}:${eventId}` },
      { $inc: { tries: 1 }, $set: { reason, at: wallNow(this.timing) } },
      { upsert: true, returnDocument: 'after' },
    )
    return row?.tries ?? 1
  }

  private rowOf(reaction: Reaction, event: ReceivedEvent): InboxRow {
    return { _id: `${reaction.consumer}:${event.id}`, at: wallNow(this.timing) }
  }
}
