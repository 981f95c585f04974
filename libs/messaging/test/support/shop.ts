import type { Reaction, ReceivedEvent } from '../../src/inbox.js'
import { defineEvent } from '@hissa/contracts'
import type { Connection } from '@hissa/persistence'
import { freePort, startNats, type Engine } from '@hissa/testing-engines/start'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { newEvent } from '../../src/event.js'

export const LotSold = defineEvent({ type: 'shop.lot.sold.v1', data: z.object({ lotId: z.string(), price: z.int() }) })
export const CONSUMER = 'stock-count-when-lot-sold'

export const sold = (lotId: string) =>
  newEvent(LotSold, { aggregateId: lotId, version: 1, time: new Date(), data: { lotId, price: 200_000 } })

/** Counts each lot in its transaction; `before` runs first and may throw or wait. */
export class CountWhenLotSold implements Reaction<typeof LotSold> {
  readonly on = LotSold
  readonly consumer = CONSUMER
  handled: string[] = []
  before: (lotId: string) => Promise<void> = () => Promise.resolve()

  constructor(private readonly connection: Connection) {}

  async handle({ data }: ReceivedEvent<typeof LotSold>, session: Parameters<Reaction['handle']>[1]): Promise<void> {
    this.handled.push(data.lotId)
    await this.before(data.lotId)
    await this.connection
      .collection<{ _id: string; times: number }>('counts')
      .updateOne({ _id: data.lotId }, { $inc: { times: 1 } }, { upsert: true, session })
  }

  /** Returns how often each lot was counted. */
  async counts(): Promise<Record<string, number>> {
    const rows = await this.connection.collection<{ _id: string; times: number }>('counts').find().toArray()
    return Object.fromEntries(rows.map(({ _id, times }) => [_id, times]))
  }
}

/**
 * A dedicated NATS server that the test may kill and wipe. Users of its services may not create streams or consumers.
 */
export interface OwnServer {
  urlFor(user: 'operator' | 'shop' | 'stock'): string
  /** Kills the server, removes its store and restarts it on the same port. */
  wipe(): Promise<void>
  stop(): Promise<void>
}

export async function startOwnServer(): Promise<OwnServer> {
  const dir = await mkdtemp(join(tmpdir(), 'hissa-nats-'))
  const port = await freePort()
  const enginesDir = process.env['HISSA_ENGINES'] ?? join(import.meta.dirname, '../../../../.data/engines')
  const start = () => startNats({ enginesDir, dir, port, say: () => undefined, users: [...USERS] })
  let server: Engine = await start()
  return {
    urlFor: (user) => `nats://${user}:pw@127.0.0.1:${port}`,
    wipe: async () => {
      process.kill(server.pid(), 'SIGKILL')
      await server.exited
      await rm(dir, { recursive: true, force: true })
      server = await start()
    },
    stop: async () => {
      await server.stop()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

const infoOf = (service: string) =>
  ['HISSA', 'HISSA_DEAD'].map((prefix) => `$JS.API.STREAM.INFO.${prefix}_${service.toUpperCase()}`)

const USERS = [
  { user: 'operator', password: 'pw' },
  {
    user: 'shop',
    password: 'pw',
    permissions: {
      publish: ['$JS.API.INFO', 'hissa.shop.>', 'hissa-ping.shop', ...infoOf('shop')],
      subscribe: ['_INBOX.shop.>', 'hissa-ping.shop'],
    },
  },
  {
    user: 'stock',
    password: 'pw',
    permissions: {
      publish: [
        '$JS.API.INFO',
        'dead.stock.*',
        ...infoOf('stock'),
        `$JS.API.CONSUMER.INFO.HISSA_SHOP.${CONSUMER}`,
        `$JS.API.CONSUMER.MSG.NEXT.HISSA_SHOP.${CONSUMER}`,
        `$JS.ACK.HISSA_SHOP.${CONSUMER}.>`,
        `$JS.ACK.*.*.HISSA_SHOP.${CONSUMER}.>`,
      ],
      subscribe: ['_INBOX.stock.>'],
    },
  },
]
