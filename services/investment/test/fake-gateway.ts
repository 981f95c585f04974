import { createHmac } from 'node:crypto'
import {
  type CheckoutSnapshot,
  type CheckoutRequest,
  type DisputeUpdate,
  GatewayRefused,
  GatewayUnavailable,
  type MovementPage,
  type MovementRange,
  type PaymentGateway,
  type ProcessorMovement,
  type RefundSnapshot,
  type RefundRequest,
  WebhookForged,
  type WebhookEvent,
} from '../src/processor/processor.api.js'

const SECRET = 'whsec_fake'

/** Older than anything that still waits for a webhook. */
const EARLIER = new Date(Date.now() - 3_600_000)

type Moved = Pick<CheckoutSnapshot, 'paymentId' | 'amount' | 'currency'>
type Fault = 'none' | 'before' | 'after' | 'refused'

/** A card processor in memory with the guarantees of the port, and with faults on demand. */
export class FakeGateway implements PaymentGateway {
  readonly sessions = new Map<string, CheckoutSnapshot & { request: CheckoutRequest }>()
  readonly refunds = new Map<string, RefundSnapshot>()
  /** Movements of the balance in addition to, or instead of, those of sessions and refunds. */
  readonly movements: ProcessorMovement[] = []
  /** Movements of disputes by their ids. */
  private readonly disputeMovements = new Map<string, ProcessorMovement>()
  movementsPerPage = 100
  /** Refuses every page that continues a list, as after an object that is gone, until a list begins anew. */
  refusesNextPage = false
  private hasRefusedPage = false
  readonly calls: string[] = []
  /** Each call takes the first: it fails `before` or `after` the processor acts, or is `refused`. */
  readonly faults: Fault[] = []
  /** The next call that closes or reads this page takes its fault. */
  readonly pageFaults = new Map<string, Fault>()
  /** The state of a new refund. */
  refundState: RefundSnapshot['state'] = 'succeeded'
  /** Ids of payments whose refund is permanently rejected, and of unknown sessions. */
  readonly refused = new Set<string>()
  /** Payments whose refunds it refuses to list. */
  readonly unknown = new Set<string>()
  /** Makes every call fail. */
  isDown = false
  /** Runs once before the next page is opened. */
  beforeOpen: (() => Promise<unknown>) | undefined
  afterOpen: (() => Promise<unknown>) | undefined
  /** Runs once before the next page is closed. */
  beforeExpire: (() => Promise<unknown>) | undefined
  private readonly byKey = new Map<string, string>()
  private count = 0

  async openCheckout(request: CheckoutRequest): Promise<{ sessionId: string; url: string }> {
    const { beforeOpen, afterOpen } = this
    this.beforeOpen = this.afterOpen = undefined
    await beforeOpen?.()
    const opened = await this.open(request)
    await afterOpen?.()
    return opened
  }

  private open(request: CheckoutRequest): Promise<{ sessionId: string; url: string }> {
    return this.answer('open', () => {
      const known = this.byKey.get(request.idempotencyKey)
      const sessionId = known ?? `cs_test_${(this.count += 1)}`
      if (!known) {
        const amount = request.lines.reduce((sum, line) => sum + line.unitAmountFils * line.quantity, 0)
        const snapshot = {
          sessionId,
          orderId: request.orderId,
          state: 'open',
          paid: false,
          amount,
          currency: 'aed',
        } as const
        this.sessions.set(sessionId, { ...snapshot, request })
        this.byKey.set(request.idempotencyKey, sessionId)
      }
      return { sessionId, url: request.locale === 'ar' ? request.payUrl : `https://pay.test/${sessionId}` }
    })
  }

  async expireCheckout(sessionId: string): Promise<CheckoutSnapshot> {
    const { beforeExpire } = this
    this.beforeExpire = undefined
    await beforeExpire?.()
    const close = () => {
      const session = this.session(sessionId)
      if (session.state === 'open') session.state = 'expired'
      return snapshotOf(session)
    }
    return this.answer('expire', close, sessionId)
  }

  async readCheckout(sessionId: string): Promise<CheckoutSnapshot> {
    return this.answer('read', () => snapshotOf(this.session(sessionId)), sessionId)
  }

  async refund(request: RefundRequest): Promise<RefundSnapshot> {
    return this.answer('refund', () => {
      const { amount, idempotencyKey, ...origin } = request
      const { paymentId } = origin
      if (this.refused.has(paymentId)) throw new GatewayRefused('refused', 'charge_disputed')
      const known = this.byKey.get(idempotencyKey)
      if (known) return { ...this.refunds.get(known)! }
      const refundId = `re_${(this.count += 1)}`
      this.byKey.set(idempotencyKey, refundId)
      const refund = { refundId, ...origin, amount, currency: 'aed', state: this.refundState }
      this.refunds.set(refundId, refund)
      return { ...refund }
    })
  }

  async readRefund(refundId: string): Promise<RefundSnapshot> {
    return this.answer('readRefund', () => ({ ...this.refunds.get(refundId)! }))
  }

  async listRefunds(paymentId: string): Promise<RefundSnapshot[]> {
    return this.answer('listRefunds', () => {
      if (this.unknown.has(paymentId)) throw new GatewayRefused('no such payment', 'resource_missing')
      return [...this.refunds.values()].filter((refund) => refund.paymentId === paymentId)
    })
  }

  /** Derives the balance from sessions and refunds; `movements` are further ones, or replace those with their ids. */
  async listMovements({ from, to, after = '~' }: MovementRange): Promise<MovementPage> {
    if (this.isDown) throw new GatewayUnavailable('down')
    if (after === '~') this.refusesNextPage &&= !this.hasRefusedPage
    else if (this.refusesNextPage) {
      this.hasRefusedPage = true
      throw new GatewayRefused('no such balance transaction', 'resource_missing', 'starting_after')
    }
    const all = new Map<string, ProcessorMovement>()
    const add = (kind: 'charge' | 'refund', id: string, { paymentId = id, amount, currency }: Moved) =>
      all.set(`txn_${id}`, { movementId: `txn_${id}`, kind, paymentId, amount, currency, feeMinor: 0, at: EARLIER })
    for (const session of this.sessions.values()) if (session.paid) add('charge', session.sessionId, session)
    for (const { refundId, state, ...refund } of this.refunds.values())
      if (state !== 'failed') add('refund', refundId, { ...refund, amount: -refund.amount })
    for (const movement of this.disputeMovements.values()) all.set(movement.movementId, movement)
    for (const movement of this.movements) all.set(movement.movementId, movement)
    const found = [...all.values()].filter(({ at }) => at >= from && at <= to)
    const rest = found
      .filter(({ movementId }) => movementId < after)
      .sort((a, b) => (a.movementId > b.movementId ? -1 : 1))
    const movements = rest.slice(0, this.movementsPerPage)
    const next = rest.length > movements.length ? movements.at(-1)!.movementId : undefined
    return { movements, ...(next ? { next } : {}) }
  }

  /** What a dispute takes or gives back moves at the processor before its webhook arrives. */
  private moveDisputed(
    eventId: string,
    { movementId = `txn_${eventId}`, paymentId, movedMinor, currency }: DisputeUpdate,
  ) {
    if (paymentId === undefined || movedMinor === 0) return
    const moved = { paymentId, amount: -movedMinor, currency, feeMinor: 0, at: EARLIER }
    this.disputeMovements.set(movementId, { movementId, kind: 'dispute', ...moved })
  }

  readWebhook(payload: Buffer, signature: string): WebhookEvent {
    if (signature !== sign(payload)) throw new WebhookForged('forged')
    return JSON.parse(payload.toString()) as WebhookEvent
  }

  session(sessionId: string) {
    const session = this.sessions.get(sessionId)
    if (!session || this.refused.has(sessionId)) throw new GatewayRefused('no such session', 'resource_missing')
    return session
  }

  /** Pays a session as the customer; returns the content of the processor's webhook. */
  pay(sessionId: string, change: Partial<CheckoutSnapshot> = {}): CheckoutSnapshot {
    const session = this.session(sessionId)
    Object.assign(session, { state: 'complete', paid: true, paymentId: `pi_${sessionId}` }, change)
    return snapshotOf(session)
  }

  /** Returns a signed webhook body. The same `eventId` is the same event. */
  webhook(checkout: CheckoutSnapshot, eventId: string) {
    return this.signed({ eventId, type: 'checkout.session.completed', kind: 'checkout', checkout, failed: false })
  }

  /** Returns the processor's webhook about a refund; `change` is its later state. */
  refundWebhook(refundId: string, change: Partial<RefundSnapshot>, eventId: string) {
    const refund = Object.assign(this.refunds.get(refundId)!, change)
    return this.signed({ eventId, type: 'refund.updated', kind: 'refund', refund: { ...refund } })
  }

  signed(body: WebhookEvent): { payloadBase64: string; signature: string } {
    if (body.kind === 'dispute') this.moveDisputed(body.eventId, body.dispute)
    const payload = Buffer.from(JSON.stringify(body))
    return { payloadBase64: payload.toString('base64'), signature: sign(payload) }
  }

  private async answer<T>(call: string, act: () => T, sessionId = ''): Promise<T> {
    this.calls.push(call)
    const fault = this.isDown ? 'before' : (this.pageFaults.get(sessionId) ?? this.faults.shift() ?? 'none')
    this.pageFaults.delete(sessionId)
    if (fault === 'before') throw new GatewayUnavailable('down')
    if (fault === 'refused') throw new GatewayRefused('refused', 'parameter_invalid')
    const result = act()
    if (fault === 'after') throw new GatewayUnavailable('the answer was lost')
    return result
  }
}

const sign = (payload: Buffer) => createHmac('sha256', SECRET).update(payload).digest('hex')

function snapshotOf({ request: _request, ...rest }: CheckoutSnapshot & { request: CheckoutRequest }): CheckoutSnapshot {
  return { ...rest }
}
