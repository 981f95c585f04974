import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { GetOrder, GetOrderRequirements, PlaceOrder } from '@hissa/contracts/investment'
import { DisclosurePublished } from '@hissa/contracts/property'
import { DISCLOSURE, Investment } from './harness.js'

let app: Investment
beforeAll(async () => {
  app = await Investment.start()
})
afterAll(() => app.stop())

const { documentId, version, hash } = DISCLOSURE
const requirements = (userId: string | undefined, propertyId: string) =>
  app.call(GetOrderRequirements, { propertyId }, userId)
const requestOf = async (orderId: string) => {
  const { request } = app.gateway.sessions.get(await app.sessionOf(orderId))!
  return request
}

/** Reserves an order whose page was never opened, so long ago that the processor refuses the first attempt's expiry. */
async function reserveUnopened(userId: string, propertyId: string, locale?: 'en' | 'ar'): Promise<string> {
  app.gateway.faults.push('before')
  await expect(app.call(PlaceOrder, { propertyId, amount: 2_000, locale }, userId)).rejects.toMatchObject({
    code: 'PAYMENT_UNAVAILABLE',
  })
  const orders = app.collection('orders')
  const { _id: orderId } = (await orders.findOne({ userId }))!
  const checkoutBegunAt = new Date(Date.now() - 5 * 60_000)
  const expiresAt = new Date(app.now().getTime() + 26 * 60_000)
  await orders.updateOne({ _id: orderId }, { $set: { checkoutBegunAt, expiresAt } })
  return orderId
}

describe('the deadline of an order', () => {
  it('is one instant for the reservation, its owner and the payment page, also for a large one', async () => {
    const propertyId = await app.openRaise(5_000)
    for (const amount of [2_000, 250_000]) {
      const userId = await app.investor(propertyId)
      const begun = Date.now()
      const placed = await app.place(userId, propertyId, amount)
      const page = (await requestOf(placed.orderId)).expiresAt
      expect(placed.expiresAt).toBe(app.businessTimeAt(page).toISOString())
      expect((await app.order(placed.orderId))!['expiresAt']).toEqual(app.businessTimeAt(page))
      const { order } = await app.call(GetOrder, { orderId: placed.orderId }, userId)
      expect(order.expiresAt).toBe(placed.expiresAt)
      expect(page.getTime() % 1_000).toBe(0)
      expect(page.getTime() - begun).toBeGreaterThan(30 * 60_000)
      expect(page.getTime() - Date.now()).toBeLessThanOrEqual(31 * 60_000)
    }
  })

  it('moves with the page when that has to be reopened', async () => {
    const propertyId = await app.openRaise(1_000)
    const userId = await app.investor(propertyId)
    const orderId = await reserveUnopened(userId, propertyId)
    app.gateway.faults.push('refused')
    const placed = await app.place(userId, propertyId)
    expect(placed.orderId).toBe(orderId)
    expect(placed.expiresAt).toBe(app.businessTimeAt((await requestOf(orderId)).expiresAt).toISOString())
    expect((await app.order(orderId))!['expiresAt'].toISOString()).toBe(placed.expiresAt)
  })
})

describe('the language of an order', () => {
  it("is that of its payment page and of the page's line items", async () => {
    const propertyId = await app.openRaise(1_000)
    const userId = await app.investor(propertyId)
    const { orderId } = await app.call(PlaceOrder, { propertyId, amount: 2_000, locale: 'ar' }, userId)
    expect(await requestOf(orderId)).toMatchObject({
      locale: 'ar',
      lines: [{ name: 'حصص في A home' }, { name: 'رسوم المنصة' }],
    })
  })

  it('applies to the name of the property, if it has an Arabic name', async () => {
    const propertyId = await app.openRaise(1_000, { titleAr: 'منزل' })
    const nameIn = async (locale: 'ar' | 'en') => {
      const userId = await app.investor(propertyId)
      const { orderId } = await app.call(PlaceOrder, { propertyId, amount: 2_000, locale }, userId)
      return (await requestOf(orderId)).lines[0]!.name
    }
    expect([await nameIn('ar'), await nameIn('en')]).toEqual(['حصص في منزل', 'Shares of A home'])
  })

  it('is English when the caller names none', async () => {
    const propertyId = await app.openRaise(1_000)
    const { orderId } = await app.place(await app.investor(propertyId), propertyId)
    expect(await requestOf(orderId)).toMatchObject({ locale: 'en', lines: [{ name: 'Shares of A home' }, {}] })
  })
})

describe('a reopened payment page', () => {
  const reopened = async (answer: 'none' | 'refused', locale?: 'en' | 'ar') => {
    const propertyId = await app.openRaise(1_000)
    const userId = await app.investor(propertyId)
    const orderId = await reserveUnopened(userId, propertyId, 'ar')
    app.gateway.faults.push(answer)
    await app.call(PlaceOrder, { propertyId, amount: 2_000, locale }, userId)
    const { locale: ofOrder } = (await app.order(orderId))!
    return [ofOrder, (await requestOf(orderId)).locale, (await requestOf(orderId)).lines[0]!.name]
  }

  it('uses the investor’s current language', async () => {
    expect(await reopened('refused', 'en')).toEqual(['en', 'en', 'Shares of A home'])
  })

  it('keeps its language when the caller names none, and when the first attempt had opened a page', async () => {
    expect(await reopened('refused')).toEqual(['ar', 'ar', 'حصص في A home'])
    expect(await reopened('none', 'en')).toEqual(['ar', 'ar', 'حصص في A home'])
  })
})

describe('the requirements of an order', () => {
  it('are verification for an unverified investor, and every text that was not accepted', async () => {
    const propertyId = await app.openRaise(1_000)
    const outstanding = [{ documentId, version, hash }]
    const client = { investorClass: 'retail', annualLimit: null }
    const open = { ...client, appropriateness: 'required', accepted: [], outstanding }
    expect(await requirements('nobody-yet', propertyId)).toEqual({ identity: 'required', ...open })
    const verified = { ...open, identity: 'verified', appropriateness: 'passed' }
    expect(await requirements(await app.investor(), propertyId)).toEqual(verified)
  })

  it('are empty once the texts are accepted, for that property and that investor', async () => {
    const [propertyId, other] = [await app.openRaise(1_000), await app.openRaise(1_000)]
    const userId = await app.investor(propertyId)
    const answer = await requirements(userId, propertyId)
    expect(answer).toMatchObject({ identity: 'verified', outstanding: [] })
    expect(answer.accepted).toEqual([{ documentId, version, hash, locale: 'en', at: expect.any(String) }])
    expect((await requirements(userId, other)).outstanding).toHaveLength(1)
    expect((await requirements(await app.investor(), propertyId)).outstanding).toHaveLength(1)
  })

  it('are rejected for callers who are not signed in, and for unknown properties', async () => {
    const propertyId = await app.openRaise(1_000)
    await expect(requirements(undefined, propertyId)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    await expect(requirements('somebody', 'Prop_0_none')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('include the new version of a text that changed', async () => {
    const propertyId = await app.openRaise(1_000)
    const userId = await app.investor(propertyId)
    const changed = { documentId, version: version + 1, hash: 'b'.repeat(64) }
    await app.publish(DisclosurePublished, documentId, { ...changed, required: true }, version + 1)
    await app.until('the text has changed', async () => {
      const { outstanding, accepted } = await requirements(userId, propertyId)
      return outstanding[0]?.version === version + 1 && accepted.length === 0
    })
    expect((await requirements(userId, propertyId)).outstanding).toEqual([changed])
  })
})
