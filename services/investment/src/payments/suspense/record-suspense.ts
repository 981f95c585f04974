import { CLOCK, LOGGER, type Clock, type Logger } from '@hissa/kernel'
import { Committer } from '@hissa/ledger'
import { Inject, Injectable } from '@nestjs/common'
import { type DisputeFact, PAYMENT_GATEWAY, type PaymentGateway, type RefundFact } from '../gateway.js'
import { type Cause, seen, type Settled } from '../payment.js'
import { PaymentStore } from '../payment.store.js'
import { disputed, disputeItemId, foreignRefund, refundItemId, suspenseKey, suspenseSave } from './suspense.js'
import { SuspenseStore } from './suspense.store.js'

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
   * the refund is now. Errors: GatewayUnavailable; LedgerUnavailable.
   */
  async refund({ refundId }: Pick<RefundFact, 'refundId'>, cause?: Cause): Promise<Settled> {
    const fact = await this.gateway.readRefund(refundId)
    return this.record(cause, refundItemId(refundId), async (at) =>
      foreignRefund(await this.items.byId(refundItemId(refundId)), fact, at),
    )
  }

  /** Takes an event about a dispute; each is applied once. Errors: LedgerUnavailable. */
  async dispute(fact: DisputeFact, cause: Cause): Promise<Settled> {
    if (await this.payments.hasEvent(cause.eventId)) return 'duplicate'
    return this.record(cause, disputeItemId(fact.disputeId), async (at) =>
      disputed(await this.items.byId(disputeItemId(fact.disputeId)), fact, at),
    )
  }

  private async record(
    cause: Cause | undefined,
    itemId: string,
    decide: (at: Date) => Promise<ReturnType<typeof foreignRefund>>,
  ): Promise<Settled> {
    const outcome = await this.ledger.decideAndCommit<Settled>(async () => {
      const at = this.clock.now()
      const decided = await decide(at)
      if (!decided) return { done: 'ignored' as const }
      const { item, step } = decided
      const saves = [suspenseSave(item, step), ...seen(cause, at, 'suspense')]
      const key = suspenseKey(item, cause?.eventId ?? 'record')
      return { key, inputHash: itemId, transfers: step.transfers, saves, events: [] }
    })
    if ('done' in outcome) return outcome.done
    if (!outcome.ok) throw new Error(`${itemId} was not recorded: ${outcome.reason}`)
    this.logger.error({ itemId, alarm: 'SUSPENSE_OPENED' }, 'money left the processor without an order')
    return outcome.replayed ? 'duplicate' : 'applied'
  }
}
