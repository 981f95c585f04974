import { jetstream, jetstreamManager, type JetStreamClient, type JetStreamManager } from '@nats-io/jetstream'
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

/** Creates a service's stream of facts when it is not there. Only the service itself is allowed to. */
export const ensureStream = (bus: Bus, service: string) => ensure(bus, streamOf(service), `hissa.${service}.>`, 14)

/** Creates the stream in which a service keeps what it could not handle. */
export const ensureDeadStream = (bus: Bus, service: string) =>
  ensure(bus, deadStreamOf(service), `dead.${service}.>`, 90)

async function ensure(bus: Bus, name: string, subject: string, days: number): Promise<void> {
  await bus.jsm.streams.add({
    name,
    subjects: [subject],
    max_age: days * DAY_NS,
    num_replicas: bus.replicas,
    duplicate_window: 120 * 1e9,
  })
}
