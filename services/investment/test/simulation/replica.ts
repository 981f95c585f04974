import { type AuditLog, StaffAudit } from '@hissa/audit'
import type { Answer } from '@hissa/contracts'
import { OrderPaid, type ResolutionAction, type RetryWork as Retry } from '@hissa/contracts/investment'
import { type Clock, type Logger, type Sweep } from '@hissa/kernel'
import { Committer, MemoryRunStore, Runs } from '@hissa/ledger'
import { type Bus, Inbox, type Outbox, type Reaction, type ReceivedEvent, RelayPass, subjectOf } from '@hissa/messaging'
import type { ClientSession, Connection } from '@hissa/persistence'
import { chart } from '../../src/accounts.js'
import { afterFailure } from '../../src/due/due.js'
import { AdvanceRaise } from '../../src/lifecycle/advance-raise.js'
import { CancelOrder } from '../../src/lifecycle/cancel-order.js'
import { CatchUpOrderWhenUnblocked } from '../../src/lifecycle/catch-up-order-when-unblocked.js'
import { DueRaises } from '../../src/lifecycle/due-raises.js'
import { StaffActions } from '../../src/lifecycle/staff-actions.js'
import { RecordStatusWhenUserStatusChanged } from '../../src/orders/record-status-when-user-status-changed.js'
import { AdmitOrder } from '../../src/orders/admit-order.js'
import { AnnualLimits } from '../../src/orders/annual-limits.js'
import { RuleFacts } from '../../src/orders/rule-facts.js'
import { HoldOrders } from '../../src/orders/hold-orders.js'
import { ScheduleRelease } from '../../src/orders/schedule-release.js'
import { OpenCheckout } from '../../src/orders/open-checkout.js'
import type { OrderStore } from '../../src/orders/order.store.js'
import { PayFromCash } from '../../src/orders/pay-from-cash.js'
import { PlaceOrder } from '../../src/orders/place-order.js'
import { ReleaseOrder } from '../../src/orders/release-order.js'
import { DueOrders } from '../../src/payments/due-orders.js'
import { EndReservation } from '../../src/payments/end-reservation.js'
import { ExpireOrderWhenReservationLapses } from '../../src/payments/expire-order-when-reservation-lapses.js'
import { ReceiveWebhook } from '../../src/payments/receive-webhook.js'
import { RefundOrderWhenDue } from '../../src/payments/refund-order-when-due.js'
import { SettlePayment } from '../../src/payments/settle-payment.js'
import { SettlePaymentWhenWebhookIsMissing } from '../../src/payments/settle-payment-when-webhook-is-missing.js'
import { CarryOut } from '../../src/payments/suspense/carry-out.js'
import { actionsOf, type ActionType } from '../../src/payments/suspense/possible-actions.js'
import { BlockOrder } from '../../src/payments/suspense/block-order.js'
import { DisputeOrder } from '../../src/payments/suspense/dispute-order.js'
import { ConflictsOfInterest } from '../../src/payments/suspense/conflicts-of-interest.js'
import { RetryWork } from '../../src/payments/suspense/retry-work.js'
import type { SuspenseItem } from '../../src/payments/suspense/suspense.js'
import type { Subject } from '../../src/payments/suspense/resolution.js'
import { RecordSuspense } from '../../src/payments/suspense/record-suspense.js'
import { RefundSuspenseWhenResolved } from '../../src/payments/suspense/refund-suspense-when-resolved.js'
import { IssueOrderWhenSharesMinted } from '../../src/issue/issue-order-when-shares-minted.js'
import { RecordBurnWhenSharesBurned } from '../../src/issue/record-burn-when-shares-burned.js'
import { RecordMirrorWhenTransferMirrored } from '../../src/issue/record-mirror-when-transfer-mirrored.js'
import { TransferShares } from '../../src/transfers/transfer-shares.js'
import { OpenRaiseWhenOfferingPublished } from '../../src/raises/open-raise-when-offering-published.js'
import { SimLedgerStore, simStores, type Turn } from './sim-stores.js'

import type { World } from './world.js'

const TEXT = { documentId: 'risk', version: 1, hash: 'h' }

/** Every investor is retail and has answered the questions about the risks. */
const RETAIL = { classOf: async () => 'retail' }
const passed = { version: 1, hash: 'q', passedAt: new Date(0), validUntil: new Date(8.64e15) }
const ANSWERED = { of: async (userId: string) => ({ _id: userId, attempts: 1, failures: 0, passed, version: 1 }) }

const noLog = { info() {}, warn() {}, error() {}, debug() {} } as unknown as Logger
const as = <T>(value: unknown) => value as T

/** The service as one process: its own committer and use cases over the shared store and processor. */
export class Replica {
  crashed = false
  readonly place: PlaceOrder
  readonly webhook: ReceiveWebhook
  readonly cancel: CancelOrder
  readonly sweeps: Sweep[] = []
  private readonly clock: Clock
  private readonly staff: { retry: RetryWork; carryOut: CarryOut; ledger: Committer }
  readonly raises: OpenRaiseWhenOfferingPublished
  readonly statuses: RecordStatusWhenUserStatusChanged
  readonly issue: IssueOrderWhenSharesMinted
  readonly burn: RecordBurnWhenSharesBurned
  readonly mirror: RecordMirrorWhenTransferMirrored
  readonly relay: RelayPass
  private readonly inbox: Inbox
  private readonly count: CountPaidOrders

  constructor(world: World) {
    const { scheduler } = world
    const turn: Turn = async (kind) => {
      await scheduler.after(1 + 20 * scheduler.chance.next(), kind)
      await this.unlessCrashed()
    }
    const wall: Clock = { now: () => scheduler.now() }
    const clock: Clock = { now: () => world.now() }
    this.clock = clock
    const ids = { next: () => world.nextId() }
    const ledger = new Committer({
      store: new SimLedgerStore(world.store, turn, world.storeFaults, world.planted, (changes, events) =>
        world.watcher.watch(changes, events),
      ),
      chart,
      now: () => world.now(),
      newBatchId: () => world.nextId(),
      pause: (attempt) => scheduler.after(Math.min(500, 2 ** attempt)),
      timers: { elapsedMs: () => scheduler.nowMs, sleep: (ms) => scheduler.after(ms).then(() => this.unlessCrashed()) },
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
    const deadlines = as<never>({
      register: (sweep: Sweep) => this.sweeps.push(sweep),
      registerPending: () => undefined,
    })
    const config = { PUBLIC_URL: 'http://hissa.test', RULE_PACK: 'dfsa' } as const
    const investors = as<never>(reads.investors)
    const texts = as<never>({ current: async () => [{ ...TEXT, required: true }], acceptedBy: async () => [TEXT] })
    const denials = as<never>({ record: async () => undefined })
    const releases = new ReleaseOrder(ledger, orders, raises, clock, ids)
    const settle = new SettlePayment(ledger, orders, payments, holdings, raises, investors, releases, clock, ids, noLog)
    const due = new DueOrders(ledger, orders, clock, clock, ids, noLog)
    const differences = as<never>({ blocksPayment: async () => false })
    const refunds = new RefundOrderWhenDue(
      ...([ledger, orders, due, payments, differences, deadlines, gateway, clock, clock, ids, noLog] as const),
    )
    const checkout = new OpenCheckout(ledger, orders, raises, investors, gateway, clock, wall, ids, config, noLog)
    const limits = new AnnualLimits(ledger)
    const facts = new RuleFacts(orders, as<never>(RETAIL), as<never>(ANSWERED), limits, config)
    const admission = new AdmitOrder(ledger, orders, raises, investors, texts, denials, facts, clock, wall, ids, config)
    const cash = new PayFromCash(ledger, holdings, limits, clock, ids)
    this.place = new PlaceOrder(ledger, orders, raises, investors, admission, checkout, limits, cash, clock, wall, ids)
    const reservations = new EndReservation(releases, settle, gateway, wall)
    const holds = new HoldOrders(ledger, orders, investors, clock, ids)
    const releasing = new ScheduleRelease(ledger, orders, clock, ids)
    this.statuses = new RecordStatusWhenUserStatusChanged(investors, releasing, holds)
    const block = new BlockOrder(items, orders, payments, ids)
    const disputes = new DisputeOrder(
      ...([ledger, items, orders, raises, holdings, payments, block, deadlines, clock, wall, ids, noLog] as const),
    )
    const suspense = new RecordSuspense(ledger, payments, items, disputes, gateway, clock, noLog)
    const suspenseRefunds = new RefundSuspenseWhenResolved(
      ...([ledger, items, payments, differences, deadlines, gateway, clock, wall, ids, noLog] as const),
    )
    const [unmeasured, timing] = [
      as<never>({ posted: () => undefined }),
      as<never>({ elapsedMs: () => scheduler.nowMs }),
    ]
    this.webhook = new ReceiveWebhook(settle, refunds, suspenseRefunds, suspense, gateway, unmeasured, noLog, timing)
    this.raises = new OpenRaiseWhenOfferingPublished(ledger, raises, clock, ids, noLog)
    this.issue = new IssueOrderWhenSharesMinted(ledger, orders, holdings, clock, ids)
    this.burn = new RecordBurnWhenSharesBurned(ledger, orders, clock, ids)
    this.mirror = new RecordMirrorWhenTransferMirrored(ledger, as<never>(reads.transfers), holdings)
    const isDown = () => world.storeFaults.next() === 'down'
    const connection = world.database.connect(turn, isDown)
    const bus = as<Bus>(world.bus.connect(turn))
    const outbox = as<Outbox>({ rows: connection.collection('outbox') })
    this.relay = new RelayPass('investment', as<Connection>(connection), outbox, bus, noLog, {
      timing: { wallMs: () => scheduler.nowMs },
    })
    const storeAnswers = async () => undefined
    this.inbox = new Inbox('investment', as<Connection>(connection), bus, noLog, { storeAnswers })
    this.count = new CountPaidOrders(as<Connection>(connection))
    // In the order of the module.
    new SettlePaymentWhenWebhookIsMissing(ledger, due, settle, deadlines, gateway, clock, ids, noLog).onModuleInit()
    new ExpireOrderWhenReservationLapses(due, reservations, deadlines, clock).onModuleInit()
    refunds.onModuleInit()
    suspenseRefunds.onModuleInit()
    const log = as<AuditLog>({ row: (entry: object) => ({ _id: world.nextId(), ...entry }) })
    const audit = new StaffAudit(as<Connection>(connection), log)
    const conflicts = new ConflictsOfInterest(items, orders, payments, holdings)
    const runs = new Runs({
      ...{ ledger, store: new MemoryRunStore(world.store), now: () => world.now(), wall: () => scheduler.now() },
      ...{ afterFailure, isStoreDown: () => true },
    })
    const cancel = new CancelOrder(ledger, orders, raises, holdings, clock, ids)
    this.cancel = cancel
    const dueRaises = new DueRaises(ledger, raises, clock, wall, ids, noLog)
    new AdvanceRaise(
      ...([
        ledger,
        runs,
        raises,
        orders,
        holdings,
        investors,
        cancel,
        dueRaises,
        deadlines,
        clock,
        wall,
        ids,
        noLog,
      ] as const),
    ).onModuleInit()
    disputes.onModuleInit()
    new CatchUpOrderWhenUnblocked(
      ...([ledger, orders, raises, holdings, investors, cancel, due, deadlines, clock, ids] as const),
    ).onModuleInit()
    const transfers = new TransferShares(holdings, orders, raises, investors, ids)
    const others = new StaffActions(ledger, raises, orders, holdings, cancel, transfers, clock, ids)
    const carryOut = new CarryOut(items, orders, payments, raises, settle, others, block, clock, ids)
    this.staff = { retry: new RetryWork(ledger, items, orders, conflicts, audit, others, clock, ids), carryOut, ledger }
  }

  /** Returns rejected work to the queue, as finance staff do. */
  retry(kind: Subject['kind'], id: string): Promise<Answer<typeof Retry>> {
    return this.staff.retry.run({ kind, id }, 'The processor takes it again', { userId: 'finance', roles: ['finance'] })
  }

  /**
   * Resolves an item as finance staff do, assigning it to `orderId` if that is what it needs. Returns the action, if
   * one was possible.
   */
  async resolve(item: SuspenseItem, orderId?: string): Promise<ActionType | undefined> {
    const { carryOut } = this.staff
    const [type] = actionsOf(item, await carryOut.nettingOf(item))
    const action = type && actionOf(type, orderId)
    if (!action) return undefined
    const key = `resolve:${item._id}:${item.version}`
    return (await this.decide({ kind: 'suspense', id: item._id }, action, key)) ? type : undefined
  }

  /** Carries out what finance staff decide; approval is not simulated. Returns false if it was refused. */
  async decide(subject: Subject, action: ResolutionAction, key: string): Promise<boolean> {
    const { carryOut, ledger } = this.staff
    const outcome = await ledger.decideAndCommit(async () => {
      const change = await carryOut.change(subject, action, { key, at: this.clock.now() })
      return change.ok ? change.value : { done: 'refused' }
    })
    return 'ok' in outcome && outcome.ok
  }

  /** Passes one delivery of the bus to the inbox, as a subscription does; true once it was acknowledged. */
  async receive(subject: string, payload: string): Promise<boolean> {
    if (subject !== subjectOf(OrderPaid.type)) return true
    let acknowledged = false
    const ack = () => (acknowledged = true)
    const message = { subject, json: () => JSON.parse(payload) as unknown }
    await this.inbox['receive'](this.count, as({ message, ack, nak() {}, term() {} }))
    return acknowledged
  }

  /** Waits forever once the process has crashed. */
  private async unlessCrashed(): Promise<void> {
    if (this.crashed) await new Promise(() => undefined)
  }
}

function actionOf(type: ActionType, orderId: string | undefined): ResolutionAction | undefined {
  if (type === 'assign') return orderId === undefined ? undefined : { type, orderId }
  if (type === 'refund' || type === 'net') return { type }
  if (type === 'cover' || type === 'withdraw' || type === 'settle') return { type, reference: 'bank' }
  return undefined
}

/** A handler in another service, with one effect for each paid order. */
class CountPaidOrders implements Reaction<typeof OrderPaid> {
  readonly on = OrderPaid
  readonly consumer = 'simulation-count-paid-orders'

  constructor(private readonly connection: Connection) {}

  async handle({ data }: ReceivedEvent<typeof OrderPaid>, session: ClientSession): Promise<void> {
    const effects = this.connection.collection<{ _id: string; count: number }>('effects')
    await effects.updateOne({ _id: data.orderId }, { $inc: { count: 1 } }, { upsert: true, session })
  }
}
