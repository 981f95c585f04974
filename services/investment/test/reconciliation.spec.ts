import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { CancelOrder, ListReconciliation, RunReconciliation, SettlePayment } from '@hissa/contracts/investment'
import { newId } from '@hissa/kernel'
import { Books, lastDay, QUARTER, rent } from './books.js'
import { Cash } from './cash.js'
import { FINANCE, refusal } from './desk.js'
import type { Investment } from './harness.js'

let cash: Cash
let app: Investment
beforeAll(async () => {
  cash = await Cash.start()
  app = cash.app
  // The processor moves money after the first transfer in the ledger.
  await app.openRaise(1_000)
  await app.advance(2 * 60)
})
beforeEach(() => {
  app.gateway.movements.length = 0
  app.gateway.movementsPerPage = 100
})
afterAll(() => cash.stop())

const PRICE = 203_000
const MINUTES_BETWEEN_RUNS = 6
const EARLIER = new Date(Date.now() - 3_600_000)
const finance = newId()
const list = () => app.call(ListReconciliation, {}, finance, FINANCE)
const cancel = (orderId: string, userId: string) => app.call(CancelOrder, { orderId }, userId)
const stateOf = async (orderId: string) => (await app.order(orderId))?.['state'] as string

/** Runs a reconciliation to its end. */
async function run() {
  await app.advance(MINUTES_BETWEEN_RUNS)
  const { run: begun } = await app.call(RunReconciliation, {}, finance, FINANCE)
  return app.until('the run is complete', async () =>
    (await list()).runs.find(({ runId, state }) => runId === begun.runId && state === 'complete'),
  )
}

const differenceOf = async (paymentId: string) =>
  (await list()).payments.filter((difference) => difference.paymentId === paymentId)

/** Returns a paid order. */
async function paid(userId?: string) {
  const propertyId = await app.openRaise(1_000)
  const investor = userId ?? (await app.investor(propertyId))
  const { orderId } = await app.place(investor, propertyId)
  const sessionId = await app.sessionOf(orderId)
  await app.call(SettlePayment, app.gateway.webhook(app.gateway.pay(sessionId), newId()))
  return { userId: investor, orderId, sessionId, paymentId: `pi_${sessionId}` }
}

/** Makes the processor's charge of an order another amount, as of a time. */
const chargedAs = ({ sessionId, paymentId }: { sessionId: string; paymentId: string }, amount: number, at = EARLIER) =>
  app.gateway.movements.push({
    ...{ movementId: `txn_${sessionId}`, kind: 'charge', paymentId, amount, currency: 'aed', feeMinor: 0, at },
  })

describe('reconciliation with the card processor', () => {
  it('leaves out what the processor moved before the first transfer in the ledger', async () => {
    const order = await paid()
    const earlier = { paymentId: 'pi_before', amount: 500, currency: 'aed', feeMinor: 0, at: new Date('2026-01-01') }
    app.gateway.movements.push({ ...earlier, movementId: 'txn_before', kind: 'charge' })
    expect((await run()).processorEntries).toBeGreaterThan(0)
    expect(await differenceOf('pi_before')).toEqual([])
    expect(await differenceOf(order.paymentId)).toEqual([])
  })

  it('finds one fil in the next run, keeps one difference, and resolves it once both sides agree', async () => {
    const order = await paid()
    // The processor states a correction of one fil.
    const more = { movementId: `txn_more_${order.sessionId}`, paymentId: order.paymentId, currency: 'aed', feeMinor: 0 }
    app.gateway.movements.push({ ...more, kind: 'charge', amount: 1, at: EARLIER })
    const first = await run()
    expect(first).toMatchObject({ requestedBy: finance, waiting: 0 })
    const [difference, ...others] = await differenceOf(order.paymentId)
    expect(others).toEqual([])
    expect(difference).toMatchObject({
      ...{ differenceId: `${order.paymentId}:aed`, orderId: order.orderId, userId: order.userId, currency: 'aed' },
      parts: [{ part: 'charge', processorMinor: PRICE + 1, ledgerMinor: PRICE }],
      ledger: [{ part: 'charge', amountMinor: PRICE, movementId: expect.any(String), at: expect.any(String) }],
    })
    expect(difference!.processor.map(({ amountMinor }) => amountMinor).sort()).toEqual([1, PRICE])
    const again = await run()
    expect(again.differences).toBe(first.differences)
    expect((await differenceOf(order.paymentId))[0]!.openedAt).toBe(difference!.openedAt)
    app.gateway.movements.push({
      ...more,
      movementId: `txn_less_${order.sessionId}`,
      kind: 'charge',
      amount: -1,
      at: EARLIER,
    })
    expect((await run()).differences).toBe(first.differences - 1)
    expect(await differenceOf(order.paymentId)).toEqual([])
    expect(await app.collection('payment_differences').findOne({ paymentId: order.paymentId })).toMatchObject({
      state: 'resolved',
      resolvedAt: expect.any(Date),
    })
  })

  it('finds what only the processor has, and what only the ledger has', async () => {
    const order = await paid()
    app.gateway.movements.push({
      ...{ movementId: 'txn_unknown', kind: 'refund', paymentId: 'pi_unknown', amount: -500, currency: 'usd' },
      ...{ feeMinor: 0, at: EARLIER },
    })
    app.gateway.sessions.get(order.sessionId)!.paid = false
    await run()
    expect((await differenceOf('pi_unknown'))[0]).toMatchObject({
      parts: [{ part: 'refund', processorMinor: -500, ledgerMinor: 0 }],
      ledger: [],
    })
    expect((await differenceOf(order.paymentId))[0]).toMatchObject({
      parts: [{ part: 'charge', processorMinor: 0, ledgerMinor: PRICE }],
      processor: [],
    })
  })

  it('waits for a refund made in the dashboard as long as the processor has not confirmed it', async () => {
    const order = await paid()
    const refund = { refundId: 're_dashboard', paymentId: order.paymentId, amount: 3_000, currency: 'aed' }
    app.gateway.refunds.set(refund.refundId, { ...refund, state: 'pending' })
    expect((await run()).waiting).toBe(1)
    expect(await differenceOf(order.paymentId)).toEqual([])
    app.gateway.refunds.set(refund.refundId, { ...refund, state: 'succeeded' })
    expect((await run()).waiting).toBe(0)
    expect((await differenceOf(order.paymentId))[0]).toMatchObject({
      parts: [{ part: 'refund', processorMinor: -3_000, ledgerMinor: 0 }],
    })
    await app.call(SettlePayment, app.gateway.refundWebhook(refund.refundId, {}, newId()))
    await run()
    expect(await differenceOf(order.paymentId)).toEqual([])
  })

  it('finds a refund of a payment that the processor refuses to list refunds of', async () => {
    app.gateway.unknown.add('ch_without_intent')
    app.gateway.movements.push({
      ...{ movementId: 'txn_ch', kind: 'refund', paymentId: 'ch_without_intent', amount: -500, currency: 'aed' },
      ...{ feeMinor: 0, at: EARLIER },
    })
    await run()
    expect(await differenceOf('ch_without_intent')).toHaveLength(1)
  })

  it('answers the last run, unchanged, for five minutes after it is complete', async () => {
    const last = await run()
    expect(await app.call(RunReconciliation, {}, finance, FINANCE)).toMatchObject({ run: last })
    expect((await list()).runs[0]!.runId).toBe(last.runId)
    await app.advance(MINUTES_BETWEEN_RUNS)
    const { run: next } = await app.call(RunReconciliation, {}, finance, FINANCE)
    expect(next).toMatchObject({ state: 'running' })
    await app.until('it is complete', async () => (await list()).runs[0]!.state === 'complete')
    expect((await list()).runs[0]!.runId).toBe(next.runId)
  })

  it('holds up the refund of the order whose payment differs, and no other', async () => {
    const [touched, other] = [await paid(), await paid()]
    chargedAs(touched, PRICE - 1)
    await run()
    await cancel(touched.orderId, touched.userId)
    await cancel(other.orderId, other.userId)
    await app.untilRetried('the other is refunded', async () => (await stateOf(other.orderId)) === 'refunded')
    const attempts = () => [...app.gateway.refunds.values()].filter(({ orderId }) => orderId === touched.orderId)
    expect(attempts()).toEqual([])
    expect(await stateOf(touched.orderId)).not.toBe('refunded')
    // The processor corrects itself.
    app.gateway.movements.push({
      ...{ movementId: `txn_fixed_${touched.sessionId}`, kind: 'charge', paymentId: touched.paymentId },
      ...{ amount: 1, currency: 'aed', feeMinor: 0, at: EARLIER },
    })
    await run()
    expect(await differenceOf(touched.paymentId)).toEqual([])
    await app.untilRetried('it is refunded', async () => (await stateOf(touched.orderId)) === 'refunded')
    await run()
    expect(await differenceOf(touched.paymentId)).toEqual([])
  })

  it('refuses withdrawals of the investor whose payment differs, leaves theirs out of files, and pays others', async () => {
    const [touched, other] = [await cash.withMoney(50_000), await cash.withMoney(50_000)]
    const { withdrawalId } = (await cash.withdraw(touched, 100)).withdrawal
    await cash.withdraw(other, 100)
    await app.collection('payment_differences').insertOne({
      ...{ _id: 'pi_of_touched:aed', paymentId: 'pi_of_touched', currency: 'aed', userId: touched.userId },
      ...{ parts: [], processor: [], ledger: [], state: 'open', openedAt: new Date() },
    })
    expect(await refusal(cash.withdraw(touched, 10))).toBe('409 PAYOUT_BLOCKED')
    expect(await refusal(cash.withdraw(other, 10))).toBe('accepted')
    await cash.send()
    const withdrawal = await app.collection('withdrawals').findOne({ _id: withdrawalId })
    expect(withdrawal).toMatchObject({ state: 'requested' })
    expect(await app.collection('withdrawals').countDocuments({ userId: other.userId, state: 'sent' })).toBe(2)
    await app.collection('payment_differences').deleteOne({ _id: 'pi_of_touched:aed' })
  })

  it('waits for the webhook of a payment that the processor has just taken', async () => {
    const at = new Date()
    app.gateway.movements.push({
      ...{
        movementId: 'txn_young',
        kind: 'charge',
        paymentId: 'pi_young',
        amount: 1,
        currency: 'aed',
        feeMinor: 0,
        at,
      },
    })
    expect((await run()).waiting).toBe(1)
    expect(await differenceOf('pi_young')).toEqual([])
    app.pass(16 * 60)
    expect((await run()).waiting).toBe(0)
    expect(await differenceOf('pi_young')).toHaveLength(1)
  })

  it('runs every day at 02:00 in Dubai, once, however many days have passed', async () => {
    const before = (await list()).runs[0]!.runId
    const { nextRunAt } = await list()
    expect(nextRunAt).toMatch(/T22:00:00\.000Z$/)
    await app.advance((Date.parse(nextRunAt) - app.now().getTime()) / 60_000 + 2 * 24 * 60)
    const complete = await app.until('a daily run', async () => {
      const [newest] = (await list()).runs
      return newest!.runId !== before && newest!.state === 'complete' && newest
    })
    expect(complete.requestedBy).toBeUndefined()
    await app.advance(1)
    expect((await list()).runs[0]!.runId).toBe(complete.runId)
    const metrics = await app.metrics()
    expect(metrics).toMatch(/^reconciliation_age_seconds\{[^}]*\} \d/m)
    expect(metrics).toMatch(/^reconciliation_differences\{[^}]*\} \d+$/m)
  })

  it('finds one share more in a holding than in the ledger, and stops the distributions of that property only', async () => {
    const books = new Books(app)
    const [touched, other] = [await books.completed(2_000, 3_000), await books.completed(2_000)]
    for (const { propertyId } of [touched, other]) await books.record(propertyId, rent(100_000))
    await app.advance(QUARTER)
    const proposed = await books.propose(touched.propertyId, touched.period, lastDay(touched.period))
    const { distributionId } = proposed.distribution
    const holding = { _id: `${touched.holders[0]!}:${touched.propertyId}` }
    await app.collection('holdings').updateOne(holding, { $inc: { units: 1 } })
    await run()
    const found = (await list()).holdings
    expect(found).toMatchObject([
      { userId: touched.holders[0], ledgerUnits: 20, ledgerRegistered: 20, holdingUnits: 21, holdingRegistered: 20 },
    ])
    const refused = '409 DISTRIBUTION_NOT_POSSIBLE difference'
    expect(await refusal(books.decide(distributionId))).toBe(refused)
    expect(await refusal(books.propose(touched.propertyId, touched.period, lastDay(touched.period)))).toBe(refused)
    const others = await books.propose(other.propertyId, other.period, lastDay(other.period))
    await books.decide(others.distribution.distributionId)
    await books.paid(others.distribution.distributionId)
    await app.collection('holdings').updateOne(holding, { $inc: { units: -1 } })
    await run()
    expect((await list()).holdings).toEqual([])
    await books.decide(distributionId)
    await books.paid(distributionId)
  })

  it('finds shares in the ledger without a holding', async () => {
    const order = await paid()
    const row = (await app.collection('holdings').findOne({ userId: order.userId }))!
    await app.collection('holdings').deleteOne({ _id: row._id })
    await run()
    expect((await list()).holdings).toMatchObject([{ userId: order.userId, ledgerUnits: 20, holdingUnits: 0 }])
    await app.collection('holdings').insertOne(row)
    await run()
    expect((await list()).holdings).toEqual([])
  })

  it('reads the processor from its first page again when it refuses the page where a run continues', async () => {
    const [order] = [await paid(), await paid()]
    chargedAs(order, PRICE + 1)
    app.gateway.movementsPerPage = 1
    app.gateway.refusesNextPage = true
    await app.advance(MINUTES_BETWEEN_RUNS)
    const { run: begun } = await app.call(RunReconciliation, {}, finance, FINANCE)
    await app.untilRetried('the run is complete', async () =>
      (await list()).runs.find(({ runId, state }) => runId === begun.runId && state === 'complete'),
    )
    expect(app.gateway.refusesNextPage).toBe(false)
    expect(await differenceOf(order.paymentId)).toHaveLength(1)
  })

  it('is refused to other roles, and recorded with who read it and who started a run', async () => {
    expect(await refusal(app.call(RunReconciliation, {}, finance, ['compliance']))).toBe('403 FORBIDDEN')
    expect(await refusal(app.call(ListReconciliation, {}, finance, ['compliance']))).toBe('403 FORBIDDEN')
    const rows = await app.collection('audit').find({ actor: finance }).toArray()
    const actions = new Set(rows.map(({ action }) => action as string))
    expect([...actions].sort()).toEqual(['reconciliation.read', 'reconciliation.requested'])
  })

  it('continues a run whose process was killed while it read the processor', async () => {
    const order = await paid()
    chargedAs(order, PRICE + 1)
    const before = (await list()).runs[0]!.runId
    await app.advance(MINUTES_BETWEEN_RUNS)
    await app.drainAll()
    const child = await app.spawn('./child-reconciling.ts')
    const waits = new Promise((resolve) => child.on('message', (message) => message === 'waits' && resolve(true)))
    const { run: begun } = await app.call(RunReconciliation, {}, finance, FINANCE)
    expect(begun.runId).not.toBe(before)
    await waits
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await ended
    app.gateway.movementsPerPage = 1
    await app.bootAnother()
    const complete = await app.until('the same run is complete', async () => {
      const { runs } = await list()
      return runs[0]!.runId === begun.runId && runs[0]!.state === 'complete' && runs[0]
    })
    expect(complete.processorEntries).toBeGreaterThan(0)
    expect(await differenceOf(order.paymentId)).toHaveLength(1)
  })
})
