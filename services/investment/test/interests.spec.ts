import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Role } from '@hissa/contracts'
import { RetryWork, WithdrawResolution } from '@hissa/contracts/investment'
import { newId } from '@hissa/kernel'
import { Desk, FINANCE, refusal } from './desk.js'
import { Investment } from './harness.js'

let app: Investment
let desk: Desk
beforeAll(async () => {
  app = await Investment.start()
  desk = new Desk(app)
})
afterAll(() => app.stop())

const CONFLICT = '403 CONFLICT_OF_INTEREST'
const withdrawProposal = (approvalId: string, by: string, roles: readonly Role[] = FINANCE) =>
  app.call(WithdrawResolution, { approvalId }, by, roles)

/** Returns a paid order whose investor also works in finance. */
async function paidOrder() {
  const propertyId = await app.openRaise(1_000)
  const userId = await app.investor(propertyId)
  const { orderId } = await app.place(userId, propertyId)
  const sessionId = await app.sessionOf(orderId)
  await desk.settle(app.gateway.webhook(app.gateway.pay(sessionId), `evt_${orderId}`))
  return { propertyId, userId, orderId, paymentId: `pi_${sessionId}` }
}

describe('finance staff and their own money', () => {
  it.each([
    [
      'a second payment for their order',
      async () => {
        const { userId, orderId } = await paidOrder()
        return { userId, id: (await desk.stray({ orderId })).itemId, action: { type: 'refund' } as const }
      },
    ],
    [
      'a refund made elsewhere of their payment',
      async () => {
        const { userId, paymentId } = await paidOrder()
        const id = await desk.refundElsewhere(paymentId)
        return { userId, id, action: { type: 'cover', reference: 'FT1' } as const }
      },
    ],
    [
      'a dispute of a second payment for their order',
      async () => {
        const { userId, orderId } = await paidOrder()
        const { paymentId } = await desk.stray({ orderId })
        const id = `dp_${newId()}`
        const update = { disputeId: id, paymentId, currency: 'aed', status: 'lost', movedMinor: 203_000 }
        await desk.deliver({ type: 'charge.dispute.funds_withdrawn', kind: 'dispute', dispute: update })
        return { userId, id: `dispute:${id}`, action: { type: 'net' } as const }
      },
    ],
  ])('may neither propose, approve, reject nor retry an action on %s', async (_, make) => {
    const { userId, id, action } = await make()
    expect(await refusal(desk.propose(id, action, userId))).toBe(CONFLICT)
    const { approvalId } = (await desk.propose(id, action)).pending
    expect(await refusal(desk.decide(approvalId, userId))).toBe(CONFLICT)
    expect(await refusal(desk.decide(approvalId, userId, 'reject'))).toBe(CONFLICT)
    const retry = { subject: { kind: 'suspense' as const, id }, reason: 'Mine' }
    expect(await refusal(app.call(RetryWork, retry, userId, FINANCE))).toBe(CONFLICT)
    expect(await desk.listed(id, 'unresolved', userId)).toMatchObject({ own: true, actions: [] })
    expect(await desk.listed(id)).not.toHaveProperty('own')
    expect(await desk.decide(approvalId)).toEqual({ state: 'approved' })
  })

  it('may not assign money to their own order, or approve that another person does', async () => {
    const propertyId = await app.openRaise(1_000)
    const userId = await app.investor(propertyId)
    const { orderId } = await app.place(userId, propertyId)
    await app.advance(31)
    await app.until('expired', async () => (await app.order(orderId))?.['state'] === 'expired')
    const { itemId } = await desk.stray()
    const action = { type: 'assign' as const, orderId }
    expect(await refusal(desk.propose(itemId, action, userId))).toBe(CONFLICT)
    const { approvalId } = (await desk.propose(itemId, action)).pending
    expect(await refusal(desk.decide(approvalId, userId))).toBe(CONFLICT)
    expect(await app.order(orderId)).toMatchObject({ state: 'expired' })
  })

  it('cannot settle the rejected refund of an order that they placed', async () => {
    const { userId, orderId } = await paidOrder()
    expect(await refusal(desk.propose(orderId, { type: 'settle', reference: 'FT2' }, userId, 'order'))).toBe(CONFLICT)
  })
})

describe('a proposal of a resolution', () => {
  it('is withdrawn only by its maker, once, and the withdrawal is audited', async () => {
    const { itemId } = await desk.stray()
    const { approvalId } = (await desk.propose(itemId, { type: 'refund' })).pending
    expect(await refusal(withdrawProposal(approvalId, desk.checker))).toBe('403 APPROVAL_NOT_MAKER')
    expect(await refusal(withdrawProposal(approvalId, desk.maker, ['investor']))).toBe('403 FORBIDDEN')
    expect(await refusal(withdrawProposal('nothing', desk.maker))).toBe('404 NOT_FOUND')
    expect(await withdrawProposal(approvalId, desk.maker)).toEqual({ state: 'withdrawn' })
    expect(await refusal(withdrawProposal(approvalId, desk.maker))).toBe('409 APPROVAL_NOT_PENDING')
    expect(await refusal(desk.decide(approvalId))).toBe('409 APPROVAL_NOT_PENDING')
    expect(await desk.listed(itemId)).not.toHaveProperty('pending')
    const rows = await app
      .collection('audit')
      .find({ subject: `suspense:${itemId}` })
      .toArray()
    expect(rows.map(({ action, actor }) => [action, actor])).toEqual([
      ['suspense.proposed', desk.maker],
      ['suspense.proposal_withdrawn', desk.maker],
    ])
    expect(await desk.resolve(itemId, { type: 'refund' })).toEqual({ state: 'approved' })
  })

  it('is either withdrawn or approved when both happen at the same time', async () => {
    for (let n = 0; n < 5; n += 1) {
      const { itemId } = await desk.stray()
      const { approvalId } = (await desk.propose(itemId, { type: 'refund' })).pending
      const answers = await Promise.all([
        refusal(withdrawProposal(approvalId, desk.maker)),
        refusal(desk.decide(approvalId)),
      ])
      expect([...answers].sort()).toEqual(['409 APPROVAL_NOT_PENDING', 'accepted'])
      expect((await desk.item(itemId))!['state'] === 'open').toBe(answers[0] === 'accepted')
    }
  })
})
