import type { UserStatus } from '@hissa/contracts'
import type { ResolutionAction } from '@hissa/contracts/investment'
import { valueOrThrow } from '@hissa/kernel'
import { MemoryLedgerStore } from '@hissa/ledger'
import { units } from '@hissa/money'
import type { Order } from '../../src/orders/order.model.js'
import type { CheckoutSnapshot, PaymentGateway } from '../../src/processor/processor.api.js'
import { holdingId } from '../../src/holdings/holding.js'
import { coolingOffEnd, isOpen, type Raise } from '../../src/raises/raise.js'
import type { ShareTransfer } from '../../src/transfers/share-transfer.js'
import type { Subject } from '../../src/payments/suspense/resolution.js'
import { FakeGateway } from '../fake-gateway.js'
import type { Actor, StepKind } from './explore.js'
import { broken, unsettled } from './oracles.js'
import { Replica } from './replica.js'
import { Chance } from './scheduler.js'
import { SimDatabase } from './sim-mongo.js'
import type { Changed, Turn, TurnKind } from './sim-stores.js'
import { disputedUnitsLeft } from './watcher.js'
import type { World } from './world.js'

const [MINUTE_MS, HOUR_MS] = [60_000, 3_600_000]
export const RAISE = 'Prop_1_race'
const BEGAN_MS = Date.UTC(2026, 10, 21, 8)
export const DEADLINE = new Date(BEGAN_MS + 24 * HOUR_MS)
/** Longer waits are for failures and for time to pass, which does not happen during a race. */
const LONGEST_STEP_MS = 1_000
const GROUNDS = { basis: 'court_order', reference: 'C-1' } as const
const DEED = { number: 'D-1', issuedOn: '1970-01-01', documentSha256: '0'.repeat(64) }

const KINDS: Partial<Record<TurnKind, StepKind>> = { read: 'read', write: 'write', processor: 'processor' }

/** One process of the service, which makes a step only when the race chooses it. */
class RaceProcess implements Actor {
  isRacing = false
  private ids = 0
  private readonly waiting: Array<{ kind: StepKind; go: () => void }> = []
  readonly replica: Replica

  constructor(
    readonly name: string,
    world: RaceWorld,
  ) {
    const chance = new Chance(1)
    const scheduler = {
      ...{ chance, nowMs: 0, now: () => world.now() },
      after: (ms: number, kind?: TurnKind) => this.after(ms, kind),
    }
    const parts = {
      ...{ scheduler, store: world.store, statuses: world.statuses, stripe: world.stripe, database: new SimDatabase() },
      ...{ storeFaults: { next: () => 'none' }, bus: { connect: () => ({}) }, reached: { fault() {} } },
      now: () => world.now(),
      nextId: () => `${name}-${String((this.ids += 1)).padStart(4, '0')}`,
      watcher: { watch: (changes: readonly Changed[]) => world.watch(changes) },
    }
    this.replica = new Replica(parts as unknown as World)
  }

  waitsFor(): StepKind | undefined {
    return this.waiting[0]?.kind
  }

  step(): void {
    this.waiting.shift()!.go()
  }

  private after(ms: number, kind?: TurnKind): Promise<void> {
    if (ms > LONGEST_STEP_MS) return new Promise(() => undefined)
    // The ledger's own reads and lists of due work are no steps: what follows fails if they are out of date.
    const stepKind = kind && KINDS[kind]
    if (!this.isRacing || !stepKind) return Promise.resolve()
    return new Promise((go) => this.waiting.push({ kind: stepKind, go }))
  }
}

/** The processor of a race. It never fails, and stores what was requested. */
class RaceProcessor extends FakeGateway {
  gateway(turn: Turn): PaymentGateway {
    const call = async <T>(act: () => Promise<T>) => {
      await turn('processor')
      return act()
    }
    return {
      openCheckout: (request) => call(() => this.openCheckout(request)),
      expireCheckout: (id) => call(() => this.expireCheckout(id)),
      readCheckout: (id) => call(() => this.readCheckout(id)),
      refund: (request) => call(() => this.refund(request)),
      readRefund: (id) => call(() => this.readRefund(id)),
      listRefunds: (id) => call(() => this.listRefunds(id)),
      listMovements: () => Promise.reject(new Error('reconciliation does not race')),
      readWebhook: (payload) => JSON.parse(payload.toString()) as never,
    }
  }

  /** What a bank has taken back in a dispute. */
  disputed = 0

  /** Returns what it has taken, and neither refunded nor lost in a dispute. */
  held(currency: string): number {
    const paid = [...this.sessions.values()].filter((session) => session.paid && session.currency === currency)
    const total = (rows: readonly { amount: number }[]) => rows.reduce((sum, { amount }) => sum + amount, 0)
    return currency === 'aed' ? total(paid) - total([...this.refunds.values()]) - this.disputed : 0
  }

  copy(): RaceProcessor {
    const copy = new RaceProcessor()
    for (const [id, session] of this.sessions) copy.sessions.set(id, { ...session })
    for (const [id, refund] of this.refunds) copy.refunds.set(id, { ...refund })
    Object.assign(copy, { byKey: new Map(this['byKey']), count: this['count'], disputed: this.disputed })
    return copy
  }
}

/** The service on the in-memory ledger with one raise. Time stands still while its processes race. */
export class RaceWorld {
  readonly broken: string[] = []
  readonly offerings = [RAISE]
  readonly database = new SimDatabase()
  readonly statuses = new Map<string, { status: UserStatus; version: number }>()
  /** Orders that staff cancel, which they may after the cooling-off period. */
  private readonly byStaff = new Set<string>()
  private readonly processes: RaceProcess[] = []
  /** The newest report about each order's shares that was delivered. */
  private readonly reported = new Map<string, number>()
  /** The investors whose payment their bank has taken back. */
  private readonly lost = new Set<string>()
  private eventIds = 0

  constructor(
    readonly store = new MemoryLedgerStore({ unique: { orders: [['openProperty'], ['openSlot'], ['placeKey']] } }),
    readonly stripe = new RaceProcessor(),
    private nowMs = BEGAN_MS,
  ) {}

  /** Returns the same world with other processes, so that several futures can be tried. */
  copy(): RaceWorld {
    const copy = new RaceWorld(this.store.copy(), this.stripe.copy(), this.nowMs)
    for (const [id, status] of this.statuses) copy.statuses.set(id, status)
    for (const userId of this.lost) copy.lost.add(userId)
    return copy
  }

  now = () => new Date(this.nowMs)

  moveTo(at: Date): void {
    this.nowMs = at.getTime()
  }

  /** Starts a process. */
  process(name: string): RaceProcess {
    const process = new RaceProcess(name, this)
    this.processes.push(process)
    return process
  }

  race(): void {
    for (const process of this.processes) process.isRacing = true
  }

  raise(): Raise {
    return this.store.collection('raises').get(RAISE) as unknown as Raise
  }

  orders(): Order[] {
    return [...this.store.collection('orders').values()] as unknown as Order[]
  }

  order(userId: string): Order {
    return this.orders().find((order) => order.userId === userId)!
  }

  async open(total: number, minimum: number): Promise<void> {
    const names = { propertyId: RAISE, slug: RAISE, title: RAISE, offeringVersion: 1, valuedOn: '2026-11-01' }
    const counts = { unitsTotal: units(total), minimumUnits: units(minimum), unitPriceFils: 10_000 }
    const terms = { minimumFils: 200_000, feeBasisPoints: 150, expectedReturnBasisPoints: 800 }
    const data = { ...names, ...counts, ...terms, deadline: DEADLINE.toISOString() }
    await this.process('open').replica.raises.handle({ id: RAISE, data } as never)
  }

  /** Places an order of 20 units. Like a payment and a cancellation, it may be refused in a race. */
  place(replica: Replica, userId: string) {
    this.statuses.set(userId, { status: 'kyc_complete', version: 1 })
    return replica.place.run(userId, { propertyId: RAISE, amount: 2_000 })
  }

  /** Pays the page of an order; the platform does not know yet. */
  payPage(userId: string): CheckoutSnapshot {
    return this.stripe.pay(this.order(userId).checkout!.sessionId)
  }

  /** Delivers the webhook of a paid page. */
  settle(replica: Replica, checkout: CheckoutSnapshot) {
    const eventId = `evt_${checkout.sessionId}_${(this.eventIds += 1)}`
    const event = { eventId, type: 'checkout.session.completed', kind: 'checkout', checkout, failed: false }
    return replica.webhook.run(Buffer.from(JSON.stringify(event)), 'signed')
  }

  /** Delivers that the payer's bank has taken the payment of an order back. */
  loseDispute(replica: Replica, userId: string) {
    const { paymentId, totalFils } = this.order(userId)
    this.lost.add(userId)
    this.stripe.disputed += totalFils
    const dispute = { disputeId: `dp_${userId}`, paymentId, status: 'lost', movedMinor: totalFils, currency: 'aed' }
    const event = { eventId: `evt_dp_${userId}`, type: 'charge.dispute.closed', kind: 'dispute', dispute }
    return replica.webhook.run(Buffer.from(JSON.stringify(event)), 'signed')
  }

  /** Delivers that the payer's bank has opened a dispute; no money has moved yet. */
  openDispute(replica: Replica, userId: string) {
    const { paymentId } = this.order(userId)
    const dispute = { disputeId: `dp_${userId}_2`, paymentId, status: 'open', movedMinor: 0, currency: 'aed' }
    const event = { eventId: `evt_dp_${userId}_2`, type: 'charge.dispute.created', kind: 'dispute', dispute }
    return replica.webhook.run(Buffer.from(JSON.stringify(event)), 'signed')
  }

  /** Delivers tokenisation's report that the shares of an order are minted. */
  async mint(replica: Replica, userId: string, version: number): Promise<void> {
    this.reported.set(`minted ${userId}`, Math.max(version, this.reported.get(`minted ${userId}`) ?? 0))
    await replica.issue.handle({ data: this.report(userId, version) } as never)
  }

  /** Delivers the report that the shares of a reversed order are burned; others are not burned. */
  async burn(replica: Replica, userId: string): Promise<void> {
    const { reason, unitsTakenBack } = this.order(userId)
    if (reason !== 'dispute_lost' || unitsTakenBack === 0) return
    this.reported.set(`burned ${userId}`, 3)
    await replica.burn.handle({ data: this.report(userId, 3) } as never)
  }

  /** Transfers shares of one investor to another, as two members of staff have decided. Returns whether it was. */
  async transfer(replica: Replica, from: string, to: string, shares: number): Promise<boolean> {
    this.statuses.set(to, { status: 'kyc_complete', version: 1 })
    const action = { type: 'transfer_shares', toUserId: to, units: units(shares), ...GROUNDS } as const
    return replica.decide({ kind: 'holding', id: holdingId(from, RAISE) }, action, `transfer:${from}:${to}`)
  }

  /** Delivers the report that the shares of the first transfer have moved on the chain; nothing before there is one. */
  async mirror(replica: Replica, version: number): Promise<void> {
    const [transfer] = this.store.collection('share_transfers').values()
    if (!transfer) return
    const { _id: transferId, units: shares } = transfer as unknown as ShareTransfer
    await replica.mirror.handle({
      data: { transferId, propertyId: RAISE, units: shares, ...this.shown(version) },
    } as never)
  }

  private report(userId: string, version: number) {
    const { _id: orderId, units: shares, unitsTakenBack } = this.order(userId)
    const moved = version === 3 ? (unitsTakenBack ?? shares) : shares
    return { orderId, userId, propertyId: RAISE, units: moved, ...this.shown(version) }
  }

  private shown(version: number) {
    const receipt = { chainId: 1, transactionHash: `0x${version}`, blockNumber: version, at: this.now().toISOString() }
    return { token: '0xa', account: '0xc', receipt, version }
  }

  cancel(replica: Replica, userId: string) {
    return replica.cancel.run(userId, { orderId: this.order(userId)._id })
  }

  async decide(replica: Replica, action: ResolutionAction, subject: Subject = { kind: 'raise', id: RAISE }) {
    if (subject.kind === 'order') this.byStaff.add(subject.id)
    await replica.decide(subject, action, `staff:${action.type}:${subject.id}:${this.nowMs}`)
  }

  async fileDeed(replica: Replica): Promise<void> {
    // How it is stored is not simulated.
    Object.assign(this.raise(), { deedVersions: [{ sha256: DEED.documentSha256 }] })
    await this.decide(replica, { type: 'file_deed', ...DEED })
  }

  /** Runs one sweep by name, or all of them. */
  async sweep(replica: Replica, name = ''): Promise<void> {
    for (const sweep of replica.sweeps) if (sweep.name.endsWith(name)) await sweep.sweep(this.now())
  }

  /** Returns the violated invariants, now. */
  async faults(): Promise<string[]> {
    return [...new Set([...(await broken(this as unknown as World)), ...this.unrecorded()])]
  }

  /** Returns the reports about shares that an order has lost, or replaced by an older one. */
  private unrecorded(): string[] {
    return [...this.reported].flatMap(([name, version]) => {
      const [what, userId] = name.split(' ') as ['minted' | 'burned', string]
      return this.order(userId)[what]?.version === version ? [] : [`${name} is not recorded`]
    })
  }

  /** Lets all deadlines pass, with a deed on file where it can be; returns what is then still wrong. */
  async settled(): Promise<string[]> {
    for (const process of this.processes) process.isRacing = false
    const { replica } = this.process('last')
    for (const checkout of this.stripe.sessions.values())
      if (checkout.paid) valueOrThrow(await this.settle(replica, { ...checkout, request: undefined } as never))
    for (let n = 0; n < 2; n += 1) await this.sweep(replica)
    this.moveTo(new Date(Math.max(this.nowMs, this.raise().deadline.getTime()) + HOUR_MS))
    for (let n = 0; n < 2; n += 1) await this.sweep(replica)
    this.moveTo(new Date(this.nowMs + 49 * HOUR_MS))
    await this.fileDeed(replica)
    for (let n = 0; n < 3; n += 1) await this.sweep(replica)
    const { state } = this.raise()
    const isOver = state === 'completed' || state === 'failed'
    const kept = [...this.lost].filter((userId) => this.order(userId).reason !== 'dispute_lost')
    const faults = [...kept.map((userId) => `${userId} keeps shares that a bank took back`)]
    faults.push(...(await this.faults()), ...(await unsettled(this as unknown as World)))
    // There is no bus here, so no event is delivered.
    return [...faults.filter((fault) => !fault.startsWith('I8')), ...(isOver ? [] : [`stuck: the raise is ${state}`])]
  }

  /** Returns the documents and balances as text: equal for equal states. */
  fingerprint(): string {
    const documents = [...this.store.collections].map(([name, rows]) => [name, [...rows].sort(byId)])
    const refunds = [...this.stripe.refunds.values()].map(({ orderId, amount, state }) => [orderId, amount, state])
    return JSON.stringify([documents.sort(byId as never), refunds.sort()])
  }

  /** Checks each commit. Time stands still, so what a change depends on must hold exactly. */
  watch(changes: readonly Changed[]): void {
    for (const { save, before } of changes) {
      const { collection, id, set } = save
      if (collection === 'share_transfers' && !before && disputedUnitsLeft(this.store, set as never) < 0)
        this.broken.push(`I11 the transfer ${id} took units of disputed orders`)
      const [from, to] = [before?.['state'] as string | undefined, set['state'] as string | undefined]
      if (collection === 'orders' && to && from !== to) {
        const why = this.isWrong({ ...before, ...set } as unknown as Order, from, to)
        if (why) this.broken.push(`${id} ${from ?? 'none'} → ${to} ${why}`)
      }
    }
    const raise = this.raise()
    const reserved = this.orders().some(({ state }) => state === 'reserved')
    if (raise.state === 'funded' && reserved) this.broken.push('the raise is funded with an open reservation')
  }

  /** Returns why an order must not get to this state in the raise's state after the same commit. */
  private isWrong(order: Order, from: string | undefined, to: string): string | undefined {
    const { deed, state, ...raise } = this.raise()
    const [now, ends] = [this.now(), coolingOffEnd(raise)]
    const isOver = ends !== undefined && now >= ends
    const isClosed = state === 'funded' || state === 'completed'
    if (from === undefined && !isOpen({ ...raise, state }, now)) return `in a raise that is not open`
    if (from === 'reserved' && to === 'paid' && state === 'failed') return `in a raise that is failed`
    if (to === 'cooling_off' && (state !== 'funded' || +order.coolingOffEndsAt! !== +ends!)) return `while ${state}`
    if (from === 'cooling_off' && to === 'paid' && state !== 'active') return `while ${state}`
    if (to === 'allotted' && !(isClosed && deed && isOver)) return `before its time, while ${state}`
    if (to === 'issued' && from !== 'allotted') return `before its allotment`
    const isInvestors = to === 'cancelled' && state !== 'failed' && !this.byStaff.has(order._id)
    if (isInvestors && isOver) return `after its cooling-off period`
    return undefined
  }
}

const byId = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) => (a < b ? -1 : 1)
export const afterDeadline = new Date(DEADLINE.getTime() + MINUTE_MS)
