import { CLOCK, legalOrThrow, LOGGER, type Clock, type Logger } from '@hissa/kernel'
import { type Change, Committer, type Save } from '@hissa/ledger'
import { fils } from '@hissa/money'
import { Inject, Injectable } from '@nestjs/common'
import { addToHolding, HoldingStore } from '../holdings/holdings.api.js'
import {
  decide,
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
import { isOpen, RaiseStore } from '../raises/raises.api.js'
import { isEligible } from '../rules/rules.api.js'
import type { CheckoutFact } from '../processor/processor.api.js'
import {
  type Cause,
  paymentItem,
  paymentSave,
  refundSave,
  seen,
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
export interface News {
  fact: CheckoutFact
  event?: Cause
  /** An asynchronous payment that has failed for good. */
  failed?: boolean
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

  async run(news: News): Promise<Settled> {
    if (news.event && (await this.payments.hasEvent(news.event.eventId))) return 'duplicate'
    if (news.fact.paid) return this.settle(news, false)
    if (news.fact.state !== 'expired' && !news.failed) return 'ignored'
    return this.release(news)
  }

  /** Returns whether units may be posted for an investor now. */
  async isEligible(userId: string): Promise<boolean> {
    return isEligible(await this.investors.statusOf(userId))
  }

  private async settle(news: News, soldOut: boolean): Promise<Settled> {
    let opened: SuspenseItem | undefined
    const outcome = await this.ledger.decideAndCommit(async () => {
      const { fact } = news
      if (await this.payments.byId(fact.sessionId)) return { done: 'duplicate' as const }
      const order = fact.orderId === undefined ? undefined : await this.orders.byId(fact.orderId)
      const raise = order && (await this.raises.byId(order.propertyId))
      const eligible = order !== undefined && (await this.isEligible(order.userId))
      // One reading of the clock for the rule and the booking: the raise may close between two.
      const at = this.clock.now()
      const canRetake = !soldOut && raise !== undefined && isOpen(raise, at)
      const use = useOf(fact, order, canRetake, eligible)
      opened = use.use === 'suspense' ? paymentItem(fact, order, use.reason, at) : undefined
      return this.settlement(news, order, use, at)
    })
    if ('done' in outcome) return outcome.done
    if (outcome.ok && outcome.replayed) return 'duplicate'
    if (outcome.ok) {
      if (opened) reportOpened(this.logger, [opened])
      return 'applied'
    }
    // The units were sold to others after the reservation lapsed, so the money is refunded.
    if (outcome.reason === 'LIMIT' && !soldOut) return this.settle(news, true)
    throw new Error(`the payment of ${news.fact.sessionId} was not booked: ${outcome.reason}`)
  }

  private async settlement(news: News, order: Order | undefined, use: Use, at: Date): Promise<Change> {
    const { fact } = news
    const key = settleKey(fact.sessionId)
    const inputHash = `${fact.amount}:${fact.currency}`
    if (use.use === 'suspense') return this.suspend(news, order, use, { key, inputHash, at })
    const { sessionId, paymentId = sessionId } = fact
    // Money in another currency is in suspense.
    const amountFils = fils(fact.amount)
    const step = legalOrThrow(decide(order!, orderCommand(use, { sessionId, paymentId, amountFils }), at))
    if (!order!.checkout) step.set.checkout = { sessionId, url: '' }
    const into = use.use === 'refund' ? 'refund' : 'units'
    const saves = [paymentSave(fact, order, into, at), ...seen(news.event, at, into)]
    if (use.use === 'refund') {
      saves.push(refundSave(order!, { amount: amountFils, attempt: 1 }, at))
      const raise = order!.state === 'reserved' ? await this.raises.byId(order!.propertyId) : undefined
      const change = { key, inputHash, order: order!, step, saves, at }
      return orderChange({ ...change, ...(raise ? { raise } : {}) }, this.ids)
    }
    return this.paid(order!, step, { key, inputHash, saves, at })
  }

  /** Builds the change of a step that pays an order, with its holding and the raise's progress. */
  async paid(
    order: Order,
    step: OrderStep,
    rest: { key: string; inputHash: string; saves: Save[]; at: Date },
  ): Promise<Change> {
    const { userId, propertyId, units } = order
    const raise = await this.raises.byId(propertyId)
    const holding = await this.holdings.of(userId, propertyId)
    const saves = [...rest.saves, addToHolding(holding, order, rest.at)]
    return orderChange({ ...rest, saves, order, step, raise: raise!, paid: { userId, units } }, this.ids)
  }

  private async suspend(
    news: News,
    order: Order | undefined,
    { reason, fail }: Use & { use: 'suspense' },
    { key, inputHash, at }: { key: string; inputHash: string; at: Date },
  ): Promise<Change> {
    const { fact } = news
    const transfers = toSuspense(fact)
    const item = paymentItem(fact, order, reason, at)
    const opened = item ? [suspenseSave(item, { set: {}, unset: [] })] : []
    const saves = [paymentSave(fact, order, 'suspense', at), ...opened, ...seen(news.event, at, 'suspense')]
    if (!fail) return { key, inputHash, transfers, saves, events: [] }
    const step = legalOrThrow(decide(order!, { type: 'fail', reason }, at))
    const raise = await this.raises.byId(order!.propertyId)
    const change = { key, inputHash, order: order!, saves, at, ...(raise ? { raise } : {}) }
    return orderChange({ ...change, step: { ...step, transfers: [...transfers, ...step.transfers] } }, this.ids)
  }

  /** Releases the units of a session that can no longer be paid. */
  private async release({ fact, event, failed }: News): Promise<Settled> {
    if (fact.orderId === undefined) return 'ignored'
    const command = failed
      ? ({ type: 'fail', reason: 'payment_failed' } as const)
      : ({ type: 'expire', due: false } as const)
    const saves = (at: Date) => seen(event, at, command.type)
    const released = await this.releases.run(fact.orderId, command, { sessionId: fact.sessionId, saves })
    return released ? 'applied' : 'ignored'
  }
}

const orderCommand = (use: Exclude<Use, { use: 'suspense' }>, receipt: Receipt): OrderCommand =>
  use.use === 'refund' ? { type: 'refund', receipt, reason: use.reason } : { type: use.use, receipt }
