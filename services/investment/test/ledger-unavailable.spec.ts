import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { PlaceOrder } from '@hissa/contracts/investment'
import type { Timers } from '@hissa/ledger'
import { poll } from '@hissa/testing-helpers'
import { Investment } from './harness.js'

const DEADLINE_MS = 60_000
/** Longer than any caller waits. */
const PATIENCE = { timeoutMs: 10 * DEADLINE_MS, maxAttempts: Infinity }

/** Time of the ledger that stands still until the test moves it. */
class StillTime implements Timers {
  private ms = 0
  private waiting: Array<{ atMs: number; end: () => void }> = []

  elapsedMs = () => this.ms
  sleep = (ms: number) => new Promise<void>((end) => this.waiting.push({ atMs: this.ms + ms, end }))

  /** Moves to the end of the waits that last at most `ms`. */
  endWaitsWithin(ms: number): void {
    const untilMs = this.ms + ms
    const ended = this.waiting.filter(({ atMs }) => atMs <= untilMs)
    this.waiting = this.waiting.filter(({ atMs }) => atMs > untilMs)
    this.ms = Math.max(this.ms, ...ended.map(({ atMs }) => atMs))
    for (const { end } of ended) end()
  }
}

describe('placing an order while the ledger cannot be written', () => {
  const time = new StillTime()
  let service: Investment

  beforeAll(async () => {
    service = await Investment.start({ parts: { ledger: { timers: time, ...PATIENCE } } })
  })
  afterAll(() => service.stop())

  /** Holds the head of the ledger in a transaction that blocks every writer until `work` is done. */
  const holdingTheHead = async (work: () => Promise<void>) => {
    const session = await service.connection.startSession()
    session.startTransaction()
    await service.collection('ledger_head').updateOne({ _id: 'head' }, { $set: { isHeld: true } }, { session })
    try {
      await work()
    } finally {
      await session.abortTransaction()
      await session.endSession()
    }
  }

  it("responds with 503 before the caller's deadline, and reserves once when the call is repeated", async () => {
    const propertyId = await service.openRaise(100)
    const userId = await service.investor(propertyId)
    const input = { propertyId, amount: 2_000, idempotencyKey: 'again' }
    await holdingTheHead(async () => {
      const wait = { deadlineMs: DEADLINE_MS, timeoutMs: 2 * DEADLINE_MS }
      const call = service.refusalWithin(PlaceOrder, input, userId, wait)
      let isAnswered = false
      const refusal = call.finally(() => (isAnswered = true))
      await service.until('there is an answer', async () => {
        time.endWaitsWithin(DEADLINE_MS)
        return isAnswered
      })
      expect(await refusal).toMatchObject({ code: 'SERVICE_UNAVAILABLE', status: 503 })
    })
    // Until the first call has ended or its lock of 30 s is over, a repetition is answered with IDEMPOTENCY_IN_FLIGHT.
    service.pass(31)
    const { orderId } = await poll('the order', () => service.call(PlaceOrder, input, userId))
    expect(await service.order(orderId)).toMatchObject({ state: 'reserved', units: 20 })
    expect(await service.collection('orders').countDocuments({ userId })).toBe(1)
    expect((await service.proof()).faults).toEqual([])
  })
})
