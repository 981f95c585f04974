import { CLOCK, type Clock, Deadlines, LOGGER, type Logger, type Sweep } from '@hissa/kernel'
import { Committer, type Transfer } from '@hissa/ledger'
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common'
import { HoldingDifferenceStore, PaymentDifferenceStore } from '../differences/differences.api.js'
import { OrderStore } from '../orders/orders.api.js'
import { PaymentStore } from '../payments/payments.api.js'
import { IDS, type Ids, WALL_CLOCK } from '../ports.js'
import { GatewayRefused, GatewayUnavailable, PAYMENT_GATEWAY, type PaymentGateway } from '../processor/processor.api.js'
import { CompareHoldings } from './compare-holdings.js'
import { compare, type PartDifference } from './compare.js'
import { clearingCurrency, ledgerMovement, type Movement, processorMovement, unconfirmedMovement } from './movement.js'
import { ReconciliationStore } from './reconciliation.store.js'
import { nextRunAfter, readsFrom, type Run, WEBHOOK_MS } from './run.js'

/** How long one sweep works before the other sweeps run. */
const SLICE_MS = 2_000
const TRANSFERS_AT_A_TIME = 500
const PAYMENTS_AT_A_TIME = 200
/** The processor's clock may be ahead of ours. */
const SKEW_MS = 60_000
/** After the processor did not respond, or a step failed. */
const RETRY_MS = 30_000
const MOST_ENTRIES = 20

/**
 * Compares, every day at 02:00 in Dubai and when finance asks for it, the card processor's balance with the ledger,
 * payment by payment, and then the ledger of shares with the holdings. What differs is one open difference until a later
 * run finds that both sides agree. A run continues where a killed process has left it, and replicas that work on it at
 * the same time do nothing twice.
 */
@Injectable()
export class Reconcile implements Sweep, OnModuleInit {
  readonly name = 'investment-reconcile'
  private readonly bootedAt: Date
  private waitsUntilMs = 0

  constructor(
    private readonly ledger: Committer,
    private readonly store: ReconciliationStore,
    private readonly differences: PaymentDifferenceStore,
    private readonly holdingDifferences: HoldingDifferenceStore,
    private readonly holdings: CompareHoldings,
    private readonly orders: OrderStore,
    private readonly payments: PaymentStore,
    private readonly deadlines: Deadlines,
    @Inject(PAYMENT_GATEWAY) private readonly gateway: PaymentGateway,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(WALL_CLOCK) private readonly wall: Clock,
    @Inject(IDS) private readonly ids: Ids,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.bootedAt = clock.now()
  }

  onModuleInit(): void {
    this.deadlines.register(this)
  }

  /** Returns when the next daily run starts; for a run in progress, when it started. */
  async nextDueAt(): Promise<Date> {
    const [newest] = await this.store.newest(1)
    if (newest?.state === 'running') return newest.startedAt
    return nextRunAfter(newest?.startedAt ?? this.bootedAt)
  }

  /** Starts a run unless one is in progress, and returns the run in progress. */
  async begin(requestedBy?: string): Promise<Run> {
    const running = await this.store.running()
    if (running) return running
    const last = await this.store.lastComplete()
    // The wall clock is read after the ledger, so that the processor is read up to a later moment.
    const ledgerUpTo = await this.ledger.latestSeq()
    const to = new Date(this.wall.now().getTime() + SKEW_MS)
    const counts = { processorEntries: 0, ledgerEntries: 0, otherEntries: 0, payments: 0, waiting: 0, differences: 0 }
    return this.store.begin({
      ...{ _id: this.ids.next(), state: 'running', phase: 'ledger', ...counts, version: 1 },
      ...{ ledgerAfter: last?.ledgerUpTo ?? 0, ledgerUpTo, to, startedAt: this.clock.now() },
      from: readsFrom({ lastTo: last?.to, firstTransferAt: await this.firstTransferAt(), to }),
      ...(requestedBy ? { requestedBy } : {}),
    })
  }

  /** Returns when the ledger's first transfer was made, in wall time. Wherever the clocks differ, its age is the same. */
  private async firstTransferAt(): Promise<Date | undefined> {
    const at = await this.store.firstTransferAt()
    return at && new Date(this.wall.now().getTime() - (this.clock.now().getTime() - at.getTime()))
  }

  async sweep(now: Date): Promise<boolean> {
    const startedMs = this.wall.now().getTime()
    if ((await this.nextDueAt()) > now || startedMs < this.waitsUntilMs) return false
    let run: Run | undefined = await this.begin()
    try {
      while (run?.state === 'running' && this.wall.now().getTime() < startedMs + SLICE_MS) run = await this.step(run)
    } catch (error) {
      this.waitsUntilMs = this.wall.now().getTime() + RETRY_MS
      // The page after which the run continues may be gone. What is read again changes nothing.
      if (error instanceof GatewayRefused && run?.cursor) await this.store.advance(run, { cursor: '' })
      if (!(error instanceof GatewayUnavailable)) throw error
      this.logger.warn({ err: error }, 'the processor does not respond; the reconciliation continues later')
      return false
    }
    return run?.state !== 'complete'
  }

  /** Takes the next step of a run. Returns undefined if another replica has taken it. */
  private step(run: Run): Promise<Run | undefined> {
    if (run.phase === 'ledger') return this.readLedger(run)
    if (run.phase === 'processor') return this.readProcessor(run)
    if (run.phase === 'payments') return this.comparePayments(run)
    return run.phase === 'holdings' ? this.compareHoldings(run) : this.compareShares(run)
  }

  private async readLedger(run: Run): Promise<Run | undefined> {
    const after = typeof run.cursor === 'number' ? run.cursor : run.ledgerAfter
    const transfers = await this.store.transfersIn(after, run.ledgerUpTo, TRANSFERS_AT_A_TIME)
    const cleared = transfers.filter((transfer) => clearingCurrency(transfer) !== undefined)
    const rows = await Promise.all(
      cleared.map(async (transfer) => ledgerMovement(transfer, await this.paymentOf(transfer))),
    )
    await this.store.add(rows)
    const isLast = transfers.length < TRANSFERS_AT_A_TIME
    const next = isLast ? ({ phase: 'processor', cursor: '' } as const) : { cursor: transfers.at(-1)!.seq }
    return this.store.advance(run, { ...next, ledgerEntries: run.ledgerEntries + rows.length })
  }

  /** Returns the processor's id of the payment that a transfer is about. */
  private async paymentOf({ _id, ref = {} }: Transfer): Promise<string> {
    const { paymentId, orderId, sessionId } = ref
    if (paymentId) return paymentId
    const order = orderId === undefined ? undefined : await this.orders.byId(orderId)
    if (order?.paymentId) return order.paymentId
    const payment = sessionId === undefined ? undefined : await this.payments.byId(sessionId)
    // No payment of the processor has such an id, so the transfer is a difference.
    return payment?.paymentId ?? sessionId ?? `transfer:${_id}`
  }

  private async readProcessor(run: Run): Promise<Run | undefined> {
    const { from, to, cursor } = run
    const page = await this.gateway.listMovements({ from, to, ...(cursor ? { after: String(cursor) } : {}) })
    const rows = page.movements.flatMap((movement) => processorMovement(movement) ?? [])
    const added = await this.store.add(rows)
    const next = page.next ? { cursor: page.next } : ({ phase: 'payments', cursor: '' } as const)
    const others = page.movements.length - rows.length
    return this.store.advance(run, {
      ...next,
      processorEntries: run.processorEntries + added,
      otherEntries: run.otherEntries + others,
    })
  }

  private async comparePayments(run: Run): Promise<Run | undefined> {
    const payments = await this.store.openPayments(String(run.cursor ?? ''), PAYMENTS_AT_A_TIME)
    const at = this.clock.now()
    if (payments.length === 0) return this.store.advance(run, { phase: 'holdings', cursor: '' })
    const agreed: Movement[] = []
    let waiting = 0
    for (const [payment, movements] of await this.store.ofPayments(payments)) {
      const parts = compare(movements)
      if (parts.length === 0) agreed.push(...movements)
      else if (isYoung(movements, run.to) || (await this.isUnconfirmed(movements))) waiting += 1
      else await this.open(payment, movements, parts, at)
    }
    await this.differences.resolve([...new Set(agreed.map(({ payment }) => payment))], at)
    await this.store.close(agreed.map(({ _id }) => _id))
    return this.store.advance(run, {
      ...{ cursor: payments.at(-1)!, payments: run.payments + payments.length, waiting: run.waiting + waiting },
    })
  }

  /** Returns whether the sides agree but for refunds that the processor hasn't confirmed, which aren't booked yet. */
  private async isUnconfirmed(movements: readonly Movement[]): Promise<boolean> {
    const moved = movements.find(({ side, part }) => side === 'processor' && part === 'refund')
    if (!moved) return false
    try {
      const refunds = await this.gateway.listRefunds(moved.paymentId)
      return (
        compare([...movements, ...refunds.flatMap((refund) => unconfirmedMovement(refund, moved) ?? [])]).length === 0
      )
    } catch (error) {
      // It doesn't list the refunds of a charge that has no payment intent.
      if (error instanceof GatewayRefused) return false
      throw error
    }
  }

  private async compareHoldings(run: Run): Promise<Run | undefined> {
    const { next, compared } = await this.holdings.holdingsAfter(String(run.cursor ?? ''))
    const place = next === undefined ? ({ phase: 'shares', cursor: '' } as const) : { cursor: next }
    return this.store.advance(run, { ...place, holdings: (run.holdings ?? 0) + compared })
  }

  private async compareShares(run: Run): Promise<Run | undefined> {
    const next = await this.holdings.accountsAfter(String(run.cursor ?? ''), run.ledgerUpTo)
    if (next !== undefined) return this.store.advance(run, { cursor: next })
    await this.holdings.compareOpen()
    const open = await Promise.all([this.differences.countOpen(), this.holdingDifferences.countOpen()])
    const differences = open[0] + open[1]
    const done = await this.store.advance(run, { state: 'complete', completedAt: this.clock.now(), differences })
    if (done) this.logger.info({ runId: run._id, payments: run.payments, differences }, 'reconciliation is complete')
    return done
  }

  private async open(
    payment: string,
    movements: readonly Movement[],
    parts: PartDifference[],
    at: Date,
  ): Promise<void> {
    const { paymentId, currency } = movements[0]!
    const known = await this.payments.ofPayment(paymentId)
    const { orderId, userId } = known.find((row) => row.orderId !== undefined) ?? {}
    const of = (side: Movement['side']) =>
      movements
        .filter((row) => row.side === side && row.amount !== 0)
        .slice(0, MOST_ENTRIES)
        .map(({ _id, part, amount, at: movedAt }) => {
          return { movementId: _id, part, amountMinor: amount, at: movedAt.toISOString() }
        })
    const isNew = await this.differences.open(
      {
        ...{ _id: payment, paymentId, currency, parts, processor: of('processor'), ledger: of('ledger') },
        ...(orderId ? { orderId } : {}),
        ...(userId ? { userId } : {}),
      },
      at,
    )
    const log = { itemId: payment, kind: 'payment_difference', alarm: 'SUSPENSE_OPENED' }
    if (isNew) this.logger.error(log, 'the processor and the ledger disagree about a payment')
  }
}

/** Returns whether the processor moved the payment's money so lately that a webhook may still arrive. */
const isYoung = (movements: readonly Movement[], to: Date) =>
  movements.some((row) => row.side === 'processor' && row.at.getTime() > to.getTime() - SKEW_MS - WEBHOOK_MS)
