import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { defineEvent, defineRpc } from '@hissa/contracts'
import { createLogger, newId, problem, type Logger } from '@hissa/kernel'
import { connectMongo, transaction, type Connection } from '@hissa/persistence'
import { freshEngines } from '@hissa/testing-engines'
import { until } from '@hissa/testing-helpers'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as z from 'zod/mini'
import { connectBus, ensureDeadStream, ensureStream, streamOf, type Bus } from '../src/connection.js'
import { listDeadLetters, replayDeadLetters } from '../src/dead-letters.js'
import { newEvent, outboxRow } from '../src/event.js'
import { Inbox, type Reaction, type ReceivedEvent } from '../src/inbox.js'
import { NotYet } from '../src/not-yet.js'
import { Outbox } from '../src/outbox.js'
import { Relay } from '../src/relay.js'
import { RpcClient } from '../src/rpc-client.js'
import { rpcSubject } from '../src/rpc.js'

const LotSold = defineEvent({ type: 'shop.lot.sold.v1', data: z.object({ lotId: z.string(), price: z.int() }) })

const Price = defineRpc({
  name: 'till.price',
  access: 'service',
  input: z.object({}),
  output: z.object({ currency: z.string() }),
  errors: [],
})

const logger = createLogger('test', 'silent')

/** Counts events whose effect was applied; throws while `failing` is set. */
class CountWhenLotSold implements Reaction<typeof LotSold> {
  readonly on = LotSold
  readonly consumer = 'stock-count-when-lot-sold'
  failing: string | Error | undefined
  tries = 0

  constructor(private readonly connection: Connection) {}

  async handle(event: ReceivedEvent<typeof LotSold>, session: Parameters<Reaction['handle']>[1]): Promise<void> {
    this.tries += 1
    await this.connection
      .collection<{ _id: string; times: number }>('counts')
      .updateOne({ _id: event.data.lotId }, { $inc: { times: 1 } }, { upsert: true, session })
    if (this.failing) throw typeof this.failing === 'string' ? new Error(this.failing) : this.failing
  }
}

describe('delivery of events', () => {
  let natsUrl: string

  function command(...args: string[]) {
    const root = join(import.meta.dirname, '../../..')
    const source = ['--no-warnings', '--conditions=source', '--import', '@swc-node/register/esm-register']
    const env = { ...process.env, NATS_URL: natsUrl, SWC_NODE_PROJECT: join(root, 'tsconfig.base.json') }
    return promisify(execFile)(process.execPath, [...source, 'libs/messaging/src/main.ts', ...args], { cwd: root, env })
  }

  let shop: Connection
  let stock: Connection
  let bus: Bus
  let outbox: Outbox
  let relay: Relay
  let inbox: Inbox
  let reaction: CountWhenLotSold
  const outcomes: string[] = []
  const works: [consumer: string, seconds: number][] = []
  /** Number of events with failed tries at the time of each dead letter. */
  const failuresAtPublish: number[] = []

  beforeAll(async () => {
    const engines = await freshEngines()
    const { mongoUri, dbPrefix } = engines
    natsUrl = engines.natsUrl
    shop = await connectMongo({ uri: mongoUri, dbName: `${dbPrefix}shop` })
    stock = await connectMongo({ uri: mongoUri, dbName: `${dbPrefix}stock` })
    await stock.createCollection('counts')
    bus = await connectBus(natsUrl, 'test')
    outbox = new Outbox(shop)
    relay = new Relay('shop', shop, outbox, bus, logger)
    const count = (_consumer: string, outcome: string) => void outcomes.push(outcome)
    const worked = (consumer: string, seconds: number) => void works.push([consumer, seconds])
    const options = { backOffMs: () => 1, storeRetryMs: 1, count, worked }
    inbox = new Inbox('stock', stock, watchDeadLetters(), logger, options)
    reaction = new CountWhenLotSold(stock)
    await relay.start()
    await inbox.start([reaction])
  })

  afterAll(async () => {
    await inbox.stop()
    await relay.stop()
    await bus.nc.drain()
    await shop.close()
    await stock.close()
  })

  const watchDeadLetters = (): Bus => {
    const js = Object.create(bus.js) as Bus['js']
    js.publish = async (...publication) => {
      failuresAtPublish.push(await stock.collection('inbox_failures').countDocuments())
      return bus.js.publish(...publication)
    }
    return { ...bus, js }
  }
  const sold = (lotId: string) =>
    newEvent(LotSold, { aggregateId: lotId, version: 1, time: new Date(), data: { lotId, price: 200_000 } })
  const timesCounted = async (lotId: string) =>
    (await stock.collection<{ _id: string; times: number }>('counts').findOne({ _id: lotId }))?.times ?? 0
  it('delivers an event from the transaction that wrote it to the effect, and records its sequence number', async () => {
    const event = sold('lot-1')
    await transaction(shop, (session) => outbox.append(session, event))
    await until(async () => (await timesCounted('lot-1')) === 1)
    await until(async () => (await outbox.unsentCount()) === 0)
    const row = await outbox.rows.findOne({ _id: event.id })
    expect(row).not.toHaveProperty('unsent')
    expect(row?.seq).toBeGreaterThan(0)
    await until(async () => works.some(([consumer]) => consumer === reaction.consumer))
  })

  it('knows the time of the oldest event that was never published', async () => {
    const unpublished = new Outbox(stock)
    expect(await unpublished.oldestUnsentAt()).toBeUndefined()
    const event = { ...sold('lot-old'), time: '2026-11-01T08:00:00.000Z' }
    await unpublished.rows.insertMany([outboxRow(event), { ...outboxRow(sold('lot-sent')), sentAt: new Date(0) }])
    expect(await unpublished.oldestUnsentAt()).toEqual(new Date('2026-11-01T08:00:00.000Z'))
  })

  it('is ready before its upstream service, and reads the first event once that service has created its stream', async () => {
    const LotPainted = defineEvent({ type: 'later.lot.painted.v1', data: z.object({ lotId: z.string() }) })
    const painted: string[] = []
    const lines: string[] = []
    const write = (level: string) => (_fields: object, text: string) => void lines.push(`${level}: ${text}`)
    const said = { info: write('info'), warn: write('warn'), error: write('error') } as unknown as Logger
    const early = new Inbox('early', stock, bus, said, { backOffMs: () => 1 })
    await early.start([
      {
        on: LotPainted,
        consumer: 'early-note-when-lot-painted',
        handle: ({ subject }) => Promise.resolve(void painted.push(subject)),
      },
    ])
    await expect(bus.jsm.streams.info(streamOf('later'))).rejects.toThrow(/stream not found/)
    await ensureStream(bus, 'later')
    const event = newEvent(LotPainted, { aggregateId: 'lot-0', version: 1, time: new Date(), data: { lotId: 'lot-0' } })
    await bus.js.publish(`hissa.${LotPainted.type}`, JSON.stringify(event))
    await until(async () => painted.includes('lot-0'))
    await early.stop()
    expect(lines).toEqual([
      'warn: the consumer or its stream does not exist; waiting for it',
      'info: started reading events',
    ])
  })

  it('publishes no event of a transaction that was rolled back', async () => {
    const failed = transaction(shop, async (session) => {
      await outbox.append(session, sold('lot-never'))
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    expect(await outbox.rows.countDocuments({ 'event.subject': 'lot-never' })).toBe(0)
  })

  it('applies the effect once when the same event is delivered many times concurrently', async () => {
    const event = sold('lot-2')
    const body = JSON.stringify(event)
    await Promise.all(
      Array.from({ length: 20 }, () => bus.js.publish(`hissa.${LotSold.type}`, body, { msgID: newId() })),
    )
    await until(async () => (await timesCounted('lot-2')) === 1)
    const marker = sold('lot-2-marker')
    await transaction(shop, (session) => outbox.append(session, marker))
    await until(async () => (await timesCounted('lot-2-marker')) === 1)
    await until(async () => inbox.inFlightCount() === 0)
    expect(await timesCounted('lot-2')).toBe(1)
  })

  it('publishes a dead letter with the reason after ten failures, and replays it on command', async () => {
    reaction.failing = 'the shelf is missing'
    reaction.tries = 0
    outcomes.length = 0
    await transaction(shop, (session) => outbox.append(session, sold('lot-3')))
    await until(async () => (await listDeadLetters(bus, 'stock')).length === 1)
    // A slow store doesn't count as a try, and the driver may repeat its transaction.
    expect(reaction.tries).toBeGreaterThanOrEqual(10)
    expect(failuresAtPublish).toEqual([0])
    expect(await timesCounted('lot-3')).toBe(0)
    await until(async () => outcomes.includes('dead'))
    expect(outcomes.length).toBeGreaterThanOrEqual(10)
    expect(outcomes.slice(0, -1).every((outcome) => outcome === 'again')).toBe(true)
    const letter = (await listDeadLetters(bus, 'stock'))[0]!
    expect(letter).toMatchObject({ consumer: reaction.consumer, reason: 'the shelf is missing' })

    await replayDeadLetters(bus, 'stock', { dryRun: false })
    await until(async () => (await listDeadLetters(bus, 'stock')).some(({ seq }) => seq > letter.seq))
    expect(reaction.tries).toBeGreaterThanOrEqual(20)

    reaction.failing = undefined
    expect(await replayDeadLetters(bus, 'stock', { dryRun: true })).toHaveLength(1)
    expect(await listDeadLetters(bus, 'stock')).toHaveLength(1)
    await replayDeadLetters(bus, 'stock', { dryRun: false })
    await until(async () => (await timesCounted('lot-3')) === 1)
    expect(await listDeadLetters(bus, 'stock')).toHaveLength(0)
  })

  it.each([
    ['the ledger is unavailable', { name: 'LedgerUnavailable' }],
    ['the disk of the store is full', { name: 'MongoServerError', code: 14031 }],
    ['the store has no primary', { name: 'MongoServerSelectionError' }],
  ])('counts no attempt while %s, and handles the event once that is over', async (why, error) => {
    const before = reaction.tries
    const event = sold(`lot ${why}`)
    reaction.failing = Object.assign(new Error(why), error)
    await transaction(shop, (session) => outbox.append(session, event))
    await until(async () => reaction.tries >= before + 15)
    expect(await stock.collection('inbox_failures').countDocuments({ _id: new RegExp(event.id) as never })).toBe(0)
    reaction.failing = undefined
    await until(async () => (await timesCounted(`lot ${why}`)) === 1)
    expect((await listDeadLetters(bus, 'stock')).filter(({ body }) => body.includes(event.id))).toEqual([])
  })

  it('counts no attempt while a service that it calls is unavailable, and delays no other event', async () => {
    const counted: number[] = []
    const [handled, priced]: string[][] = [[], []]
    const rpc = new RpcClient(bus.nc)
    const price: Reaction<typeof LotSold> = {
      on: LotSold,
      consumer: 'till-price-when-lot-sold',
      async handle({ data: { lotId } }) {
        if (lotId === 'lot-priced') priced!.push((await rpc.call(Price, {}, { timeoutMs: 50 })).currency)
        handled!.push(lotId)
      },
    }
    const backOffMs = (tries: number) => (counted.push(tries), 1)
    // A pause of the whole service would last an hour.
    const till = new Inbox('till', stock, bus, logger, { backOffMs, storeRetryMs: 3_600_000 })
    const event = sold('lot-priced')
    const failures = { _id: new RegExp(event.id) as never }
    const failsAgain = async (times: number) => {
      const before = counted.length
      await until(async () => counted.length >= before + times)
      expect(await stock.collection('inbox_failures').countDocuments(failures)).toBe(0)
    }
    await till.start([price])
    await transaction(shop, (session) => outbox.append(session, event))
    await failsAgain(12)
    await transaction(shop, (session) => outbox.append(session, sold('lot-free')))
    await until(async () => handled!.includes('lot-free'))

    let answer: object | undefined = { ok: false, problem: problem('SERVICE_UNAVAILABLE', 503, 'x').toProblem() }
    const subscription = bus.nc.subscribe(rpcSubject(Price.name), {
      callback: (_, message) => void (answer && message.respond(JSON.stringify({ response: answer }))),
    })
    await failsAgain(12)
    answer = undefined
    await failsAgain(3)
    answer = { ok: true, output: { currency: 'AED' } }
    await until(async () => handled!.includes('lot-priced'))
    subscription.unsubscribe()
    await till.stop()
    expect(priced).toEqual(['AED'])
    expect(counted).toEqual(counted.map((_, index) => index + 1))
    expect(await listDeadLetters(bus, 'till')).toEqual([])
  })

  it('counts no attempt while another event that it needs has not arrived, and delays no other event', async () => {
    const known = new Set<string>()
    const handled: string[] = []
    const waited: string[] = []
    const wait: Reaction<typeof LotSold> = {
      on: LotSold,
      consumer: 'depot-move-when-lot-sold',
      async handle({ data: { lotId } }) {
        if (lotId === 'lot-late' && !known.has(lotId)) throw new NotYet('the lot is not known yet')
        handled.push(lotId)
      },
    }
    const count = (_: string, outcome: string) => void (outcome === 'waiting' && waited.push(outcome))
    const depot = new Inbox('depot', stock, bus, logger, { backOffMs: () => 1, storeRetryMs: 3_600_000, count })
    const event = sold('lot-late')
    await depot.start([wait])
    await transaction(shop, (session) => outbox.append(session, event))
    // More often than an event that fails is tried.
    await until(async () => waited.length >= 15)
    expect(await stock.collection('inbox_failures').countDocuments({ _id: new RegExp(event.id) as never })).toBe(0)
    await transaction(shop, (session) => outbox.append(session, sold('lot-other')))
    await until(async () => handled.includes('lot-other'))
    expect(handled).not.toContain('lot-late')
    known.add('lot-late')
    await until(async () => handled.includes('lot-late'))
    await depot.stop()
    expect(handled.filter((lotId) => lotId === 'lot-late')).toHaveLength(1)
    expect(await listDeadLetters(bus, 'depot')).toEqual([])
  })

  it('counts an attempt when a service that it calls rejects the call', async () => {
    const event = sold('lot rejected')
    reaction.failing = problem('NOT_FOUND', 404, 'There is no such lot.')
    await transaction(shop, (session) => outbox.append(session, event))
    const letters = async () => (await listDeadLetters(bus, 'stock')).filter(({ body }) => body.includes(event.id))
    await until(async () => (await letters()).length === 1)
    reaction.failing = undefined
    await replayDeadLetters(bus, 'stock', { dryRun: false })
    await until(async () => (await timesCounted('lot rejected')) === 1)
  })

  it('publishes an invalid event as a dead letter immediately, and handles the next one', async () => {
    await bus.js.publish(`hissa.${LotSold.type}`, 'not json')
    await bus.js.publish(`hissa.${LotSold.type}`, JSON.stringify({ ...sold('lot-4'), data: { lotId: 4 } }))
    const otherFact = { ...sold('lot-4'), type: 'paint.lot.sold.v1' }
    await bus.js.publish(`hissa.${LotSold.type}`, JSON.stringify(otherFact))
    await transaction(shop, (session) => outbox.append(session, sold('lot-5')))
    await until(async () => (await timesCounted('lot-5')) === 1)
    await until(async () => (await listDeadLetters(bus, 'stock')).length === 3)
    expect(await timesCounted('lot-4')).toBe(0)
  })

  it('lists dead-letter messages for an operator without their bodies, and replays only on request', async () => {
    const { stdout } = await command('stock')
    expect(stdout).toContain(`\t${reaction.consumer}\thissa.${LotSold.type}\t`)
    expect(stdout).toContain('3 would be replayed with --replay')
    expect(stdout).not.toContain('lotId":4')
    expect(await listDeadLetters(bus, 'stock')).toHaveLength(3)
  })

  it("distinguishes an empty queue from a consumer or a service that doesn't exist", async () => {
    await ensureDeadStream(bus, 'kyc')
    expect((await command('kyc')).stdout).toBe('The dead-letter queue of kyc is empty\n')
    await expect(command('stock', '--consumer', 'stock-cuont')).rejects.toMatchObject({
      stderr: `stock has no consumer stock-cuont. Consumers: ${reaction.consumer}\n`,
      code: 1,
    })
    await expect(command('stokc')).rejects.toMatchObject({
      stderr: expect.stringMatching(/^There is no dead-letter queue of stokc\. Services: identity, /),
    })
  })

  it('republishes what a wiped stream no longer holds, with one effect each', async () => {
    await relay.stop()
    await inbox.stop()
    await bus.jsm.streams.delete(streamOf('shop'))
    await ensureStream(bus, 'shop')
    relay = new Relay('shop', shop, outbox, bus, logger)
    inbox = new Inbox('stock', stock, bus, logger, { backOffMs: () => 1 })
    await inbox.start([reaction])
    await relay.start()
    const sent = await outbox.rows.countDocuments()
    await until(async () => (await bus.jsm.streams.info(streamOf('shop'))).state.messages === sent)
    await until(async () => (await outbox.unsentCount()) === 0 && inbox.inFlightCount() === 0)
    expect(await timesCounted('lot-1')).toBe(1)
    expect(await timesCounted('lot-5')).toBe(1)
  })

  it('resumes when the stream and its consumer are deleted', async () => {
    await bus.jsm.streams.delete(streamOf('shop'))
    await transaction(shop, (session) => outbox.append(session, sold('lot-6')))
    await until(async () => (await timesCounted('lot-6')) === 1)
    await transaction(shop, (session) => outbox.append(session, sold('lot-7')))
    await until(async () => (await timesCounted('lot-7')) === 1)
  })

  it('republishes an event whose sequence number was reused', async () => {
    await until(async () => (await outbox.unsentCount()) === 0)
    const { state } = await bus.jsm.streams.info(streamOf('shop'))
    const { unsent: _unsent, ...row } = outboxRow(sold('lot-8'))
    // Acknowledged, then lost before it was on disk: the next event gets its sequence number.
    await outbox.rows.insertOne({ ...row, seq: state.last_seq + 1 })
    await transaction(shop, (session) => outbox.append(session, sold('lot-9')))
    await until(async () => (await timesCounted('lot-8')) === 1)
    expect(await timesCounted('lot-9')).toBe(1)
  })

  it('sends the rows after one that the stream rejects', async () => {
    const unsendable = { ...outboxRow(sold('lot-never')), _id: '0', subject: 'nowhere.shop.lot' }
    await outbox.rows.insertOne(unsendable)
    await transaction(shop, (session) => outbox.append(session, sold('lot-10')))
    await until(async () => (await timesCounted('lot-10')) === 1)
    await until(async () => (await outbox.unsentCount()) === 1)
    await outbox.rows.deleteOne({ _id: unsendable._id })
  })
})
