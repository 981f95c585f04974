import type { UserStatus } from '@hissa/contracts'
import type { OrderState, ResolutionAction } from '@hissa/contracts/investment'
import { type Batch, MemoryLedgerStore } from '@hissa/ledger'
import type { Order } from '../../src/orders/order.js'
import type { WebhookEvent } from '../../src/processor/processor.api.js'
import type { SuspenseItem } from '../../src/payments/suspense/suspense.js'
import { coolingOffEnd, isOpen, type Raise } from '../../src/raises/raise.js'
import type { Subject } from '../../src/payments/suspense/resolution.js'
import { type Fault, Reached } from './reached.js'
import { Replica } from './replica.js'
import { Chance, Scheduler } from './scheduler.js'
import { type Changed, type Planted, type SimStoreFault, type Statuses, type StoreFaults } from './sim-stores.js'
import { type BusFaults, SimBus } from './sim-bus.js'
import { SimDatabase } from './sim-mongo.js'
import { SimStripe, type StripeFaults } from './sim-stripe.js'

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
  readonly broken: string[] = []
  crashes = 0
  faulty = true
  /** Business time is this far ahead of wall time. */
  private offsetMs = 0
  private replicas: Replica[] = []
  private ids = 0
  private moves = 0
  private readonly crashRate: number
  /** Orders that staff tried to cancel, which they may after the cooling-off period. */
  private readonly byStaff = new Set<string>()
  private readonly suspendedAtMs = new Map<string, number>()
  private readonly stripeFaults: StripeFaults
  private readonly busFaults: BusFaults

  constructor(
    seed: number,
    readonly planted: Planted = undefined,
  ) {
    this.chance = new Chance(seed)
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
      ...{ paidAfterExpiry: rate(1), wrongAmount: rate(0.1), wrongCurrency: rate(0.1) },
      ...{ refundFails: rate(1), refundFailsLater: rate(0.8), refusesRefund: rate(0.3) },
    }
    this.crashRate = rate(0.2)
    this.busFaults = { rejects: rate(0.2), loses: rate(0.3), twice: rate(0.3), wipes: rate(0.3) }
    this.stripe = new SimStripe(this.scheduler, this.stripeFaults, this.reached, (webhook) => this.deliver(webhook))
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
    often(70 * MINUTE_MS, () => this.moveClock())
    often(20 * MINUTE_MS, () => this.strayMoney())
    often(20 * MINUTE_MS, () => this.breakBus())
    often(20 * MINUTE_MS, () => this.leaveMoney())
    often(40 * MINUTE_MS, () => void this.cancelSomething())
    often(30 * MINUTE_MS, () => void this.steerRaises())
    // Staff continue to work after the faults have ended.
    void this.scheduler.every(
      () => 2 * HOUR_MS,
      () => true,
      () => this.workOffTheDesk(),
    )
    await this.scheduler.run(50)
  }

  /** Ends all faults and customers; work in progress may finish. */
  calm(): void {
    this.faulty = false
    for (const faults of [this.stripeFaults, this.busFaults] as unknown as Record<string, number>[])
      for (const name of Object.keys(faults)) faults[name] = 0
  }

  /** Observes each commit: counts transitions, and checks what can only be checked at that moment. */
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
    this.watchLifecycle(order, raise, to)
    const isLate = order.state === 'expired' && to === 'paid'
    if (isLate && set.paidAt! >= raise.deadline)
      this.broken.push(`I3 ${order._id} took units of a raise that had closed`)
    const page = order.checkout && this.stripe.sessions.get(order.checkout.sessionId)
    const isReleased = order.state === 'reserved' && (to === 'expired' || to === 'failed')
    if (isReleased && page?.state === 'open' && page.expiresAt.getTime() > this.scheduler.nowMs)
      this.broken.push(`I5 ${order._id} was released while its page could be paid`)
    const { status } = this.statuses.get(order.userId)!
    const sinceMs = this.suspendedAtMs.get(order.userId) ?? Infinity
    const isPayment = to === 'paid' && order.state !== 'cooling_off'
    if (isPayment && status === 'suspended' && this.scheduler.nowMs - sinceMs > MINUTE_MS)
      this.broken.push(`I10 ${order._id} was paid by a suspended investor`)
  }

  /** Checks what must hold at the moment of a cancellation or an allotment. */
  private watchLifecycle(order: Order, raise: Raise, to: OrderState): void {
    const endsAt = coolingOffEnd(raise)
    const isOver = endsAt !== undefined && this.now() >= endsAt
    const isInvestors = to === 'cancelled' && raise.state !== 'failed'
    // A commit may take a while after it was decided.
    if (
      isInvestors &&
      endsAt &&
      this.now().getTime() - endsAt.getTime() > 5 * MINUTE_MS &&
      !this.byStaff.has(order._id)
    )
      this.broken.push(`I5 ${order._id} was cancelled after its cooling-off period`)
    if (to === 'allotted' && (!isOver || !raise.deed || raise.state === 'active' || raise.state === 'failed'))
      this.broken.push(`I4 ${order._id} was allotted before its time`)
    if (to === 'cooling_off' && raise.state !== 'funded' && raise.state !== 'active' && raise.state !== 'failed')
      this.broken.push(`I2 ${order._id} cools off in a raise that is ${raise.state}`)
  }

  private boot(): Replica {
    const replica = new Replica(this)
    void this.scheduler.every(
      () => (this.faulty ? 5 : 15) * MINUTE_MS,
      () => !replica.crashed,
      () => this.runSweeps(replica),
    )
    return replica
  }

  private async runSweeps(replica: Replica): Promise<void> {
    for (const sweep of replica.sweeps) await sweep.sweep(this.now()).catch((error: unknown) => this.refused(error))
    await replica.relay.run()
  }

  private publish(tickets = 2 + this.chance.below(this.chance.hit(0.3) ? 3 : 40)): string {
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
    // Investors order and cancel, and replicas look for due work, at the very moment of the deadline.
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

  /** Closes, extends or ends a raise, or cancels an order, as finance staff. */
  private async steerRaises(): Promise<void> {
    const raises = this.raisesWhere(({ state }) => state === 'active' || state === 'funded')
    const open = raises.filter((raise) => isOpen(raise, this.now()))
    if (open.length === 0) return
    const { _id: id, deadline } = this.chance.pick(this.chance.hit(0.7) ? open : raises)
    const later = new Date(deadline.getTime() + HOUR_MS).toISOString()
    const [name, action] = this.chance.pick<readonly [Fault, ResolutionAction]>([
      ['a raise closed early by staff', { type: 'close' }],
      ['a raise closed early by staff', { type: 'close' }],
      ['a raise extended by staff', { type: 'extend', deadline: later }],
      ...(this.chance.hit(0.3) ? [['a raise failed by staff', { type: 'fail' }] as const] : []),
      ['an order cancelled by staff', { type: 'cancel' }],
    ])
    if (action.type !== 'cancel') return this.decide({ kind: 'raise', id }, action, name)
    const orders = this.ordersWhere(({ state }) => state === 'cooling_off')
    if (orders.length === 0) return
    const order = this.chance.pick(orders)
    this.byStaff.add(order._id)
    await this.decide({ kind: 'order', id: order._id }, action, name)
  }

  /** Files the deed of every closed raise, some time after it closed. */
  private async fileDeeds(): Promise<void> {
    for (const { _id: id } of this.raisesWhere(({ state, deed }) => state === 'funded' && !deed)) {
      if (this.faulty && this.chance.hit(0.5)) continue
      const deed = { number: 'D-1', issuedOn: '1970-01-01', documentSha256: '0'.repeat(64) }
      await this.decide({ kind: 'raise', id }, { type: 'file_deed', ...deed }, 'a deed filed by staff')
    }
  }

  private async decide(subject: Subject, action: ResolutionAction, name: Fault): Promise<void> {
    const decided = this.chance.pick(this.replicas).decide(subject, action, `staff:${this.nextId()}`)
    const done = decided.catch((error: unknown) => this.refused(error))
    if (await Promise.race([done, this.scheduler.after(60_000)])) this.reached.fault(name)
  }

  private raisesWhere(matches: (raise: Raise) => boolean): Raise[] {
    return ([...this.store.collection('raises').values()] as unknown as Raise[]).filter(matches)
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

  /** Suspends an investor with an open order, if there is one, and reinstates them later. */
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
    // Every second time past the cooling-off period of all raises that have closed.
    this.moves += 1
    this.offsetMs += HOUR_MS * (this.moves % 2 === 0 ? 49 : 2 * this.chance.next())
    const over = this.ordersWhere(({ coolingOffEndsAt: ends }) => ends !== undefined && ends <= this.now())
    for (const order of over) if (this.chance.hit(0.3)) void this.cancelOrder(order)
  }

  private breakBus(): void {
    if (this.chance.hit(this.busFaults.loses)) this.bus.truncate()
    if (this.chance.hit(this.busFaults.wipes)) void this.bus.wipe()
  }

  private async receive(subject: string, payload: string): Promise<boolean> {
    const taken = this.chance.pick(this.replicas).receive(subject, payload)
    return Promise.race([taken, this.scheduler.after(30_000).then(() => false)])
  }

  /** Adds money that the platform did not request. */
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

  /** Withdraws money from the processor without the platform. */
  private leaveMoney(): void {
    const paid = new Set(this.ordersWhere((order) => order.state === 'paid').map(({ paymentId }) => paymentId!))
    for (const { direction, paymentId } of this.store.collection('suspense').values())
      if (direction === 'in' && paymentId) paid.add(paymentId as string)
    if (this.chance.hit(0.5)) this.stripe.refundElsewhere(paid)
    else this.stripe.dispute(paid)
  }

  private async workOffTheDesk(): Promise<void> {
    const items = [...this.store.collection('suspense').values()] as unknown as SuspenseItem[]
    const open = items.filter((item) => item.state === 'open' && item.amount > 0 && item.dispute !== 'open')
    const rejected = this.ordersWhere((order) => order.rejected !== undefined)
    const stuck = items.filter((item) => item.rejected !== undefined)
    const replica = this.chance.pick(this.replicas)
    const resolve = async (item: SuspenseItem) => {
      const [owed] = this.ordersWhere(({ state, paymentId }) => state === 'refunding' && paymentId === item.paymentId)
      this.reached.count(`staff ${(await replica.resolve(item, owed?._id)) ?? 'waits'}`)
    }
    const payOut = (order: Order) => {
      const action = { type: 'settle', reference: 'bank' } as const
      return replica.decide({ kind: 'order', id: order._id }, action, `settle:${order._id}:${order.version}`)
    }
    const tasks: ReadonlyArray<() => Promise<unknown>> = [
      ...open.map((item) => () => resolve(item)),
      ...rejected.map((order) => () => (this.chance.hit(0.5) ? payOut(order) : replica.retry('order', order._id))),
      ...this.raisesWhere(({ rejected }) => rejected !== undefined).map(
        (raise) => () => replica.retry('raise', raise._id),
      ),
      () => this.fileDeeds(),
      ...stuck.map((item) => () => (this.chance.hit(0.5) ? resolve(item) : replica.retry('suspense', item._id))),
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

  private refused(error: unknown): undefined {
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
