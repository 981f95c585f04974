import {
  AckPolicy,
  jetstream,
  jetstreamManager,
  type ConsumerConfig,
  type JetStreamClient,
  type JetStreamManager,
  type StreamConfig,
} from '@nats-io/jetstream'
import { connect, PermissionViolationError, type NatsConnection } from '@nats-io/transport-node'
import { nanosOf, RETENTION_DAYS } from './retention.js'

export const BUS = Symbol('BUS')

/** A NATS connection with its JetStream clients. */
export interface Bus {
  nc: NatsConnection
  js: JetStreamClient
  jsm: JetStreamManager
  replicas: number
  /** Set once the server has denied the creation of a stream or consumer: an operator creates them. */
  hasOperator?: boolean
}

/**
 * Converts `nats://user:pass@host:port[,…]` to the client's options, because the client doesn't read credentials from
 * the URL. Replies use inboxes with the user's prefix, `_INBOX.<user>.…`, so that no other user needs the right to
 * receive them.
 */
export function natsOptions(url: string) {
  const servers = url.split(',')
  const { username, password } = new URL(servers[0]!)
  const user = decodeURIComponent(username)
  return {
    servers: servers.map((server) => new URL(server).host),
    ...(user ? { user, pass: decodeURIComponent(password), inboxPrefix: `_INBOX.${user}` } : {}),
    maxReconnectAttempts: -1,
    // Captures no stack for each call.
    noAsyncTraces: true,
    reconnectTimeWait: 250,
  }
}

/** Connects to NATS under a client name. `replicas` is the number of copies of each stream that is created. */
export async function connectBus(url: string, name: string, replicas = 1): Promise<Bus> {
  const nc = await connect({ ...natsOptions(url), name })
  return { nc, js: jetstream(nc), jsm: await jetstreamManager(nc), replicas }
}

/** Returns the name of a service's event stream. */
export const streamOf = (service: string) => `HISSA_${service.toUpperCase()}`
/** Returns the name of a service's dead-letter stream. */
export const deadStreamOf = (service: string) => `HISSA_DEAD_${service.toUpperCase()}`
/** Returns the subject of events of a type. */
export const subjectOf = (type: string) => `hissa.${type}`
/** Returns the subject that wakes a service's relay. */
export const pingSubjectOf = (service: string) => `hissa-ping.${service}`
/** Body of a ping that makes the relay compare its rows with the stream immediately. */
export const CHECK_STREAM = 'check-stream'

type WithName<T, K extends keyof T> = Partial<T> & Required<Pick<T, K>>

/** Settings of a service's stream of events. */
export const eventStream = (bus: Bus, service: string) =>
  stream(bus, streamOf(service), `hissa.${service}.>`, RETENTION_DAYS.eventStream)

/** Settings of a service's dead-letter stream. */
export const deadLetterStream = (bus: Bus, service: string) =>
  stream(bus, deadStreamOf(service), `dead.${service}.>`, RETENTION_DAYS.deadLetter)

function stream({ replicas }: Bus, name: string, subject: string, days: number): WithName<StreamConfig, 'name'> {
  const subjects = [subject]
  return { name, subjects, max_age: nanosOf(days), num_replicas: replicas, duplicate_window: 120 * 1e9 }
}

const ACK_WAIT_MS = 30_000

/** Settings of the durable consumer `name`, which reads events of one type. */
export function durableConsumer(
  { replicas }: Bus,
  name: string,
  type: string,
): WithName<ConsumerConfig, 'durable_name'> {
  return {
    durable_name: name,
    filter_subject: subjectOf(type),
    ack_policy: AckPolicy.Explicit,
    ack_wait: ACK_WAIT_MS * 1e6,
    max_ack_pending: 256,
    num_replicas: replicas,
  }
}

/** Returns the stream that holds events of `type`. */
export const sourceOf = (type: string) => streamOf(type.slice(0, type.indexOf('.')))

/**
 * Ensures that a service's event stream exists. On a bus with users an operator creates it and the service may only
 * read its state; elsewhere it is created here. Errors: the stream is missing (`isAbsent`) and an operator has to
 * create it.
 */
export const ensureStream = (bus: Bus, service: string) => ensure(bus, eventStream(bus, service))

/** Ensures that the service's dead-letter stream exists. Errors: as for `ensureStream`. */
export const ensureDeadStream = (bus: Bus, service: string) => ensure(bus, deadLetterStream(bus, service))

/**
 * Ensures that the durable consumer of a reaction exists. Errors: it or its stream is missing (`isAbsent`), as above.
 */
export const ensureConsumer = (bus: Bus, name: string, type: string) =>
  createIfAbsent(
    bus,
    () => bus.jsm.consumers.info(sourceOf(type), name),
    () => bus.jsm.consumers.add(sourceOf(type), durableConsumer(bus, name, type)),
  )

const ensure = (bus: Bus, config: WithName<StreamConfig, 'name'>) =>
  createIfAbsent(
    bus,
    () => bus.jsm.streams.info(config.name),
    () => bus.jsm.streams.add(config),
  )

async function createIfAbsent(bus: Bus, look: () => Promise<unknown>, create: () => Promise<unknown>): Promise<void> {
  try {
    await look()
  } catch (absent) {
    // Tried once, because each denied attempt is an error in the server's log.
    if (!isAbsent(absent) || bus.hasOperator) throw absent
    await create().catch((error: unknown) => {
      if (!isDenied(error)) throw error
      bus.hasOperator = true
      throw absent
    })
  }
}

function isDenied(error: unknown): boolean {
  const { cause } = error as { cause?: unknown }
  return error instanceof PermissionViolationError || cause instanceof PermissionViolationError
}

const STREAM_NOT_FOUND = 10_059
const CONSUMER_NOT_FOUND = 10_014

/** Returns whether an error means that a stream or consumer doesn't exist. */
export function isAbsent(error: unknown): boolean {
  const { code } = error as { code?: number }
  return code === STREAM_NOT_FOUND || code === CONSUMER_NOT_FOUND
}

/** Returns whether an error means that a subscription ended because its consumer was deleted or is missing. */
export function isLost(error: unknown): boolean {
  return isAbsent(error) || (error as { message?: string })?.message === 'consumer deleted'
}
