import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { CancelOrder, GetOrderRequirements, ReleaseReservation, SettlePayment } from '@hissa/contracts/investment'
import { accounts } from '../src/accounts.js'
import { dubaiYear, startOfYear } from '../src/rules/calendar.js'
import { Investment } from './harness.js'

const LIMIT_FILS = 18_362_500 // USD 50,000
const MINUTE_MS = 60_000

let app: Investment
beforeAll(async () => {
  app = await Investment.start({ pack: 'dfsa', reservationLimits: 'off' })
  await app.bootAnother()
})
afterAll(() => app.stop())

let events = 0
const paying = (sessionId: string) =>
  app.call(SettlePayment, app.gateway.webhook(app.gateway.pay(sessionId), `evt_${(events += 1)}`))
const limitOf = async (userId: string, propertyId: string) =>
  (await app.call(GetOrderRequirements, { propertyId }, userId)).annualLimit!
const balanceOf = async (accountId: string) => (await app.proof()).balances.get(accountId)!

async function ready() {
  const propertyId = await app.openRaise(1_000_000)
  return { propertyId, userId: await app.investor(propertyId) }
}

/** Places an order and pays for it. */
async function paid(userId: string, propertyId: string, amount: number): Promise<string> {
  const { orderId } = await app.place(userId, propertyId, amount)
  await paying(await app.sessionOf(orderId))
  return orderId
}

describe('the annual limit of a retail investor', () => {
  it('is never exceeded by 100 parallel orders on two replicas', async () => {
    const { userId, propertyId } = await ready()
    const places = Array.from({ length: 100 }, (_, n) =>
      app.decided(() => app.place(userId, propertyId, 20_000, `p${n}`)),
    )
    const answers = await Promise.all(places)
    expect(answers.filter((answer) => answer === 'accepted')).toHaveLength(9)
    expect(answers.filter((answer) => answer === 'ANNUAL_LIMIT_REACHED')).toHaveLength(91)
    const year = dubaiYear(app.now())
    expect(await balanceOf(accounts.capUsed(year, userId))).toMatchObject({ creditsPending: 18_000_000 })
    expect(await balanceOf(accounts.capLeft(year, userId))).toMatchObject({ creditsPosted: LIMIT_FILS })
    expect(await limitOf(userId, propertyId)).toMatchObject({ usedFils: 18_000_000, leftFils: 362_500 })
  })

  it('is explained with the amount that is left, and can be used to the last share', async () => {
    const { userId, propertyId } = await ready()
    await paid(userId, propertyId, 180_000)
    await expect(app.place(userId, propertyId, 3_700)).rejects.toMatchObject({
      ...{ code: 'ANNUAL_LIMIT_REACHED', status: 409 },
      message: expect.stringMatching(/AED\s3,625/),
      extra: {
        ...{ year: dubaiYear(app.now()), limitFils: LIMIT_FILS, leftFils: 362_500 },
        resetsAt: startOfYear(dubaiYear(app.now()) + 1).toISOString(),
      },
    })
    expect(await app.decided(() => app.place(userId, propertyId, 3_600))).toBe('accepted')
  })

  it('is restored by a release and by a refund', async () => {
    const { userId, propertyId } = await ready()
    const { orderId: reserved } = await app.place(userId, propertyId, 100_000)
    const bought = await paid(userId, propertyId, 80_000)
    expect((await limitOf(userId, propertyId)).leftFils).toBe(362_500)
    await app.call(ReleaseReservation, { orderId: reserved }, userId)
    expect((await limitOf(userId, propertyId)).leftFils).toBe(10_362_500)
    await app.call(CancelOrder, { orderId: bought }, userId)
    expect((await limitOf(userId, propertyId)).leftFils).toBe(LIMIT_FILS)
    expect(await app.decided(() => app.place(userId, propertyId, 183_600))).toBe('accepted')
  })

  it('is restored when a reservation lapses, and a payment after that is refunded if it is used otherwise', async () => {
    const { userId, propertyId } = await ready()
    const { orderId } = await app.place(userId, propertyId, 100_000)
    const sessionId = await app.sessionOf(orderId)
    await app.advance(40)
    expect(await app.order(orderId)).toMatchObject({ state: 'expired' })
    await paid(userId, propertyId, 180_000)
    await paying(sessionId)
    expect(await app.order(orderId)).toMatchObject({ state: 'refunding', reason: 'annual_limit' })
    expect((await limitOf(userId, propertyId)).usedFils).toBe(18_000_000)
  })

  it('begins again at midnight of 1 January in Dubai, and a cancellation restores the year of its order', async () => {
    const year = dubaiYear(app.now())
    const minutesLeft = (startOfYear(year + 1).getTime() - app.now().getTime()) / MINUTE_MS
    await app.advance(minutesLeft - 60)
    const { userId, propertyId } = await ready()
    const bought = await paid(userId, propertyId, 180_000)
    expect(await limitOf(userId, propertyId)).toMatchObject({ year, leftFils: 362_500 })
    await app.advance(61)
    expect(await limitOf(userId, propertyId)).toMatchObject({ year: year + 1, leftFils: LIMIT_FILS })
    await paid(userId, propertyId, 180_000)
    await app.call(CancelOrder, { orderId: bought }, userId)
    expect(await limitOf(userId, propertyId)).toMatchObject({ year: year + 1, leftFils: 362_500 })
    expect(await balanceOf(accounts.capUsed(year, userId))).toMatchObject({
      creditsPosted: 18_000_000,
      debitsPosted: 18_000_000,
    })
  })

  it('leaves a ledger in which everything adds up', async () => {
    expect((await app.proof()).faults).toEqual([])
  })
})
