import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { GetStaffOrder } from '@hissa/contracts/investment'
import { units } from '@hissa/money'
import { AMOUNT, type Desk, FINANCE, refusal } from './desk.js'
import type { Investment } from './harness.js'
import { ShareTransfers } from './share-transfers.js'

let shares: ShareTransfers
let app: Investment
let desk: Desk
beforeAll(async () => {
  shares = await ShareTransfers.start()
  ;({ app, desk } = shares)
})
afterAll(() => shares.stop())

describe('a dispute', () => {
  it('that is open keeps the shares of its order, and no others, where they are', async () => {
    const [from, other] = await shares.allotted()
    await shares.transfer(other, from.userId, 12)
    await shares.dispute(from, 'created')
    const to = await app.investor()
    expect(await refusal(shares.propose(from, to, 13))).toBe('409 RESOLUTION_NOT_POSSIBLE dispute_open')
    await shares.transfer(from, to, 12)
    expect(await refusal(shares.propose(from, to, 1))).toBe('409 RESOLUTION_NOT_POSSIBLE dispute_open')
    await shares.dispute(from, 'won')
    await shares.transfer(from, to, 20)
    expect(await shares.register(from.propertyId, from.userId, other.userId, to)).toEqual([0, 8, 32, 0, 2])
  })

  it.each([
    ['allotted', false],
    ['issued', true],
  ])(
    'that is lost after a transfer takes back only what the payer still holds of an %s order',
    async (state, isIssued) => {
      const [from, other] = await shares.allotted()
      const { propertyId } = from
      if (isIssued) await shares.mint(from)
      await shares.reaches(from, state)
      const to = await app.investor()
      await shares.transfer(from, to, 15)
      const before = await desk.balances()
      await shares.dispute(from, 'created', 'withdrawn', 'lost')
      expect(await shares.row(from)).toMatchObject({ state: 'refunded', reason: 'dispute_lost', unitsTakenBack: 5 })
      expect(await shares.register(propertyId, from.userId, to, other.userId)).toEqual([0, 15, 20, 5, 2])
      expect(await shares.holding(from)).toMatchObject({
        units: 0,
        allottedUnits: 0,
        amountFils: 0,
        feeFils: 0,
        issuedUnits: 0,
      })
      expect(await shares.holding({ userId: to, propertyId })).toMatchObject({ units: 15, amountFils: 150_000 })
      // The whole payment has left: the loss is the platform's.
      expect(await desk.since(before)).toEqual([AMOUNT, 0, -AMOUNT, 0])
      const [event] = await app.events('investment.order.refunded.v1', from.orderId)
      expect(event!['event'].data).toMatchObject({ reason: 'dispute_lost', units: 20, unitsTakenBack: 5 })
      const staff = await app.call(GetStaffOrder, { orderId: from.orderId }, desk.checker, FINANCE)
      expect(staff.order).toMatchObject({ state: 'refunded', unitsTakenBack: 5 })
      await desk.resolve(`dispute:dp_${from.orderId}`, { type: 'cover', reference: 'FT9' })
      expect(await desk.since(before)).toEqual([AMOUNT, 0, 0, -AMOUNT])
    },
  )

  it('that is lost when the payer holds nothing takes nothing back, and counts no one twice', async () => {
    const [from, other] = await shares.allotted()
    await shares.transfer(from, other.userId, 20)
    await shares.dispute(from, 'created', 'withdrawn', 'lost')
    expect(await shares.row(from)).toMatchObject({ state: 'refunded', unitsTakenBack: 0 })
    expect(await shares.register(from.propertyId, from.userId, other.userId)).toEqual([0, 40, 0, 1])
  })

  it('that is lost takes back shares that the payer has received from others instead', async () => {
    const [from, other] = await shares.allotted()
    const to = await app.investor()
    await shares.transfer(from, to, 20)
    await shares.transfer(other, from.userId, 20)
    await shares.dispute(from, 'created', 'withdrawn', 'lost')
    expect(await shares.row(from)).toMatchObject({ state: 'refunded', unitsTakenBack: 20 })
    expect(await shares.register(from.propertyId, from.userId, to)).toEqual([0, 20, 20, 1])
  })

  it('that is lost and an approved transfer may come at the same moment: one of them is first', async () => {
    const [from] = await shares.allotted()
    const to = await app.investor()
    const { approvalId } = (await shares.propose(from, to, 15)).pending
    const lost = { disputeId: `dp2_${from.orderId}`, paymentId: (await shares.row(from))['paymentId'], currency: 'aed' }
    const event = { type: 'charge.dispute.closed', status: 'lost', movedMinor: AMOUNT }
    const { type, ...rest } = event
    const [decided] = await Promise.all([
      refusal(desk.decide(approvalId)),
      app.answered(() => desk.deliver({ type, kind: 'dispute', dispute: { ...lost, ...rest } })),
    ])
    await app.until('it is reversed', async () => (await shares.row(from))['reason'] === 'dispute_lost')
    const taken = units(((await shares.row(from))['unitsTakenBack'] as number | undefined) ?? 20)
    expect(taken).toBe(decided === 'accepted' ? 5 : 20)
    const people = decided === 'accepted' ? 2 : 1
    expect(await shares.register(from.propertyId, from.userId, to)).toEqual([0, 20 - taken, taken, people])
  })
})
