import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Role } from '@hissa/contracts'
import {
  CancelOrder,
  GetDashboard,
  GetRaise,
  GetStaffOrder,
  ListApprovals,
  ListPayments,
  ListRaises,
  ReadNames,
  RecordExport,
  SearchOrders,
} from '@hissa/contracts/investment'
import { newId } from '@hissa/kernel'
import { fils } from '@hissa/money'
import { accounts } from '../src/accounts.js'
import { AMOUNT, Desk, FINANCE, refusal } from './desk.js'
import { Investment } from './harness.js'

const FEE = 3_000

let app: Investment
let desk: Desk
beforeAll(async () => {
  app = await Investment.start()
  desk = new Desk(app)
})
afterAll(() => app.stop())

/** Places an order of AED 2,000 for a new investor and pays it. */
async function bought(propertyId: string) {
  const userId = await app.investor(propertyId)
  const { orderId } = await app.answered(() => app.place(userId, propertyId))
  const sessionId = await app.sessionOf(orderId)
  await desk.settle(app.gateway.webhook(app.gateway.pay(sessionId), `evt_${sessionId}`))
  return { userId, orderId, sessionId, paymentId: `pi_${sessionId}` }
}

const search = (query?: string, more: { state?: 'paid' | 'reserved'; propertyId?: string; limit?: number } = {}) =>
  app.call(SearchOrders, { limit: 50, ...(query === undefined ? {} : { query }), ...more }, desk.maker, FINANCE)
const idsOf = async (found: ReturnType<typeof search>) => (await found).orders.map(({ orderId }) => orderId)
const refundFee = (orderId: string, amount: number) =>
  desk.resolve(orderId, { type: 'refund_fee', amountFils: fils(amount) }, 'order')
const proposeFee = (orderId: string, amount: number) =>
  refusal(desk.propose(orderId, { type: 'refund_fee', amountFils: fils(amount) }, desk.maker, 'order'))
const audits = (action: string) => app.collection('audit').countDocuments({ action })
const cashOf = async (userId: string) => {
  const { balances, faults } = await app.proof()
  expect(faults).toEqual([])
  const { creditsPosted = 0, debitsPosted = 0 } = balances.get(accounts.investorCash(userId)) ?? {}
  return creditsPosted - debitsPosted
}
const paymentsOf = async (userId: string) => {
  const { payments } = await app.call(ListPayments, { limit: 20 }, userId)
  return payments.map(({ kind, method, state, amountFils }) => `${kind} ${method} ${state} ${amountFils}`).sort()
}

describe('a fee', () => {
  it('is refunded in part, after which a cancellation refunds exactly the rest', async () => {
    const start = await desk.balances()
    const { userId, orderId } = await bought(await app.openRaise(100))
    await refundFee(orderId, 1_000)
    expect(await app.order(orderId)).toMatchObject({ state: 'paid', feeFils: FEE - 1_000, totalFils: AMOUNT - 1_000 })
    const { holdings } = await app.call(GetDashboard, {}, userId)
    expect(holdings).toMatchObject([{ feeFils: FEE - 1_000, amountFils: 200_000, units: 20 }])
    const published = await app.events('investment.order.fee_refunding.v1', orderId)
    expect(published.map(({ event }) => event.data)).toMatchObject([
      { orderId, userId, feeRefundFils: 1_000, feeFils: FEE - 1_000, totalFils: AMOUNT - 1_000 },
    ])
    const fee = await app.collection('suspense').findOne({ kind: 'fee_refund', orderId })
    await app.untilRetried('the fee is refunded', async () => (await desk.item(fee!._id))?.['state'] === 'resolved')
    expect(await desk.since(start)).toEqual([1_000 - AMOUNT, 0, 0, 0])
    await app.call(CancelOrder, { orderId }, userId)
    await app.untilRetried('the order is refunded', async () => (await app.order(orderId))?.['state'] === 'refunded')
    expect(await desk.since(start)).toEqual([0, 0, 0, 0])
    expect(await cashOf(userId)).toBe(0)
    expect(await paymentsOf(userId)).toEqual([
      ...['payment card succeeded 203000', 'refund card succeeded 1000', 'refund card succeeded 202000'],
    ])
  })

  it('can be refunded in several parts, up to what is left of it', async () => {
    const { orderId } = await bought(await app.openRaise(100))
    expect(await proposeFee(orderId, FEE + 1)).toBe('409 RESOLUTION_NOT_POSSIBLE amount')
    for (const amount of [0, -1]) expect(await proposeFee(orderId, amount)).toBe('409 RESOLUTION_NOT_POSSIBLE amount')
    await refundFee(orderId, 1_000)
    expect(await proposeFee(orderId, 2_001)).toBe('409 RESOLUTION_NOT_POSSIBLE amount')
    await refundFee(orderId, 2_000)
    expect(await app.order(orderId)).toMatchObject({ feeFils: 0, totalFils: 200_000 })
    await app.untilRetried('both parts are refunded', async () => {
      const open = { kind: 'fee_refund', orderId, state: { $ne: 'resolved' } }
      return (await app.collection('suspense').countDocuments(open)) === 0
    })
    const [row] = (await search(orderId)).orders
    expect(row!.actions).toEqual(['cancel'])
  })

  it('is settled by staff when its refund was permanently rejected', async () => {
    const start = await desk.balances()
    const { userId, orderId, paymentId } = await bought(await app.openRaise(100))
    app.gateway.refused.add(paymentId)
    await refundFee(orderId, FEE)
    const fee = (await app.collection('suspense').findOne({ kind: 'fee_refund', orderId }))!
    await app.untilRetried('the refund is rejected', async () => (await desk.item(fee._id))?.['rejected'])
    expect(await desk.listed(fee._id)).toMatchObject({ kind: 'fee_refund', actions: ['settle'] })
    await desk.resolve(fee._id, { type: 'settle', reference: 'FT fee' })
    expect(await desk.item(fee._id)).toMatchObject({ state: 'resolved', resolution: { type: 'settled' } })
    expect(await desk.since(start)).toEqual([-AMOUNT, 0, 0, FEE])
    expect(await paymentsOf(userId)).toEqual(['payment card succeeded 203000', 'refund bank_transfer succeeded 3000'])
  })

  it('is not refunded while the payment is disputed, or once the order is cancelled', async () => {
    const { orderId, userId, paymentId } = await bought(await app.openRaise(100))
    const dispute = { disputeId: `dp_${newId()}`, paymentId, currency: 'aed', movedMinor: 0 }
    const event = { kind: 'dispute', type: 'charge.dispute.created' }
    await desk.deliver({ ...event, dispute: { ...dispute, status: 'open' } })
    expect(await proposeFee(orderId, 1)).toBe('409 RESOLUTION_NOT_POSSIBLE dispute_open')
    await desk.deliver({ ...event, dispute: { ...dispute, status: 'won' } })
    await app.call(CancelOrder, { orderId }, userId)
    expect(await proposeFee(orderId, 1)).toBe('409 RESOLUTION_NOT_POSSIBLE order_state')
  })
})

describe('the names of investors and colleagues', () => {
  const names = [{ userId: 'investor-1', name: 'Amal Al Suwaidi' }]
  const answering = async () => {
    const identity = app.bus.nc.subscribe('rpc.identity.listNames', {
      callback: (_, message) => {
        const { userIds } = message.json<{ data: { input: { userIds: string[] } } }>().data.input
        const output = { names: names.filter(({ userId }) => userIds.includes(userId)) }
        message.respond(JSON.stringify({ response: { ok: true, output } }))
      },
    })
    await app.bus.nc.flush()
    return identity
  }
  const read = (userIds: string[], roles: readonly Role[] = FINANCE) =>
    app.call(ReadNames, { userIds }, desk.maker, roles)

  it('are read from identity, and the audit row has the ids only', async () => {
    const identity = await answering()
    expect(await read(['investor-1', 'investor-2', 'investor-1'])).toEqual({ names })
    expect(await read(['investor-1'], ['compliance'])).toEqual({ names })
    identity.unsubscribe()
    const rows = await app.collection('audit').find({ action: 'names.read' }).sort({ _id: 1 }).toArray()
    expect(rows.map(({ actor, detail }) => [actor, detail])).toEqual([
      [desk.maker, { userIds: ['investor-1', 'investor-2'] }],
      [desk.maker, { userIds: ['investor-1'] }],
    ])
    expect(JSON.stringify(rows)).not.toContain('Suwaidi')
  })

  it('are refused to other roles, and not read while identity is unavailable', async () => {
    expect(await refusal(read(['investor-1'], ['content']))).toBe('403 FORBIDDEN')
    const before = await audits('names.read')
    expect(await refusal(read(['investor-1']))).toMatch(/^503 /)
    expect(await audits('names.read')).toBe(before)
  })
})

describe('an export of a list', () => {
  const exported = { list: 'orders', rows: 2, sha256: 'b'.repeat(64) }

  it('is recorded with the hash of its file', async () => {
    expect(await app.call(RecordExport, exported, desk.maker, FINANCE)).toEqual({ recorded: true })
    const rows = await app.collection('audit').find({ action: 'list.exported' }).toArray()
    expect(rows.map(({ actor, detail }) => [actor, detail])).toEqual([[desk.maker, exported]])
  })

  it('is refused to others, and under a name that no list has', async () => {
    expect(await refusal(app.call(RecordExport, exported, desk.maker, ['content']))).toBe('403 FORBIDDEN')
    const named = { ...exported, list: '=HYPERLINK' }
    expect(await refusal(app.call(RecordExport, named, desk.maker, FINANCE))).toMatch(/^400 VALIDATION_FAILED/)
  })
})

describe('the search of orders', () => {
  it('finds an order by reference, id, investor, and every id of the processor', async () => {
    const propertyId = await app.openRaise(100)
    const { orderId, userId, sessionId, paymentId } = await bought(propertyId)
    const disputeId = `dp_${newId()}`
    await desk.deliver({
      ...{ kind: 'dispute', type: 'charge.dispute.created' },
      dispute: { disputeId, paymentId, currency: 'aed', movedMinor: 0, status: 'won' },
    })
    await app.call(CancelOrder, { orderId }, userId)
    await app.untilRetried('the order is refunded', async () => (await app.order(orderId))?.['state'] === 'refunded')
    const { refundId } = (await app.order(orderId))!['refund'] as { refundId: string }
    const { reference } = (await search(orderId)).orders[0]!
    const before = await audits('orders.searched')
    const queries = [reference, reference.toLowerCase(), orderId, userId, sessionId, paymentId, refundId, disputeId]
    for (const query of queries) expect([query, await idsOf(search(query))]).toEqual([query, [orderId]])
    expect(await audits('orders.searched')).toBe(before + queries.length)
    for (const query of ['HS-00000000', newId(), 'pi_none', 'cs_none', 're_none', 'dp_none'])
      expect([query, await idsOf(search(query))]).toEqual([query, []])
  })

  it('finds the orders of an email address through identity, and does not record the address', async () => {
    const propertyId = await app.openRaise(100)
    const { orderId, userId } = await bought(propertyId)
    const identity = app.bus.nc.subscribe('rpc.identity.findUserByEmail', {
      callback: (_, message) => {
        const { email } = message.json<{ data: { input: { email: string } } }>().data.input
        const output = { userId: email === 'amal@example.test' ? userId : null }
        message.respond(JSON.stringify({ response: { ok: true, output } }))
      },
    })
    await app.bus.nc.flush()
    expect(await idsOf(search('amal@example.test'))).toEqual([orderId])
    expect(await idsOf(search('nobody@example.test'))).toEqual([])
    identity.unsubscribe()
    const rows = await app.collection('audit').find({ action: 'orders.searched' }).toArray()
    expect(rows.filter(({ detail }) => detail.by === 'email')).toHaveLength(2)
    expect(JSON.stringify(rows)).not.toContain('example.test')
  })

  it('lists newest first in pages, by state and property', async () => {
    const propertyId = await app.openRaise(200)
    const paid = [await bought(propertyId), await bought(propertyId), await bought(propertyId)]
    const newest = paid.map(({ orderId }) => orderId).reverse()
    const first = await search(undefined, { propertyId, limit: 2 })
    expect(first.orders.map(({ orderId }) => orderId)).toEqual(newest.slice(0, 2))
    const input = { limit: 2, propertyId, cursor: first.cursor! }
    const second = await app.call(SearchOrders, input, desk.maker, FINANCE)
    expect([second.orders.map(({ orderId }) => orderId), second.cursor]).toEqual([newest.slice(2), undefined])
    expect(await idsOf(search(undefined, { propertyId, state: 'paid' }))).toEqual(newest)
    expect(await idsOf(search(undefined, { propertyId, state: 'reserved' }))).toEqual([])
  })
})

describe('an order that staff open', () => {
  it('shows its payments, decisions, rules and ledger transfers', async () => {
    const { orderId, userId } = await bought(await app.openRaise(100))
    await refundFee(orderId, 1_000)
    const fee = (await app.collection('suspense').findOne({ kind: 'fee_refund', orderId }))!
    await app.untilRetried('the fee is refunded', async () => (await desk.item(fee._id))?.['state'] === 'resolved')
    await app.call(CancelOrder, { orderId }, userId)
    await app.untilRetried('the order is refunded', async () => (await app.order(orderId))?.['state'] === 'refunded')
    const read = await app.call(GetStaffOrder, { orderId }, desk.checker, FINANCE)
    expect(read.order).toMatchObject({ orderId, userId, state: 'refunded', reason: 'cancelled', actions: [] })
    expect(read.payments.map(({ kind, amountMinor }) => [kind, amountMinor])).toEqual([
      ...[
        ['payment', AMOUNT],
        ['refund', AMOUNT - 1_000],
        ['refund', 1_000],
      ],
    ])
    expect(read.items).toMatchObject([{ itemId: fee._id, kind: 'fee_refund', state: 'resolved' }])
    expect(read.decisions).toMatchObject([
      {
        action: { type: 'refund_fee', amountFils: 1_000 },
        state: 'approved',
        maker: desk.maker,
        checker: desk.checker,
      },
    ])
    expect(read.rules.length).toBeGreaterThan(0)
    // Reward points refer to the order too, and are no part of its money.
    const money = { 'ref.orderId': orderId, code: { $not: /^points\./ } }
    const all = await app.collection('ledger_transfers').find(money).sort({ seq: 1 }).toArray()
    expect(read.transfers.map(({ seq, code }) => [seq, code])).toEqual(all.map(({ seq, code }) => [seq, code]))
    expect(await audits('order.read')).toBeGreaterThan(0)
  })

  it('offers no actions to staff who placed it themselves', async () => {
    const { orderId, userId } = await bought(await app.openRaise(100))
    const { order } = await app.call(GetStaffOrder, { orderId }, userId, FINANCE)
    expect(order).toMatchObject({ own: true, actions: [] })
  })
})

describe('a raise that staff open', () => {
  it('shows its counts, what may be proposed, and the progress of its run', async () => {
    const propertyId = await app.openRaise(60)
    await bought(propertyId)
    const read = () => app.call(GetRaise, { propertyId }, desk.maker, FINANCE)
    expect((await read()).raise).toMatchObject({
      ...{ state: 'active', unitsTotal: 60, unitsPaid: 20, unitsAvailable: 40, minimumUnits: 60, investors: 1 },
      ...{ actions: ['extend', 'fail'], work: { kind: 'deadline' } },
    })
    const { approvalId } = (await desk.propose(propertyId, { type: 'fail' }, desk.maker, 'raise')).pending
    expect((await read()).raise).toMatchObject({ actions: [], pending: { approvalId, action: { type: 'fail' } } })
    await desk.decide(approvalId)
    await app.untilRetried('the run has ended', async () => (await read()).raise.run?.isCompleted)
    const { raise, decisions } = await read()
    expect(raise).toMatchObject({
      ...{ state: 'failed', failure: 'ended_by_staff', actions: [] },
      run: { kind: 'refund', total: 1, done: 1, failed: 0, rejected: 0 },
    })
    expect(decisions).toMatchObject([{ approvalId, state: 'approved', checker: desk.checker }])
    const { raises } = await app.call(ListRaises, { limit: 100, state: 'failed' }, desk.maker, FINANCE)
    expect(raises.map(({ property }) => property.propertyId)).toContain(propertyId)
    const active = await app.call(ListRaises, { limit: 100, state: 'active' }, desk.maker, FINANCE)
    expect(active.raises.map(({ property }) => property.propertyId)).not.toContain(propertyId)
  })

  it('is listed in pages, newest first', async () => {
    const ids = [await app.openRaise(10), await app.openRaise(10), await app.openRaise(10)].reverse()
    const first = await app.call(ListRaises, { limit: 2 }, desk.maker, FINANCE)
    expect(first.raises.map(({ property }) => property.propertyId)).toEqual(ids.slice(0, 2))
    const second = await app.call(ListRaises, { limit: 1, cursor: first.cursor! }, desk.maker, FINANCE)
    expect(second.raises.map(({ property }) => property.propertyId)).toEqual(ids.slice(2))
  })
})

describe('the approvals', () => {
  it('list every pending proposal, oldest first, until it is decided', async () => {
    const propertyId = await app.openRaise(60)
    const { orderId, userId } = await bought(propertyId)
    const { itemId } = await desk.stray()
    const pending = [
      await desk.propose(orderId, { type: 'cancel' }, desk.maker, 'order'),
      await desk.propose(propertyId, { type: 'fail' }, desk.maker, 'raise'),
      await desk.propose(itemId, { type: 'refund' }),
    ].map((each) => each.pending.approvalId)
    const list = (by = desk.checker) => app.call(ListApprovals, { limit: 50 }, by, FINANCE)
    const { approvals } = await list()
    expect(approvals.slice(-3).map((each) => each.pending.approvalId)).toEqual(pending)
    expect(approvals.slice(-3).map(({ subject, label }) => [subject.kind, label])).toEqual([
      ...[
        ['order', expect.stringMatching(/^HS-/)],
        ['raise', 'A home'],
        ['suspense', expect.stringMatching(/^pi_/)],
      ],
    ])
    const own = (await list(userId)).approvals.filter(({ own }) => own).map(({ subject }) => subject.kind)
    expect(own).toEqual(['order', 'raise'])
    for (const approvalId of pending) await desk.decide(approvalId, desk.checker, 'reject')
    const left = (await list()).approvals.map((each) => each.pending.approvalId)
    expect(left.filter((id) => pending.includes(id))).toEqual([])
  })
})

describe('the finance queries', () => {
  it('reject other roles, damaged cursors and unknown ids', async () => {
    const userId = newId()
    const calls = (cursor?: string, roles = FINANCE) => {
      const page = { limit: 1, ...(cursor === undefined ? {} : { cursor }) }
      return [
        app.call(ListRaises, page, userId, roles),
        app.call(SearchOrders, page, userId, roles),
        app.call(ListApprovals, page, userId, roles),
      ].map(refusal)
    }
    const ofOne = (roles: typeof FINANCE) => [
      refusal(app.call(GetRaise, { propertyId: 'none' }, userId, roles)),
      refusal(app.call(GetStaffOrder, { orderId: 'none' }, userId, roles)),
    ]
    expect(await Promise.all(calls('damaged'))).toEqual(Array(3).fill('400 VALIDATION_FAILED'))
    expect(await Promise.all(calls(undefined, ['compliance']))).toEqual(Array(3).fill('403 FORBIDDEN'))
    expect(await Promise.all(ofOne(['compliance']))).toEqual(Array(2).fill('403 FORBIDDEN'))
    expect(await Promise.all(ofOne(FINANCE))).toEqual(Array(2).fill('404 NOT_FOUND'))
  })
})

describe('a second payment of an order', () => {
  it('is not assigned to an order of another investor', async () => {
    const propertyId = await app.openRaise(100)
    const [first, other] = [await bought(propertyId), await bought(propertyId)]
    const { itemId } = await desk.stray({ orderId: first.orderId })
    expect(await desk.item(itemId)).toMatchObject({ kind: 'second_payment', userId: first.userId, amount: AMOUNT })
    const assigned = desk.propose(itemId, { type: 'assign', orderId: other.orderId })
    expect(await refusal(assigned)).toBe('409 RESOLUTION_NOT_POSSIBLE other_investor')
  })
})
