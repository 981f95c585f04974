import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { UserStatusChanged } from '@hissa/contracts/identity'
import {
  CancelOrder,
  GetRegister,
  GetRegisterProof,
  ListApprovals,
  ListHolders,
  ListRegisters,
  RetryWork,
  WithdrawResolution,
  type ResolutionAction,
} from '@hissa/contracts/investment'
import { newId } from '@hissa/kernel'
import { type Desk, FINANCE, refusal } from './desk.js'
import type { Investment } from './harness.js'
import { action, type Bought, DAY, idOf, ShareTransfers } from './share-transfers.js'

let shares: ShareTransfers
let app: Investment
let desk: Desk
beforeAll(async () => {
  shares = await ShareTransfers.start()
  ;({ app, desk } = shares)
})
afterAll(() => shares.stop())

describe('a transfer of registered shares', () => {
  it('moves units and their cost, counts the receiver, and is published and audited', async () => {
    const [from] = await shares.allotted()
    const { propertyId } = from
    const to = await app.investor()
    const fee = (await shares.holding(from))!['feeFils'] as number
    expect(await shares.transfer(from, to)).toEqual({ state: 'approved' })
    expect(await shares.register(propertyId, from.userId, to)).toEqual([15, 5, 0, 3])
    expect(await shares.holding(from)).toMatchObject({
      units: 15,
      allottedUnits: 15,
      amountFils: 150_000,
      feeFils: fee - fee / 4,
    })
    expect(await shares.holding({ userId: to, propertyId })).toMatchObject({
      units: 5,
      allottedUnits: 5,
      amountFils: 50_000,
    })

    const [saved, ...others] = await shares.rowsOf(propertyId)
    expect(others).toEqual([])
    expect(saved).toMatchObject({
      fromUserId: from.userId,
      toUserId: to,
      units: 5,
      reference: 'Court 7/2026',
      version: 1,
    })
    const [event] = await app.events('investment.shares.transferred.v1', saved!._id)
    expect(event!['event'].data).toEqual({
      ...{ transferId: saved!._id, propertyId, fromUserId: from.userId, toUserId: to, units: 5, basis: 'court_order' },
      version: 1,
    })
    const progressed = await app.events('investment.raise.progressed.v1', propertyId)
    expect(Math.max(...progressed.map(({ event: { data } }) => data.investors as number))).toBe(3)
    const audit = await app
      .collection('audit')
      .find({ subject: `holding:${idOf(from)}` })
      .toArray()
    expect(audit.map(({ action: done, actor }) => [done, actor])).toEqual([
      ['suspense.proposed', desk.maker],
      ['suspense.approved', desk.checker],
    ])
  })

  it('is among the approvals of finance by its property, and can be rejected or withdrawn', async () => {
    const [from] = await shares.allotted()
    const to = await app.investor()
    const { approvalId } = (await shares.propose(from, to)).pending
    const { approvals } = await app.call(ListApprovals, { limit: 100 }, desk.checker, FINANCE)
    expect(approvals.find(({ pending }) => pending.approvalId === approvalId)).toMatchObject({
      ...{ subject: { kind: 'holding', id: idOf(from) }, label: 'A home', pending: { action: action(to) } },
    })
    expect(await refusal(shares.propose(from, to))).toBe('409 APPROVAL_PENDING')
    expect(await refusal(desk.decide(approvalId, desk.maker))).toBe('403 APPROVAL_SAME_PERSON')
    expect(await desk.decide(approvalId, desk.checker, 'reject')).toEqual({ state: 'rejected' })
    const second = (await shares.propose(from, to)).pending.approvalId
    await app.call(WithdrawResolution, { approvalId: second }, desk.maker, FINANCE)
    expect(await shares.register(from.propertyId, from.userId, to)).toEqual([20, 0, 0, 2])
  })

  it('of all shares ends the holding of the sender, who is no longer counted', async () => {
    const [from, other] = await shares.allotted()
    await shares.transfer(from, other.userId, 20)
    expect(await shares.register(from.propertyId, from.userId, other.userId)).toEqual([0, 40, 0, 1])
    expect(await shares.holding(from)).toMatchObject({ units: 0, amountFils: 0, feeFils: 0 })
    expect((await shares.dashboard(from.userId)).holdings).toEqual([])
    expect((await shares.dashboard(other.userId)).holdings[0]).toMatchObject({
      units: 40,
      allottedUnits: 40,
      amountFils: 400_000,
    })
  })

  it('is seen by both investors, neither of whom learns who the other is', async () => {
    const [from] = await shares.allotted()
    const to = await app.investor()
    await shares.transfer(from, to)
    const [sent, got] = [await shares.dashboard(from.userId), await shares.dashboard(to)]
    expect(sent.transfers).toMatchObject([{ direction: 'out', units: 5, basis: 'court_order' }])
    expect(got.transfers).toMatchObject([{ direction: 'in', units: 5, property: { propertyId: from.propertyId } }])
    expect(got.holdings[0]).toMatchObject({ units: 5, state: 'allotted', nextDates: [] })
    expect([got.recentOrders, got.todo]).toEqual([[], []])
    expect(JSON.stringify(got)).not.toContain(from.userId)
    expect(JSON.stringify(sent)).not.toContain(to)
  })

  it('is on the list of holders and in the next published register, with a proof for the receiver', async () => {
    const [from, other] = await shares.allotted()
    const { propertyId } = from
    const to = await app.investor()
    await shares.transfer(from, to, 20)
    const { holders } = await app.call(ListHolders, { propertyId, limit: 100 })
    const held = new Map(holders.map(({ userId, units: count }) => [userId, count]))
    expect([held.get(from.userId), held.get(other.userId), held.get(to)]).toEqual([undefined, 20, 20])
    await app.advance(DAY)
    const sequence = await app.untilRetried('the register is published', async () => {
      const { registers } = await app.call(ListRegisters, { limit: 1 })
      const last = registers[0]
      if (!last) return false
      const { entries } = await app.call(GetRegister, { sequence: last.sequence, limit: 50 })
      return entries.some((entry) => entry.propertyId === propertyId) && last.sequence
    })
    const proof = async (userId: string) =>
      (await app.call(GetRegisterProof, { sequence, limit: 50 }, userId)).entries.filter(
        (entry) => entry.propertyId === propertyId,
      )
    expect(await proof(to)).toMatchObject([{ units: 20 }])
    expect(await proof(from.userId)).toEqual([])
  })
})

describe('a transfer is refused', () => {
  const unknown = async () => newId()
  const newcomer = async (status: 'profile_complete' | 'suspended') => {
    const userId = newId()
    await app.publish(UserStatusChanged, userId, { userId, status, version: 3 }, 3)
    await app.until('the status is known', () => app.collection('investors').findOne({ _id: userId }))
    return userId
  }

  it.each<[string, (from: Bought) => Promise<string>, number, string]>([
    ['to the investor who holds the shares', async ({ userId }) => userId, 5, 'same_investor'],
    ['to someone unknown', unknown, 5, 'no_investor'],
    ['to an investor whose identity is not verified', () => newcomer('profile_complete'), 5, 'not_eligible'],
    ['to a suspended investor', () => newcomer('suspended'), 5, 'suspended'],
    ['of more shares than are registered', () => app.investor(), 21, 'no_units'],
  ])('%s', async (_, receiver, count, why) => {
    const [from] = await shares.allotted()
    const to = await receiver(from)
    expect(await refusal(shares.propose(from, to, count))).toBe(`409 RESOLUTION_NOT_POSSIBLE ${why}`)
    expect(await shares.register(from.propertyId, from.userId)).toEqual([20, 0, 2])
  })

  it('to an investor who was suspended after it was proposed', async () => {
    const [from] = await shares.allotted()
    const to = await app.investor()
    const { approvalId } = (await shares.propose(from, to)).pending
    await app.publish(UserStatusChanged, to, { userId: to, status: 'suspended', version: 9 }, 9)
    await app.until('the status is known', () => app.collection('investors').findOne({ _id: to, status: 'suspended' }))
    expect(await refusal(desk.decide(approvalId, desk.checker))).toBe('409 RESOLUTION_NOT_POSSIBLE suspended')
    expect(await shares.register(from.propertyId, from.userId, to)).toEqual([20, 0, 0, 2])
    expect(await desk.decide(approvalId, desk.checker, 'reject')).toEqual({ state: 'rejected' })
  })

  it('of shares in their cooling-off period, which can still be cancelled', async () => {
    const propertyId = await app.openRaise(40)
    const [order] = [await shares.buy(propertyId), await shares.buy(propertyId)]
    await shares.reaches(order, 'cooling_off')
    const to = await app.investor()
    expect(await refusal(shares.propose(order, to))).toBe('409 RESOLUTION_NOT_POSSIBLE no_units')
    expect((await app.call(CancelOrder, { orderId: order.orderId }, order.userId)).order.state).toBe('cancelled')
  })

  it('of a holding that does not exist, with another action, and without the role', async () => {
    const [from] = await shares.allotted()
    const to = await app.investor()
    expect(await refusal(desk.propose('no:holding', action(to), desk.maker, 'holding'))).toBe('404 NOT_FOUND')
    const close: ResolutionAction = { type: 'close' }
    expect(await refusal(desk.propose(idOf(from), close, desk.maker, 'holding'))).toBe(
      '409 RESOLUTION_NOT_POSSIBLE action',
    )
    expect(await refusal(desk.propose(from.orderId, action(to), desk.maker, 'order'))).toMatch(
      /RESOLUTION_NOT_POSSIBLE/,
    )
    const retry = { subject: { kind: 'holding' as const, id: idOf(from) }, reason: 'Again' }
    expect(await refusal(app.call(RetryWork, retry, desk.maker, FINANCE))).toBe('404 NOT_FOUND')
  })

  it('to staff who are its sender or receiver', async () => {
    const [from] = await shares.allotted()
    const to = await app.investor()
    for (const own of [from.userId, to])
      expect(await refusal(shares.propose(from, to, 5, own))).toBe('403 CONFLICT_OF_INTEREST')
    const { approvalId } = (await shares.propose(from, to)).pending
    for (const own of [from.userId, to])
      expect(await refusal(desk.decide(approvalId, own))).toBe('403 CONFLICT_OF_INTEREST')
    const { approvals } = await app.call(ListApprovals, { limit: 100 }, to, FINANCE)
    expect(approvals.find(({ pending }) => pending.approvalId === approvalId)).toMatchObject({ own: true })
    await desk.decide(approvalId)
    // Who holds shares only by a transfer has an interest in the raise as well.
    const later = new Date(app.now().getTime() + DAY * 60_000).toISOString()
    expect(await refusal(desk.propose(from.propertyId, { type: 'extend', deadline: later }, to, 'raise'))).toBe(
      '403 CONFLICT_OF_INTEREST',
    )
  })

  it('while the holding is not as it was when it was proposed', async () => {
    const [from] = await shares.allotted()
    const to = await app.investor()
    const { approvalId } = (await shares.propose(from, to)).pending
    await shares.dispute(from, 'created')
    expect(await refusal(desk.decide(approvalId))).toBe('409 APPROVAL_EVIDENCE_CHANGED')
    await shares.dispute(from, 'won')
    expect(await desk.decide(approvalId)).toEqual({ state: 'approved' })
  })
})

describe('two transfers of the same shares', () => {
  it('never move more than there are', async () => {
    const [from, other] = await shares.allotted()
    const receivers = [await app.investor(), await app.investor()]
    // A holding has one proposal at a time; the second is made once the first is decided.
    await shares.transfer(from, receivers[0]!, 15)
    expect(await refusal(shares.propose(from, receivers[1]!, 6))).toBe('409 RESOLUTION_NOT_POSSIBLE no_units')
    await shares.transfer({ userId: receivers[0]!, propertyId: from.propertyId }, receivers[1]!, 15)
    expect(await shares.register(from.propertyId, from.userId, ...receivers, other.userId)).toEqual([
      5, 0, 15, 20, 0, 3,
    ])
  })

  it('to one another at the same moment both happen', async () => {
    const [one, two] = await shares.allotted()
    const [first, second] = [await shares.propose(one, two.userId, 7), await shares.propose(two, one.userId, 3)]
    const answers = await Promise.all([
      refusal(desk.decide(first.pending.approvalId)),
      refusal(desk.decide(second.pending.approvalId)),
    ])
    const accepted = answers.filter((answer) => answer === 'accepted').length
    // Each changes what the other was proposed on, so that the second may have to be proposed again.
    expect(accepted).toBeGreaterThanOrEqual(1)
    const [a, b] = await shares.register(one.propertyId, one.userId, two.userId)
    expect(a! + b!).toBe(40)
  })
})
