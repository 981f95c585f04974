import type { Fils } from '@hissa/money'
import {
  type DisputeUpdate,
  type CheckoutSnapshot,
  type CheckoutRequest,
  GatewayRefused,
  GatewayUnavailable,
  type PaymentGateway,
  type RefundSnapshot,
  type WebhookEvent,
} from '../../src/processor/processor.api.js'
import type { Fault, Reached } from './reached.js'
import type { Scheduler } from './scheduler.js'
import type { Turn } from './sim-stores.js'

type EventContent =
  | { kind: 'checkout'; checkout: CheckoutSnapshot; failed: boolean }
  | { kind: 'refund'; refund: RefundSnapshot }
  | { kind: 'charge'; paymentId: string }
  | { kind: 'dispute'; dispute: DisputeUpdate }

interface Session extends CheckoutSnapshot {
  expiresAt: Date
}

export interface StripeFaults {
  /** Calls that fail, before or after they took effect. */
  unavailable: number
  /** Webhooks delivered twice, or late by up to 72 hours. */
  duplicate: number
  late: number
  /** Events delivered once more, under the same id, long after they were acknowledged. */
  replayed: number
  /** Payments that succeed on a session that was reported as expired. */
  paidAfterExpiry: number
  wrongAmount: number
  wrongCurrency: number
  /** Refunds that fail, while they are pending and after they were reported as succeeded. */
  refundFails: number
  refundFailsLater: number
  /** Payments that the processor refuses to refund, until the faults end. */
  refusesRefund: number
}

/** How a dispute goes; drawn by chance otherwise. */
interface Disputed {
  isPart?: boolean | undefined
  isLost?: boolean | undefined
  isDecidedAtOnce?: boolean
}

const HALF_HOUR_MS = 30 * 60_000

/** The processor's state, shared by all replicas, and its webhooks: delivered at least once, in any order. */
export class SimStripe {
  readonly sessions = new Map<string, Session>()
  readonly refunds = new Map<string, RefundSnapshot>()
  readonly outgoing = new Set<WebhookEvent>()
  private readonly byKey = new Map<string, string>()
  private readonly refusing = new Set<string>()
  /** Disputed money that was withdrawn and has not come back, by payment. */
  private readonly disputed = new Map<string, { amount: number; currency: string }>()
  private count = 0

  constructor(
    private readonly scheduler: Scheduler,
    private readonly faults: StripeFaults,
    private readonly reached: Reached,
    private readonly wants: (name: string) => boolean,
    private readonly deliver: (webhook: WebhookEvent) => Promise<boolean>,
  ) {}

  /** Returns the port as one replica sees it. */
  gateway(turn: Turn): PaymentGateway {
    const call = async <T>(act: () => T): Promise<T> => {
      await turn('processor')
      if (this.draw('unavailable', 'processor unavailable before effect')) throw new GatewayUnavailable('down')
      const result = act()
      await turn('processor')
      if (this.draw('unavailable', 'processor unavailable after effect')) throw new GatewayUnavailable('answer lost')
      return result
    }
    return {
      openCheckout: (request) => call(() => this.open(request)),
      expireCheckout: (id) => call(() => this.expire(this.session(id))),
      readCheckout: (id) => call(() => snapshotOf(this.session(id))),
      refund: (request) => call(() => this.refund(request)),
      listRefunds: (id) => call(() => [...this.refunds.values()].filter((refund) => refund.paymentId === id)),
      readRefund: (id) => call(() => ({ ...this.refunds.get(id)! })),
      listMovements: () => Promise.reject(new Error('the simulation compares its books itself')),
      readWebhook: (payload) => JSON.parse(payload.toString()) as WebhookEvent,
    }
  }

  /** Pays as the customer, if the page can still be paid. */
  pay(sessionId: string): void {
    const session = this.session(sessionId)
    const slipsThrough = session.state === 'expired' && this.draw('paidAfterExpiry', 'payment after the page expired')
    if (session.state !== 'open' && !slipsThrough) return
    if (this.draw('wrongAmount', 'payment of another amount')) session.amount += this.scheduler.chance.pick([-1, 1])
    if (this.draw('wrongCurrency', 'payment in another currency')) session.currency = 'usd'
    this.complete(session)
  }

  /** Pays for an order, or for none, on a page that the platform did not open. */
  payStray(order: { _id: string; totalFils: Fils } | undefined): void {
    const sessionId = `cs_${(this.count += 1)}`
    const terms = { amount: order?.totalFils ?? 123_456, currency: 'aed', ...(order ? { orderId: order._id } : {}) }
    const session: Session = { sessionId, ...terms, state: 'open', paid: false, expiresAt: new Date(0) }
    this.sessions.set(sessionId, session)
    this.complete(session)
  }

  private complete(session: Session): void {
    Object.assign(session, { state: 'complete', paid: true, paymentId: `pi_${session.sessionId}` })
    this.send({ kind: 'checkout', checkout: snapshotOf(session), failed: false })
  }

  private draw(rate: keyof StripeFaults, name: Fault): boolean {
    const hit = this.scheduler.chance.hit(this.faults[rate]) || this.wants(name)
    if (hit) this.reached.fault(name)
    return hit
  }

  /** Refunds a payment in the processor's own dashboard. */
  refundElsewhere(paymentIds: ReadonlySet<string>): void {
    const session = this.anyOf(paymentIds)
    if (!session) return
    this.reached.fault('refund made in the dashboard')
    const { paymentId, currency } = session
    const isPart = this.scheduler.chance.hit(0.4)
    if (isPart) this.reached.fault('refund of a part made in the dashboard')
    const amount = isPart ? 1 + this.scheduler.chance.below(session.amount - 1) : session.amount
    const refund = { refundId: `re_${(this.count += 1)}`, paymentId, amount, currency, state: 'succeeded' as const }
    this.refunds.set(refund.refundId, refund)
    this.send({ kind: 'refund', refund: { ...refund } })
    this.send({ kind: 'charge', paymentId: paymentId! })
    void this.follow(refund)
  }

  /** Disputes a payment as its cardholder: the money is withdrawn, and reinstated if the dispute is won. */
  dispute(paymentIds: ReadonlySet<string>, { isPart = this.scheduler.chance.hit(0.4), ...end }: Disputed = {}): void {
    const session = this.anyOf(paymentIds)
    if (!session) return
    const { paymentId, currency } = session
    if (isPart) this.reached.fault('dispute of a part opened')
    const amount = isPart ? 1 + this.scheduler.chance.below(session.amount - 1) : session.amount
    const disputeId = `dp_${(this.count += 1)}`
    this.disputed.set(paymentId!, { amount, currency })
    this.reached.fault('dispute opened')
    const about = { disputeId, paymentId: paymentId!, currency, disputedMinor: amount }
    const tell = (status: DisputeUpdate['status'], movedMinor: number) =>
      this.send({ kind: 'dispute', dispute: { ...about, status, movedMinor } })
    tell('open', 0)
    tell('open', amount)
    void this.decideDispute(paymentId!, tell, end)
  }

  private async decideDispute(
    paymentId: string,
    tell: (status: DisputeUpdate['status'], movedMinor: number) => void,
    { isLost, isDecidedAtOnce = false }: Omit<Disputed, 'isPart'>,
  ) {
    const { chance } = this.scheduler
    const repeats = this.wants('dispute withdrawn again')
    const terms = this.disputed.get(paymentId)!
    const { amount } = terms
    await this.scheduler.after((isDecidedAtOnce ? 0.1 : 10) * 3_600_000 * chance.next())
    if (isLost ?? (chance.hit(0.5) && !repeats)) {
      this.reached.fault('dispute lost')
      return tell('lost', 0)
    }
    this.reached.fault('dispute won')
    this.disputed.delete(paymentId)
    tell('won', -amount)
    tell('won', 0)
    await this.scheduler.after(10 * 3_600_000 * chance.next())
    const isUntouched = ![...this.refunds.values()].some((refund) => refund.paymentId === paymentId)
    if (!isUntouched || this.disputed.has(paymentId) || !(chance.hit(0.5) || repeats)) return
    this.reached.fault('dispute withdrawn again')
    this.disputed.set(paymentId, terms)
    tell('lost', amount)
  }

  /** Returns one of the payments that has not been refunded at all. */
  private anyOf(paymentIds: ReadonlySet<string>): Session | undefined {
    const touched = new Set([...this.refunds.values()].map(({ paymentId }) => paymentId))
    const paid = [...this.sessions.values()].filter(
      ({ paymentId }) => paymentIds.has(paymentId!) && !touched.has(paymentId) && !this.disputed.has(paymentId!),
    )
    return paid.length === 0 ? undefined : this.scheduler.chance.pick(paid)
  }

  /** Returns what it has taken in a currency and not refunded or lost. */
  held(currency: string): number {
    const paid = [...this.sessions.values()].filter((session) => session.paid && session.currency === currency)
    const isOf = new Set(paid.map(({ paymentId }) => paymentId))
    const back = [...this.refunds.values()].filter(({ paymentId, state }) => isOf.has(paymentId) && state !== 'failed')
    const lost = [...this.disputed.values()].filter((dispute) => dispute.currency === currency)
    const total = (rows: readonly { amount: number }[]) => rows.reduce((sum, { amount }) => sum + amount, 0)
    return total(paid) - total(back) - total(lost)
  }

  private open(request: CheckoutRequest): { sessionId: string; url: string } {
    const known = this.byKey.get(request.idempotencyKey)
    if (known) return { sessionId: known, url: known }
    if (request.expiresAt.getTime() < this.scheduler.nowMs + HALF_HOUR_MS)
      throw new GatewayRefused('too soon', 'invalid', 'expires_at')
    const sessionId = `cs_${(this.count += 1)}`
    const amount = request.lines.reduce((sum, line) => sum + line.unitAmountFils * line.quantity, 0)
    const { orderId, expiresAt } = request
    this.sessions.set(sessionId, { sessionId, orderId, expiresAt, state: 'open', paid: false, amount, currency: 'aed' })
    this.byKey.set(request.idempotencyKey, sessionId)
    return { sessionId, url: sessionId }
  }

  private session(id: string): Session {
    const session = this.sessions.get(id)
    if (!session) throw new GatewayRefused('no such session')
    if (session.state === 'open' && session.expiresAt.getTime() <= this.scheduler.nowMs) this.expire(session)
    return session
  }

  private expire(session: Session): CheckoutSnapshot {
    if (session.state === 'open') {
      session.state = 'expired'
      this.send({ kind: 'checkout', checkout: snapshotOf(session), failed: false })
    }
    return snapshotOf(session)
  }

  private refund(request: Parameters<PaymentGateway['refund']>[0]): RefundSnapshot {
    const known = this.byKey.get(request.idempotencyKey)
    if (known) return { ...this.refunds.get(known)! }
    const { amount, idempotencyKey, ...origin } = request
    this.refuse(request.paymentId, amount)
    const refundId = `re_${(this.count += 1)}`
    const state = this.scheduler.chance.pick(['pending', 'succeeded', 'succeeded'] as const)
    const { currency } = [...this.sessions.values()].find(({ paymentId }) => paymentId === request.paymentId)!
    const refund = { refundId, ...origin, amount, currency, state }
    this.refunds.set(refundId, refund)
    this.byKey.set(idempotencyKey, refundId)
    void this.follow(refund)
    return { ...refund }
  }

  private refuse(paymentId: string, asked: number): void {
    const back = [...this.refunds.values()].filter((refund) => refund.paymentId === paymentId)
    const refunded = back.reduce((sum, { amount, state }) => sum + (state === 'failed' ? 0 : amount), 0)
    const captured = [...this.sessions.values()].find((session) => session.paymentId === paymentId)!.amount
    if (refunded + asked > captured) throw new GatewayRefused('the charge has been refunded', 'charge_already_refunded')
    if (this.disputed.has(paymentId)) throw new GatewayRefused('the charge is disputed', 'charge_disputed')
    if (back.length === 0 && this.draw('refusesRefund', 'processor permanently rejects a refund'))
      this.refusing.add(paymentId)
    if (this.faults.refusesRefund > 0 && this.refusing.has(paymentId))
      throw new GatewayRefused('the charge is disputed', 'charge_disputed')
  }

  /** Lets a pending refund succeed or fail some hours later; one that succeeded may still fail. */
  private async follow(refund: RefundSnapshot): Promise<void> {
    const settle = async (state: RefundSnapshot['state']) => {
      await this.scheduler.after(3 * 3_600_000 * this.scheduler.chance.next())
      refund.state = state
      this.send({ kind: 'refund', refund: { ...refund } })
    }
    if (refund.state === 'pending') await settle(this.draw('refundFails', 'refund failed') ? 'failed' : 'succeeded')
    const isWanted = this.wants('staff withdraw') && refund.orderId === undefined
    // After staff have covered it.
    if (isWanted) await this.scheduler.after(3 * 3_600_000)
    if (refund.state === 'succeeded' && (this.draw('refundFailsLater', 'refund failed after it succeeded') || isWanted))
      await settle('failed')
  }

  private send(content: EventContent): void {
    const event: WebhookEvent = { eventId: `evt_${(this.count += 1)}`, type: content.kind, ...content }
    const copies = this.draw('duplicate', 'webhook duplicated') ? 1 + this.scheduler.chance.below(4) : 1
    for (let n = 0; n < copies; n += 1) void this.carry({ ...event })
  }

  /** Delivers an event until it is acknowledged, as Stripe does. */
  private async carry(event: WebhookEvent): Promise<void> {
    this.outgoing.add(event)
    const { chance } = this.scheduler
    const longestMs = this.draw('late', 'webhook late') ? 72 * 3_600_000 : 5_000
    await this.scheduler.after(longestMs * chance.next())
    while (!(await this.deliver(event))) await this.scheduler.after(60_000)
    if (this.draw('replayed', 'webhook replayed with the same id')) {
      await this.scheduler.after(24 * 3_600_000 * chance.next())
      await this.deliver(event)
    }
    this.outgoing.delete(event)
  }
}

function snapshotOf({ sessionId, orderId, state, paid, amount, currency, paymentId }: Session): CheckoutSnapshot {
  return {
    sessionId,
    ...(orderId ? { orderId } : {}),
    state,
    paid,
    amount,
    currency,
    ...(paymentId ? { paymentId } : {}),
  }
}
