import { CLOCK, Deadlines, LOGGER, type Clock, type Logger } from '@hissa/kernel'
import { Committer, type Save } from '@hissa/ledger'
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common'
import { PaymentDifferenceStore } from '../../differences/differences.api.js'
import { backoffMs, dueFrom } from '../../due/due.js'
import { type DueOutcome, DueRows } from '../../due/due-rows.js'
import type { Clocks } from '../../due/due.schema.js'
import { IDS, type Ids, WALL_CLOCK } from '../../ports.js'
import {
  GatewayRefused,
  PAYMENT_GATEWAY,
  type PaymentGateway,
  type RefundSnapshot,
} from '../../processor/processor.api.js'
import { type Cause, webhookEventSave, type Settled } from '../payment.js'
import { PaymentStore } from '../payment.store.js'
import { ASK_AGAIN_MS, BLOCKED_MS, isCurrentRefund, MOST_ATTEMPTS } from '../refund-attempts.js'
import { feeRefundRow, feeRefundRowId } from './fee-refund.js'
import { confirmRefund, failRefund } from './suspense-refund.js'
import { type SuspenseItem, suspenseKey, suspenseSave, type SuspenseStep, type SuspenseWork } from './suspense.js'
import { SuspenseStore } from './suspense.store.js'

type Work = SuspenseWork

/** Refunds money in suspense to the card that paid, once maker and checker have decided so. */
@Injectable()
export class RefundSuspenseWhenResolved extends DueRows<Work, SuspenseItem> implements OnModuleInit {
  readonly name = 'investment-refund-suspense-when-resolved'

  constructor(
    private readonly ledger: Committer,
    private readonly items: SuspenseStore,
    private readonly payments: PaymentStore,
    private readonly differences: PaymentDifferenceStore,
    private readonly deadlines: Deadlines,
    @Inject(PAYMENT_GATEWAY) private readonly gateway: PaymentGateway,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(WALL_CLOCK) private readonly wall: Clock,
    @Inject(IDS) private readonly ids: Ids,
    @Inject(LOGGER) logger: Logger,
  ) {
    super({ clock, wall, logger })
  }

  onModuleInit(): void {
    const sweep = (now: Date) => this.sweep('suspense_refund', now, (item) => this.refund(item))
    this.deadlines.register({ name: this.name, nextDueAt: () => this.nextDueAt('suspense_refund'), sweep })
  }

  /** Updates an item to match its current refund; any other refund changes nothing. Throws LedgerUnavailable. */
  async apply(itemId: string, snapshot: RefundSnapshot, cause?: Cause): Promise<Settled | 'foreign'> {
    if (cause && (await this.payments.hasEvent(cause.eventId))) return 'duplicate'
    const outcome = await this.ledger.decideAndCommit<Settled | 'foreign'>(async () => {
      const item = await this.items.byId(itemId)
      if (!item?.refund || !isCurrentRefund(item.refund, snapshot)) return { done: 'foreign' as const }
      const at = this.clock.now()
      const key = suspenseKey(item, 'refund')
      const step = this.step(item, snapshot, key, at)
      if (!step) return { done: 'ignored' as const }
      const saves = [
        suspenseSave(item, step),
        ...(await this.rowOf(item, snapshot)),
        ...webhookEventSave(cause, at, snapshot.state),
      ]
      return { key, inputHash: this.ids.next(), transfers: step.transfers, saves, events: [] }
    })
    if ('done' in outcome) return outcome.done
    if (!outcome.ok) throw new Error(`the refund of ${itemId} was not applied: ${outcome.reason}`)
    return outcome.replayed ? 'duplicate' : 'applied'
  }

  protected read(kind: Work, clocks: Clocks, limit: number): Promise<SuspenseItem[]> {
    return this.items.due(kind, clocks, limit)
  }

  protected readNext(kind: Work, clocks: Clocks): Promise<Date | null> {
    return this.items.nextDueAt(kind, clocks)
  }

  protected refusalOf(error: unknown): string | undefined {
    return error instanceof GatewayRefused ? (error.code ?? 'refused') : undefined
  }

  protected async save(item: SuspenseItem, { verb, ...set }: DueOutcome<Work>): Promise<void> {
    const save = suspenseSave(item, { set, unset: 'rejected' in set ? ['due'] : [] })
    const key = suspenseKey(item, verb)
    await this.ledger.commit({ key, inputHash: this.ids.next(), transfers: [], saves: [save], events: [] })
  }

  private async rowOf(item: SuspenseItem, { refundId, state }: RefundSnapshot): Promise<Save[]> {
    if (item.kind !== 'fee_refund') return []
    const row = await this.payments.byId(feeRefundRowId(item))
    return feeRefundRow(item, row, { refundId, state: state === 'succeeded' ? 'succeeded' : 'pending' })
  }

  private async refund(item: SuspenseItem): Promise<void> {
    const { _id: suspenseId, amount, paymentId = '' } = item
    const { refundId, attempt } = item.refund!
    if (refundId === undefined && (await this.differences.blocksPayment(paymentId)))
      return this.putOff(item, new Date(this.wall.now().getTime() + BLOCKED_MS))
    const idempotencyKey = `refund:${suspenseId}:${attempt}`
    const request = { paymentId, amount, suspenseId, attempt, idempotencyKey }
    const snapshot = refundId ? await this.gateway.readRefund(refundId) : await this.gateway.refund(request)
    await this.apply(suspenseId, { ...snapshot, attempt })
  }

  private step(
    item: SuspenseItem,
    { refundId, state }: RefundSnapshot,
    key: string,
    at: Date,
  ): SuspenseStep | undefined {
    const { hold, attempt } = item.refund!
    const nowMs = this.wall.now().getTime()
    const dueIn = (ms: number) => ({ due: dueFrom('suspense_refund' as const, at, new Date(nowMs + ms)) })
    if (state === 'failed') {
      const rejected = { kind: 'suspense_refund' as const, code: 'refund_failed', tries: attempt, at }
      return failRefund(item, key, attempt >= MOST_ATTEMPTS ? { rejected } : dueIn(backoffMs(attempt)))
    }
    if (item.state !== 'refunding') return undefined
    if (state === 'succeeded') return confirmRefund(item, refundId, at)
    return { set: { refund: { hold, attempt, refundId }, ...dueIn(ASK_AGAIN_MS) }, unset: [], transfers: [] }
  }
}
