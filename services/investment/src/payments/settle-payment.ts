import { CLOCK, legalOrThrow, LOGGER, type Clock, type Logger } from '@hissa/kernel'
import { type Change, Committer, type Save } from '@hissa/ledger'
import { fils } from '@hissa/money'
import { Inject, Injectable } from '@nestjs/common'
import { addToHolding, type Holding, HoldingStore } from '../holdings/holdings.api.js'
import {
  decide,
  isCapAccount,
  type Order,
  orderChange,
  type OrderCommand,
  type OrderStep,
  OrderStore,
  type Receipt,
  ReleaseOrder,
  settleKey,
} from '../orders/orders.api.js'
import { InvestorStore } from '../investors/investors.api.js'
import { IDS, type Ids } from '../ports.js'
import { isOpen, type Raise, RaiseStore } from '../raises/raises.api.js'
import { isEligible } from '../rules/rules.api.js'
import type { CheckoutSnapshot } from '../processor/processor.api.js'
import {
  type Cause,
  paymentItem,
  paymentSave,
  refundSave,
  webhookEventSave,
  type Settled,
  toSuspense,
  type Use,
  useOf,
} from './payment.js'
import { reportOpened } from './suspense/report-opened.js'
import { type SuspenseItem, suspenseSave } from './suspense/suspense.js'
import { PaymentStore } from './payment.store.js'

/**
 * A checkout session as the processor reports it. A webhook event is recorded by its id, in the commit of its effect.
 */
export interface SessionReport {
  snapshot: CheckoutSnapshot
  event?: Cause
  /** An asynchronous payment that has failed permanently. */
  failed?: boolean
}

interface KnownRaise {
  raise: Raise
  holding: Holding | undefined
}

/**
 * Updates an order to match the processor's report of its checkout session. Each session has one effect, however often,
 * late or out of order it is reported by webhook, expiry sweep or reconciliation.
 * Throws LedgerUnavailable; the report must then be delivered again.
 */
@Injectable()
export class SettlePayment {
  constructor(
    private readonly ledger: Committer,
    private readonly orders: OrderStore,
    private readonly payments: PaymentStore,
    private readonly holdings: HoldingStore,
    private readonly raises: RaiseStore,
    private readonly investors: InvestorStore,
    private readonly releases: ReleaseOrder,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: Ids,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async run(report: SessionReport): Promise<Settled> {
    if (report.snapshot.paid) return this.settle(report)
    if (await this.isKnown(report)) return 'duplicate'
    if (report.snapshot.state !== 'expired' && !report.failed) return 'ignored'
    return this.release(report)
  }

  private async isKnown({ event }: SessionReport): Promise<boolean> {
    return event !== undefined && (await this.payments.hasEvent(event.eventId))
  }

  /** Returns whether units may be posted for an investor now. */
  async isEligible(userId: string): Promise<boolean> {
    return isEligible(await this.investors.statusOf(userId))
  }

  private async settle(report: SessionReport, why?: NotRetaken): Promise<Settled> {
    let opened: SuspenseItem | undefined
    const outcome = await this.ledger.decideAndCommit(async () => {
      const { snapshot } = report
      // Requested together, so that they are one command.
      const [isKnown, payment, order] = await Promise.all([
        this.isKnown(report),
        this.payments.byId(snapshot.sessionId),
        snapshot.orderId === undefined ? undefined : this.orders.byId(snapshot.orderId),
      ])
      if (isKnown || payment) return { done: 'duplicate' as const }
      const [raise, holding, eligible] = await Promise.all([
        order && this.raises.byId(order.propertyId),
        order && this.holdings.of(order.userId, order.propertyId),
        order !== undefined && this.isEligible(order.userId),
      ])
      // One reading of the clock for the rule and the booking: the raise may close between two.
      const at = this.clock.now()
      const canRetake = why === undefined && raise !== undefined && isOpen(raise, at)
      const failed = raise?.state === 'failed'
      const use = because(useOf(snapshot, order, { canRetake, eligible, failed }), why)
      opened = use.use === 'suspense' ? paymentItem(snapshot, order, use.reason, at) : undefined
      return this.settlement(report, order, use, at, raise && { raise, holding })
    })
    if ('done' in outcome) return outcome.done
    if (outcome.ok && outcome.replayed) return 'duplicate'
    if (outcome.ok) {
      if (opened) reportOpened(this.logger, [opened])
      return 'applied'
    }
    // After the reservation lapsed, the units were sold to others or the annual limit was used: the money is refunded.
    if (outcome.reason === 'LIMIT' && !why) {
      return this.settle(report, isCapAccount(outcome.accountId) ? 'annual_limit' : 'units_unavailable')
    }
    throw new Error(`the payment of ${report.snapshot.sessionId} was not booked: ${outcome.reason}`)
  }

  private async settlement(
    report: SessionReport,
    order: Order | undefined,
    use: Use,
    at: Date,
    known: KnownRaise | undefined,
  ): Promise<Change> {
    const { snapshot } = report
    const key = settleKey(snapshot.sessionId)
    const inputHash = `${snapshot.amount}:${snapshot.currency}`
    if (use.use === 'suspense') return this.suspend(report, order, use, { key, inputHash, at }, known?.raise)
    const { sessionId, paymentId = sessionId } = snapshot
    // Money in another currency is in suspense.
    const amountFils = fils(snapshot.amount)
    const step = legalOrThrow(decide(order!, orderCommand(use, { sessionId, paymentId, amountFils }), at))
    if (!order!.checkout) step.set.checkout = { sessionId, url: '' }
    const into = use.use === 'refund' ? 'refund' : 'units'
    const saves = [paymentSave(snapshot, order, into, at), ...webhookEventSave(report.event, at, into)]
    if (use.use === 'refund') {
      saves.push(refundSave(order!, { amount: amountFils, attempt: 1 }, at))
      const raise = order!.state === 'reserved' ? known?.raise : undefined
      const change = { key, inputHash, order: order!, step, saves, at }
      return orderChange({ ...change, ...(raise ? { raise } : {}) }, this.ids)
    }
    return this.paid(order!, step, { key, inputHash, saves, at }, known!)
  }

  /**
   * Builds the change of a step that pays an order, with its holding and the raise's progress. `known` is what the
   * step was decided by; the commit refuses it if the raise or the holding has changed since.
   */
  async paid(
    order: Order,
    step: OrderStep,
    rest: { key: string; inputHash: string; saves: Save[]; at: Date },
    known: KnownRaise,
  ): Promise<Change> {
    const { userId, units } = order
    const { raise, holding } = known
    const saves = [...rest.saves, addToHolding(holding, order, rest.at)]
    return orderChange({ ...rest, saves, order, step, raise, moved: { userId, units, how: 'paid' } }, this.ids)
  }

  /** Reads what paying an order of this investor depends on. */
  async raiseAndHolding({ userId, propertyId }: Order): Promise<KnownRaise> {
    const [raise, holding] = await Promise.all([this.raises.byId(propertyId), this.holdings.of(userId, propertyId)])
    return { raise: raise!, holding }
  }

  private suspend(
    report: SessionReport,
    order: Order | undefined,
    { reason, fail }: Use & { use: 'suspense' },
    { key, inputHash, at }: { key: string; inputHash: string; at: Date },
    raise: Raise | undefined,
  ): Change {
    const { snapshot } = report
    const transfers = toSuspense(snapshot)
    const item = paymentItem(snapshot, order, reason, at)
    const opened = item ? [suspenseSave(item, { set: {}, unset: [] })] : []
    const saves = [
      paymentSave(snapshot, order, 'suspense', at),
      ...opened,
      ...webhookEventSave(report.event, at, 'suspense'),
    ]
    if (!fail) return { key, inputHash, transfers, saves, events: [] }
    const step = legalOrThrow(decide(order!, { type: 'fail', reason }, at))
    const change = { key, inputHash, order: order!, saves, at, ...(raise ? { raise } : {}) }
    return orderChange({ ...change, step: { ...step, transfers: [...transfers, ...step.transfers] } }, this.ids)
  }

  /** Releases the units of a session that can no longer be paid. */
  private async release({ snapshot, event, failed }: SessionReport): Promise<Settled> {
    if (snapshot.orderId === undefined) return 'ignored'
    const command = failed
      ? ({ type: 'fail', reason: 'payment_failed' } as const)
      : ({ type: 'expire', due: false } as const)
    const saves = (at: Date) => webhookEventSave(event, at, command.type)
    const released = await this.releases.run(snapshot.orderId, command, { sessionId: snapshot.sessionId, saves })
    return released ? 'applied' : 'ignored'
  }
}

/** Why a lapsed order that was paid cannot take its units again. */
type NotRetaken = 'units_unavailable' | 'annual_limit'

const because = (use: Use, why: NotRetaken | undefined): Use =>
  why && use.use === 'refund' && use.reason === 'units_unavailable' ? { ...use, reason: why } : use

const orderCommand = (use: Exclude<Use, { use: 'suspense' }>, receipt: Receipt): OrderCommand =>
  use.use === 'refund' ? { type: 'refund', receipt, reason: use.reason } : { type: use.use, receipt }
