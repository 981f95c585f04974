import {
  RaiseCompleted,
  RaiseExtended,
  type RaiseFact,
  RaiseFailed,
  RaiseFunded,
  RaiseOpened,
  RaiseProgressed,
  RaiseReopened,
} from '@hissa/contracts/investment'
import { GetProperty, ListProperties } from '@hissa/contracts/property'
import { newId, type Running } from '@hissa/kernel'
import { connectBus, ensureStream, newEvent, type RpcClient, subjectOf, type Bus } from '@hissa/messaging'
import { units } from '@hissa/money'
import { freshEngines } from '@hissa/testing-engines'
import { until } from '@hissa/testing-helpers'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { boot } from '../src/boot.js'
import { clientOf, environmentOf } from './environment.js'

let running: Running
let bus: Bus
let rpc: RpcClient

beforeAll(async () => {
  const engines = await freshEngines()
  running = await boot(environmentOf(engines))
  await running.ready
  bus = await connectBus(engines.natsUrl, 'test')
  await ensureStream(bus, 'investment')
  rpc = clientOf(bus)
  await bus.nc.request('local.property.seed', '{}', { timeout: 60_000 })
})
afterAll(async () => {
  await bus?.nc.drain()
  await running?.drain()
})

const list = (input: Record<string, unknown>) =>
  rpc.call(ListProperties, { limit: 10, sort: 'newest', ...input } as never)
const get = async (id: string) => (await rpc.call(GetProperty, { id })).property
const say = async (
  contract: typeof RaiseOpened,
  fact: Partial<RaiseFact> & Pick<RaiseFact, 'propertyId' | 'version'>,
  eventId = newId(),
) => {
  const counts = { unitsTotal: units(100), unitsAvailable: units(100), unitsPaid: units(0), investors: 0 }
  const data = { ...counts, state: 'active' as const, ...fact }
  const about = { aggregateId: data.propertyId, version: data.version, time: new Date(), data, eventId }
  const event = newEvent(contract, about)
  await bus.js.publish(subjectOf(contract.type), JSON.stringify(event), { msgID: newId() })
}

describe('the later states of a raise', () => {
  const deadline = '2027-03-01T16:00:00.000Z'
  const fundedAt = '2027-02-01T10:00:00.000Z'

  it('are public with their dates: funded, open again, extended, and funded again until completed', async () => {
    const [property] = (await list({ status: 'upcoming', limit: 1 })).properties
    const { propertyId, offering } = property!
    const { unitsTotal, minimumUnits } = offering
    const fact = { propertyId, unitsTotal, unitsPaid: minimumUnits, deadline: offering.deadline }
    const apply = async (event: typeof RaiseOpened, change: Partial<RaiseFact> & { version: number }) => {
      await say(event, { ...fact, ...change })
      const state = change.state ?? 'active'
      await until(async () => {
        const { status, offering: shown } = await get(propertyId)
        return status === state && shown.deadline === (change.deadline ?? fact.deadline)
      })
      return (await get(propertyId)).offering
    }
    expect(await apply(RaiseOpened, { unitsPaid: units(0), version: 1 })).not.toHaveProperty('fundedAt')
    expect(await apply(RaiseFunded, { state: 'funded', fundedAt, version: 2 })).toMatchObject({ fundedAt })
    expect(await apply(RaiseReopened, { version: 3 })).not.toHaveProperty('fundedAt')
    expect(await apply(RaiseExtended, { deadline, version: 4 })).toMatchObject({ deadline })
    await until(async () => {
      const { properties } = await list({ sort: 'closing_soon', limit: 100 })
      const deadlines = properties.map((each) => each.offering.deadline)
      return deadlines.includes(deadline) && deadlines.join() === [...deadlines].sort().join()
    })
    await apply(RaiseFunded, { deadline, state: 'funded', fundedAt, version: 5 })
    expect(await apply(RaiseCompleted, { deadline, state: 'completed', fundedAt, version: 6 })).toMatchObject({
      fundedAt,
    })
  })

  it('are not undone by older or repeated events', async () => {
    const [property] = (await list({ status: 'upcoming', limit: 1 })).properties
    const { propertyId, offering } = property!
    const fact = { propertyId, unitsTotal: offering.unitsTotal, unitsPaid: units(40), deadline: offering.deadline }
    const eventId = newId()
    for (let copy = 0; copy < 3; copy += 1) {
      await say(RaiseFailed, { ...fact, unitsPaid: units(0), state: 'failed', version: 8 }, eventId)
    }
    await until(async () => (await get(propertyId)).status === 'failed')
    const { version } = await get(propertyId)
    await say(RaiseProgressed, { ...fact, version: 7 })
    await say(RaiseExtended, { ...fact, deadline, version: 6 })
    await say(RaiseProgressed, { ...fact, state: 'failed', unitsPaid: units(0), version: 9 })
    await until(async () => (await get(propertyId)).version === version + 1)
    expect(await get(propertyId)).toMatchObject({ status: 'failed', offering: { deadline: offering.deadline } })
  })
})
