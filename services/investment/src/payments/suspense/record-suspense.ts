import { CLOCK, LOGGER, type Clock, type Logger } from '@hissa/kernel'
import { type Change, Committer } from '@hissa/ledger'
import { Inject, Injectable } from '@nestjs/common'
import { type DisputeFact, PAYMENT_GATEWAY, type PaymentGateway, type RefundFact } from '../gateway.js'
import { type Cause, seen, type Settled } from '../payment.js'
import { PaymentStore } from '../payment.store.js'
import {
  disputed,
  disputeItemId,
  foreignRefund,
  isMadeUpFor,
  refundItemId,
  returned,
  suspenseKey,
  suspenseSave,
} from './suspense.js'
import { SuspenseStore } from './suspense.store.js'

/** Makes the change that reopens an order whose refund was returned; undefined when it is not refunded. */
export type Reopen = (
  orderId: string,
  fact: RefundFact,
  moment: { key: string; at: Date },
) => Promise<Change | undefined>

/** Records money that left the processor without an order of ours: refunds made elsewhere, and disputes. */
@Injectable()
export class RecordSuspense {
  constructor(
    private readonly ledger: Committer,
    private readonly payments: PaymentStore,
    private readonly items: SuspenseStore,
    @Inject(PAYMENT_GATEWAY) private readonly gateway: PaymentGateway,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Takes a refund that is no order's current one. Webhooks come late and out of order, so the processor is asked what
   * the refund is now; the item says what has been booked of it, so events need not be remembered.
   * Errors: GatewayUnavailable; LedgerUnavailable.
   */
  async refund({ refundId }: Pick<RefundFact, 'refundId'>, reopen: Reopen): Promise<Settled> {
    const settled = await this.bookRefund(refundId, reopen)
    // It may have failed since it was read, and that event was ignored if there was no item yet: look once more.
    if (settled === 'applied') await this.bookRefund(refundId, reopen)
    return settled
  }

  /** Takes an event about a dispute; each is applied once. Errors: LedgerUnavailable. */
  async dispute(fact: DisputeFact, cause: Cause): Promise<Settled> {
    if (await this.payments.hasEvent(cause.eventId)) return 'duplicate'
    const itemId = disputeItemId(fact.disputeId)
    return this.record(itemId, async (at) => {
      const { item, step } = disputed(await this.items.byId(itemId), fact, at)
      const saves = [suspenseSave(item, step), ...seen(cause, at, 'suspense')]
      return { key: suspenseKey(item, cause.eventId), inputHash: itemId, transfers: step.transfers, saves, events: [] }
    })
  }

  private async bookRefund(refundId: string, reopen: Reopen): Promise<Settled> {
    const fact = await this.gateway.readRefund(refundId)
    const itemId = refundItemId(refundId)
    return this.record(itemId, async (at) => {
      const before = await this.items.byId(itemId)
      const decided = foreignRefund(before, fact, at)
      if (!decided) return undefined
      const { item, step } = decided
      const key = suspenseKey(item, 'record')
      const change = {
        key,
        inputHash: itemId,
        transfers: step.transfers,
        saves: [suspenseSave(item, step)],
        events: [],
      }
      const { type, orderId } = item.resolution ?? {}
      if (type !== 'assigned' || !orderId || !isMadeUpFor(item)) return change
      const reopened = await reopen(orderId, fact, { key, at })
      if (!reopened) return change
      return { ...reopened, saves: [...reopened.saves, suspenseSave(item, returned(item, at, []))] }
    })
  }

  private async record(itemId: string, decide: (at: Date) => Promise<Change | undefined>): Promise<Settled> {
    const outcome = await this.ledger.decideAndCommit<Settled>(
      async () => (await decide(this.clock.now())) ?? { done: 'ignored' as const },
    )
    if ('done' in outcome) return outcome.done
    if (!outcome.ok) throw new Error(`${itemId} was not recorded: ${outcome.reason}`)
    this.logger.error({ itemId, alarm: 'SUSPENSE_OPENED' }, 'money left the processor without an order')
    return outcome.replayed ? 'duplicate' : 'applied'
  }
}
