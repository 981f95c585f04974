import type { UserStatus } from '@hissa/contracts'
import { OrderPaid, type OrderState } from '@hissa/contracts/investment'
import { type Clock, type Logger, ProblemError, type Sweep } from '@hissa/kernel'
import { type Batch, Committer, MemoryLedgerStore } from '@hissa/ledger'
import { type Bus, Inbox, type Outbox, type Reaction, type ReceivedEvent, RelayPass, subjectOf } from '@hissa/messaging'
import type { ClientSession, Connection } from '@hissa/persistence'
import { chart } from '../../src/accounts.js'
import { RecordStatusWhenUserStatusChanged } from '../../src/investors/record-status-when-user-status-changed.js'
import { AdmitOrder } from '../../src/orders/admit-order.js'
import { GiveUpReservation } from '../../src/orders/give-up-reservation.js'
import { OpenCheckout } from '../../src/orders/open-checkout.js'
import type { Order } from '../../src/orders/order.js'
import type { OrderStore } from '../../src/orders/order.store.js'
import { PlaceOrder } from '../../src/orders/place-order.js'
import { ReleaseOrder } from '../../src/orders/release-order.js'
import { DueOrders } from '../../src/payments/due-orders.js'
import { EndReservation } from '../../src/payments/end-reservation.js'
import { ExpireOrderWhenReservationLapses } from '../../src/payments/expire-order-when-reservation-lapses.js'
import type { WebhookFact } from '../../src/payments/gateway.js'
import { ReceiveWebhook } from '../../src/payments/receive-webhook.js'
import { RefundPaymentWhenUnitsAreGone } from '../../src/payments/refund-payment-when-units-are-gone.js'
import { SettlePayment } from '../../src/payments/settle-payment.js'
import { SettlePaymentWhenWebhookIsMissing } from '../../src/payments/settle-payment-when-webhook-is-missing.js'
import { CarryOut } from '../../src/payments/suspense/carry-out.js'
import { RetryWork } from '../../src/payments/suspense/retry-work.js'
import type { SuspenseItem } from '../../src/payments/suspense/suspense.js'
import { RecordSuspense } from '../../src/payments/suspense/record-suspense.js'
import { RefundSuspenseWhenResolved } from '../../src/payments/suspense/refund-suspense-when-resolved.js'
import { OpenRaiseWhenOfferingPublished } from '../../src/raises/open-raise-when-offering-published.js'
import type { Raise } from '../../src/raises/raise.js'
import { Reached } from './reached.js'
import { Chance, Scheduler } from './scheduler.js'
import {
  type Changed,
  type Planted,
  SimLedgerStore,
  type SimStoreFault,
  simStores,
  type Statuses,
  type StoreFaults,
  type Turn,
} from './sim-stores.js'
import { type BusFaults, SimBus } from './sim-bus.js'
import { SimDatabase } from './sim-mongo.js'
import { SimStripe, type StripeFaults } from './sim-stripe.js'

const TEXT = { documentId: 'risk', version: 1, hash: 'h' }
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const FIRST_USERS = 12
const CROWD = 80

const noLog = { info() {}, warn() {}, error() {}, debug() {} } as unknown as Logger
const as = <T>(value: unknown) => value as T

/** The service as one process: its own committer and use cases over the shared store and processor. */
class Replica {
  crashed = false
  readonly place: PlaceOrder
  readonly webhook: ReceiveWebhook
  readonly sweeps: Sweep[] = []
  private readonly clock: Clock
  private readonly staff: { retry: RetryWork; carryOut: CarryOut; ledger: Committer }
  readonly raises: OpenRaiseWhenOfferingPublished
  readonly statuses: RecordStatusWhenUserStatusChanged
  readonly relay: RelayPass
  private readonly inbox: Inbox
  private readonly count: CountPaidOrders

  constructor(world: World) {
    const { scheduler } = world
    const turn: Turn = async () => {
      await scheduler.after(1 + 20 * scheduler.chance.next())
      await this.unlessCrashed()
    }
    const wall: Clock = { now: () => scheduler.now() }
    const clock: Clock = { now: () => world.now() }
    this.clock = clock
    const ids = { next: () => world.nextId() }
    const ledger = new Committer({
      store: new SimLedgerStore(world.store, turn, world.storeFaults, world.planted, (changes, events) =>
        world.watch(changes, events),
      ),
      chart,
      now: () => world.now(),
      newBatchId: () => world.nextId(),
      pause: (attempt) => scheduler.after(Math.min(500, 2 ** attempt)),
      timers: { nowMs: () => scheduler.nowMs, after: (ms) => scheduler.after(ms).then(() => this.unlessCrashed()) },
      capacity: 40,
    })
    const reads = simStores(world.store, world.statuses, turn, () => world.reached.fault('more due than one batch'))
    const [orders, raises, payments, holdings, items] = [
      as<OrderStore>(reads.orders),
      as<never>(reads.raises),
      as<never>(reads.payments),
      as<never>(reads.holdings),
      as<never>(reads.suspense),
    ]
    const gateway = world.stripe.gateway(turn)
    const deadlines = as<never>({ register: (sweep: Sweep) => this.sweeps.push(sweep) })
    const config = { PUBLIC_URL: 'http://hissa.test', RULE_PACK: 'adgm' } as const
    const investors = as<never>(reads.investors)
    const texts = as<never>({ current: async () => [{ ...TEXT, required: true }], acceptedBy: async () => [TEXT] })
    const denials = as<never>({ keep: async () => undefined })
    const releases = new ReleaseOrder(ledger, orders, raises, clock, ids)
    const settle = new SettlePayment(ledger, orders, payments, holdings, raises, investors, releases, clock, ids, noLog)
    const due = new DueOrders(ledger, orders, clock, clock, ids, noLog)
    const refunds = new RefundPaymentWhenUnitsAreGone(
      ledger,
      orders,
      due,
      payments,
      deadlines,
      gateway,
      clock,
      clock,
      ids,
      noLog,
    )
    const checkout = new OpenCheckout(ledger, orders, raises, investors, gateway, clock, wall, ids, config, noLog)
    const admission = new AdmitOrder(ledger, orders, raises, investors, texts, denials, clock, wall, ids, config)
    this.place = new PlaceOrder(ledger, orders, raises, investors, admission, checkout, clock, wall, ids)
    const reservations = new EndReservation(releases, settle, gateway, wall)
    this.statuses = new RecordStatusWhenUserStatusChanged(investors, new GiveUpReservation(ledger, orders, clock, ids))
    const suspense = new RecordSuspense(ledger, payments, items, gateway, clock, noLog)
    const suspenseRefunds = new RefundSuspenseWhenResolved(
      ledger,
      items,
      payments,
      deadlines,
      gateway,
      clock,
      wall,
      ids,
      noLog,
    )
    this.webhook = new ReceiveWebhook(settle, refunds, suspenseRefunds, suspense, gateway, noLog)
    this.raises = new OpenRaiseWhenOfferingPublished(ledger, raises, clock, ids, noLog)
    const isDown = () => world.storeFaults.next() === 'down'
    const connection = world.database.connect(turn, isDown)
    const bus = as<Bus>(world.bus.connect(turn))
    const outbox = as<Outbox>({ rows: connection.collection('outbox') })
    this.relay = new RelayPass('investment', as<Connection>(connection), outbox, bus, noLog, {
      nowMs: () => scheduler.nowMs,
    })
    const storeAnswers = async () => undefined
    this.inbox = new Inbox('investment', as<Connection>(connection), bus, noLog, { storeAnswers })
    this.count = new CountPaidOrders(as<Connection>(connection))
    // In the order of the module.
    new SettlePaymentWhenWebhookIsMissing(ledger, due, settle, deadlines, gateway, clock, ids, noLog).onModuleInit()
    new ExpireOrderWhenReservationLapses(due, reservations, deadlines, clock).onModuleInit()
    refunds.onModuleInit()
    suspenseRefunds.onModuleInit()
    const audit = as<never>({ row: (entry: object) => ({ _id: world.nextId(), ...entry }) })
    const carryOut = new CarryOut(items, orders, payments, raises, settle, clock, ids)
    this.staff = { retry: new RetryWork(ledger, items, orders, audit, clock, ids), carryOut, ledger }
  }

  /** Finance staff put rejected work back into the queue. */
  retry(kind: 'order' | 'suspense', id: string): Promise<void> {
    return this.staff.retry.run({ kind, id }, 'The processor takes it again', { userId: 'finance', roles: ['finance'] })
  }

  /** Finance staff have resolved an item; who approved it is not simulated. */
  async resolve(item: SuspenseItem): Promise<void> {
    const action = item.direction === 'in' ? { type: 'refund' as const } : { type: 'cover' as const, reference: 'bank' }
    const key = `resolve:${item._id}:${item.version}`
    const subject = { kind: 'suspense' as const, id: item._id }
    await this.staff.ledger.decideAndCommit(() =>
      this.staff.carryOut.change(subject, action, { key, at: this.clock.now() }),
    )
  }

  /** Hands one delivery of the bus to the inbox, as a subscription does; true once it was acknowledged. */
  async receive(subject: string, payload: string): Promise<boolean> {
    if (subject !== subjectOf(OrderPaid.type)) return true
    let acknowledged = false
    const ack = () => (acknowledged = true)
    const message = { subject, json: () => JSON.parse(payload) as unknown }
    await this.inbox['receive'](this.count, as({ message, ack, nak() {}, term() {} }))
    return acknowledged
  }

  /** A crashed process goes on nowhere. */
  private async unlessCrashed(): Promise<void> {
    if (this.crashed) await new Promise(() => undefined)
  }
}

/** Another service's reaction: one effect for each paid order. */
class CountPaidOrders implements Reaction<typeof OrderPaid> {
  readonly on = OrderPaid
  readonly consumer = 'simulation-count-paid-orders'

  constructor(private readonly connection: Connection) {}

  async handle({ data }: ReceivedEvent<typeof OrderPaid>, session: ClientSession): Promise<void> {
    const effects = this.connection.collection<{ _id: string; count: number }>('effects')
    await effects.updateOne({ _id: data.orderId }, { $inc: { count: 1 } }, { upsert: true, session })
  }
}

const isPaymentless = (item: SuspenseItem) => item.direction === 'in' && item.paymentId === undefined

/** A raise of the simulation, as property published it. */
interface Offering {
  propertyId: string
  deadline: Date
}

/** Two replicas, one store, one processor, customers who keep coming, and everything that can go wrong between them. */
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
  /** What identity has published of each user. */
  readonly statuses: Statuses = new Map()
  readonly offerings: Offering[] = []
  readonly storeFaults: StoreFaults
  readonly chance: Chance
  /** What the oracles at a commit found. */
  readonly broken: string[] = []
  crashes = 0
  faulty = true
  /** Business time is this far ahead of wall time. */
  private offsetMs = 0
  private replicas: Replica[] = []
  private ids = 0
  private readonly crashRate: number
  private readonly stripeFaults: StripeFaults
  private readonly busFaults: BusFaults

  constructor(
    seed: number,
    readonly planted: Planted = undefined,
  ) {
    this.chance = new Chance(seed)
    this.scheduler = new Scheduler(this.chance)
    // Swarm: each seed draws its own rates, and leaves some faults out.
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
      ...{ paidAfterExpiry: rate(0.5), wrongAmount: rate(0.1), wrongCurrency: rate(0.1) },
      ...{ refundFails: rate(0.5), refundFailsLater: rate(0.5), refusesRefund: rate(0.3) },
    }
    this.crashRate = rate(0.2)
    this.busFaults = { rejects: rate(0.2), loses: rate(0.3), twice: rate(0.3), wipes: rate(0.3) }
    this.stripe = new SimStripe(this.scheduler, this.stripeFaults, this.reached, (fact) => this.deliver(fact))
    this.bus = new SimBus(this.scheduler, this.busFaults, this.reached, (subject, payload) =>
      this.receive(subject, payload),
    )
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
    often(5 * HOUR_MS, () => this.crowd())
    often(3 * MINUTE_MS, () => this.maybeCrash())
    often(40 * MINUTE_MS, () => this.suspendSomeone())
    often(3 * HOUR_MS, () => this.moveClock())
    often(20 * MINUTE_MS, () => this.strayMoney())
    often(HOUR_MS, () => this.breakBus())
    often(30 * MINUTE_MS, () => this.leaveMoney())
    // Staff work on after the storm.
    void this.scheduler.every(
      () => 2 * HOUR_MS,
      () => true,
      () => this.workOffTheDesk(),
    )
    await this.scheduler.run(50)
  }

  /** Ends all faults and customers; what is under way may finish. */
  calm(): void {
    this.faulty = false
    for (const faults of [this.stripeFaults, this.busFaults] as unknown as Record<string, number>[])
      for (const name of Object.keys(faults)) faults[name] = 0
  }

  /** Sees each commit: counts transitions, and checks what can only be checked at that moment. */
  watch(changes: readonly Changed[], events: Batch['events']): void {
    for (const row of events) this.database.rows('outbox').set(row._id, { ...row })
    for (const { save, before } of changes) {
      const { collection, set } = save
      const to = set['state'] as string | undefined
      if (to === undefined || before === undefined || before['state'] === to) continue
      if (collection === 'orders') this.watchOrder(before as unknown as Order, to as OrderState, set)
      if (collection === 'raises') this.reached.count(`raise ${before['state'] as string} → ${to}`)
    }
  }

  private watchOrder(order: Order, to: OrderState, set: Partial<Order>): void {
    this.reached.count(`order ${order.state} → ${to}`)
    const raise = this.store.collection('raises').get(order.propertyId) as unknown as Raise
    const isLate = order.state === 'expired' && to === 'paid'
    if (isLate && !(raise.state === 'active' && set.paidAt! < raise.deadline))
      this.broken.push(`I3 ${order._id} took units of a raise that had closed`)
    const page = order.checkout && this.stripe.sessions.get(order.checkout.sessionId)
    const isReleased = order.state === 'reserved' && (to === 'expired' || to === 'failed')
    if (isReleased && page?.state === 'open' && page.expiresAt.getTime() > this.scheduler.nowMs)
      this.broken.push(`I5 ${order._id} was released while its page could be paid`)
    const { status } = this.statuses.get(order.userId)!
    if (to === 'paid' && status === 'suspended' && this.suspendedForMs(order.userId) > MINUTE_MS)
      this.broken.push(`I10 ${order._id} was paid by a suspended investor`)
  }

  private boot(): Replica {
    const replica = new Replica(this)
    const work = async () => {
      for (const sweep of replica.sweeps) await sweep.sweep(this.now()).catch((error: unknown) => this.refused(error))
      await replica.relay.run()
    }
    void this.scheduler.every(
      () => (this.faulty ? 5 : 15) * MINUTE_MS,
      () => !replica.crashed,
      work,
    )
    return replica
  }

  /** A raise of `tickets` times the minimum. */
  private publish(tickets = 2 + this.chance.below(40)): string {
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
    const names = { propertyId, slug: propertyId, title: propertyId, offeringVersion: 1 }
    const data = { ...names, ...figures, deadline: deadline.toISOString() }
    void this.insist(() => this.chance.pick(this.replicas).raises.handle({ id: propertyId, data } as never))
    void this.close({ propertyId, deadline })
    return propertyId
  }

  /** Somebody pays for an order that lapsed, once the raise has closed. */
  private async close({ propertyId, deadline }: Offering): Promise<void> {
    while (this.now() < deadline) await this.scheduler.after(10 * MINUTE_MS)
    if (!this.faulty) return
    this.reached.fault('deadline passed')
    const lapsed = this.ordersWhere((order) => order.propertyId === propertyId && order.state === 'expired')
    if (lapsed.length === 0) return
    this.reached.fault('payment after the raise closed')
    this.stripe.payStray(this.chance.pick(lapsed))
  }

  /** A new investor, who shops for some hours. */
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

  /** Many want the same at the same moment. */
  private rush(): void {
    const propertyId = this.anyOffering()
    const users = [...this.statuses.keys()].slice(-FIRST_USERS)
    for (const userId of users) void this.buy(userId, propertyId)
  }

  /** More people than one batch of due work reserve, and none of them pays. */
  private crowd(): void {
    const propertyId = this.publish(2 * CROWD)
    for (let n = 0; n < CROWD; n += 1) {
      const userId = `visitor-${this.statuses.size}`
      this.statuses.set(userId, { status: 'kyc_complete', version: 1 })
      void this.click(userId, { propertyId, amount: 2_000 }, () => undefined)
    }
  }

  private readonly suspendedAtMs = new Map<string, number>()

  private suspendedForMs(userId: string): number {
    return this.scheduler.nowMs - (this.suspendedAtMs.get(userId) ?? Infinity)
  }

  /** Suspends an investor, if there is one with an open order, and reinstates them later. */
  private async suspendSomeone(): Promise<void> {
    const open = this.ordersWhere((order) => order.state === 'reserved')
    if (open.length === 0) return
    const { userId } = this.chance.pick(open)
    this.reached.fault('investor suspended')
    await this.setStatus(userId, 'suspended')
    this.suspendedAtMs.set(userId, this.scheduler.nowMs)
    await this.scheduler.after(2 * HOUR_MS * this.chance.next())
    this.suspendedAtMs.delete(userId)
    this.reached.fault('investor reinstated')
    await this.setStatus(userId, 'kyc_complete')
  }

  private setStatus(userId: string, status: UserStatus): Promise<void> {
    const version = (this.statuses.get(userId)?.version ?? 0) + 1
    const data = { userId, status, version }
    return this.insist(() =>
      this.chance.pick(this.replicas).statuses.handle({ id: `${userId}:${version}`, data } as never),
    )
  }

  private moveClock(): void {
    this.reached.fault('clock moved')
    this.offsetMs += 2 * HOUR_MS * this.chance.next()
  }

  private breakBus(): void {
    if (this.chance.hit(this.busFaults.loses)) this.bus.truncate()
    if (this.chance.hit(this.busFaults.wipes)) void this.bus.wipe()
  }

  private async receive(subject: string, payload: string): Promise<boolean> {
    const taken = this.chance.pick(this.replicas).receive(subject, payload)
    return Promise.race([taken, this.scheduler.after(30_000).then(() => false)])
  }

  /** Money that the platform did not ask for. */
  private strayMoney(): void {
    if (this.chance.hit(0.2)) {
      this.reached.fault('payment for no order')
      return this.stripe.payStray(undefined)
    }
    const orders = this.ordersWhere((order) => order.state === 'paid')
    if (orders.length === 0) return
    this.reached.fault('payment twice for one order')
    this.stripe.payStray(this.chance.pick(orders))
  }

  /** Money that leaves the processor without the platform. */
  private leaveMoney(): void {
    const paid = new Set(this.ordersWhere((order) => order.state === 'paid').map(({ paymentId }) => paymentId!))
    if (this.chance.hit(0.5)) this.stripe.refundElsewhere(paid)
    else this.stripe.dispute(paid)
  }

  private async workOffTheDesk(): Promise<void> {
    const open = ([...this.store.collection('suspense').values()] as unknown as SuspenseItem[]).filter(
      (item) => item.state === 'open' && item.amount > 0 && item.dispute !== 'open' && !isPaymentless(item),
    )
    const rejected = this.ordersWhere((order) => order.rejected !== undefined)
    const stuck = ([...this.store.collection('suspense').values()] as unknown as SuspenseItem[]).filter(
      (item) => item.rejected !== undefined,
    )
    const replica = this.chance.pick(this.replicas)
    const tasks = [
      ...open.map((item) => () => replica.resolve(item)),
      ...rejected.map((order) => () => replica.retry('order', order._id)),
      ...stuck.map((item) => () => replica.retry('suspense', item._id)),
    ]
    for (const task of tasks) {
      const done = task().catch((error: unknown) => this.refused(error))
      await Promise.race([done, this.scheduler.after(60_000)])
    }
  }

  private ordersWhere(matches: (order: Order) => boolean): Order[] {
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
      if (answer) return then(answer.url)
      await this.scheduler.after(30_000 * this.chance.next())
    }
  }

  private async maybePay(sessionId: string): Promise<void> {
    if (this.chance.hit(0.25)) return
    await this.scheduler.after(
      this.chance.hit(0.8) ? 10 * MINUTE_MS * this.chance.next() : 45 * MINUTE_MS * this.chance.next(),
    )
    if (this.stripe.sessions.has(sessionId)) this.stripe.pay(sessionId)
  }

  private refused(error: unknown): undefined {
    // Anything but a problem meant for the caller, or a store that is away, is a fault of the program.
    const name = error instanceof ProblemError ? error.code : (error as Error).name
    if (name !== 'LedgerUnavailable' && !(error instanceof ProblemError)) throw error
    return undefined
  }

  private async deliver(fact: WebhookFact): Promise<boolean> {
    if (this.planted === 'deafAfterExpiry' && fact.kind === 'checkout') {
      const order = this.store.collection('orders').get(fact.checkout.orderId ?? '')
      if (order?.['state'] === 'expired') return true
    }
    const payload = Buffer.from(JSON.stringify(fact))
    const taken = this.chance
      .pick(this.replicas)
      .webhook.run(payload, 'signed')
      .then(() => true)
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

  private async insist(work: () => Promise<void>): Promise<void> {
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
