import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import type { Bus } from './connection.js'
import { BusOperator } from './operator.js'

const STREAM_NOT_FOUND = Object.assign(new Error('stream not found'), { code: 10_059 })
const CONSUMER_NOT_FOUND = Object.assign(new Error('consumer not found'), { code: 10_014 })

/** A server that holds names, and reports deletions as the advisories do. */
function fakeServer() {
  const streams = new Map<string, object>()
  const consumers = new Map<string, object>()
  let report: () => void = () => undefined
  const look = (held: Map<string, object>, name: string, absent: Error) => {
    const config = held.get(name)
    return config ? Promise.resolve({ config }) : Promise.reject(absent)
  }
  const bus = {
    replicas: 1,
    nc: {
      subscribe: (_subject: string, { callback }: { callback: () => void }) => (report = callback),
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
        add: async (_stream: string, config: { durable_name: string }) => consumers.set(config.durable_name, config),
      },
    },
  } as unknown as Bus
  return {
    bus,
    names: () => [...streams.keys(), ...consumers.keys()].sort(),
    delete: (...names: string[]) => {
      for (const name of names) if (!streams.delete(name)) consumers.delete(name)
      report()
    },
  }
}

const topology = { services: ['shop'], consumers: [{ name: 'count', type: 'shop.sold' }] }
const ALL = ['HISSA_DEAD_SHOP', 'HISSA_SHOP', 'count']

describe('an operator', () => {
  let server: ReturnType<typeof fakeServer>
  let operator: BusOperator

  beforeEach(async () => {
    jest.useFakeTimers()
    server = fakeServer()
    operator = new BusOperator(server.bus, topology, { repaired: () => undefined, failed: () => undefined })
    await operator.start()
  })

  afterEach(async () => {
    await operator.stop()
    jest.useRealTimers()
  })

  it('creates everything at once on a new bus', () => {
    expect(server.names()).toEqual(ALL)
  })

  it.each([
    ['a stream with its consumers', ['HISSA_SHOP', 'count']],
    ['a consumer', ['count']],
  ])('recreates %s only when the server has had time to end the deletion', async (_what, names) => {
    server.delete(...names)
    await jest.advanceTimersByTimeAsync(1_900)
    server.delete()
    await jest.advanceTimersByTimeAsync(50)
    expect(server.names()).toEqual(ALL.filter((name) => !names.includes(name)))
    await jest.advanceTimersByTimeAsync(2_100)
    expect(server.names()).toEqual(ALL)
  })

  it('waits again for what is deleted a second time', async () => {
    server.delete('HISSA_SHOP', 'count')
    await jest.advanceTimersByTimeAsync(2_100)
    server.delete('HISSA_SHOP', 'count')
    await jest.advanceTimersByTimeAsync(1_000)
    expect(server.names()).toEqual(['HISSA_DEAD_SHOP'])
  })
})
