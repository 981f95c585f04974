import { GetTrackRecord, ListRegisters } from '@hissa/contracts/investment'
import { units } from '@hissa/money'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { Books, DAY, lastDay, QUARTER, rent } from './books.js'
import { Investment } from './harness.js'

describe('the track record', () => {
  let app: Investment
  let books: Books
  beforeAll(async () => {
    app = await Investment.start()
    books = new Books(app)
  })
  afterAll(() => app.stop())

  const read = () => app.call(GetTrackRecord, {})

  it('is zero before anything has happened', async () => {
    expect(await read()).toEqual({
      asOf: expect.stringMatching(/^2\d{3}-.*Z$/),
      registered: { units: 0, properties: 0 },
      released: { amountFils: 0, raises: 0 },
      incomePaid: { amountFils: 0, distributions: 0 },
      register: null,
    })
  })

  it('counts an open raise in nothing', async () => {
    await books.bought(await app.openRaise(100), 2_000)
    expect(await read()).toMatchObject({ registered: { units: 0 }, released: { amountFils: 0 } })
  })

  it('counts the shares and the rent of a completed raise, and names the newest register', async () => {
    const { propertyId, period } = await books.completed(2_000, 3_000)
    expect((await read()).registered).toEqual({ units: 50, properties: 1 })
    await books.record(propertyId, rent(300_000))
    await app.advance(QUARTER)
    const { distributionId } = (await books.propose(propertyId, period, lastDay(period))).distribution
    expect((await read()).incomePaid).toEqual({ amountFils: 0, distributions: 0 })
    await books.decide(distributionId)
    const { paidFils } = (await books.paid(distributionId)).progress!
    expect(paidFils).toBeGreaterThan(0)
    expect((await read()).incomePaid).toEqual({
      amountFils: paidFils,
      distributions: 1,
      lastPaidAt: expect.any(String),
    })
    const [newest] = (await app.call(ListRegisters, { limit: 1 })).registers
    expect(newest).toBeDefined()
    expect((await read()).register).toEqual(newest)
  })

  it('counts what a failed raise released, with its fees', async () => {
    const deadline = new Date(app.now().getTime() + 30 * DAY * 60_000).toISOString()
    const propertyId = await app.openRaise(100, { minimumUnits: units(50), deadline })
    const { orderId } = await books.bought(propertyId, 2_000)
    await app.advance(31 * DAY)
    await app.untilRetried('the raise has failed', async () => (await read()).released.raises === 1)
    const { amountFils, feeFils } = (await app.order(orderId))!
    expect((await read()).released).toEqual({ amountFils: Number(amountFils) + Number(feeFils), raises: 1 })
    expect((await read()).registered).toEqual({ units: 50, properties: 1 })
  })
})
