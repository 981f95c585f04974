import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { OfferingPublished } from '@hissa/contracts/property'
import { Committer, MongoLedgerStore } from '@hissa/ledger'
import { type Bus, connectBus, ensureStream, newEvent, subjectOf } from '@hissa/messaging'
import { fils, units } from '@hissa/money'
import { connectMongo, type Connection, isStoreDown } from '@hissa/persistence'
import type { Store } from '@hissa/testing-engines/start'
import { poll } from '@hissa/testing-helpers'
import { chart } from '../src/accounts.js'
import { systemIds as ids } from '../src/ports.js'
import { raiseCommand } from '../src/raises/progress.js'
import type { Raise, RaiseCommand } from '../src/raises/raise.js'
import { RefundingProcessor } from '../test/raise/processor.js'
import { sellUnits, TOTAL, UNITS } from '../test/raise/sold-raise.js'

const TICKS_PER_SECOND = 100
/** Without a limit, the memory shows how much garbage Node leaves on a machine with plenty, not what is needed. */
const HEAP_MB = 128
/** V8 derives 1 MB from such a heap limit, with which collecting garbage took three quarters of the processor time. */
const SEMI_SPACE_MB = 8
const DONE_WITHIN_MS = 3_600_000
const FAR = '2099-01-01T00:00:00.000Z'
const UNSENT = { unsent: true }

/** What processing one order of a raise costs: wall time, and processor time of the service and its store. */
export interface Cost {
  msPerOrder: number
  cpuMsPerOrder: number
}

interface Parts {
  root: string
  store: Store
  natsUrl: string
}

/** The compiled service as a separate process on real engines, with a card processor that counts refunds. */
export class RaiseBench {
  private readonly processor = new RefundingProcessor()
  private readonly ledger: Committer
  private child!: ChildProcess
  private raises = 0
  private peakKb = 0

  private constructor(
    private readonly parts: Parts,
    private readonly connection: Connection,
    private readonly bus: Bus,
  ) {
    const store = new MongoLedgerStore({ client: connection.getClient(), db: connection.db!, isStoreDown })
    // Preparing a raise is not measured, so a busy machine may take its time.
    this.ledger = new Committer({ store, chart, now: () => new Date(), timeoutMs: DONE_WITHIN_MS })
  }

  static async start(parts: Parts): Promise<RaiseBench> {
    const connection = await connectMongo({ uri: parts.store.uri, dbName: 'bench_investment' })
    const bus = await connectBus(parts.natsUrl, 'bench')
    for (const source of ['identity', 'property', 'tokenisation']) await ensureStream(bus, source)
    const bench = new RaiseBench(parts, connection, bus)
    await bench.spawn()
    return bench
  }

  async stop(): Promise<void> {
    await this.kill()
    await this.connection.close()
    await this.bus.nc.close()
  }

  /** Returns the largest resident memory of any process of the service so far, in MB. */
  peakMb(): number {
    return this.notePeak() / 1_000
  }

  /**
   * Closes a raise with `count` paid orders, ends it once all are in their cooling-off period, and refunds them all.
   */
  async closeAndFail(count: number): Promise<Record<'close' | 'fail', Cost>> {
    const raise = await this.sold(count)
    const close = await this.cost(count, async () => {
      await this.decide(raise, { type: 'fund' })
      await this.until('all orders cool off', async () => (await this.raise(raise._id)).due === undefined)
    })
    const fail = await this.cost(count, async () => {
      await this.decide(raise, { type: 'fail', failure: 'ended_by_staff' })
      await this.untilRefunded(raise)
    })
    this.expectRefunded(count)
    return { close, fail }
  }

  /** Kills the service at random points while it refunds a failed raise; returns the payments refunded twice. */
  async killWhileRefunding(count: number, kills: number): Promise<{ doubled: number; kills: number }> {
    const raise = await this.sold(count)
    const before = this.processor.requests
    // From just before the first order is cancelled to just before the last refund.
    const points = Array.from({ length: kills }, () => Math.random()).sort((a, b) => a - b)
    await this.decide(raise, { type: 'fail', failure: 'ended_by_staff' })
    for (const point of points) {
      const [refunds, pauseMs] = [before + Math.floor(point * point * count), Math.random() * 50]
      await this.until('the next kill', () => this.processor.requests >= refunds)
      await sleep(pauseMs)
      await this.kill()
      await this.spawn()
    }
    await this.untilRefunded(raise)
    const doubled = [...this.processor.refunded().values()].filter((amount) => amount !== TOTAL).length
    if (doubled === 0) this.expectRefunded(count)
    return { doubled, kills }
  }

  private async sold(count: number): Promise<Raise> {
    const propertyId = `Prop_${(this.raises += 1)}_bench`
    const terms = { slug: propertyId.toLowerCase().replaceAll('_', '-'), title: 'A home', offeringVersion: 1 }
    const prices = { unitPriceFils: fils(10_000), minimumFils: fils(200_000), feeBasisPoints: 150 }
    const counts = { unitsTotal: units(2 * count * UNITS), minimumUnits: units(count * UNITS) }
    const data = { propertyId, ...terms, ...prices, ...counts, expectedReturnBasisPoints: 800, deadline: FAR }
    const event = newEvent(OfferingPublished, { aggregateId: propertyId, version: 1, data, time: new Date() })
    await this.bus.js.publish(subjectOf(event.type), JSON.stringify(event), { msgID: event.id })
    await this.until('the raise is open', () => this.connection.collection('raises').findOne({ slug: terms.slug }))
    const raise = await this.raise(propertyId)
    this.processor.refunds.clear()
    await sellUnits(this.ledger, raise, count)
    await this.until('all events are sent', async () => !(await this.connection.collection('outbox').findOne(UNSENT)))
    return raise
  }

  private async decide({ _id }: Raise, command: RaiseCommand): Promise<void> {
    const outcome = await this.ledger.decideAndCommit(async () => {
      const part = raiseCommand(await this.raise(_id), ids, () => command)
      return { key: ids.next(), inputHash: command.type, transfers: [], saves: [], events: [], ...part }
    })
    if (!('ok' in outcome && outcome.ok)) throw new Error(`the raise did not change: ${JSON.stringify(outcome)}`)
    // The sweeps begin immediately, so that the wait for the next one is not part of the cost.
    void this.bus.nc.request('local.investment.clock', JSON.stringify({ offsetMs: 0 }), { timeout: DONE_WITHIN_MS })
  }

  private async cost(count: number, work: () => Promise<void>): Promise<Cost> {
    const [beganMs, beganCpuMs] = [performance.now(), this.cpuMs()]
    await work()
    const [tookMs, cpuMs] = [performance.now() - beganMs, this.cpuMs() - beganCpuMs]
    this.notePeak()
    return { msPerOrder: tookMs / count, cpuMsPerOrder: cpuMs / count }
  }

  /** Returns the processor time of the service and the store so far (proc(5): `utime`, `stime`). */
  private cpuMs(): number {
    const ticks = [this.child.pid!, this.parts.store.pid()].map((pid) => {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return Number(fields[11]) + Number(fields[12])
    })
    return (ticks.reduce((sum, each) => sum + each, 0) * 1_000) / TICKS_PER_SECOND
  }

  private notePeak(): number {
    const status = readFileSync(`/proc/${this.child.pid}/status`, 'utf8')
    const residentKb = Number(/^VmHWM:\s+(\d+)/m.exec(status)![1])
    return (this.peakKb = Math.max(this.peakKb, residentKb))
  }

  private async raise(propertyId: string): Promise<Raise> {
    return (await this.connection.collection<Raise>('raises').findOne({ _id: propertyId }))!
  }

  private untilRefunded({ _id: propertyId }: Raise): Promise<unknown> {
    const open = { propertyId, state: { $in: ['paid', 'cooling_off', 'cancelled', 'refunding'] } }
    return this.until(
      'all orders are refunded',
      async () => !(await this.connection.collection('orders').findOne(open)),
    )
  }

  private expectRefunded(count: number): void {
    const refunded = this.processor.refunded()
    const wrong = [...refunded].find(([, amount]) => amount !== TOTAL)
    if (wrong) throw new Error(`${wrong[1]} of ${TOTAL} fils of ${wrong[0]} were refunded`)
    if (refunded.size !== count) throw new Error(`${refunded.size} of ${count} payments were refunded`)
  }

  private until<T>(what: string, look: () => Promise<T | null | false> | T | null | false): Promise<T> {
    return poll(what, look, { intervalMs: 20, timeoutMs: DONE_WITHIN_MS, onError: 'throw' })
  }

  private async spawn(): Promise<void> {
    const { root, store, natsUrl } = this.parts
    const env = {
      ...{ NODE_ENV: 'test', LOG_LEVEL: 'error', LOCAL_MODE: '1', PUBLIC_URL: 'http://hissa.test' },
      ...{ MONGODB_URI: store.uri, MONGODB_DB_PREFIX: 'bench_', NATS_URL: natsUrl },
      ...{ JWKS_URL: 'http://127.0.0.1:1/keys', ISSUER: 'http://issuer.test', CLIENT_ID: 'web' },
      ...{ STRIPE_SECRET_KEY: 'sk_test_none', STRIPE_WEBHOOK_SECRET: 'whsec_none' },
      INVESTMENT_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
      // No deed is stored.
      STORAGE_URL: 'file:///nonexistent',
    }
    const script = new URL('../test/raise/service.ts', import.meta.url).pathname
    const heap = [`--max-old-space-size=${HEAP_MB}`, `--max-semi-space-size=${SEMI_SPACE_MB}`]
    const execArgv = ['--no-warnings', ...heap]
    this.child = fork(script, [], { cwd: root, env: { ...process.env, ...env }, execArgv })
    this.processor.serve(this.child)
    await new Promise((resolve, reject) => {
      this.child.on('message', (message) => message === 'ready' && resolve(undefined))
      this.child.once('exit', (code) => reject(new Error(`the service ended with ${code}`)))
    })
  }

  private async kill(): Promise<void> {
    this.notePeak()
    const gone = once(this.child, 'exit')
    this.child.kill('SIGKILL')
    await gone
  }
}
