import {
  AckPolicy,
  jetstream,
  jetstreamManager,
  type ConsumerConfig,
  type JetStreamClient,
  type JetStreamManager,
  type StreamConfig,
} from '@nats-io/jetstream'
import { connect, type NatsConnection } from '@nats-io/transport-node'

export const BUS = Symbol('BUS')

/** One connection with its JetStream faces. */
export interface Bus {
  nc: NatsConnection
  js: JetStreamClient
  jsm: JetStreamManager
  replicas: number
}

/**
 * Turns `nats://user:pass@host:port[,…]` into what the client takes; it does not read credentials from the URL. A user's
 * answers come to inboxes of its own, `_INBOX.<user>.…`, so that nobody else needs to be allowed to hear them.
 */
export function natsOptions(url: string) {
  const servers = url.split(',')
  const { username, password } = new URL(servers[0]!)
  const user = decodeURIComponent(username)
  return {
    servers: servers.map((server) => new URL(server).host),
    ...(user ? { user, pass: decodeURIComponent(password), inboxPrefix: `_INBOX.${user}` } : {}),
    maxReconnectAttempts: -1,
    reconnectTimeWait: 250,
  }
}

export async function connectBus(url: string, name: string, replicas = 1): Promise<Bus> {
  const nc = await connect({ ...natsOptions(url), name })
  return { nc, js: jetstream(nc), jsm: await jetstreamManager(nc), replicas }
}

const DAY_NS = 86_400 * 1e9

export const streamOf = (service: string) => `HISSA_${service.toUpperCase()}`
export const deadStreamOf = (service: string) => `HISSA_DEAD_${service.toUpperCase()}`
export const subjectOf = (type: string) => `hissa.${type}`

type WithName<T, K extends keyof T> = Partial<T> & Required<Pick<T, K>>

/** A service's stream of facts. */
const factsOf = (bus: Bus, service: string) => stream(bus, streamOf(service), `hissa.${service}.>`, 14)

/** The stream in which a service keeps what it could not handle. */
const deadLettersOf = (bus: Bus, service: string) => stream(bus, deadStreamOf(service), `dead.${service}.>`, 90)

function stream({ replicas }: Bus, name: string, subject: string, days: number): WithName<StreamConfig, 'name'> {
  const subjects = [subject]
  return { name, subjects, max_age: days * DAY_NS, num_replicas: replicas, duplicate_window: 120 * 1e9 }
}

const ACK_WAIT_MS = 30_000

function consumerOf({ replicas }: Bus, name: string, type: string): WithName<ConsumerConfig, 'durable_name'> {
  return {
    durable_name: name,
    filter_subject: subjectOf(type),
    ack_policy: AckPolicy.Explicit,
    ack_wait: ACK_WAIT_MS * 1e6,
    max_ack_pending: 256,
    num_replicas: replicas,
  }
}

const sourceOf = (type: string) => streamOf(type.slice(0, type.indexOf('.')))

/**
 * Makes both streams of a service as they should be; needs an operator's rights. Errors: a stream of the name is there
 * with other settings.
 */
export async function makeStreams(bus: Bus, service: string): Promise<void> {
  await bus.jsm.streams.add(factsOf(bus, service))
  await bus.jsm.streams.add(deadLettersOf(bus, service))
}

/** Makes the durable consumer of a reaction to facts of `type`, or gives it its settings again; for an operator too. */
export async function makeConsumer(bus: Bus, name: string, type: string): Promise<void> {
  await bus.jsm.consumers.add(sourceOf(type), consumerOf(bus, name, type))
}

/**
 * Sees that a service's stream of facts is there. On a bus that knows its services an operator has made it and the
 * service may only look; elsewhere it is made. Errors: PermissionViolationError when it is absent and may not be made.
 */
export const ensureStream = (bus: Bus, service: string) => ensure(bus, factsOf(bus, service))

/** The same for the stream of what a service could not handle. */
export const ensureDeadStream = (bus: Bus, service: string) => ensure(bus, deadLettersOf(bus, service))

/** The same for the durable consumer of a reaction. Errors: the stream is not there (`isAbsent`), as above. */
export async function ensureConsumer(bus: Bus, name: string, type: string): Promise<void> {
  if (!(await isThere(bus.jsm.consumers.info(sourceOf(type), name)))) await makeConsumer(bus, name, type)
}

async function ensure(bus: Bus, config: WithName<StreamConfig, 'name'>): Promise<void> {
  if (!(await isThere(bus.jsm.streams.info(config.name)))) await bus.jsm.streams.add(config)
}

const STREAM_NOT_FOUND = 10_059
const CONSUMER_NOT_FOUND = 10_014

/** Whether an error says that a stream or consumer is not there. */
export function isAbsent(error: unknown): boolean {
  const { code } = error as { code?: number }
  return code === STREAM_NOT_FOUND || code === CONSUMER_NOT_FOUND
}

function isThere(look: Promise<unknown>): Promise<boolean> {
  return look.then(
    () => true,
    (error: unknown) => {
      if (isAbsent(error)) return false
      throw error
    },
  )
}
