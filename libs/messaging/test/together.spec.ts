import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { createLogger } from '@hissa/kernel'
import { connectMongo, transaction, type Connection } from '@hissa/persistence'
import { freshEngines } from '@hissa/testing-engines'
import { until } from '@hissa/testing-helpers'
import { connectBus, ensureStream, streamOf, type Bus } from '../src/connection.js'
import { outboxRow, type OutboxRow } from '../src/event.js'
import { Inbox } from '../src/inbox.js'
import { Outbox } from '../src/outbox.js'
import { Relay } from '../src/relay.js'
import { RelayPass } from '../src/relay-pass.js'
import { CountWhenLotSold, sold } from './support/shop.js'

const logger = createLogger('test', 'silent')

let shop: Connection
let stock: Connection
let bus: Bus
let outbox: Outbox

beforeAll(async () => {
  const { mongoUri, dbPrefix, natsUrl } = await freshEngines()
  shop = await connectMongo({ uri: mongoUri, dbName: `${dbPrefix}shop` })
  stock = await connectMongo({ uri: mongoUri, dbName: `${dbPrefix}stock` })
  await stock.createCollection('counts')
  bus = await connectBus(natsUrl, 'test')
  outbox = new Outbox(shop)
  await outbox.ensureIndexes()
})

afterAll(async () => {
  await bus.nc.drain()
  await shop.close()
  await stock.close()
})

/** Handles events that arrive together in one transaction, and remembers in which. */
class CountTogether extends CountWhenLotSold {
  readonly lingerMs = 1
  readonly sessions: [lotId: string, session: unknown][] = []

  override async handle(...args: Parameters<CountWhenLotSold['handle']>): Promise<void> {
    this.sessions.push([args[0].data.lotId, args[1]])
    await super.handle(...args)
  }
}

describe('a reaction that handles events together', () => {
  let relay: Relay
  let inbox: Inbox
  let reaction: CountTogether

  beforeAll(async () => {
    relay = new Relay('shop', shop, outbox, bus, logger)
    inbox = new Inbox('stock', stock, bus, logger, { backOffMs: () => 1 })
    reaction = new CountTogether(stock)
    await relay.start()
    await inbox.start([reaction])
  })
  afterAll(async () => {
    await inbox.stop()
    await relay.stop()
  })

  /** Publishes `lots` while `first` is being handled, so that they form the next group. */
  const sellTogether = async (first: string, lots: readonly string[]): Promise<void> => {
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    const before = reaction.before
    reaction.before = async (lotId) => (lotId === first ? held : before(lotId))
    const sell = (...ids: string[]) => transaction(shop, (session) => outbox.append(session, ...ids.map(sold)))
    await sell(first)
    await until(() => reaction.handled.includes(first))
    await sell(...lots)
    await until(() => inbox.inFlightCount() === 1 + lots.length)
    release()
    await until(() => inbox.inFlightCount() === 0)
    reaction.before = before
  }
  const transactionsOf = (lots: readonly string[]) =>
    new Set(reaction.sessions.filter(([lotId]) => lots.includes(lotId)).map(([, session]) => session)).size

  it('handles the events that arrive during it in one transaction, each once', async () => {
    const lots = ['a1', 'a2', 'a3']
    await sellTogether('a', lots)
    expect(await reaction.counts()).toMatchObject({ a: 1, a1: 1, a2: 1, a3: 1 })
    expect(transactionsOf(lots)).toBe(1)
    expect(await stock.collection('inbox').countDocuments()).toBe(4)
  })

  it('handles the others when one of them fails, and retries only that one', async () => {
    let failures = 0
    reaction.before = (lotId) =>
      lotId === 'b2' && (failures += 1) <= 3 ? Promise.reject(new Error('no such lot')) : Promise.resolve()
    await sellTogether('b', ['b1', 'b2', 'b3'])
    await until(async () => (await reaction.counts())['b2'] === 1)
    expect(await reaction.counts()).toMatchObject({ b1: 1, b2: 1, b3: 1 })
    expect(failures).toBe(4)
  })

  it('handles an event once that arrives twice', async () => {
    const event = sold('c1')
    const publish = (msgID: string) =>
      bus.js.publish(`hissa.${event.type}`, JSON.stringify(event), { msgID }).then(() => undefined)
    reaction.before = () => Promise.resolve()
    await Promise.all([publish('once'), publish('twice')])
    await until(() => reaction.handled.includes('c1'))
    await until(async () => {
      const { num_pending, num_ack_pending } = await bus.jsm.consumers.info(streamOf('shop'), reaction.consumer)
      return num_pending + num_ack_pending === 0
    })
    expect(await reaction.counts()).toMatchObject({ c1: 1 })
  })
})

describe('the relay, for rows that its process has just committed', () => {
  let nowMs = 0
  let pass: RelayPass
  const newPass = () => new RelayPass('shop', shop, outbox, bus, logger, { timing: { wallMs: () => nowMs } })

  beforeEach(async () => {
    // Later than every lease of an earlier test.
    nowMs = Date.now() + 3_600_000
    await shop.collection('leases').deleteMany({})
    await outbox.rows.deleteMany({})
    await bus.jsm.streams.delete(streamOf('shop')).catch(() => undefined)
    await ensureStream(bus, 'shop')
    pass = newPass()
    await pass.run()
  })

  const commit = async (...lots: string[]): Promise<OutboxRow[]> => {
    const rows = lots.map((lotId) => outboxRow(sold(lotId)))
    await outbox.rows.insertMany(rows)
    return rows
  }
  const published = async () => {
    const { state } = await bus.jsm.streams.info(streamOf('shop'))
    return state.messages
  }
  const recreateStream = async () => {
    await bus.jsm.streams.delete(streamOf('shop'))
    await ensureStream(bus, 'shop')
  }

  it('publishes them at once and marks them later, all with one command', async () => {
    await pass.send(await commit('d1', 'd2'))
    await pass.send(await commit('d3'))
    expect(await published()).toBe(3)
    expect(await outbox.unsentCount()).toBe(3)
    await pass.mark()
    expect(await outbox.unsentCount()).toBe(0)
    expect(await outbox.rows.distinct('seq')).toEqual([1, 2, 3])
  })

  it('marks them once the first has waited long enough, even if rows keep coming', async () => {
    await pass.send(await commit('e1'))
    nowMs += 1_000
    await pass.send(await commit('e2'))
    expect(await outbox.unsentCount()).toBe(0)
  })

  it('publishes them again after a crash before they were marked, without a duplicate in the stream', async () => {
    await pass.send(await commit('f1', 'f2'))
    nowMs += 60_000
    await newPass().run()
    expect(await published()).toBe(2)
    expect(await outbox.unsentCount()).toBe(0)
  })

  it('leaves them to another holder of the lease that has taken over', async () => {
    await pass.send(await commit('g1'))
    nowMs += 60_000
    await newPass().run()
    await outbox.rows.updateOne({}, { $set: { seq: 7 } })
    await pass.mark()
    expect(pass.hasUnmarked()).toBe(false)
    expect(await outbox.rows.distinct('seq')).toEqual([7])
  })

  it('publishes a row once that it found before the process passed it on', async () => {
    const rows = await commit('j1')
    const received: string[] = []
    const subscription = bus.nc.subscribe('hissa.shop.>', {
      callback: (_error, { subject }) => void received.push(subject),
    })
    await pass.run()
    await pass.send([...rows, ...(await commit('j2'))])
    await bus.nc.flush()
    subscription.unsubscribe()
    expect(received).toHaveLength(2)
  })

  it('publishes them again when the stream was lost before they were marked', async () => {
    await pass.send(await commit('h1', 'h2'))
    await recreateStream()
    pass.requestCheck()
    await pass.mark()
    await pass.run()
    expect(await published()).toBe(2)
    expect(await outbox.unsentCount()).toBe(0)
  })

  it('publishes a row again whose sequence number another took before it was marked', async () => {
    await pass.send(await commit('i1'))
    await recreateStream()
    await pass.send(await commit('i2'))
    await pass.mark()
    await pass.run()
    expect(await published()).toBe(2)
    expect(await outbox.unsentCount()).toBe(0)
    expect(await outbox.rows.distinct('seq')).toEqual([1, 2])
  })
})
