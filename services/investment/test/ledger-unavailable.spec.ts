import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { PlaceOrder } from '@hissa/contracts/investment'
import { poll } from '@hissa/testing-helpers'
import { Investment } from './harness.js'

describe('placing an order while the ledger cannot be written', () => {
  let service: Investment

  beforeAll(async () => {
    service = await Investment.start()
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
      // Without a deadline the ledger would give up after 4.5 s, later than this waits.
      const wait = { deadlineMs: 1_500, timeoutMs: 4_400 }
      const refusal = await service.refusalWithin(PlaceOrder, input, userId, wait)
      expect(refusal).toMatchObject({ code: 'SERVICE_UNAVAILABLE', status: 503 })
    })
    // Until the first call has ended, a repetition is answered with IDEMPOTENCY_IN_FLIGHT.
    const { orderId } = await poll('the order', () => service.call(PlaceOrder, input, userId))
    expect(await service.order(orderId)).toMatchObject({ state: 'reserved', units: 20 })
    expect(await service.collection('orders').countDocuments({ userId })).toBe(1)
    expect((await service.proof()).faults).toEqual([])
  })
})
