import { CLOCK, LOGGER, type Clock, type Logger } from '@hissa/kernel'
import { type Change, Committer, type Outcome, type Save } from '@hissa/ledger'
import { Inject, Injectable } from '@nestjs/common'
import {
  type DisputeUpdate,
  PAYMENT_GATEWAY,
  type PaymentGateway,
  type RefundSnapshot,
} from '../../processor/processor.api.js'
import { type Cause, webhookEventSave, type Settled } from '../payment.js'
import { PaymentStore } from '../payment.store.js'
import {
  applyDashboardRefund,
  applyDispute,
  closeReturned,
  isAccountedFor,
  type MoneyStep,
  openedBy,
  positionOf,
} from './money-left.js'
import { disputeItemId, refundItemId, type SuspenseItem, suspenseKey, suspenseSave } from './suspense.js'
import { DisputeOrder } from './dispute-order.js'
import { reportOpened } from './report-opened.js'
import { SuspenseStore } from './suspense.store.js'

/** How often a change is decided again because units have moved since. */
const MOST_ATTEMPTS = 4

interface Moment {
  key: string
  at: Date
}

/** Builds the change that reopens an order whose refund was returned; undefined when it is not refunded. */
export type Reopen = (
  orderId: string,
  returned: { id: string; amount: number },
  moment: Moment,
) => Promise<Change | undefined>

/** Records money that left the processor without an order of ours: dashboard refunds and disputes. */
@Injectable()
export class RecordSuspense {
  constructor(
    private readonly ledger: Committer,
    private readonly payments: PaymentStore,
    private readonly items: SuspenseStore,
    private readonly disputes: DisputeOrder,
    @Inject(PAYMENT_GATEWAY) private readonly gateway: PaymentGateway,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Records a refund that is no order's current one. Webhooks are late and out of order, so the refund's current state
   * is read from the processor. The item records what has been booked of it, so events need not be stored.
   * Throws GatewayUnavailable or LedgerUnavailable.
   */
  async refund({ refundId }: Pick<RefundSnapshot, 'refundId'>, reopen: Reopen): Promise<Settled> {
    const settled = await this.bookRefund(refundId, reopen)
    // It may have failed after it was read, and that event was ignored if there was no item yet, so it is read again.
    if (settled === 'applied') await this.bookRefund(refundId, reopen)
    return settled
  }

  /** Records an event about a dispute; each is applied once. Throws LedgerUnavailable. */
  async dispute(update: DisputeUpdate, cause: Cause, reopen: Reopen): Promise<Settled> {
    if (await this.payments.hasEvent(cause.eventId)) return 'duplicate'
    return this.record(disputeItemId(update.disputeId), async (at) => {
      // Another replica may have applied it since.
      if (await this.payments.hasEvent(cause.eventId)) return undefined
      const { itemId, before } = await this.disputeItem(update)
      const decided = applyDispute(before, update, at, itemId)
      const moment = { key: suspenseKey(decided.item, cause.eventId), at }
      return this.changeOf(decided, moment, { reopen, saves: webhookEventSave(cause, at, 'suspense') })
    })
  }

  /** Returns the item of a dispute in the currency of its event: amounts of two currencies are never added up. */
  private async disputeItem({ disputeId, currency }: DisputeUpdate) {
    const itemId = disputeItemId(disputeId)
    const before = await this.items.byId(itemId)
    if (!before || before.currency === currency) return { itemId, before }
    const other = `${itemId}:${currency}`
    return { itemId: other, before: await this.items.byId(other) }
  }

  private async bookRefund(refundId: string, reopen: Reopen): Promise<Settled> {
    const snapshot = await this.gateway.readRefund(refundId)
    const itemId = refundItemId(refundId)
    return this.record(itemId, async (at) => {
      const decided = applyDashboardRefund(await this.items.byId(itemId), snapshot, at)
      if (!decided) return undefined
      const moment = { key: suspenseKey(decided.item, 'record'), at }
      return this.changeOf(decided, moment, { reopen, saves: [] })
    })
  }

  /** Builds the change of a step; an order is reopened when all money that settled its refund is returned. */
  private async changeOf(
    decided: MoneyStep,
    moment: Moment,
    { reopen, saves }: { reopen: Reopen; saves: Save[] },
  ): Promise<{ decided: MoneyStep; change: Change }> {
    const { item, step } = decided
    const orderId = settledOrderOf(decided)
    const settled = { id: item._id, amount: item.amount }
    const reopened = orderId === undefined ? undefined : await reopen(orderId, settled, moment)
    if (!reopened && item.kind === 'dispute')
      return { decided, change: await this.disputes.change(decided, moment, saves) }
    if (!reopened) return { decided, change: await this.disputes.ofRefund(decided, moment, saves) }
    const { dispute, movements } = step.set
    const closing = closeReturned(item, moment.at)
    Object.assign(closing.set, { ...(dispute ? { dispute } : {}), ...(movements ? { movements } : {}) })
    const all = [...reopened.saves, suspenseSave(item, closing), ...saves]
    return { decided: { item, step: closing }, change: { ...reopened, saves: all } }
  }

  private async record(
    itemId: string,
    decide: (at: Date) => Promise<{ decided: MoneyStep; change: Change } | undefined>,
  ): Promise<Settled> {
    let opened: SuspenseItem[] = []
    const attempt = () =>
      this.ledger.decideAndCommit<Settled>(async () => {
        const next = await decide(this.clock.now())
        opened = next ? openedBy(next.decided) : []
        return next?.change ?? { done: 'ignored' as const }
      })
    let outcome = await attempt()
    // Staff have transferred units of the order since it was read: the next attempt takes back what is left.
    for (let n = 1; n < MOST_ATTEMPTS && isLimit(outcome); n += 1) outcome = await attempt()
    if ('done' in outcome) return outcome.done
    if (!outcome.ok) throw new Error(`${itemId} was not recorded: ${outcome.reason}`)
    if (outcome.replayed) return 'duplicate'
    reportOpened(this.logger, opened)
    return 'applied'
  }
}

/** Returns the order whose refund was settled with an item's money, if the step returns exactly that. */
function settledOrderOf({ item, step }: MoneyStep): string | undefined {
  const { type, orderId } = item.resolution ?? {}
  const { moved, covered } = positionOf(item)
  if (type !== 'assigned' || !isAccountedFor(item) || covered !== 0 || moved !== item.amount) return undefined
  return step.set.moved === 0 ? orderId : undefined
}

const isLimit = (outcome: Outcome | { done: unknown }) => 'ok' in outcome && !outcome.ok && outcome.reason === 'LIMIT'
