import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Role } from '@hissa/contracts'
import {
  DecideResolution,
  ListRejectedWork,
  ListSuspense,
  ProposeResolution,
  RetryWork,
  SettlePayment,
  type ResolutionAction,
} from '@hissa/contracts/investment'
import { newId } from '@hissa/kernel'
import { accounts } from '../src/accounts.js'
import type { CheckoutSnapshot, RefundSnapshot, WebhookEvent } from '../src/processor/processor.api.js'
import { Investment } from './harness.js'

let app: Investment
beforeAll(async () => {
  app = await Investment.start()
})
afterAll(() => app.stop())

const FINANCE: readonly Role[] = ['finance']
const [maker, checker] = [newId(), newId()]
const settle = (message: { payloadBase64: string; signature: string }) => app.call(SettlePayment, message)
const deliver = (event: Record<string, unknown>) => settle(app.gateway.signed(event as unknown as WebhookEvent))
const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => 'accepted',
    (error: { code?: string; status?: number; extra?: { why?: string } }) =>
      [error.status, error.code, ...(error.extra?.why ? [error.extra.why] : [])].join(' '),
  )
const balance = async (accountId: string) => {
  const { creditsPosted = 0, debitsPosted = 0 } = (await app.proof()).balances.get(accountId) ?? {}
  return creditsPosted - debitsPosted
}
const item = (itemId: string) => app.collection('suspense').findOne({ _id: itemId })
const list = async (view: 'unresolved' | 'resolved' = 'unresolved') =>
  (await app.call(ListSuspense, { limit: 100, view }, checker, FINANCE)).items
const suspense = (id: string) => ({ kind: 'suspense' as const, id })
const propose = (subject: { kind: 'suspense' | 'order'; id: string }, action: ResolutionAction, by = maker) =>
  app.call(ProposeResolution, { subject, action, reason: 'Seen on the bank file' }, by, FINANCE)
const decide = (approvalId: string, verdict: 'approve' | 'reject' = 'approve', by = checker) =>
  app.call(DecideResolution, { approvalId, verdict, reason: 'Agrees with the processor' }, by, FINANCE)
const resolve = async (...args: Parameters<typeof propose>) => decide((await propose(...args)).pending.approvalId)

async function reserved(units = 1_000) {
  const propertyId = await app.openRaise(units)
  const userId = await app.investor(propertyId)
  const { orderId } = await app.place(userId, propertyId)
  return { propertyId, userId, orderId, sessionId: await app.sessionOf(orderId) }
}

/** Returns a reserved order whose payment page could not be opened. */
async function reservedWithoutPage() {
  const propertyId = await app.openRaise(1_000)
  const userId = await app.investor(propertyId)
  app.gateway.faults.push('before')
  expect(await refusal(app.place(userId, propertyId))).toBe('503 PAYMENT_UNAVAILABLE')
  const { _id: orderId } = (await app.collection('orders').findOne({ userId }))!
  return { propertyId, userId, orderId }
}

/** Returns an order whose reservation has lapsed, so its page is closed. */
async function lapsed() {
  const order = await reserved()
  await app.advance(31)
  await app.until('expired', async () => (await app.order(order.orderId))?.['state'] === 'expired')
  return order
}

/** Delivers a payment that no order explains; returns the id of its item. */
async function stray(change: Partial<CheckoutSnapshot> = {}) {
  const sessionId = `cs_stray_${newId()}`
  const paid = {
    state: 'complete',
    paid: true,
    amount: 203_000,
    currency: 'aed',
    paymentId: `pi_${sessionId}`,
  } as const
  await settle(app.gateway.webhook({ sessionId, ...paid, ...change }, `evt_${sessionId}`))
  return `payment:${sessionId}`
}

async function paidOrder() {
  const order = await reserved()
  await settle(app.gateway.webhook(app.gateway.pay(order.sessionId), `evt_${order.orderId}`))
  return { ...order, paymentId: `pi_${order.sessionId}` }
}

/** Delivers a refund made in the processor's dashboard. */
function refundElsewhere(paymentId: string, change: Partial<RefundSnapshot> = {}) {
  const refundId = `re_dashboard_${newId()}`
  app.gateway.refunds.set(refundId, {
    refundId,
    paymentId,
    state: 'succeeded',
    amount: 203_000,
    currency: 'aed',
    ...change,
  })
  return refundId
}

/** Returns what card clearing holds, by the processor's account and by ours. */
async function clearing() {
  const captured = [...app.gateway.sessions.values()].reduce((sum, { paid, amount }) => sum + (paid ? amount : 0), 0)
  return { ours: -(await balance(accounts.cardClearing())), captured }
}

describe('money that arrives without an order', () => {
  it('is recorded with its kind and listed for finance page by page, oldest first', async () => {
    const ids = [await stray(), await stray({ orderId: 'nobody' })]
    const second = await paidOrder()
    const again = { sessionId: `cs_second_${second.orderId}`, orderId: second.orderId }
    ids.push(await stray(again).then(() => `payment:${again.sessionId}`))
    const items = (await list()).filter(({ itemId }) => ids.includes(itemId))
    expect(items).toMatchObject([
      { itemId: ids[0], kind: 'payment_without_order', direction: 'in', state: 'open', amountMinor: 203_000 },
      { itemId: ids[1], kind: 'payment_without_order' },
      { itemId: ids[2], kind: 'second_payment', orderId: second.orderId },
    ])
    const first = await app.call(ListSuspense, { limit: 1, view: 'unresolved' }, checker, FINANCE)
    const next = await app.call(ListSuspense, { limit: 1, view: 'unresolved', cursor: first.cursor! }, checker, FINANCE)
    expect(next.items[0]!.itemId).not.toBe(first.items[0]!.itemId)
    expect(await app.order(second.orderId)).toMatchObject({ state: 'paid' })
  })

  it('is counted on /metrics by kind, with its sum and the age of the oldest', async () => {
    await stray()
    const open = (await list()).filter(({ kind }) => kind === 'payment_without_order')
    const text = await app.metrics()
    const figure = (name: string) =>
      Number(new RegExp(`^${name}\\{kind="payment_without_order",currency="aed"[^}]*\\} (\\S+)$`, 'm').exec(text)?.[1])
    expect(figure('suspense_items')).toBe(open.length)
    expect(figure('suspense_amount_minor_units')).toBe(open.reduce((sum, { amountMinor }) => sum + amountMinor, 0))
    expect(figure('suspense_oldest_age_seconds')).toBeGreaterThanOrEqual(0)
    expect(text).toMatch(/^work_rejected_orders\{[^}]*\} 0$/m)
  })

  it('is refunded to its card once maker and checker agree, also when the first attempt fails', async () => {
    const id = await stray()
    const before = await balance(accounts.suspense())
    expect(await resolve(suspense(id), { type: 'refund' })).toEqual({ state: 'approved' })
    app.gateway.refundState = 'pending'
    const first: RefundSnapshot = await app.until('asked for', async () =>
      [...app.gateway.refunds.values()].find(({ suspenseId }) => suspenseId === id),
    )
    await app.until('recorded', async () => (await item(id))?.['refund'].refundId === first.refundId)
    if (first.state === 'pending') {
      // The processor sends several events about one failure; each is acknowledged, and one has an effect.
      const deliverFailure = () => settle(app.gateway.refundWebhook(first.refundId, { state: 'failed' }, newId()))
      const outcomes = await Promise.all([deliverFailure(), deliverFailure(), deliverFailure()])
      expect(outcomes.filter(({ outcome }) => outcome === 'applied')).toHaveLength(1)
    }
    app.gateway.refundState = 'succeeded'
    const done = await app.until('resolved', async () => (await item(id))?.['state'] === 'resolved' && item(id))
    expect(done).toMatchObject({ resolution: { type: 'refunded' } })
    expect(await balance(accounts.suspense())).toBe(before - 203_000)
    expect((await app.proof()).faults).toEqual([])
  })

  it.each([
    ['whose page was never opened', reservedWithoutPage],
    ['that has lapsed', lapsed],
  ] as const)('pays an order %s and that awaits exactly that money', async (_, orderOf) => {
    const { orderId, userId } = await orderOf()
    const id = await stray()
    const before = await balance(accounts.suspense())
    expect(await resolve(suspense(id), { type: 'assign', orderId })).toEqual({ state: 'approved' })
    expect(await app.order(orderId)).toMatchObject({ state: 'paid' })
    expect(await item(id)).toMatchObject({ state: 'resolved', resolution: { type: 'assigned', orderId } })
    expect(await app.collection('holdings').findOne({ userId })).toMatchObject({ units: 20 })
    expect(await balance(accounts.suspense())).toBe(before - 203_000)
    expect(await app.events('investment.order.paid.v1', orderId)).toHaveLength(1)
  })

  it('is not assigned to a reserved order while its payment page is open or being opened', async () => {
    const { orderId } = await reserved()
    const id = await stray()
    const assign = () => refusal(propose(suspense(id), { type: 'assign', orderId }))
    expect(await assign()).toBe('409 RESOLUTION_NOT_POSSIBLE checkout_open')
    const page = await reservedWithoutPage()
    app.gateway.beforeOpen = async () =>
      expect(await refusal(propose(suspense(id), { type: 'assign', orderId: page.orderId }))).toBe(
        '409 RESOLUTION_NOT_POSSIBLE checkout_open',
      )
    expect(await refusal(app.place(page.userId, page.propertyId))).toBe('accepted')
    expect(app.gateway.beforeOpen).toBeUndefined()
    await app.advance(31)
    await app.until('expired', async () => (await app.order(orderId))?.['state'] === 'expired')
    expect(await assign()).toBe('accepted')
  })

  it.each(['suspended', 'kyc_pending'])('is not assigned to an order of an investor who is %s', async (status) => {
    const orders = [await reservedWithoutPage(), await lapsed()]
    for (const { orderId, userId } of orders) {
      const id = await stray()
      const setStatus = (value: string) =>
        app.collection('investors').updateOne({ _id: userId }, { $set: { status: value } })
      const { pending } = await propose(suspense(id), { type: 'assign', orderId })
      await setStatus(status)
      expect(await refusal(propose(suspense(await stray()), { type: 'assign', orderId }))).toBe(
        '409 RESOLUTION_NOT_POSSIBLE not_eligible',
      )
      expect(await refusal(decide(pending.approvalId))).toBe('409 APPROVAL_EVIDENCE_CHANGED')
      expect(await item(id)).toMatchObject({ state: 'open' })
      expect(await app.collection('holdings').findOne({ userId })).toBeNull()
    }
  })

  it('is not assigned to an order whose raise has failed since', async () => {
    const { orderId, propertyId } = await reservedWithoutPage()
    const { pending } = await propose(suspense(await stray()), { type: 'assign', orderId })
    await app.collection('raises').updateOne({ _id: propertyId }, { $set: { state: 'failed' } })
    expect(await refusal(decide(pending.approvalId))).toBe('409 RESOLUTION_NOT_POSSIBLE order_state')
  })

  const lapsedId = async (): Promise<string> => (await lapsed()).orderId
  it.each([
    ['an order of another amount', lapsedId, { amount: 202_999 }, 'amount'],
    ['an order if it is in another currency', lapsedId, { currency: 'usd' }, 'amount'],
    ['an order that is paid', async (): Promise<string> => (await paidOrder()).orderId, {}, 'order_state'],
    ['an order that does not exist', async (): Promise<string> => 'nobody', {}, 'no_order'],
  ] as const)('is not assigned to %s', async (_, orderOf, change, why) => {
    const id = await stray(change)
    expect(await refusal(propose(suspense(id), { type: 'assign', orderId: await orderOf() }))).toBe(
      `409 RESOLUTION_NOT_POSSIBLE ${why}`,
    )
  })
})

describe('maker and checker', () => {
  it('are two people who decide once, on the same evidence', async () => {
    const id = await stray()
    const { pending } = await propose(suspense(id), { type: 'refund' })
    expect((await list()).find(({ itemId }) => itemId === id)).toMatchObject({
      pending: { maker, action: { type: 'refund' } },
    })
    expect(await refusal(propose(suspense(id), { type: 'refund' }, checker))).toBe('409 APPROVAL_PENDING')
    expect(await refusal(decide(pending.approvalId, 'approve', maker))).toBe('403 APPROVAL_SAME_PERSON')
    expect(await refusal(decide('nothing'))).toBe('404 NOT_FOUND')
    expect(await decide(pending.approvalId, 'reject')).toEqual({ state: 'rejected' })
    expect(await refusal(decide(pending.approvalId))).toBe('409 APPROVAL_NOT_PENDING')
    expect(await item(id)).toMatchObject({ state: 'open' })
  })

  it('approve once when several checkers approve at the same time', async () => {
    const { orderId } = await lapsed()
    const id = await stray()
    const { approvalId } = (await propose(suspense(id), { type: 'assign', orderId })).pending
    const answers = await Promise.all(Array.from({ length: 8 }, () => refusal(decide(approvalId, 'approve', newId()))))
    expect(answers.filter((answer) => answer === 'accepted')).toHaveLength(1)
    expect(new Set(answers)).toEqual(new Set(['accepted', '409 APPROVAL_NOT_PENDING']))
    expect(await app.events('investment.order.paid.v1', orderId)).toHaveLength(1)
  })

  it('cannot approve a proposal whose order was paid since, and may make another', async () => {
    const { orderId, sessionId } = await lapsed()
    const id = await stray()
    const { approvalId } = (await propose(suspense(id), { type: 'assign', orderId })).pending
    await settle(app.gateway.webhook(app.gateway.pay(sessionId), `evt_${orderId}`))
    expect(await refusal(decide(approvalId))).toBe('409 APPROVAL_EVIDENCE_CHANGED')
    expect(await item(id)).toMatchObject({ state: 'open' })
    expect(await propose(suspense(id), { type: 'refund' })).toMatchObject({ pending: { maker } })
  })

  it('need the finance role, and each of their reads and decisions is audited', async () => {
    const id = await stray()
    for (const roles of [[], ['investor'], ['compliance'], ['admin']] as Role[][]) {
      expect(await refusal(app.call(ListSuspense, { limit: 1, view: 'unresolved' }, maker, roles))).toBe(
        '403 FORBIDDEN',
      )
      expect(await refusal(app.call(ListRejectedWork, { limit: 1 }, maker, roles))).toBe('403 FORBIDDEN')
      const input = { subject: suspense(id), action: { type: 'refund' as const }, reason: 'because' }
      expect(await refusal(app.call(ProposeResolution, input, maker, roles))).toBe('403 FORBIDDEN')
      expect(await refusal(app.call(RetryWork, { subject: suspense(id), reason: 'because' }, maker, roles))).toBe(
        '403 FORBIDDEN',
      )
    }
    await list()
    await decide((await propose(suspense(id), { type: 'refund' })).pending.approvalId, 'reject')
    const rows = await app
      .collection('audit')
      .find({ subject: `suspense:${id}` })
      .toArray()
    expect(rows.map(({ action, actor }) => [action, actor])).toEqual([
      ['suspense.proposed', maker],
      ['suspense.rejected', checker],
    ])
    expect(await app.collection('audit').findOne({ action: 'suspense.listed', 'detail.itemIds': id })).not.toBeNull()
    await app.until('chained', () => app.collection('audit').findOne({ _id: rows[1]!._id, hash: { $exists: true } }))
  })

  it('must give a reason with content', async () => {
    const id = await stray()
    const input = { subject: suspense(id), action: { type: 'refund' as const }, reason: ' \u200b\u200b\u200b ' }
    expect(await refusal(app.call(ProposeResolution, input, maker, FINANCE))).toContain('VALIDATION_FAILED')
  })
})

describe('a refund made in the processor’s dashboard', () => {
  it('is recorded once, only puts its order on hold, and leaves clearing at what the processor holds', async () => {
    const { orderId, paymentId } = await paidOrder()
    const before = (await app.order(orderId))!
    const [held, out] = [await clearing(), await balance(accounts.suspenseOut())]
    const refundId = refundElsewhere(paymentId)
    const event = { type: 'refund.created', kind: 'refund', refund: app.gateway.refunds.get(refundId) }
    expect(await deliver({ eventId: newId(), ...event })).toEqual({ outcome: 'applied' })
    expect(await deliver({ eventId: newId(), ...event })).toEqual({ outcome: 'ignored' })
    await deliver({ eventId: newId(), type: 'charge.refunded', kind: 'charge', paymentId })
    const hold = { since: expect.any(Date), moneyOut: [`refund:${refundId}`], moneyOutFils: expect.any(Number) }
    expect(await app.order(orderId)).toEqual({ ...before, hold, version: before['version'] + 1 })
    expect(await item(`refund:${refundId}`)).toMatchObject({
      kind: 'dashboard_refund',
      direction: 'out',
      amount: 203_000,
    })
    expect((await clearing()).ours).toBe(held.ours - 203_000)
    expect(await balance(accounts.suspenseOut())).toBe(out - 203_000)
  })

  it('is found by charge.refunded alone', async () => {
    const { paymentId } = await paidOrder()
    const refundId = refundElsewhere(paymentId, { amount: 50_000 })
    const event = { eventId: newId(), type: 'charge.refunded', kind: 'charge', paymentId }
    expect(await deliver(event)).toEqual({ outcome: 'applied' })
    expect(await item(`refund:${refundId}`)).toMatchObject({ amount: 50_000 })
  })

  it('closes when the processor returns it, and is covered by the platform when it does not', async () => {
    const { paymentId } = await paidOrder()
    const [returned, kept] = [
      refundElsewhere(paymentId, { amount: 1_000 }),
      refundElsewhere(paymentId, { amount: 2_000 }),
    ]
    await deliver({ eventId: newId(), type: 'charge.refunded', kind: 'charge', paymentId })
    const out = await balance(accounts.suspenseOut())
    await settle(app.gateway.refundWebhook(returned, { state: 'failed' }, newId()))
    expect(await item(`refund:${returned}`)).toMatchObject({ state: 'resolved', resolution: { type: 'returned' } })
    expect(await balance(accounts.suspenseOut())).toBe(out + 1_000)
    expect(await refusal(propose(suspense(`refund:${kept}`), { type: 'refund' }))).toContain('RESOLUTION_NOT_POSSIBLE')
    await resolve(suspense(`refund:${kept}`), { type: 'cover', reference: 'FT26325' })
    expect(await balance(accounts.suspenseOut())).toBe(out + 3_000)
    expect((await app.proof()).faults).toEqual([])
  })
})

describe('work that the processor rejected', () => {
  /** Returns an order whose refund is permanently rejected. */
  async function refusedRefund() {
    const { propertyId, userId, orderId, sessionId } = await reserved(20)
    await app.advance(31)
    await app.until('expired', async () => (await app.order(orderId))?.['state'] === 'expired')
    await app.place(await app.investor(propertyId), propertyId)
    app.gateway.refused.add(`pi_${sessionId}`)
    await settle(app.gateway.webhook(app.gateway.pay(sessionId), `evt_${orderId}`))
    await app.untilRetried('rejected', async () => (await app.order(orderId))?.['rejected'])
    return { orderId, userId, paymentId: `pi_${sessionId}` }
  }

  it('is listed, and done after a retry once the processor accepts it', async () => {
    const { orderId, paymentId } = await refusedRefund()
    const { orders } = await app.call(ListRejectedWork, { limit: 10 }, checker, FINANCE)
    expect(orders.find((order) => order.orderId === orderId)).toMatchObject({
      ...{ work: 'refund', state: 'refunding', totalFils: 203_000 },
      rejected: { code: 'charge_disputed', tries: 5 },
    })
    const paged = []
    for (let cursor: string | undefined; ;) {
      const page = await app.call(ListRejectedWork, { limit: 1, ...(cursor ? { cursor } : {}) }, checker, FINANCE)
      paged.push(...page.orders)
      if (!(cursor = page.cursor)) break
    }
    expect(paged.map((order) => order.orderId)).toEqual(orders.map((order) => order.orderId))
    app.gateway.refused.delete(paymentId)
    const retry = () =>
      app.call(RetryWork, { subject: { kind: 'order', id: orderId }, reason: 'Paid in' }, maker, FINANCE)
    expect(await retry()).toEqual({ retried: true })
    await app.until('refunded', async () => (await app.order(orderId))?.['state'] === 'refunded')
    expect(await refusal(retry())).toBe('409 WORK_NOT_REJECTED')
  })

  it('is settled by bank transfer, or by assigning the dashboard refund to it', async () => {
    const [bank, elsewhere] = await Promise.all([refusedRefund(), refusedRefund()])
    await resolve({ kind: 'order', id: bank.orderId }, { type: 'settle', reference: 'FT9' })
    const refundId = refundElsewhere(elsewhere.paymentId)
    await deliver({ eventId: newId(), type: 'charge.refunded', kind: 'charge', paymentId: elsewhere.paymentId })
    await resolve(suspense(`refund:${refundId}`), { type: 'assign', orderId: elsewhere.orderId })
    for (const { orderId, userId } of [bank, elsewhere]) {
      expect(await app.order(orderId)).toMatchObject({ state: 'refunded' })
      expect(await balance(accounts.investorCash(userId))).toBe(0)
      expect(await app.events('investment.order.refunded.v1', orderId)).toHaveLength(1)
    }
    expect((await app.proof()).faults).toEqual([])
  })
})
