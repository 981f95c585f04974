import { reactions } from '@hissa/contracts/bus'
import { connectBus, streamOf, type Bus } from '@hissa/messaging/connection'
import type { JetStreamManager } from '@nats-io/jetstream'
import type { NatsConnection } from '@nats-io/transport-node'

/** A stream of events or of dead-letter messages, with the remaining work of its consumers. */
export interface StreamState {
  name: string
  messages: number
  lastSeq: number
  consumers: { name: string; waiting: number; inHand: number }[]
}

/** The launcher's own connection to the bus, with all rights. */
export interface LauncherBus {
  bus: Bus
  nc: NatsConnection
  streams(): Promise<StreamState[]>
  /**
   * Sends a request in JSON and returns the reply. Throws the service's own `{error}` as Error, or NATS's error when
   * there is no reply.
   */
  request<T>(subject: string, body: object, timeoutMs: number): Promise<T>
  close(): Promise<void>
}

/** Connects with the credentials in the URL; the connection survives restarts of the server. */
export async function connectLauncherBus(natsUrl: string): Promise<LauncherBus> {
  const bus = await connectBus(natsUrl, 'launcher')
  const { nc, jsm } = bus
  return {
    bus,
    nc,
    streams: () => readStreams(jsm),
    request: async (subject, body, timeoutMs) => {
      const reply = await nc.request(subject, JSON.stringify(body), { timeout: timeoutMs })
      const answer = reply.json<{ error?: string }>()
      if (answer.error) throw new Error(`${subject}: ${answer.error}`)
      return answer as never
    },
    close: () => nc.close(),
  }
}

async function readStreams(manager: JetStreamManager): Promise<StreamState[]> {
  const infos = []
  for await (const info of manager.streams.list()) infos.push(info)
  const streams = await Promise.all(
    infos.map(async ({ config, state }) => {
      const consumers = state.consumer_count > 0 ? await readConsumers(manager, config.name) : []
      return { name: config.name, messages: state.messages, lastSeq: state.last_seq, consumers }
    }),
  )
  return streams.sort((a, b) => a.name.localeCompare(b.name))
}

async function readConsumers(manager: JetStreamManager, stream: string): Promise<StreamState['consumers']> {
  const consumers: StreamState['consumers'] = []
  for await (const { name, num_pending, num_ack_pending } of manager.consumers.list(stream)) {
    consumers.push({ name, waiting: num_pending, inHand: num_ack_pending })
  }
  return consumers
}

const allConsumers = Object.values(reactions)
  .flatMap((list) => Object.entries(list))
  .map(([consumer, { type }]) => ({ consumer, stream: streamOf(type.slice(0, type.indexOf('.'))) }))

/** Counts messages that some consumer has not finished, and missing consumers of a stream that holds messages. */
export function unfinished(streams: readonly StreamState[]): number {
  const inWork = streams.flatMap(({ consumers }) => consumers).map(({ waiting, inHand }) => waiting + inHand)
  const absent = streams.map(({ name, messages, consumers }) => {
    const begun = new Set(consumers.map((consumer) => consumer.name))
    return messages > 0
      ? allConsumers.filter(({ stream, consumer }) => stream === name && !begun.has(consumer)).length
      : 0
  })
  return [...inWork, ...absent].reduce((sum, count) => sum + count, 0)
}
