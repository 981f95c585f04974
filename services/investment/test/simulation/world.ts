import { type Clock, type Logger, ProblemError } from '@hissa/kernel'
import { Committer, MemoryLedgerStore } from '@hissa/ledger'
import { chart } from '../../src/accounts.js'
import { OpenCheckout } from '../../src/orders/open-checkout.js'
import type { OrderStore } from '../../src/orders/order.store.js'
import { PlaceOrder } from '../../src/orders/place-order.js'
import { ReleaseOrder } from '../../src/orders/release-order.js'
import { DueOrders } from '../../src/payments/due-orders.js'
import { ExpireOrderWhenReservationLapses } from '../../src/payments/expire-order-when-reservation-lapses.js'
import type { WebhookFact } from '../../src/payments/gateway.js'
import { ReceiveWebhook } from '../../src/payments/receive-webhook.js'
import { RefundPaymentWhenUnitsAreGone } from '../../src/payments/refund-payment-when-units-are-gone.js'
import { SettlePayment } from '../../src/payments/settle-payment.js'
import { SettlePaymentWhenWebhookIsMissing } from '../../src/payments/settle-payment-when-webhook-is-missing.js'
import { RecordSuspense } from '../../src/payments/suspense/record-suspense.js'
import { RefundSuspenseWhenResolved } from '../../src/payments/suspense/refund-suspense-when-resolved.js'
import { OpenRaiseWhenOfferingPublished } from '../../src/raises/open-raise-when-offering-published.js'
import { Chance, Scheduler } from './scheduler.js'
import { type Planted, SimLedgerStore, simStores, type StoreFaults, type Turn } from './sim-stores.js'
import { SimStripe, type StripeFaults } from './sim-stripe.js'

export const PROPERTIES = ['Prop_1_a', 'Prop_2_b'] as const
const USERS = Array.from({ length: 12 }, (_, n) => `user-${n}`)
const TEXT = { documentId: 'risk', version: 1, hash: 'h' }
const MINUTE_MS = 60_000

const noLog = { info() {}, warn() {}, error() {}, debug() {} } as unknown as Logger
const as = <T>(value: unknown) => value as T

/** The service as one process: its own committer and use cases over the shared store and processor. */
class Replica {
  crashed = false
  readonly place: PlaceOrder
  readonly webhook: ReceiveWebhook
  readonly sweeps: Array<{ sweep(now: Date): Promise<void> }>
  readonly raises: OpenRaiseWhenOfferingPublished

  constructor(world: World) {
    const { scheduler } = world
    const turn: Turn = async () => {
      await scheduler.after(1 + 20 * scheduler.chance.next())
      // A crashed process goes on nowhere.
      if (this.crashed) await new Promise(() => undefined)
    }
    const clock: Clock = { now: () => scheduler.now() }
    const ids = { next: () => world.nextId() }
    const ledger = new Committer({
      store: new SimLedgerStore(world.store, turn, world.storeFaults, world.planted),
      chart,
      now: () => scheduler.now(),
      newBatchId: () => world.nextId(),
      pause: (attempt) => scheduler.after(Math.min(500, 2 ** attempt)),
      capacity: 40,
    })
    const reads = simStores(world.store, turn)
    const [orders, raises, payments, holdings, items] = [
      as<OrderStore>(reads.orders),
      as<never>(reads.raises),
      as<never>(reads.payments),
      as<never>(reads.holdings),
      as<never>(reads.suspense),
    ]
    const gateway = world.stripe.gateway(turn)
    const deadlines = as<never>({ register() {} })
    const config = { PUBLIC_URL: 'http://hissa.test', RULE_PACK: 'adgm' } as const
    const investors = as<never>({ statusOf: async () => 'kyc_complete' })
    const texts = as<never>({ current: async () => [{ ...TEXT, required: true }], acceptedBy: async () => [TEXT] })
    const denials = as<never>({ keep: async () => undefined })
    const releases = new ReleaseOrder(ledger, orders, raises, clock, ids)
    const settle = new SettlePayment(ledger, orders, payments, holdings, raises, releases, clock, ids, noLog)
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
    const checkout = new OpenCheckout(ledger, orders, raises, gateway, clock, clock, ids, config, noLog)
    this.place = new PlaceOrder(ledger, orders, raises, investors, texts, denials, checkout, clock, clock, ids, config)
    const suspense = new RecordSuspense(ledger, payments, items, gateway, clock, noLog)
    const suspenseRefunds = new RefundSuspenseWhenResolved(
      ledger,
      items,
      payments,
      deadlines,
      gateway,
      clock,
      clock,
      ids,
      noLog,
    )
    this.webhook = new ReceiveWebhook(settle, refunds, suspenseRefunds, suspense, gateway, noLog)
    this.raises = new OpenRaiseWhenOfferingPublished(ledger, raises, clock, ids, noLog)
    this.sweeps = [
      new SettlePaymentWhenWebhookIsMissing(ledger, due, settle, deadlines, gateway, clock, ids, noLog),
      new ExpireOrderWhenReservationLapses(due, releases, settle, deadlines, gateway, clock),
      refunds,
    ]
  }
}

/** Two replicas, one store, one processor, a dozen customers, and everything that can go wrong between them. */
export class World {
  readonly scheduler: Scheduler
  readonly store = new MemoryLedgerStore({ unique: { orders: [['openKey'], ['openSlot'], ['placeKey']] } })
  readonly stripe: SimStripe
  readonly refusals = new Map<string, number>()
  readonly storeFaults: StoreFaults
  readonly chance: Chance
  crashes = 0
  faulty = true
  unitsTotal = 0
  private replicas: Replica[] = []
  private ids = 0
  private readonly crashRate: number
  private readonly stripeFaults: StripeFaults

  constructor(
    seed: number,
    readonly planted: Planted = undefined,
  ) {
    this.chance = new Chance(seed)
    this.scheduler = new Scheduler(this.chance)
    // Swarm: each seed draws its own rates, and leaves some faults out.
    const rate = (most: number) => (this.chance.hit(0.3) ? 0 : most * this.chance.next())
    const rates = { lost: rate(0.1), unknownBefore: rate(0.1), unknownAfter: rate(0.1), down: rate(0.05) }
    this.storeFaults = { next: () => (this.faulty ? this.drawFault(rates) : 'none') }
    this.stripeFaults = { unavailable: rate(0.2), duplicate: rate(0.5), late: rate(0.2), paidAfterExpiry: rate(0.5) }
    this.crashRate = rate(0.2)
    this.stripe = new SimStripe(this.scheduler, this.stripeFaults, (fact) => this.deliver(fact))
  }

  nextId(): string {
    return `id-${String((this.ids += 1)).padStart(9, '0')}`
  }

  async start(): Promise<void> {
    this.replicas = [this.boot(), this.boot()]
    for (const propertyId of PROPERTIES) void this.publish(propertyId)
    const alive = () => this.faulty
    for (const userId of USERS) {
      const goShopping = () => this.buy(userId, this.chance.pick(PROPERTIES))
      void this.scheduler.every(() => 2 * MINUTE_MS, alive, goShopping)
    }
    // Everybody wants the same at the same moment.
    const rush = async () => {
      const propertyId = this.chance.pick(PROPERTIES)
      for (const userId of USERS) void this.buy(userId, propertyId)
    }
    void this.scheduler.every(() => 10 * MINUTE_MS, alive, rush)
    void this.scheduler.every(
      () => MINUTE_MS,
      alive,
      () => this.maybeCrash(),
    )
    await this.scheduler.run(50)
  }

  /** Ends all faults and customers; what is under way may finish. */
  calm(): void {
    this.faulty = false
    Object.assign(this.stripeFaults, { unavailable: 0, duplicate: 0, late: 0, paidAfterExpiry: 0 })
  }

  private boot(): Replica {
    const replica = new Replica(this)
    const work = async () => {
      for (const sweep of replica.sweeps) await sweep.sweep(this.scheduler.now())
    }
    void this.scheduler.every(
      () => (this.faulty ? 2 : 15) * MINUTE_MS,
      () => !replica.crashed,
      work,
    )
    return replica
  }

  private async publish(propertyId: string): Promise<void> {
    const unitsTotal = 20 * (2 + this.chance.below(40))
    this.unitsTotal += unitsTotal
    const figures = {
      unitPriceFils: 10_000,
      unitsTotal,
      minimumFils: 200_000,
      feeBasisPoints: 150,
      expectedReturnBasisPoints: 800,
    }
    const data = {
      propertyId,
      slug: propertyId,
      title: propertyId,
      offeringVersion: 1,
      deadline: '2027-06-01T00:00:00Z',
      ...figures,
    }
    await this.insist(() => this.chance.pick(this.replicas).raises.handle({ id: propertyId, data } as never))
  }

  private async buy(userId: string, propertyId: string): Promise<void> {
    const amount = this.chance.pick([2_000, 2_000, 2_000, 4_000, 2_050, 1_000])
    const key = this.chance.hit(0.6) ? { idempotencyKey: `key-${this.chance.below(1_000)}` } : {}
    const clicks = this.chance.hit(0.2) ? 2 : 1
    await Promise.all(Array.from({ length: clicks }, () => this.click(userId, { propertyId, amount, ...key })))
  }

  private async click(userId: string, input: { propertyId: string; amount: number }): Promise<void> {
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
      if (answer) return void this.maybePay(answer.url)
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
    this.refusals.set(name, (this.refusals.get(name) ?? 0) + 1)
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

  private drawFault(rates: Record<'lost' | 'unknownBefore' | 'unknownAfter' | 'down', number>) {
    for (const [fault, probability] of Object.entries(rates)) {
      if (this.chance.hit(probability)) return fault as keyof typeof rates
    }
    return 'none'
  }
}
