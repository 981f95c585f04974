import type { CloudEvent, EventContract, EventData } from '@hissa/contracts'
import { withTrace, type Logger } from '@hissa/kernel'
import { isDuplicateKey, isStoreDown, transaction, type ClientSession, type Connection } from '@hissa/persistence'
import type { ConsumerMessages, JsMsg } from '@nats-io/jetstream'
import { PermissionViolationError } from '@nats-io/transport-node'
import * as z from 'zod/mini'
import { ensureConsumer, ensureDeadStream, isAbsent, streamOf, type Bus } from './connection.js'
import { buryMessage } from './dead-letters.js'
import type { Outcome } from './measures.js'
import { ignoreExisting } from './outbox.js'

export type ReceivedEvent<C extends EventContract = EventContract> = CloudEvent<EventData<C>>

/** One fact, one reaction, one file, one durable consumer. */
export interface Reaction<C extends EventContract = EventContract> {
  readonly on: C
  /** Name of the durable consumer and of the inbox, such as `kyc-open-case-when-profile-completed`. */
  readonly consumer: string
  /**
   * True for a reaction that opens its own transactions and is idempotent by the event's id (the ledger's commit).
   * It is then called without a session.
   */
  readonly ownTransaction?: boolean
  /** The effect, all of it within `session`. Throwing puts the event back. */
  handle(event: ReceivedEvent<C>, session: ClientSession): Promise<void>
}

const MAX_TRIES = 10
const AT_ONCE = 16
/** How long one request for messages stands; half of it without a heartbeat means that something is wrong. */
const PULL_MS = 10_000
const RETAKE_MS = 1_000

const Envelope = z.looseObject({
  specversion: z.literal('1.0'),
  id: z.string().check(z.minLength(1)),
  type: z.string(),
  subject: z.string(),
  time: z.string(),
  version: z.number(),
  traceparent: z.optional(z.string()),
  data: z.unknown(),
})

interface InboxRow {
  _id: string
  at: Date
}

export interface InboxOptions {
  /** Wait before try n + 1. The default doubles from 400 ms to 30 s. */
  backOffMs?: (tries: number) => number
  /** Told of every delivery. */
  count?: (consumer: string, outcome: Outcome) => void
}

const backOff = (tries: number) => Math.min(30_000, 200 * 2 ** tries)

/** Runs the reactions of one service: once each by inbox row, with back-off, and dead letters after ten failures. */
export class Inbox {
  private readonly running = new Set<ConsumerMessages>()
  private readonly inFlight = new Set<Promise<void>>()
  /** Consumers that are not there yet. */
  private readonly waiting = new Set<string>()
  private stopped = false

  constructor(
    private readonly service: string,
    private readonly connection: Connection,
    private readonly bus: Bus,
    private readonly logger: Logger,
    private readonly options: InboxOptions = {},
  ) {}

  async start(reactions: readonly Reaction[]): Promise<void> {
    await this.connection.createCollection('inbox').catch(ignoreExisting)
    await this.rows.createIndex({ at: 1 }, { expireAfterSeconds: 30 * 86_400, name: 'at' })
    await this.connection.createCollection('inbox_failures').catch(ignoreExisting)
    await this.failures.createIndex({ at: 1 }, { expireAfterSeconds: 30 * 86_400, name: 'at' })
    if (reactions.length > 0) await ensureDeadStream(this.bus, this.service)
    await Promise.all(reactions.map((reaction) => this.consume(reaction)))
  }

  inFlightCount(): number {
    return this.inFlight.size
  }

  async stop(): Promise<void> {
    this.stopped = true
    await Promise.all([...this.running].map((messages) => messages.close()))
    await Promise.all(this.inFlight)
  }

  private get rows() {
    return this.connection.collection<InboxRow>('inbox')
  }

  private get failures() {
    return this.connection.collection<InboxRow & { tries: number; reason: string }>('inbox_failures')
  }

  private async consume(reaction: Reaction): Promise<void> {
    // What another service tells is waited for in the background: this one is ready without it.
    const messages = await this.subscribe(reaction).catch((error: unknown) => this.waitFor(reaction, error))
    void this.keepUp(reaction, messages)
  }

  /**
   * Begins to read from the durable consumer, and makes it before where that is this service's to do. Its stream may be
   * made before or after this.
   */
  private async subscribe(reaction: Reaction): Promise<ConsumerMessages> {
    const source = reaction.on.type.split('.')[0]!
    await ensureConsumer(this.bus, reaction.consumer, reaction.on.type)
    const consumer = await this.bus.js.consumers.get(streamOf(source), reaction.consumer)
    // Without the abort a consumer that was lost with its stream would be waited for in vain.
    const messages = await consumer.consume({
      max_messages: AT_ONCE * 2,
      expires: PULL_MS,
      abort_on_missing_resource: true,
    })
    if (this.stopped) await messages.close()
    else this.running.add(messages)
    if (this.waiting.delete(reaction.consumer)) this.logger.info({ consumer: reaction.consumer }, 'reading has begun')
    return messages
  }

  /** What is not there yet is asked for again and again; that is said once, until reading begins. */
  private waitFor({ consumer }: Reaction, error: unknown): undefined {
    if (!isAbsent(error) && !(error instanceof PermissionViolationError)) throw error
    if (this.waiting.has(consumer)) return
    this.waiting.add(consumer)
    this.logger.warn({ consumer, err: error }, 'the consumer or its stream is not there; waiting for it')
  }

  /** Reads until the service stops. A subscription that ends by itself is taken up again, however often that takes. */
  private async keepUp(reaction: Reaction, first: ConsumerMessages | undefined): Promise<void> {
    let messages = first
    while (!this.stopped) {
      try {
        messages ??= await this.subscribe(reaction)
        await this.pump(reaction, messages)
      } catch (error) {
        if (!this.stopped) this.noteEnd(reaction, error)
      }
      if (messages) this.running.delete(messages)
      messages = undefined
      if (!this.stopped) await new Promise((resolve) => setTimeout(resolve, RETAKE_MS).unref())
    }
  }

  private noteEnd(reaction: Reaction, ended: unknown): void {
    try {
      this.waitFor(reaction, ended)
    } catch (error) {
      this.logger.error({ err: error, consumer: reaction.consumer }, 'the consumer ended')
    }
  }

  private async pump(reaction: Reaction, messages: ConsumerMessages): Promise<void> {
    const mine = new Set<Promise<void>>()
    for await (const message of messages) {
      const work = this.receive(reaction, message).finally(() => {
        mine.delete(work)
        this.inFlight.delete(work)
      })
      mine.add(work)
      this.inFlight.add(work)
      if (mine.size >= AT_ONCE) await Promise.race(mine)
    }
  }

  private async receive(reaction: Reaction, message: JsMsg): Promise<void> {
    let eventId: string | undefined
    try {
      const event = parseEvent(reaction, message)
      eventId = event.id
      await withTrace(event.traceparent, () => this.handleOnce(reaction, event))
      message.ack()
      this.options.count?.(reaction.consumer, 'handled')
    } catch (error) {
      await this.fail(reaction, message, eventId, error)
    }
  }

  private async handleOnce(reaction: Reaction, event: ReceivedEvent): Promise<void> {
    const row = { _id: `${reaction.consumer}:${event.id}`, at: new Date() }
    if (await this.rows.findOne({ _id: row._id })) return
    try {
      if (reaction.ownTransaction) {
        await reaction.handle(event, undefined as never)
        await this.rows.insertOne(row)
      } else {
        await transaction(this.connection, async (session) => {
          await this.rows.insertOne(row, { session })
          await reaction.handle(event, session)
        })
      }
    } catch (error) {
      if (await this.lostRace(row._id, error)) return
      throw error
    }
  }

  /** Another delivery of the same event got there first. */
  private async lostRace(rowId: string, error: unknown): Promise<boolean> {
    return isDuplicateKey(error) && (await this.rows.findOne({ _id: rowId })) !== null
  }

  private async fail(reaction: Reaction, message: JsMsg, eventId: string | undefined, error: unknown): Promise<void> {
    const reason = String((error as Error)?.message ?? error)
    try {
      // A store that is down is not a try; what cannot be parsed will not be parsed next time either.
      const tries = isStoreDown(error) ? 0 : eventId ? await this.countFailure(reaction, eventId, reason) : MAX_TRIES
      if (tries < MAX_TRIES) {
        this.logger.warn({ consumer: reaction.consumer, eventId, tries, err: error }, 'an event will be tried again')
        this.options.count?.(reaction.consumer, 'again')
        return message.nak((this.options.backOffMs ?? backOff)(tries))
      }
      // A replay begins with all its tries: they are forgotten before anybody can replay.
      if (eventId) await this.failures.deleteOne({ _id: `${reaction.consumer}:${eventId}` })
      await buryMessage(this.bus, this.service, reaction.consumer, message, reason)
      message.term(reason.slice(0, 120))
      this.options.count?.(reaction.consumer, 'dead')
      this.logger.error({ consumer: reaction.consumer, eventId, reason }, 'an event went to the dead letters')
    } catch (later) {
      this.logger.warn({ consumer: reaction.consumer, eventId, err: later }, 'a failure could not be recorded')
      // Without a connection the server delivers it again by itself, once the time for its ack is over.
      if (!this.bus.nc.isClosed() && !this.bus.nc.isDraining()) message.nak(1_000)
    }
  }

  private async countFailure(reaction: Reaction, eventId: string, reason: string): Promise<number> {
    const row = await this.failures.findOneAndUpdate(
      { _id: `${reaction.consumer}:${eventId}` },
      { $inc: { tries: 1 }, $set: { reason, at: new Date() } },
      { upsert: true, returnDocument: 'after' },
    )
    return row?.tries ?? 1
  }
}

/**
 * Poison is told apart here: what is not JSON, not an envelope, or not what the contract says. A fact of another type
 * was put under this subject by somebody who could not publish there.
 */
function parseEvent(reaction: Reaction, message: JsMsg): ReceivedEvent {
  const envelope = z.parse(Envelope, message.json())
  if (envelope.type !== reaction.on.type) throw new Error(`a fact of type ${envelope.type} under ${message.subject}`)
  return { ...envelope, data: z.parse(reaction.on.data, envelope.data) } as ReceivedEvent
}
