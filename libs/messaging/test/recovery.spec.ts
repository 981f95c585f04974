import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createLogger } from '@hissa/kernel'
import { connectMongo, transaction, type Connection } from '@hissa/persistence'
import { freshEngines } from '@hissa/testing-engines'
import { until } from '@hissa/testing-helpers'
import { connectBus, deadStreamOf, streamOf, type Bus } from '../src/connection.js'
import { listDeadLetters, replayDeadLetters } from '../src/dead-letters.js'
import { Inbox } from '../src/inbox.js'
import { BusOperator, type Repair } from '../src/operator.js'
import { NEW_ROWS_FIRST, Outbox } from '../src/outbox.js'
import { Relay } from '../src/relay.js'
import { CONSUMER, CountWhenLotSold, LotSold, sold, startOwnServer, type OwnServer } from './support/shop.js'

const logger = createLogger('test', process.env['LOG_LEVEL'] ?? 'silent')

const DAY_NS = 86_400 * 1e9

describe('delivery when JetStream has lost its state', () => {
  let server: OwnServer
  let shop: Connection
  let stock: Connection
  let shopBus: Bus
  let stockBus: Bus
  let operatorBus: Bus
  let outbox: Outbox
  let relay: Relay
  let inbox: Inbox
  let reaction: CountWhenLotSold
  let operator: BusOperator
  const topology = { services: ['shop', 'stock'], consumers: [{ name: CONSUMER, type: LotSold.type }] }
  const repairs: (Repair & { isFirst: boolean })[] = []
  let republished = 0
  const storeAnswers = { now: () => Promise.resolve() as Promise<unknown> }

  beforeAll(async () => {
    const { mongoUri, dbPrefix } = await freshEngines()
    server = await startOwnServer()
    shop = await connectMongo({ uri: mongoUri, dbName: `${dbPrefix}shop` })
    stock = await connectMongo({ uri: mongoUri, dbName: `${dbPrefix}stock` })
    await stock.createCollection('counts')
    ;[shopBus, stockBus, operatorBus] = await Promise.all([
      connectBus(server.urlFor('shop'), 'shop'),
      connectBus(server.urlFor('stock'), 'stock'),
      connectBus(server.urlFor('operator'), 'operator'),
    ])
    outbox = new Outbox(shop)
    relay = new Relay('shop', shop, outbox, shopBus, logger, { countRepublished: (rows) => (republished += rows) })
    const options = { backOffMs: () => 1, storeAnswers: () => storeAnswers.now() }
    inbox = new Inbox('stock', stock, stockBus, logger, options)
    reaction = new CountWhenLotSold(stock)
    operator = new BusOperator(operatorBus, topology, {
      repaired: (found, isFirst) => repairs.push(...found.map((repair) => ({ ...repair, isFirst }))),
      failed: (error) => logger.warn({ err: error }, 'a check failed'),
    })
  })

  afterAll(async () => {
    await inbox.stop()
    await relay.stop()
    await operator.stop()
    await Promise.all([shopBus, stockBus, operatorBus].map(({ nc }) => nc.close()))
    await server.stop()
    await shop.close()
    await stock.close()
  })

  const sell = (lotId: string) => transaction(shop, (session) => outbox.append(session, sold(lotId)))
  const failures = () => stock.collection('inbox_failures').countDocuments()

  /** Sells a lot every few milliseconds while `fault` runs and for some lots after it; returns all the lots. */
  const sellDuring = async (prefix: string, fault: () => Promise<unknown>): Promise<string[]> => {
    const lots: string[] = []
    let lotsAfterFault = 0
    let isOver = false
    const over = fault().finally(() => (isOver = true))
    while (lotsAfterFault < 50) {
      const lotId = `${prefix}-${lots.length}`
      await sell(lotId)
      lots.push(lotId)
      if (isOver) lotsAfterFault += 1
    }
    await over
    return lots
  }

  /** Waits until every lot is counted and everything republished has been received, then returns the counts. */
  const settledCounts = async (lots: readonly string[]): Promise<Record<string, number>> => {
    await until(async () => {
      const counts = await reaction.counts()
      return lots.every((lotId) => counts[lotId])
    })
    await until(async () => {
      const [stream, consumer] = await Promise.all([
        operatorBus.jsm.streams.info(streamOf('shop')),
        operatorBus.jsm.consumers.info(streamOf('shop'), CONSUMER),
      ])
      const rows = await outbox.rows.countDocuments()
      const unread = consumer.num_pending + consumer.num_ack_pending
      return (await outbox.unsentCount()) === 0 && stream.state.messages >= rows && unread === 0
    })
    return reaction.counts()
  }
  const onceEach = (lots: readonly string[]) => Object.fromEntries(lots.map((lotId) => [lotId, 1]))
  let lots: string[] = []

  it('starts services while their streams are missing, and delivers once the operator has created them', async () => {
    await relay.start()
    await inbox.start([reaction])
    await sell('lot-early')
    expect(await outbox.unsentCount()).toBe(1)
    await operator.start()
    lots = ['lot-early']
    expect(await settledCounts(lots)).toEqual(onceEach(lots))
    expect(repairs.filter(({ isFirst, action }) => isFirst && action === 'created')).toHaveLength(5)
    expect(republished).toBe(0)
  })

  it('repairs nothing on a complete bus', async () => {
    const again = new BusOperator(operatorBus, topology, {
      repaired: (found) => repairs.push(...found.map((repair) => ({ ...repair, isFirst: false }))),
      failed: () => undefined,
    })
    repairs.length = 0
    await again.start()
    await again.stop()
    expect(repairs).toEqual([])
  })

  it('delivers every event once when all streams are deleted under load', async () => {
    const before = await outbox.rows.countDocuments({ seq: { $exists: true } })
    const firstSent = await outbox.rows.findOne({ seq: { $exists: true } })
    const added = await sellDuring('deleted', async () => {
      await until(async () => (await reaction.counts())['deleted-20'] === 1)
      for (const name of [streamOf('shop'), deadStreamOf('shop'), deadStreamOf('stock')])
        await operatorBus.jsm.streams.delete(name)
      await until(async () => repairs.some(({ name }) => name === CONSUMER))
    })
    lots.push(...added)
    expect(await settledCounts(lots)).toEqual(onceEach(lots))
    expect(repairs.filter(({ isFirst }) => !isFirst).map(({ name }) => name)).toEqual(
      expect.arrayContaining([streamOf('shop'), deadStreamOf('stock'), CONSUMER]),
    )
    expect(republished).toBeGreaterThanOrEqual(before)
    // Retention counts from the first publication.
    expect((await outbox.rows.findOne({ _id: firstSent!._id }))?.sentAt).toEqual(firstSent!.sentAt)
  })

  it('delivers every event once when the server is killed and its store removed under load', async () => {
    repairs.length = 0
    const before = republished
    const added = await sellDuring('wiped', async () => {
      await until(async () => (await reaction.counts())['wiped-20'] === 1)
      await server.wipe()
      await until(async () => repairs.some(({ name }) => name === CONSUMER))
    })
    lots.push(...added)
    expect(await settledCounts(lots)).toEqual(onceEach(lots))
    expect(republished).toBeGreaterThan(before)
    expect(await failures()).toBe(0)
  })

  it('recreates a consumer that was deleted alone', async () => {
    repairs.length = 0
    await operatorBus.jsm.consumers.delete(streamOf('shop'), CONSUMER)
    await sell('lot-consumer')
    lots.push('lot-consumer')
    expect(await settledCounts(lots)).toEqual(onceEach(lots))
    expect(repairs.map(({ kind, name }) => `${kind} ${name}`)).toEqual([`consumer ${CONSUMER}`])
  })

  it('restores the settings of a stream that were changed', async () => {
    repairs.length = 0
    await operatorBus.jsm.streams.update(streamOf('shop'), { max_age: 3_600 * 1e9 })
    const again = new BusOperator(operatorBus, topology, {
      repaired: (found) => repairs.push(...found.map((repair) => ({ ...repair, isFirst: false }))),
      failed: () => undefined,
    })
    await again.start()
    await again.stop()
    expect(repairs).toContainEqual({ kind: 'stream', name: streamOf('shop'), action: 'updated', isFirst: false })
    expect((await operatorBus.jsm.streams.info(streamOf('shop'))).config.max_age).toBe(14 * 86_400 * 1e9)
  })

  it('handles no event and counts no attempt while the store is down', async () => {
    let answer: () => void = () => undefined
    let isAsked: () => void = () => undefined
    const asked = new Promise<void>((resolve) => (isAsked = resolve))
    storeAnswers.now = () => {
      isAsked()
      return new Promise<void>((resolve) => (answer = resolve))
    }
    reaction.before = () =>
      Promise.reject(Object.assign(new Error('no primary'), { name: 'MongoServerSelectionError' }))
    await sell('down-0')
    await asked
    const handled = reaction.handled.length
    const added = Array.from({ length: 30 }, (_, index) => `down-${index}`)
    for (const lotId of added.slice(1)) await sell(lotId)
    await until(async () => {
      const { num_ack_pending } = await operatorBus.jsm.consumers.info(streamOf('shop'), CONSUMER)
      return num_ack_pending >= 5
    })
    await stockBus.nc.flush()
    expect(reaction.handled.length).toBe(handled)
    reaction.before = () => Promise.resolve()
    storeAnswers.now = () => Promise.resolve()
    answer()
    lots.push(...added)
    expect(await settledCounts(lots)).toEqual(onceEach(lots))
    expect(await failures()).toBe(0)
  })

  it("doesn't acknowledge in a recreated stream what it received from the lost one", async () => {
    await until(async () => (await outbox.unsentCount()) === 0)
    const release: Record<string, () => void> = {}
    const fails = new Set(['second'])
    reaction.before = async (lotId) => {
      if (lotId === 'first' || fails.has(lotId)) await new Promise<void>((resolve) => (release[lotId] = resolve))
      if (fails.delete(lotId)) throw new Error('fails once')
    }
    // Published without the outbox, so that each is the first message of its stream.
    const publish = (lotId: string) =>
      operatorBus.js.publish(`hissa.${LotSold.type}`, JSON.stringify(sold(lotId)), { msgID: lotId })
    await relay.stop()
    await operatorBus.jsm.streams.purge(streamOf('shop'))
    await recreated(() => operatorBus.jsm.streams.delete(streamOf('shop')))
    await publish('first')
    await until(async () => 'first' in release)
    await recreated(() => operatorBus.jsm.streams.delete(streamOf('shop')))
    await publish('second')
    await until(async () => 'second' in release)
    release['first']!()
    await until(async () => (await reaction.counts())['first'] === 1)
    await operatorBus.nc.flush()
    await stockBus.nc.flush()
    release['second']!()
    await until(async () => (await reaction.counts())['second'] === 1)
  })

  it('publishes dead-letter messages for both of two messages with the same sequence number, in a stream and in its successor', async () => {
    reaction.before = () => Promise.resolve()
    for (const letters of [1, 2]) {
      await recreated(() => operatorBus.jsm.streams.delete(streamOf('shop')))
      await operatorBus.js.publish(`hissa.${LotSold.type}`, `not json ${letters}`)
      await until(async () => (await listDeadLetters(operatorBus, 'stock')).length === letters)
    }
    expect((await listDeadLetters(operatorBus, 'stock')).map(({ body }) => body)).toEqual(['not json 1', 'not json 2'])
  })

  it('replays both of two dead-letter messages with the same sequence number, in a stream and in its successor', async () => {
    const [first, second] = [sold('replayed-1'), sold('replayed-2')]
    for (const event of [first, second]) {
      await recreated(() => operatorBus.jsm.streams.delete(deadStreamOf('stock')), deadStreamOf('stock'))
      const letter = { consumer: CONSUMER, subject: `hissa.${LotSold.type}`, reason: 'x', body: JSON.stringify(event) }
      await operatorBus.js.publish(
        `dead.stock.${CONSUMER}`,
        JSON.stringify({ ...letter, at: new Date().toISOString() }),
      )
      expect(await replayDeadLetters(operatorBus, 'stock', { dryRun: false })).toMatchObject([{ seq: 1 }])
    }
    await until(async () => (await reaction.counts())['replayed-1'] === 1)
    await until(async () => (await reaction.counts())['replayed-2'] === 1)
  })

  it('has one effect when a dead letter of a handled event is replayed after the streams were lost', async () => {
    const [event] = await outbox.rows.find().limit(1).toArray()
    await recreated(() => operatorBus.jsm.streams.delete(streamOf('shop')))
    const letter = { consumer: 'other', subject: event!.subject, reason: 'x', body: JSON.stringify(event!.event) }
    await operatorBus.js.publish('dead.stock.other', JSON.stringify({ ...letter, at: new Date().toISOString() }))
    await replayDeadLetters(operatorBus, 'stock', { consumer: 'other', dryRun: false })
    await until(async () => {
      const { num_pending, num_ack_pending, delivered } = await operatorBus.jsm.consumers.info(
        streamOf('shop'),
        CONSUMER,
      )
      return delivered.stream_seq > 0 && num_pending + num_ack_pending === 0
    })
    expect((await reaction.counts())[event!.event.subject]).toBe(1)
  })

  it('publishes new events before those that a lost stream needs again', async () => {
    await outbox.rows.updateMany({}, { $set: { unsent: true } })
    await sell('lot-new')
    const [first] = await outbox.rows.find({ unsent: true }).sort(NEW_ROWS_FIRST).limit(1).toArray()
    expect(first!.event.subject).toBe('lot-new')
  })

  it('keeps inbox rows longer than an event can be delivered again', async () => {
    const streamDays = async (name: string) => (await operatorBus.jsm.streams.info(name)).config.max_age / DAY_NS
    const rowDays = async (connection: Connection, collection: string, index: string) => {
      const indexes = await connection.collection(collection).indexes()
      return indexes.find(({ name }) => name === index)!.expireAfterSeconds! / 86_400
    }
    const events = await streamDays(streamOf('shop'))
    const inboxRows = await rowDays(stock, 'inbox', 'at')
    expect(inboxRows).toBeGreaterThan((await streamDays(deadStreamOf('stock'))) + events)
    expect(inboxRows).toBeGreaterThan((await rowDays(shop, 'outbox', 'sentAt')) + events)
  })

  /** Resolves once the operator has recreated everything that `loss` deleted, including consumers. */
  async function recreated(loss: () => Promise<unknown>, stream = streamOf('shop')): Promise<void> {
    repairs.length = 0
    await loss()
    await until(async () => repairs.some(({ name }) => name === stream))
  }
})
