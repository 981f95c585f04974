import type { Bus } from '@hissa/messaging'
import type { PurchaseCost } from '@hissa/testing-helpers'
import { MongoClient } from 'mongodb'
import { manifests } from '../../local/launcher/src/run/manifests.js'

/** Commands that monitor the server, or end sessions at exit; they come from drivers and tests, not from work. */
const NOT_WORK: ReadonlySet<string> = new Set([
  ...['hello', 'isMaster', 'ismaster', 'ping', 'serverStatus', 'buildInfo', 'getParameter', 'endSessions'],
  ...['saslStart', 'saslContinue', 'logout', 'replSetUpdatePosition', '<UNKNOWN>'],
])

const PUBLISHERS = manifests.filter(({ collections }) => collections?.includes('outbox')).map(({ name }) => name)
const BUSINESS = /^(hissa\.|rpc\.)/
const SETTLED_WITHIN_MS = 30_000
const LOOK_AGAIN_MS = 100

/**
 * Counts what happens between two moments in the store (`serverStatus`) and on a bus without users, where
 * it receives every message. Timers of an idle platform run all the time, so their rate is measured first and
 * subtracted.
 */
export class CostCounter {
  private readonly client: MongoClient
  private messages = 0
  /** Commands that this class sent. */
  private mine = 0
  private idlePerMs: PurchaseCost = { storeOps: 0, transactions: 0, busMessages: 0 }

  private constructor(
    mongoUri: string,
    private readonly bus: Bus,
  ) {
    this.client = new MongoClient(mongoUri)
    bus.nc.subscribe('>', { callback: (_error, message) => this.count(message) })
  }

  /** @param mongoUri the server of the platform, which serves nothing else */
  static async open(mongoUri: string, bus: Bus): Promise<CostCounter> {
    const counter = new CostCounter(mongoUri, bus)
    await counter.client.connect()
    await bus.nc.flush()
    return counter
  }

  /** Measures an idle platform for `forMs`. */
  async measureIdle(forMs: number): Promise<void> {
    await this.settled()
    const before = await this.read()
    const startedMs = performance.now()
    await new Promise((resolve) => setTimeout(resolve, forMs))
    const idle = difference(await this.read(), before)
    const tookMs = performance.now() - startedMs
    this.idlePerMs = mapCost(idle, (count) => count / tookMs)
  }

  /**
   * Returns the mean cost of the purchases that `work` makes (it returns their number), reactions included.
   * @throws Error if nothing was counted, which would be within every bound
   */
  async perPurchase(work: () => Promise<number>): Promise<PurchaseCost> {
    await this.settled()
    const before = await this.read()
    const startedMs = performance.now()
    const purchases = await work()
    await this.settled()
    const spent = difference(await this.read(), before)
    const tookMs = performance.now() - startedMs
    if (Object.values(spent).some((count) => count <= 0))
      throw new Error(`nothing was counted: ${JSON.stringify(spent)}`)
    return mapCost(spent, (count, name) => (count - this.idlePerMs[name] * tookMs) / purchases)
  }

  async close(): Promise<void> {
    await this.client.close()
    await this.bus.nc.close()
  }

  /** Waits until no event is unpublished or unhandled and no message is unsent. Its own commands are not counted. */
  private async settled(): Promise<void> {
    const untilMs = performance.now() + SETTLED_WITHIN_MS
    while (!((await this.isSent()) && (await this.isHandled()))) {
      if (performance.now() > untilMs) throw new Error('the platform did not come to rest')
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
    }
  }

  private async isSent(): Promise<boolean> {
    this.mine += PUBLISHERS.length + 1
    const found = await Promise.all([
      ...PUBLISHERS.map((service) => this.rows(service, 'outbox').findOne({ unsent: true })),
      this.rows('notification', 'messages').findOne({ state: 'queued' }),
    ])
    return found.every((row) => row === null)
  }

  private count({ subject, reply = '' }: { subject: string; reply?: string }): void {
    // A delivery to a consumer has the event's subject too, and is answered with an acknowledgement.
    if (BUSINESS.test(subject) && !reply.startsWith('$JS.ACK.')) this.messages += 1
  }

  private rows(service: string, collection: string) {
    return this.client.db(`hissa_${service}`).collection(collection)
  }

  private async isHandled(): Promise<boolean> {
    for await (const { config } of this.bus.jsm.streams.list())
      for await (const { num_pending, num_ack_pending } of this.bus.jsm.consumers.list(config.name))
        if (num_pending + num_ack_pending > 0) return false
    return true
  }

  private async read(): Promise<PurchaseCost> {
    const status = await this.client.db('admin').command({ serverStatus: 1 })
    const { commands } = status['metrics'] as { commands: Record<string, { total?: number | bigint }> }
    const counted = Object.entries(commands).filter(([name]) => !NOT_WORK.has(name))
    const storeOps = counted.reduce((sum, [, { total = 0 }]) => sum + Number(total), 0) - this.mine
    return { storeOps, transactions: Number(status['transactions'].totalCommitted), busMessages: this.messages }
  }
}

const NAMES = ['storeOps', 'transactions', 'busMessages'] as const

const mapCost = (cost: PurchaseCost, each: (count: number, name: keyof PurchaseCost) => number) =>
  Object.fromEntries(NAMES.map((name) => [name, each(cost[name], name)])) as unknown as PurchaseCost

const difference = (after: PurchaseCost, before: PurchaseCost) => mapCost(after, (count, name) => count - before[name])
