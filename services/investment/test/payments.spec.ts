import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { SettlePayment } from '@hissa/contracts/investment'
import { accounts } from '../src/accounts.js'
import { Investment } from './harness.js'

let app: Investment
beforeAll(async () => {
  app = await Investment.start()
})
afterAll(() => app.stop())

let events = 0
const deliver = (sessionId: string, eventId = `evt_${(events += 1)}`, change = {}) =>
  app.call(SettlePayment, app.gateway.webhook(app.gateway.pay(sessionId, change), eventId))

async function reserved(units = 1_000, amount = 2_000) {
  const propertyId = await app.openRaise(units)
  const userId = await app.investor(propertyId)
  const { orderId } = await app.place(userId, propertyId, amount)
  return { propertyId, userId, orderId, sessionId: await app.sessionOf(orderId) }
}

const balance = async (accountId: string) => (await app.proof()).balances.get(accountId)

describe('settlePayment', () => {
  it('posts the money to escrow and the fee to pending fees, and marks the order as paid', async () => {
    const { propertyId, userId, orderId, sessionId } = await reserved()
    expect(await deliver(sessionId)).toEqual({ outcome: 'applied' })
    expect(await app.order(orderId)).toMatchObject({ state: 'paid', version: 3 })
    expect(await balance(accounts.escrow(propertyId))).toMatchObject({ creditsPosted: 200_000 })
    expect(await balance(accounts.pendingFees(propertyId))).toMatchObject({ creditsPosted: 3_000 })
    expect(await balance(accounts.investorCash(userId))).toMatchObject({
      creditsPosted: 203_000,
      debitsPosted: 203_000,
    })
    expect(await balance(accounts.unitsOf(propertyId, userId))).toMatchObject({ creditsPosted: 20, creditsPending: 0 })
    expect(await app.events('investment.order.paid.v1', orderId)).toHaveLength(1)
    const progress = (await app.events('investment.raise.progressed.v1', propertyId)).map((row) => row['event'].data)
    expect(progress.at(-1)).toMatchObject({ unitsPaid: 20, unitsAvailable: 980, investors: 1 })
  })

  it('is measured from webhook to posting on /metrics by outcome', async () => {
    const count = async (outcome: string) => {
      const line = new RegExp(`^webhook_posting_duration_seconds_count{[^}]*outcome="${outcome}"[^}]*} (\\d+)$`, 'm')
      return Number(line.exec(await app.metrics())?.[1] ?? 0)
    }
    const before = [await count('applied'), await count('duplicate')] as const
    const { sessionId } = await reserved()
    await deliver(sessionId, 'evt_measured')
    await deliver(sessionId, 'evt_measured')
    expect([await count('applied'), await count('duplicate')]).toEqual([before[0] + 1, before[1] + 1])
  })

  it('posts once when the same webhook is delivered 20 times in parallel, and again later', async () => {
    const { orderId, sessionId, propertyId } = await reserved()
    const answers = await Promise.all(Array.from({ length: 20 }, () => deliver(sessionId, 'evt_twenty')))
    expect(answers.filter(({ outcome }) => outcome === 'applied')).toHaveLength(1)
    expect(answers.filter(({ outcome }) => outcome === 'duplicate')).toHaveLength(19)
    expect(await deliver(sessionId, 'evt_twenty')).toEqual({ outcome: 'duplicate' })
    expect(await deliver(sessionId, 'evt_other_for_the_same_session')).toEqual({ outcome: 'duplicate' })
    expect(await balance(accounts.escrow(propertyId))).toMatchObject({ creditsPosted: 200_000 })
    expect(await app.events('investment.order.paid.v1', orderId)).toHaveLength(1)
  })

  it('counts an investor once and funds the raise when every unit is paid', async () => {
    const propertyId = await app.openRaise(40)
    const userId = await app.investor(propertyId)
    for (const key of ['a', 'b']) {
      const { orderId } = await app.place(userId, propertyId, 2_000, key)
      await deliver(await app.sessionOf(orderId))
    }
    expect(await app.collection('raises').findOne({ _id: propertyId })).toMatchObject({ state: 'funded' })
    const [funded] = await app.events('investment.raise.funded.v1', propertyId)
    expect(funded!['event'].data).toMatchObject({ unitsPaid: 40, unitsAvailable: 0, investors: 1, state: 'funded' })
    expect(await app.collection('holdings').findOne({ userId })).toMatchObject({
      units: 40,
      amountFils: 400_000,
      feeFils: 6_000,
    })
  })

  it('rejects a forged signature and changes nothing', async () => {
    const { orderId, sessionId } = await reserved()
    const { payloadBase64 } = app.gateway.webhook(app.gateway.pay(sessionId), 'evt_forged')
    await expect(app.call(SettlePayment, { payloadBase64, signature: 'v1=forged' })).rejects.toMatchObject({
      code: 'WEBHOOK_SIGNATURE_INVALID',
      status: 400,
    })
    expect(await app.order(orderId)).toMatchObject({ state: 'reserved' })
  })

  it.each([
    ['a wrong amount', { amount: 202_999 }, 'aed'],
    ['another currency', { currency: 'usd' }, 'usd'],
  ])('puts %s into suspense and ends the reservation', async (_, change, currency) => {
    const { orderId, sessionId, propertyId } = await reserved()
    const before = (await balance(accounts.suspense(currency)))?.creditsPosted ?? 0
    expect(await deliver(sessionId, undefined, change)).toEqual({ outcome: 'applied' })
    expect(await app.order(orderId)).toMatchObject({ state: 'failed' })
    expect((await balance(accounts.suspense(currency)))!.creditsPosted).toBeGreaterThan(before)
    expect(await balance(accounts.unitsTreasury(propertyId))).toMatchObject({ debitsPending: 0, debitsPosted: 0 })
  })

  it('puts money for an unknown order into suspense', async () => {
    const { sessionId } = await reserved()
    expect(await deliver(sessionId, undefined, { orderId: 'nobody', sessionId: 'cs_unknown' })).toEqual({
      outcome: 'applied',
    })
    expect(await app.collection('payments').findOne({ _id: 'cs_unknown' })).toMatchObject({ use: 'suspense' })
  })
})

describe('a lapsed reservation', () => {
  it('is released after 31 minutes of business time, and its page can no longer be paid', async () => {
    const { orderId, sessionId, propertyId } = await reserved()
    await app.advance(31)
    await app.until('expired', async () => (await app.order(orderId))?.['state'] === 'expired')
    expect(app.gateway.session(sessionId).state).toBe('expired')
    expect(await balance(accounts.unitsTreasury(propertyId))).toMatchObject({ debitsPending: 0 })
    expect(await app.events('investment.order.expired.v1', orderId)).toHaveLength(1)
  })

  it('is settled when the processor reports that it was paid in time', async () => {
    const { orderId, sessionId } = await reserved()
    app.gateway.pay(sessionId)
    await app.advance(31)
    await app.until('paid', async () => (await app.order(orderId))?.['state'] === 'paid')
  })

  it('keeps its units while the processor is unreachable', async () => {
    const { orderId, sessionId } = await reserved()
    app.gateway.isDown = true
    await app.advance(31)
    expect(await app.order(orderId)).toMatchObject({ state: 'reserved' })
    app.gateway.isDown = false
    await app.until('expired', async () => (await app.order(orderId))?.['state'] === 'expired')
    expect(app.gateway.session(sessionId).state).toBe('expired')
  })

  it('is settled before it lapses when it was paid and its webhook never arrived', async () => {
    const { orderId, sessionId } = await reserved()
    app.gateway.pay(sessionId)
    await app.advance(6)
    await app.until('paid', async () => (await app.order(orderId))?.['state'] === 'paid')
  })

  it('takes units again for a payment that arrives after release', async () => {
    const { orderId, sessionId, propertyId } = await reserved()
    await app.advance(31)
    await app.until('expired', async () => (await app.order(orderId))?.['state'] === 'expired')
    expect(await deliver(sessionId)).toEqual({ outcome: 'applied' })
    expect(await app.order(orderId)).toMatchObject({ state: 'paid' })
    expect(await balance(accounts.unitsTreasury(propertyId))).toMatchObject({ debitsPosted: 20 })
  })

  it('is refunded when its units were sold, and the refund is retried while the processor is down', async () => {
    const { orderId, sessionId, propertyId, userId } = await reserved(20)
    await app.advance(31)
    await app.until('expired', async () => (await app.order(orderId))?.['state'] === 'expired')
    const rival = await app.investor(propertyId)
    await app.place(rival, propertyId)
    app.gateway.faults.push('before', 'after')
    expect(await deliver(sessionId)).toEqual({ outcome: 'applied' })
    await app.until('refunded', async () => (await app.order(orderId))?.['state'] === 'refunded')
    expect([...app.gateway.refunds.values()].filter((refund) => refund.orderId === orderId)).toHaveLength(1)
    expect(await balance(accounts.investorCash(userId))).toMatchObject({
      creditsPosted: 203_000,
      debitsPosted: 203_000,
      debitsPending: 0,
    })
    expect(await deliver(sessionId)).toEqual({ outcome: 'duplicate' })
    expect(await app.collection('payments').find({ orderId }).toArray()).toMatchObject([
      { kind: 'payment' },
      { kind: 'refund', state: 'succeeded' },
    ])
  })
})

it('leaves a ledger that passes its check', async () => {
  expect((await app.proof()).faults).toEqual([])
})
