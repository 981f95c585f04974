import { MemoryLedgerStore } from '@hissa/ledger'
import type { Order } from '../../src/orders/order.model.js'
import type { WebhookEvent } from '../../src/processor/processor.api.js'
import { Identity } from './identity.js'
import { Outsiders } from './outsiders.js'
import { Reached } from './reached.js'
import { Replica } from './replica.js'
import { Chance, Scheduler } from './scheduler.js'
import { type Planted, type SimStoreFault, type Statuses, type StoreFaults } from './sim-stores.js'
import { type BusFaults, SimBus } from './sim-bus.js'
import { SimDatabase } from './sim-mongo.js'
import { SimChain } from './sim-chain.js'
import { Staff } from './staff.js'
import { SimStripe, type StripeFaults } from './sim-stripe.js'
import { Watcher } from './watcher.js'

const [MINUTE_MS, HOUR_MS] = [60_000, 3_600_000]
const [FIRST_USERS, CROWD] = [12, 80]

/** A raise of the simulation, as published by property. */
interface Offering {
  propertyId: string
  deadline: Date
}

/** Two replicas, one store, one processor, a stream of customers, and the faults of all of them. */
export class World {
  readonly scheduler: Scheduler
  readonly store = new MemoryLedgerStore({
    unique: { orders: [['openProperty'], ['openSlot'], ['placeKey']] },
    acceptsTakenIds: () => this.planted === 'noIdempotency',
  })
  readonly stripe: SimStripe
  readonly bus: SimBus
  readonly database = new SimDatabase()
  readonly reached = new Reached()
  /** The status of each user as published by identity. */
  readonly statuses: Statuses = new Map()
  readonly offerings: Offering[] = []
  readonly storeFaults: StoreFaults
  readonly chance: Chance
  /** A quiet market has smaller raises and no crowds, so more time passes in its steps. */
  readonly isQuiet: boolean
  readonly broken: string[] = []
  crashes = 0
  faulty = true
  /** Business time is this far ahead of wall time. */
  private offsetMs = 0
  replicas: Replica[] = []
  private ids = 0
  private moves = 0
  private readonly crashRate: number
  readonly staff = new Staff(this)
  private readonly outsiders = new Outsiders(this)
  private readonly identity = new Identity(this)
  readonly watcher = new Watcher(this)
  readonly chain = new SimChain(this)
  readonly suspendedAtMs = new Map<string, number>()
  private readonly stripeFaults: StripeFaults
  private readonly busFaults: BusFaults

  constructor(
    seed: number,
    readonly planted: Planted = undefined,
    private readonly wanted: readonly string[] = [],
  ) {
    this.chance = new Chance(seed)
    this.isQuiet = wanted.length > 0 ? !wanted.includes('more due than one batch') : seed % 2 === 0
    this.scheduler = new Scheduler(this.chance)
    // Swarm testing: each seed draws its own rates, and omits some faults.
    const rate = (most: number) => (this.chance.hit(0.3) ? 0 : most * this.chance.next())
    const rates = {
      lost: rate(0.1),
      'unknown before commit': rate(0.1),
      'unknown after commit': rate(0.1),
      down: rate(0.05),
    }
    this.storeFaults = { next: () => (this.faulty ? this.drawFault(rates) : 'none') }
    this.stripeFaults = {
      ...{ unavailable: rate(0.2), duplicate: rate(0.5), late: rate(0.2), replayed: rate(0.3) },
      ...{ paidAfterExpiry: rate(1), wrongAmount: rate(0.1), wrongCurrency: rate(0.3) },
      ...{ refundFails: rate(1), refundFailsLater: rate(0.8), refusesRefund: rate(0.3) },
    }
    this.crashRate = rate(0.2)
    this.busFaults = { rejects: rate(0.2), loses: rate(0.3), twice: rate(0.3), wipes: rate(0.3) }
    this.stripe = new SimStripe(
      ...([this.scheduler, this.stripeFaults, this.reached, (name: string) => this.wants(name)] as const),
      (webhook) => this.deliver(webhook),
    )
    this.bus = new SimBus(this.scheduler, this.busFaults, this.reached, (subject, payload) =>
      this.receive(subject, payload),
    )
  }

  /** Returns whether one of these transitions or faults was not reached by earlier seeds, nor by this one. */
  wants(...names: string[]): boolean {
    return this.faulty && names.some((name) => this.wanted.includes(name) && !this.reached.has(name))
  }

  /** Business time. */
  now(): Date {
    return new Date(this.scheduler.nowMs + this.offsetMs)
  }

  nextId(): string {
    return `id-${String((this.ids += 1)).padStart(9, '0')}`
  }

  async start(): Promise<void> {
    this.replicas = [this.boot(), this.boot()]
    for (let n = 0; n < 2; n += 1) this.publish()
    for (let n = 0; n < FIRST_USERS; n += 1) this.join()
    const alive = () => this.faulty
    const often = (everyMs: number, work: () => void | Promise<void>) =>
      void this.scheduler.every(
        () => everyMs,
        alive,
        async () => work(),
      )
    often(HOUR_MS, () => void this.publish())
    often(30 * MINUTE_MS, () => void this.join())
    often(HOUR_MS, () => this.rush())
    if (!this.isQuiet) often(5 * HOUR_MS, () => this.crowd())
    often(3 * MINUTE_MS, () => this.maybeCrash())
    often(40 * MINUTE_MS, () => this.identity.suspendSomeone())
    often(70 * MINUTE_MS, () => this.moveClock())
    often(20 * MINUTE_MS, () => this.outsiders.pay())
    often(20 * MINUTE_MS, () => this.breakBus())
    often(20 * MINUTE_MS, () => this.outsiders.takeBack())
    often(40 * MINUTE_MS, () => void this.cancelSomething())
    often(30 * MINUTE_MS, () => void this.staff.steerRaises())
    often((this.isQuiet ? 10 : 30) * MINUTE_MS, () => void this.staff.transferShares())
    // Staff continue to work after the faults have ended.
    void this.scheduler.every(
      () => 2 * HOUR_MS,
      () => true,
      () => this.staff.workOffTheDesk(),
    )
    await this.scheduler.run(50)
  }

  /** Ends all faults and customers; work in progress may finish. */
  calm(): void {
    this.faulty = false
    for (const faults of [this.stripeFaults, this.busFaults] as unknown as Record<string, number>[])
      for (const name of Object.keys(faults)) faults[name] = 0
  }

  private boot(): Replica {
    const replica = new Replica(this)
    void this.scheduler.every(
      () => (this.faulty ? (this.isQuiet ? 10 : 5) : 15) * MINUTE_MS,
      () => !replica.crashed,
      () => this.runSweeps(replica),
    )
    return replica
  }

  private async runSweeps(replica: Replica): Promise<void> {
    for (const sweep of replica.sweeps) await sweep.sweep(this.now()).catch((error: unknown) => this.refused(error))
    await replica.relay.run()
    // Again while it holds the lease, as in production: what the first run published is marked.
    await this.scheduler.after(1_000)
    await replica.relay.run()
  }

  private publish(tickets = 2 + this.chance.below(this.isQuiet || this.chance.hit(0.3) ? 3 : 40)): string {
    const propertyId = `Prop_${this.offerings.length + 1}_sim`
    const deadline = new Date(this.now().getTime() + HOUR_MS * (1 + 5 * this.chance.next()))
    this.offerings.push({ propertyId, deadline })
    const figures = {
      unitPriceFils: 10_000,
      unitsTotal: 20 * tickets,
      minimumFils: 200_000,
      feeBasisPoints: 150,
      expectedReturnBasisPoints: 800,
    }
    const share = this.chance.pick([0, 0.1, 0.5, 1])
    const minimum = share === 0 ? {} : { minimumUnits: Math.max(20, 20 * Math.floor(tickets * share)) }
    const names = { propertyId, slug: propertyId, title: propertyId, offeringVersion: 1, ...minimum }
    const valuedOn = this.now().toISOString().slice(0, 10)
    const data = { ...names, ...figures, valuedOn, deadline: deadline.toISOString() }
    void this.insist(() => this.chance.pick(this.replicas).raises.handle({ id: propertyId, data } as never))
    void this.close({ propertyId, deadline })
    return propertyId
  }

  /** Pays for a lapsed order after the raise has closed. */
  private async close({ propertyId, deadline }: Offering): Promise<void> {
    const leftMs = () => deadline.getTime() - this.now().getTime()
    while (leftMs() > 1_000) await this.scheduler.after(Math.min(10 * MINUTE_MS, leftMs() - 500))
    if (!this.faulty) return
    this.reached.fault('deadline passed')
    // Investors order and cancel, and replicas process due work, exactly at the deadline.
    this.rush(propertyId)
    for (const order of this.ordersWhere((order) => order.propertyId === propertyId && order.state === 'paid'))
      if (this.chance.hit(0.5)) void this.cancelOrder(order)
    for (const replica of this.replicas) void this.runSweeps(replica)
    await this.scheduler.after(Math.max(1, leftMs() + 1))
    const lapsed = this.ordersWhere((order) => order.propertyId === propertyId && order.state === 'expired')
    if (lapsed.length === 0) return
    this.reached.fault('payment after the raise closed')
    this.stripe.payStray(this.chance.pick(lapsed))
  }

  /** Cancels an order as its investor: mostly a recent one, at times one whose cooling-off period has ended. */
  private async cancelSomething(): Promise<void> {
    const orders = this.ordersWhere(({ state }) => state === 'paid' || state === 'cooling_off')
    if (orders.length === 0) return
    const closed = orders.filter(({ state }) => state === 'cooling_off')
    if (closed.length > 0 && this.wants('order cooling_off → paid'))
      return void (await Promise.all(closed.map((order) => this.cancelOrder(order))))
    const over = orders.filter(({ coolingOffEndsAt: ends }) => ends && ends <= this.now())
    const late = over.length > 0 && this.chance.hit(0.5)
    await this.cancelOrder(this.chance.pick(late ? over : orders.slice(-10)))
  }

  private async cancelOrder({ _id: orderId, userId }: Order): Promise<void> {
    const clicks = this.chance.hit(0.2) ? 2 : 1
    const click = async () => {
      const cancelled = this.chance.pick(this.replicas).cancel.run(userId, { orderId })
      const answer = await cancelled.catch((error: unknown) => this.refused(error))
      if (answer?.ok) this.reached.fault('cancelled in time')
      else if (answer?.error.code === 'COOLING_OFF_ENDED') this.reached.fault('cancelled too late')
    }
    await Promise.all(Array.from({ length: clicks }, click))
  }

  /** Adds an investor who places orders for some hours. */
  private join(): string {
    const userId = `user-${this.statuses.size}`
    this.statuses.set(userId, { status: 'kyc_complete', version: 1 })
    const leavesMs = this.scheduler.nowMs + 5 * HOUR_MS
    void this.scheduler.every(
      () => 30 * MINUTE_MS,
      () => this.faulty && this.scheduler.nowMs < leavesMs,
      () => this.buy(userId, this.anyOffering()),
    )
    return userId
  }

  private anyOffering(): string {
    return this.chance.pick(this.offerings.slice(-4)).propertyId
  }

  /** Places orders of many investors for one property at the same moment. */
  private rush(propertyId = this.anyOffering()): void {
    const users = [...this.statuses.keys()].slice(-FIRST_USERS)
    for (const userId of users) void this.buy(userId, propertyId)
  }

  /** Places more unpaid orders than one batch of due work takes. */
  private crowd(): void {
    const propertyId = this.publish(2 * CROWD)
    for (let n = 0; n < CROWD; n += 1) {
      const userId = `visitor-${this.statuses.size}`
      this.statuses.set(userId, { status: 'kyc_complete', version: 1 })
      void this.click(userId, { propertyId, amount: 2_000 }, () => undefined)
    }
  }

  private moveClock(): void {
    this.reached.fault('clock moved')
    // Every second time past the cooling-off period of all raises that have closed.
    this.moves += 1
    this.offsetMs += HOUR_MS * (this.moves % 2 === 0 ? 49 : 2 * this.chance.next())
    const over = this.ordersWhere(({ coolingOffEndsAt: ends }) => ends !== undefined && ends <= this.now())
    for (const order of over) if (this.chance.hit(0.3)) void this.cancelOrder(order)
  }

  private breakBus(): void {
    if (this.chance.hit(this.busFaults.loses) || this.wants('bus acks and loses a message')) this.bus.truncate()
    if (this.chance.hit(this.busFaults.wipes) || this.wants('bus wiped')) void this.bus.wipe()
  }

  private async receive(subject: string, payload: string): Promise<boolean> {
    const taken = this.chance.pick(this.replicas).receive(subject, payload)
    return Promise.race([taken, this.scheduler.after(30_000).then(() => false)])
  }

  ordersWhere(matches: (order: Order) => boolean): Order[] {
    return ([...this.store.collection('orders').values()] as unknown as Order[]).filter(matches)
  }

  private async buy(userId: string, propertyId: string): Promise<void> {
    const amount = this.chance.pick([2_000, 2_000, 2_000, 4_000, 2_050, 1_000, 12_000])
    const key = this.chance.hit(0.6) ? { idempotencyKey: `key-${this.chance.below(1_000)}` } : {}
    const clicks = this.chance.hit(0.2) ? 2 : 1
    const pay = (url: string) => void this.maybePay(url)
    await Promise.all(Array.from({ length: clicks }, () => this.click(userId, { propertyId, amount, ...key }, pay)))
  }

  private async click(
    userId: string,
    input: { propertyId: string; amount: number },
    then: (url: string) => void,
  ): Promise<void> {
    const tries = 1 + this.chance.below(3)
    for (let n = 0; n < tries; n += 1) {
      // The browser gives up after a while; the process may have crashed.
      const answer = await Promise.race([
        this.chance
          .pick(this.replicas)
          .place.run(userId, input)
          .catch((error: unknown) => this.refused(error)),
        this.scheduler.after(40_000).then(() => undefined),
      ])
      if (answer?.ok) return then(answer.value.url)
      await this.scheduler.after(30_000 * this.chance.next())
    }
  }

  private async maybePay(sessionId: string): Promise<void> {
    if (this.chance.hit(0.25)) return
    await this.scheduler.after(
      this.chance.hit(0.7) ? 10 * MINUTE_MS * this.chance.next() : 60 * MINUTE_MS * this.chance.next(),
    )
    if (this.stripe.sessions.has(sessionId)) this.stripe.pay(sessionId)
  }

  refused(error: unknown): undefined {
    // Any error except an unavailable store is a defect of the program.
    if ((error as Error).name !== 'LedgerUnavailable') throw error
    return undefined
  }

  private async deliver(webhook: WebhookEvent): Promise<boolean> {
    if (this.planted === 'ignoresPaymentsAfterExpiry' && webhook.kind === 'checkout') {
      const order = this.store.collection('orders').get(webhook.checkout.orderId ?? '')
      if (order?.['state'] === 'expired') return true
    }
    const payload = Buffer.from(JSON.stringify(webhook))
    const taken = this.chance
      .pick(this.replicas)
      .webhook.run(payload, 'signed')
      .then(({ ok }) => ok)
      .catch(() => false)
    return Promise.race([taken, this.scheduler.after(30_000).then(() => false)])
  }

  private async maybeCrash(): Promise<void> {
    if (!this.chance.hit(this.crashRate)) return
    this.crashes += 1
    this.reached.fault('process crashed')
    const index = this.chance.below(this.replicas.length)
    this.replicas[index]!.crashed = true
    this.replicas[index] = this.boot()
  }

  async insist(work: () => Promise<void>): Promise<void> {
    for (;;) {
      const done = await Promise.race([
        work()
          .then(() => true)
          .catch(() => false),
        this.scheduler.after(30_000).then(() => false),
      ])
      if (done) return
    }
  }

  private drawFault(rates: Record<SimStoreFault, number>): SimStoreFault | 'none' {
    for (const [fault, probability] of Object.entries(rates) as [SimStoreFault, number][]) {
      if (!this.chance.hit(probability)) continue
      this.reached.fault(`store ${fault}`)
      return fault
    }
    return 'none'
  }
}
