import {
  type CheckoutFact,
  type CheckoutRequest,
  GatewayRefused,
  GatewayUnavailable,
  type PaymentGateway,
  type RefundFact,
  type WebhookFact,
} from '../../src/payments/gateway.js'
import type { Scheduler } from './scheduler.js'
import type { Turn } from './sim-stores.js'

interface Session extends CheckoutFact {
  orderId: string
  expiresAt: Date
}

export interface StripeFaults {
  /** Calls that fail, before or after they took effect. */
  unavailable: number
  /** Webhooks delivered twice, or late by up to 72 hours. */
  duplicate: number
  late: number
  /** Payments that go through on a session that was said to be expired. */
  paidAfterExpiry: number
}

const HALF_HOUR_MS = 30 * 60_000

/** The processor's own state, shared by all replicas, and the news it sends: at least once, in any order. */
export class SimStripe {
  readonly sessions = new Map<string, Session>()
  readonly refunds = new Map<string, RefundFact>()
  readonly outgoing = new Set<WebhookFact>()
  private readonly byKey = new Map<string, string>()
  private count = 0

  constructor(
    private readonly scheduler: Scheduler,
    private readonly faults: StripeFaults,
    private readonly deliver: (fact: WebhookFact) => Promise<boolean>,
  ) {}

  /** The port as one replica sees it. */
  gateway(turn: Turn): PaymentGateway {
    const call = async <T>(act: () => T): Promise<T> => {
      await turn()
      const { chance } = this.scheduler
      if (chance.hit(this.faults.unavailable)) throw new GatewayUnavailable('down')
      const result = act()
      await turn()
      if (chance.hit(this.faults.unavailable)) throw new GatewayUnavailable('the answer was lost')
      return result
    }
    return {
      openCheckout: (request) => call(() => this.open(request)),
      expireCheckout: (id) => call(() => this.expire(this.session(id))),
      readCheckout: (id) => call(() => fact(this.session(id))),
      refund: (request) => call(() => this.refund(request)),
      listRefunds: (id) => call(() => [...this.refunds.values()].filter((refund) => refund.paymentId === id)),
      readRefund: (id) => call(() => ({ ...this.refunds.get(id)! })),
      readWebhook: (payload) => JSON.parse(payload.toString()) as WebhookFact,
    }
  }

  /** The customer pays, if the page can still be paid. */
  pay(sessionId: string): void {
    const session = this.session(sessionId)
    const slipsThrough = session.state === 'expired' && this.scheduler.chance.hit(this.faults.paidAfterExpiry)
    if (session.state !== 'open' && !slipsThrough) return
    Object.assign(session, { state: 'complete', paid: true, paymentId: `pi_${sessionId}` })
    this.send({ kind: 'checkout', checkout: fact(session), failed: false })
  }

  captured(): number {
    return [...this.sessions.values()].reduce((sum, session) => sum + (session.paid ? session.amount : 0), 0)
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

  private expire(session: Session): CheckoutFact {
    if (session.state === 'open') {
      session.state = 'expired'
      this.send({ kind: 'checkout', checkout: fact(session), failed: false })
    }
    return fact(session)
  }

  private refund(request: Parameters<PaymentGateway['refund']>[0]): RefundFact {
    const known = this.byKey.get(request.idempotencyKey)
    if (known) return { ...this.refunds.get(known)! }
    const { amountFils: amount, idempotencyKey, ...origin } = request
    const refundId = `re_${(this.count += 1)}`
    const state = this.scheduler.chance.pick(['pending', 'succeeded', 'succeeded'] as const)
    const refund = { refundId, ...origin, amount, currency: 'aed', state }
    this.refunds.set(refundId, refund)
    this.byKey.set(idempotencyKey, refundId)
    if (state === 'pending') void this.confirm(refund)
    return { ...refund }
  }

  private async confirm(refund: RefundFact): Promise<void> {
    await this.scheduler.after(3 * 3_600_000 * this.scheduler.chance.next())
    refund.state = 'succeeded'
    this.send({ kind: 'refund', refund: { ...refund } })
  }

  private send(
    news: { kind: 'checkout'; checkout: CheckoutFact; failed: boolean } | { kind: 'refund'; refund: RefundFact },
  ): void {
    const event: WebhookFact = { eventId: `evt_${(this.count += 1)}`, type: news.kind, ...news }
    const copies = this.scheduler.chance.hit(this.faults.duplicate) ? 1 + this.scheduler.chance.below(4) : 1
    for (let n = 0; n < copies; n += 1) void this.carry({ ...event })
  }

  /** Until it is taken, as Stripe does. */
  private async carry(event: WebhookFact): Promise<void> {
    this.outgoing.add(event)
    const { chance } = this.scheduler
    const delayMs = chance.hit(this.faults.late) ? 72 * 3_600_000 * chance.next() : 5_000 * chance.next()
    await this.scheduler.after(delayMs)
    while (!(await this.deliver(event))) await this.scheduler.after(60_000)
    this.outgoing.delete(event)
  }
}

function fact({ sessionId, orderId, state, paid, amount, currency, paymentId }: Session): CheckoutFact {
  return { sessionId, orderId, state, paid, amount, currency, ...(paymentId ? { paymentId } : {}) }
}
