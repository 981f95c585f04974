import { ManualTiming } from '@hissa/kernel'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import type { Bus } from './connection.js'
import { BusOperator } from './operator.js'

const STREAM_NOT_FOUND = Object.assign(new Error('stream not found'), { code: 10_059 })
const CONSUMER_NOT_FOUND = Object.assign(new Error('consumer not found'), { code: 10_014 })

/** A server that stores names only and publishes deletion advisories. */
function fakeServer() {
  const streams = new Map<string, object>()
  const consumers = new Map<string, object>()
  type Callback = (error: null, message: { subject: string }) => void
  let report: Callback = () => undefined
  const look = (held: Map<string, object>, name: string, absent: Error) => {
    const config = held.get(name)
    const counts = { state: { messages: 2 }, num_pending: 7, num_ack_pending: 1 }
    return config ? Promise.resolve({ config, ...counts }) : Promise.reject(absent)
  }
  const bus = {
    replicas: 1,
    nc: {
      subscribe: (_subject: string, { callback }: { callback: Callback }) => (report = callback),
      publish: () => undefined,
      isClosed: () => false,
      status: () => [],
    },
    jsm: {
      streams: {
        info: (name: string) => look(streams, name, STREAM_NOT_FOUND),
        add: async (config: { name: string }) => streams.set(config.name, config),
      },
      consumers: {
        info: (_stream: string, name: string) => look(consumers, name, CONSUMER_NOT_FOUND),
        add: async (stream: string, config: { durable_name: string }) => {
          if (!streams.has(stream)) throw STREAM_NOT_FOUND
          consumers.set(config.durable_name, config)
        },
      },
    },
  } as unknown as Bus
  return {
    bus,
    names: () => [...streams.keys(), ...consumers.keys()].sort(),
    delete: (...names: string[]) => {
      for (const name of names) {
        if (!streams.delete(name)) consumers.delete(name)
        report(null, { subject: `$JS.EVENT.ADVISORY.STREAM.DELETED.${name}` })
      }
    },
    /** Creates a stream as another operator would. */
    create: (name: string, config: object) => void streams.set(name, config),
  }
}

const topology = { services: ['shop'], consumers: [{ name: 'count', type: 'shop.sold' }] }
const ALL = ['HISSA_DEAD_SHOP', 'HISSA_SHOP', 'count']

describe('an operator', () => {
  let server: ReturnType<typeof fakeServer>
  let operator: BusOperator
  let timing: ManualTiming
  const failures: unknown[] = []
  const seen: object[] = []

  beforeEach(async () => {
    timing = new ManualTiming()
    server = fakeServer()
    const observer = {
      repaired: () => undefined,
      failed: (error: unknown) => failures.push(error),
      sawConsumer: (name: string, found: object) => seen.push({ name, ...found }),
      sawDeadLetters: (name: string, count: number) => seen.push({ name, count }),
    }
    operator = new BusOperator(server.bus, topology, observer, timing)
    await operator.start()
  })

  afterEach(async () => {
    await operator.stop()
    expect(failures.splice(0)).toEqual([])
  })

  it('creates everything at once on a new bus', () => {
    expect(server.names()).toEqual(ALL)
  })

  it('reports at each check how far each consumer is behind, and how many dead letters each service has', async () => {
    seen.splice(0)
    await timing.pass(5_000)
    expect(seen).toEqual([
      { name: 'HISSA_DEAD_SHOP', count: 2 },
      { name: 'count', pending: 7, unacknowledged: 1 },
    ])
  })

  it.each([
    ['a stream with its consumers', ['HISSA_SHOP', 'count']],
    ['a consumer', ['count']],
  ])('recreates %s only after the server has had time to end the deletion', async (_what, names) => {
    server.delete(...names)
    await timing.pass(1_900)
    server.delete('another stream')
    await timing.pass(50)
    expect(operator.isHealthy()).toBe(false)
    expect(server.names()).toEqual(ALL.filter((name) => !names.includes(name)))
    await timing.pass(2_100)
    expect(server.names()).toEqual(ALL)
    expect(operator.isHealthy()).toBe(true)
  })

  it('waits for the last of several deletions', async () => {
    server.delete('HISSA_SHOP', 'count')
    await timing.pass(1_500)
    server.create('HISSA_SHOP', {})
    server.delete('HISSA_SHOP')
    await timing.pass(1_500)
    expect(server.names()).toEqual(['HISSA_DEAD_SHOP'])
    await timing.pass(2_500)
    expect(server.names()).toEqual(ALL)
  })

  it('recreates a consumer after its stream, even if it was missed earlier', async () => {
    server.delete('count')
    await timing.pass(1_500)
    server.delete('HISSA_SHOP')
    await timing.pass(1_500)
    expect(server.names()).toEqual(['HISSA_DEAD_SHOP'])
    await timing.pass(2_500)
    expect(server.names()).toEqual(ALL)
  })

  it('waits again for a stream or consumer that is deleted a second time', async () => {
    server.delete('HISSA_SHOP', 'count')
    await timing.pass(2_100)
    server.delete('HISSA_SHOP', 'count')
    await timing.pass(1_000)
    expect(server.names()).toEqual(['HISSA_DEAD_SHOP'])
  })
})
