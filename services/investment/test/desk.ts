import type { Role } from '@hissa/contracts'
import {
  DecideResolution,
  ListSuspense,
  ProposeResolution,
  type ResolutionAction,
  SettlePayment,
  StoreDeed,
} from '@hissa/contracts/investment'
import { newId } from '@hissa/kernel'
import { accounts } from '../src/accounts.js'
import type { CheckoutSnapshot, RefundSnapshot, WebhookEvent } from '../src/processor/processor.api.js'
import type { Subject } from '../src/payments/payments.api.js'
import type { Investment } from './harness.js'

export const FINANCE: readonly Role[] = ['finance']
export const AMOUNT = 203_000
/** A title deed. */
export const DEED = Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n%%EOF\n')

/** Returns the status, code and `why` of a refused call, or `accepted`. */
export const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => 'accepted',
    (error: { code?: string; status?: number; extra?: { why?: string } }) =>
      [error.status, error.code, ...(error.extra?.why ? [error.extra.why] : [])].join(' '),
  )

/** Returns the action that files the stored deed with this hash. */
export const filing = (documentSha256: string) => ({
  ...{ type: 'file_deed' as const, number: 'DLD-2026-77', issuedOn: '2026-01-05' },
  documentSha256,
})

/** Two finance users, and the processor's events that create work for them. */
export class Desk {
  readonly maker = newId()
  readonly checker = newId()

  constructor(private readonly app: Investment) {}

  settle = (message: { payloadBase64: string; signature: string }) => this.app.call(SettlePayment, message)
  deliver = (event: Record<string, unknown>) =>
    this.settle(this.app.gateway.signed({ eventId: newId(), ...event } as unknown as WebhookEvent))
  item = (itemId: string) => this.app.collection('suspense').findOne({ _id: itemId })

  listed = async (itemId: string, view: 'unresolved' | 'resolved' = 'unresolved', by = this.checker) => {
    const { items } = await this.app.call(ListSuspense, { limit: 100, view }, by, FINANCE)
    return items.find((item) => item.itemId === itemId)
  }

  propose = (id: string, action: ResolutionAction, by = this.maker, kind: Subject['kind'] = 'suspense') =>
    this.app.call(ProposeResolution, { subject: { kind, id }, action, reason: 'Seen on the bank file' }, by, FINANCE)
  decide = (approvalId: string, by = this.checker, verdict: 'approve' | 'reject' = 'approve') =>
    this.app.call(DecideResolution, { approvalId, verdict, reason: 'Agrees with the processor' }, by, FINANCE)
  resolve = async (id: string, action: ResolutionAction, kind: Subject['kind'] = 'suspense') =>
    this.decide((await this.propose(id, action, this.maker, kind)).pending.approvalId)

  /** Uploads a title deed. */
  storeDeed = async (propertyId: string, bytes = DEED, by = this.maker) => {
    const file = await this.app.quarantine(bytes)
    return (await this.app.call(StoreDeed, { propertyId, ...file }, by, FINANCE)).deed
  }
  /** Uploads a title deed, and files it by two people. */
  fileDeed = async (propertyId: string) => {
    const { sha256 } = await this.storeDeed(propertyId)
    return this.resolve(propertyId, filing(sha256), 'raise')
  }

  /** Delivers a payment that no order explains. */
  async stray(change: Partial<CheckoutSnapshot> = {}) {
    const sessionId = `cs_stray_${newId()}`
    const paymentId = `pi_${sessionId}`
    const paid = { state: 'complete', paid: true, amount: AMOUNT, currency: 'aed', paymentId } as const
    await this.settle(this.app.gateway.webhook({ sessionId, ...paid, ...change }, `evt_${sessionId}`))
    return { itemId: `payment:${sessionId}`, paymentId, sessionId }
  }

  /** Delivers a refund that was made in the processor's dashboard; returns its item's id. */
  async refundElsewhere(paymentId: string, change: Partial<RefundSnapshot> = {}) {
    const refundId = `re_dashboard_${newId()}`
    const refund = { refundId, paymentId, state: 'succeeded' as const, amount: AMOUNT, currency: 'aed', ...change }
    this.app.gateway.refunds.set(refundId, refund)
    await this.deliver({ type: 'charge.refunded', kind: 'charge', paymentId })
    return `refund:${refundId}`
  }

  /** Delivers the failure of a refund that had succeeded. */
  returnRefund = (itemId: string) =>
    this.settle(this.app.gateway.refundWebhook(itemId.slice('refund:'.length), { state: 'failed' }, newId()))

  /** Returns an item whose refund to the card the processor has permanently rejected. */
  async rejectedRefund() {
    const stray = await this.stray()
    this.app.gateway.refused.add(stray.paymentId)
    await this.resolve(stray.itemId, { type: 'refund' })
    await this.app.untilRetried('rejected', async () => (await this.item(stray.itemId))?.['rejected'])
    return stray
  }

  /** Returns posted credits less debits of card clearing, suspense, suspense-out and bank. */
  async balances(currency = 'aed'): Promise<number[]> {
    const { balances, faults } = await this.app.proof()
    if (faults.length > 0) throw new Error(faults.join('\n'))
    const { cardClearing, suspense, suspenseOut, bank } = accounts
    return [cardClearing, suspense, suspenseOut, bank].map((account) => {
      const { creditsPosted = 0, debitsPosted = 0 } = balances.get(account(currency)) ?? {}
      return creditsPosted - debitsPosted
    })
  }

  /** Returns how the balances have changed since `before`. */
  async since(before: readonly number[], currency = 'aed'): Promise<number[]> {
    return (await this.balances(currency)).map((amount, index) => amount - before[index]!)
  }
}
