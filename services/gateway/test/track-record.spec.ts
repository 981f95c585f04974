import { connectBus, type Bus } from '@hissa/messaging'
import { until } from '@hissa/testing-helpers'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { startGateway, type Harness } from './support.js'

describe('GET /api/track-record', () => {
  let gateway: Harness
  let bus: Bus
  let reads = 0

  beforeAll(async () => {
    gateway = await startGateway()
    bus = await connectBus(gateway.natsUrl, 'test')
    bus.nc.subscribe('rpc.investment.getTrackRecord', {
      callback: (_, message) => {
        const { id } = message.json<{ id: string }>()
        const output = {
          asOf: '2026-11-23T09:00:00.000Z',
          registered: { units: (reads += 1), properties: 1 },
          released: { amountFils: 0, raises: 0 },
          incomePaid: { amountFils: 0, distributions: 0 },
          register: null,
        }
        message.respond(JSON.stringify({ id, isDisposed: true, response: { ok: true, output } }))
      },
    })
    await bus.nc.flush()
  })
  afterAll(async () => {
    await bus.nc.drain()
    await gateway.stop()
  })

  const read = async () => {
    const answer = await gateway.get('/api/track-record')
    const { registered } = (await answer.json()) as { registered: { units: unknown } }
    return { status: answer.status, cache: answer.headers.get('x-cache'), units: registered.units }
  }

  it('is read once for all visitors, until a register is published', async () => {
    expect(await read()).toEqual({ status: 200, cache: 'miss', units: 1 })
    expect(await read()).toEqual({ status: 200, cache: 'hit', units: 1 })
    bus.nc.publish('hissa.investment.register.published.v1', JSON.stringify({ data: {} }))
    await bus.nc.flush()
    await until(async () => (await read()).units === 2)
    expect(await read()).toEqual({ status: 200, cache: 'hit', units: 2 })
  })
})
