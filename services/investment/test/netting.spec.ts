import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { newId } from '@hissa/kernel'
import { AMOUNT, Desk, FINANCE, refusal } from './desk.js'
import { RetryWork } from '@hissa/contracts/investment'
import { Investment } from './harness.js'

let app: Investment
let desk: Desk
let start: number[]
beforeAll(async () => {
  app = await Investment.start()
  desk = new Desk(app)
})
afterAll(() => app.stop())
beforeEach(async () => {
  start = await desk.balances()
})

const NET = { type: 'net' as const }
const ROUNDS = 12

describe('a payment in suspense that was refunded in the dashboard', () => {
  it('is netted against that refund, and both are resolved', async () => {
    const { itemId, paymentId } = await desk.stray()
    const out = await desk.refundElsewhere(paymentId)
    expect(await refusal(desk.propose(itemId, { type: 'refund' }))).toBe('409 RESOLUTION_NOT_POSSIBLE left_elsewhere')
    expect(await desk.listed(itemId)).toMatchObject({ actions: ['net'] })
    expect(await desk.listed(out)).toMatchObject({ actions: ['net'] })
    expect(await desk.resolve(itemId, NET)).toEqual({ state: 'approved' })
    for (const id of [itemId, out])
      expect(await desk.item(id)).toMatchObject({ state: 'resolved', resolution: { type: 'netted' } })
    expect(await desk.since(start)).toEqual([0, 0, 0, 0])
    const audited = await app
      .collection('audit')
      .find({ subject: `suspense:${itemId}` })
      .toArray()
    expect(audited.map(({ action }) => action)).toEqual(['suspense.proposed', 'suspense.approved'])
  })

  it('is not covered by the platform while the payment itself can offset it', async () => {
    const { paymentId } = await desk.stray()
    const out = await desk.refundElsewhere(paymentId)
    expect(await refusal(desk.propose(out, { type: 'cover', reference: 'FT1' }))).toBe(
      '409 RESOLUTION_NOT_POSSIBLE net_first',
    )
    expect(await desk.resolve(out, NET)).toEqual({ state: 'approved' })
    expect(await desk.since(start)).toEqual([0, 0, 0, 0])
  })

  it('keeps the rest open when parts were refunded, and the parts add up to the fil', async () => {
    const { itemId, paymentId } = await desk.stray()
    const parts = [await desk.refundElsewhere(paymentId, { amount: 50_000 })]
    await desk.resolve(itemId, NET)
    expect(await desk.item(itemId)).toMatchObject({ state: 'open', amount: 153_000 })
    expect(await desk.since(start)).toEqual([-153_000, 153_000, 0, 0])
    parts.push(await desk.refundElsewhere(paymentId, { amount: 100_001 }))
    parts.push(await desk.refundElsewhere(paymentId, { amount: 52_998 }))
    await desk.resolve(parts[1]!, NET)
    expect(await desk.item(itemId)).toMatchObject({ state: 'open', amount: 1 })
    expect(await desk.since(start)).toEqual([-1, 1, 0, 0])
    await desk.resolve(itemId, { type: 'refund' })
    await app.until('refunded', async () => (await desk.item(itemId))?.['state'] === 'resolved')
    expect([...app.gateway.refunds.values()].find(({ suspenseId }) => suspenseId === itemId)).toMatchObject({
      amount: 1,
    })
    for (const id of parts) expect(await desk.item(id)).toMatchObject({ resolution: { type: 'netted' } })
    expect(await desk.since(start)).toEqual([0, 0, 0, 0])
  })

  it('keeps the rest of the refund open when more left than arrived', async () => {
    const { itemId, paymentId } = await desk.stray({ amount: 202_999 })
    const out = await desk.refundElsewhere(paymentId)
    await desk.resolve(itemId, NET)
    expect(await desk.item(itemId)).toMatchObject({ state: 'resolved' })
    expect(await desk.item(out)).toMatchObject({ state: 'open', direction: 'out', amount: 1 })
    await desk.resolve(out, { type: 'cover', reference: 'FT2' })
    expect(await desk.since(start)).toEqual([1, 0, 0, -1])
  })

  it('is not netted against a refund in another currency, or of another payment', async () => {
    const { itemId, paymentId } = await desk.stray()
    const before = await desk.balances('usd')
    await desk.refundElsewhere(paymentId, { currency: 'usd' })
    await desk.refundElsewhere(`pi_other_${newId()}`)
    expect(await refusal(desk.propose(itemId, NET))).toBe('409 RESOLUTION_NOT_POSSIBLE nothing_to_net')
    expect(await desk.since(before, 'usd')).toEqual([AMOUNT, 0, -AMOUNT, 0])
  })

  it('is netted once when several checkers approve at the same time', async () => {
    const { itemId, paymentId } = await desk.stray()
    await desk.refundElsewhere(paymentId)
    const { approvalId } = (await desk.propose(itemId, NET)).pending
    const answers = await Promise.all(Array.from({ length: 6 }, () => refusal(desk.decide(approvalId, newId()))))
    expect(answers.sort()).toEqual([...Array(5).fill('409 APPROVAL_NOT_PENDING'), 'accepted'])
    expect(await desk.since(start)).toEqual([0, 0, 0, 0])
  })

  it('is netted once when it is proposed and approved from both sides', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { itemId, paymentId } = await desk.stray()
      const out = await desk.refundElsewhere(paymentId)
      const proposals = [await desk.propose(itemId, NET), await desk.propose(out, NET)]
      const answers = await Promise.all(
        proposals.map(async ({ pending }, side) => {
          // Pings of the store between the two let the second begin at any point of the first.
          for (let ping = 0; side === 1 && ping < round; ping += 1) await app.collection('suspense').findOne()
          return refusal(desk.decide(pending.approvalId))
        }),
      )
      expect(answers.sort()).toEqual(['409 APPROVAL_EVIDENCE_CHANGED', 'accepted'])
      for (const id of [itemId, out]) expect(await desk.listed(id, 'resolved')).not.toHaveProperty('pending')
      expect(await desk.since(start)).toEqual([0, 0, 0, 0])
    }
  })

  it('expires its proposal when another part is refunded', async () => {
    const { itemId, paymentId } = await desk.stray()
    await desk.refundElsewhere(paymentId, { amount: 1_000 })
    const { approvalId } = (await desk.propose(itemId, NET)).pending
    await desk.refundElsewhere(paymentId, { amount: 2_000 })
    expect(await refusal(desk.decide(approvalId))).toBe('409 APPROVAL_EVIDENCE_CHANGED')
    await desk.resolve(itemId, NET)
    expect(await desk.item(itemId)).toMatchObject({ state: 'open', amount: AMOUNT - 3_000 })
  })

  it('owes the money to the payer again when the processor returns the refund after it was netted', async () => {
    const { itemId, paymentId } = await desk.stray()
    const out = await desk.refundElsewhere(paymentId)
    await desk.resolve(itemId, NET)
    expect(await desk.returnRefund(out)).toEqual({ outcome: 'applied' })
    expect(await desk.returnRefund(out)).toEqual({ outcome: 'ignored' })
    expect(await desk.item(out)).toMatchObject({ state: 'resolved', resolution: { type: 'returned' } })
    expect(await desk.since(start)).toEqual([-AMOUNT, AMOUNT, 0, 0])
    const owed = await app.collection('suspense').findOne({ paymentId, state: 'open' })
    expect(await desk.listed(owed!._id)).toMatchObject({ direction: 'in', amountMinor: AMOUNT, actions: ['refund'] })
    await desk.resolve(owed!._id, { type: 'refund' })
    await app.until('refunded', async () => (await desk.item(owed!._id))?.['state'] === 'resolved')
    expect(await desk.since(start)).toEqual([0, 0, 0, 0])
  })

  it('returns the platform’s money if that covered the refund before the payment was known', async () => {
    const paymentId = `pi_late_${newId()}`
    const out = await desk.refundElsewhere(paymentId)
    await desk.resolve(out, { type: 'cover', reference: 'FT3' })
    const { itemId } = await desk.stray({ paymentId })
    expect(await refusal(desk.propose(itemId, { type: 'refund' }))).toBe('409 RESOLUTION_NOT_POSSIBLE left_elsewhere')
    await desk.resolve(itemId, NET)
    expect(await desk.item(itemId)).toMatchObject({ state: 'resolved', resolution: { type: 'netted' } })
    expect(await desk.item(out)).toMatchObject({ state: 'open', direction: 'in', amount: AMOUNT })
    // Its refund can still be returned, and the payer already has the money.
    expect(await desk.listed(out)).toMatchObject({ actions: ['withdraw'] })
    await desk.resolve(out, { type: 'withdraw', reference: 'FT4' })
    expect(await desk.since(start)).toEqual([0, 0, 0, 0])
  })
})

describe('a refund from suspense that the processor refused because the money had left', () => {
  it('is netted: the hold is released, and a retry or late success of ours changes nothing', async () => {
    const { itemId, paymentId } = await desk.rejectedRefund()
    const out = await desk.refundElsewhere(paymentId, { amount: 200_000 })
    expect(await refusal(desk.propose(itemId, { type: 'settle', reference: 'FT5' }))).toBe(
      '409 RESOLUTION_NOT_POSSIBLE left_elsewhere',
    )
    await desk.resolve(itemId, NET)
    const rest = await desk.item(itemId)
    expect(rest).toMatchObject({ state: 'open', amount: 3_000 })
    expect(rest).not.toHaveProperty('rejected')
    expect(await desk.item(out)).toMatchObject({ state: 'resolved' })
    expect(await desk.since(start)).toEqual([-3_000, 3_000, 0, 0])
    const retry = { subject: { kind: 'suspense' as const, id: itemId }, reason: 'Once more' }
    expect(await refusal(app.call(RetryWork, retry, desk.maker, FINANCE))).toBe('409 WORK_NOT_REJECTED')
    app.gateway.refused.delete(paymentId)
    await desk.resolve(itemId, { type: 'refund' })
    await app.until('refunded', async () => (await desk.item(itemId))?.['state'] === 'resolved')
    expect([...app.gateway.refunds.values()].find(({ suspenseId }) => suspenseId === itemId)).toMatchObject({
      amount: 3_000,
      attempt: 3,
    })
    expect(await desk.since(start)).toEqual([0, 0, 0, 0])
  })
})

describe('a refund from suspense that failed permanently', () => {
  it('is settled by bank transfer with a reference, by maker and checker', async () => {
    const { itemId } = await desk.rejectedRefund()
    expect(await desk.listed(itemId)).toMatchObject({ actions: ['settle'] })
    expect(await refusal(desk.propose(itemId, { type: 'settle', reference: ' ' }))).toContain('VALIDATION_FAILED')
    await desk.resolve(itemId, { type: 'settle', reference: 'FT6' })
    const settled = await desk.item(itemId)
    expect(settled).toMatchObject({ state: 'resolved', resolution: { type: 'settled', reference: 'FT6' } })
    expect(settled).not.toHaveProperty('rejected')
    expect(await desk.listed(itemId, 'resolved')).toMatchObject({ resolution: { type: 'settled', reference: 'FT6' } })
    expect(await desk.since(start)).toEqual([-AMOUNT, 0, 0, AMOUNT])
    const rows = await app
      .collection('audit')
      .find({ subject: `suspense:${itemId}`, action: 'suspense.approved' })
      .toArray()
    expect(rows.at(-1)).toMatchObject({ actor: desk.checker, detail: { action: { type: 'settle', reference: 'FT6' } } })
  })

  it('counts once as money that left when the processor carries an attempt out after all', async () => {
    const { itemId, paymentId } = await desk.rejectedRefund()
    await desk.resolve(itemId, { type: 'settle', reference: 'FT7' })
    const settled = await desk.item(itemId)
    const refundId = `re_late_${newId()}`
    const late = { refundId, paymentId, suspenseId: itemId, attempt: 1, state: 'succeeded' as const }
    const refund = { ...late, amount: AMOUNT, currency: 'aed' }
    app.gateway.refunds.set(refundId, refund)
    const event = { type: 'refund.updated', kind: 'refund', refund }
    expect(await desk.deliver(event)).toEqual({ outcome: 'applied' })
    for (let n = 0; n < 3; n += 1) expect(await desk.deliver(event)).toEqual({ outcome: 'ignored' })
    expect(await desk.item(itemId)).toEqual(settled)
    expect(await desk.item(`refund:${refundId}`)).toMatchObject({ state: 'open', direction: 'out', amount: AMOUNT })
    expect(await desk.since(start)).toEqual([0, 0, -AMOUNT, AMOUNT])
  })

  it('is settled only after it was rejected', async () => {
    const { itemId } = await desk.stray()
    expect(await refusal(desk.propose(itemId, { type: 'settle', reference: 'FT8' }))).toBe(
      '409 RESOLUTION_NOT_POSSIBLE action',
    )
    const rejected = await desk.rejectedRefund()
    const { approvalId } = (await desk.propose(rejected.itemId, { type: 'settle', reference: 'FT9' })).pending
    app.gateway.refused.delete(rejected.paymentId)
    const retry = { subject: { kind: 'suspense' as const, id: rejected.itemId }, reason: 'Once more' }
    await app.call(RetryWork, retry, desk.maker, FINANCE)
    await app.until('refunded', async () => (await desk.item(rejected.itemId))?.['state'] === 'resolved')
    expect(await refusal(desk.decide(approvalId))).toBe('409 APPROVAL_EVIDENCE_CHANGED')
    expect(await desk.since(start)).toEqual([-AMOUNT, AMOUNT, 0, 0])
  })
})
