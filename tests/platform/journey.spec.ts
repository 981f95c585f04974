import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { serviceNames } from '@hissa/contracts'
import type { Units } from '@hissa/money'
import { CARDS, createJourney, newPerson, poll, type Journey, type Person, type Session } from '@hissa/testing-driver'
import { readFileSync, writeFileSync } from 'node:fs'
import { manifests } from '../../local/launcher/src/run/manifests.js'
import { checkAnswers } from './support/conformance.js'
import { metricsPage, recordMetrics, type ExportedMetric } from './support/metrics.js'
import { startTestPlatform, type TestPlatform } from './support/platform.js'

const MINUTES = 60_000

/** The headers of a message, as the mail catcher returns them. */
type Headers = Record<string, string[]>

describe('the main journey through the public interfaces', () => {
  let platform: TestPlatform
  let journey: Journey
  let session: Session
  let propertyId: string
  let metrics: ExportedMetric[]
  let stopChecking = () => {}

  beforeAll(async () => {
    const recorded = recordMetrics(serviceNames)
    platform = await startTestPlatform()
    metrics = recorded()
    stopChecking = checkAnswers(platform.baseUrl)
    journey = createJourney({ baseUrl: platform.baseUrl, mailUrl: platform.mailUrl })
    const properties = await journey.properties('status=active&sort=price_high&limit=5')
    propertyId = properties[0]!.propertyId
  })

  afterAll(() => {
    stopChecking()
    return platform.stop()
  })

  /**
   * Takes a person up to the first investment without SRP: the client library's arithmetic is a hundred times slower
   * inside Jest's context. Identity's own tests and the browser's journey sign in with SRP.
   */
  const becomeInvestor = async (person: Person): Promise<Session> => {
    const { userId } = await journey.signUp(person)
    await journey.confirm(person.email)
    const idToken = await platform.signToken({ sub: userId, email: person.email })
    const signedIn = { userId, idToken } as Session
    await journey.saveProfile(signedIn, person)
    await journey.passKyc(signedIn, person)
    await journey.waitForStatus(signedIn, 'kyc_complete')
    return signedIn
  }

  const available = async () => {
    const { property } = await journey.api<{ property: { offering: { unitsAvailable: Units } } }>(
      `/api/properties/${propertyId}`,
    )
    return property.offering.unitsAvailable
  }

  it('is documented by a page of every metric that the services register', () => {
    const path = new URL('../../docs/reference/metrics.md', import.meta.url)
    if (process.env['HISSA_WRITE_REFERENCE']) writeFileSync(path, metricsPage(metrics))
    expect(readFileSync(path, 'utf8')).toBe(metricsPage(metrics))
  })

  it('takes a new user from sign-up to a holding on the dashboard', async () => {
    const person = newPerson({ language: 'en' })
    session = await becomeInvestor(person)
    const order = await journey.buy(session, { propertyId, amount: 4_000 })
    expect(order).toMatchObject({ state: 'paid', units: 40, amountFils: 400_000, feeFils: 6_000, totalFils: 406_000 })
    const dashboard = await journey.dashboard(session)
    expect(dashboard.totals).toMatchObject({ investedFils: 400_000, pendingFils: 400_000, units: 40 })
    expect(dashboard.holdings).toMatchObject([{ state: 'pending', units: 40, property: { propertyId } }])
    await journey.waitForStatus(session, 'investor_active')
    const mail = await journey.mailbox.waitFor(person.email, ({ Text }) => Text.includes('4,060.00'))
    expect(mail.Text).toMatch(/AED/)
    expect(mail.HTML).toContain('<')
  })

  it('shows the same share of the company on the property, before payment and on the dashboard', async () => {
    const small = (await journey.properties('status=active&limit=50')).find(
      ({ offering }) => offering.unitsIssued > offering.unitsTotal,
    )!
    const expected = Math.floor((20 * 1_000_000) / small.offering.unitsIssued)
    const body = { propertyId: small.propertyId, amount: 2_000 }
    const preview = await journey.api<{ sharePartsPerMillion: number }>('/api/orders/preview', { body })
    expect(preview.sharePartsPerMillion).toBe(expected)
    await journey.buy(session, body)
    const { holdings } = await journey.dashboard(session)
    const held = holdings.find(({ property }) => property.propertyId === small.propertyId)
    expect(held?.sharePartsPerMillion).toBe(expected)
  })

  it('unsubscribes from one kind of email by its raw message, without a session', async () => {
    const person = newPerson({ language: 'en' })
    const investor = await becomeInvestor(person)
    const mail = await journey.mailbox.waitFor(person.email, ({ Subject }) => Subject.includes('You’re verified'))
    const headers = (await (await fetch(`${platform.mailUrl}/api/v1/message/${mail.ID}/headers`)).json()) as Headers
    expect(headers['List-Unsubscribe-Post']).toEqual(['List-Unsubscribe=One-Click'])
    const { pathname, search, searchParams } = new URL(/^<(.+)>$/.exec(headers['List-Unsubscribe']![0]!)![1]!)
    const click = (query: string) =>
      fetch(`${platform.baseUrl}${pathname}${query}`, {
        method: 'POST',
        body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
      })
    const settings = async () =>
      (await journey.api<{ user: { settings: { notices: object } } }>('/api/users/me', { token: investor.idToken }))
        .user.settings.notices
    const [on, off] = [{ email: true }, { email: false }]
    const [content, signature] = searchParams.get('token')!.split('.') as [string, string]
    const [userId, , at] = JSON.parse(Buffer.from(content, 'base64url').toString()) as unknown[]
    const forged = (...values: unknown[]) => Buffer.from(JSON.stringify(values)).toString('base64url')
    for (const other of [forged('someone', 'verification', at), forged(userId, 'transfers', at)]) {
      const refused = await click(`?token=${other}.${signature}`)
      expect([refused.status, await refused.json()]).toMatchObject([403, { code: 'EMAIL_LINK_INVALID' }])
    }
    expect((await click(search)).status).toBe(200)
    expect(await settings()).toEqual({ security: on, investments: on, verification: off, transfers: on })
    const { notices } = await journey.api<{ notices: object[] }>('/api/notifications', { token: investor.idToken })
    expect(notices).toMatchObject([{ kind: 'verified', isRead: false }])
    const receipts = (await journey.mailbox.list(person.email)).filter(({ Subject }) => Subject.includes('code'))
    const raw = await (await fetch(`${platform.mailUrl}/api/v1/message/${receipts[0]!.ID}/headers`)).json()
    expect(raw).not.toHaveProperty('List-Unsubscribe')
  })

  it('sends Arabic emails from right to left to a user who reads Arabic', async () => {
    const person = newPerson({ language: 'ar' })
    await becomeInvestor(person)
    const mail = await journey.mailbox.waitFor(person.email, ({ HTML }) => /dir="rtl"/.test(HTML))
    expect(mail.Text).toMatch(/[\u0600-\u06ff]/)
  })

  it('keeps the reservation when a card is declined, and settles when another succeeds', async () => {
    const checkout = await journey.checkout(session, { propertyId, amount: 2_000 })
    const declined = await journey.payByCard(checkout.url, CARDS.declined)
    expect(declined.outcome).not.toBe('paid')
    expect((await journey.order(session, checkout.orderId)).state).toBe('reserved')
    expect((await journey.payByCard(checkout.url)).outcome).toBe('paid')
    await journey.waitForOrder(session, checkout.orderId, 'paid')
  })

  it('settles after 3-D Secure succeeds, and not after it fails', async () => {
    const checkout = await journey.checkout(session, { propertyId, amount: 2_000 })
    expect((await journey.payByCard(checkout.url, CARDS.threeDSecure, 'fail')).outcome).not.toBe('paid')
    expect((await journey.order(session, checkout.orderId)).state).toBe('reserved')
    expect((await journey.payByCard(checkout.url, CARDS.threeDSecure, 'complete')).outcome).toBe('paid')
    await journey.waitForOrder(session, checkout.orderId, 'paid')
  })

  it('returns the same order for the same idempotency key, and rejects the key for another order', async () => {
    const first = await journey.checkout(session, { propertyId, amount: 2_000, idempotencyKey: 'double-click' })
    const second = await journey.checkout(session, { propertyId, amount: 2_000, idempotencyKey: 'double-click' })
    expect(second).toEqual(first)
    await expect(
      journey.checkout(session, { propertyId, amount: 3_000, idempotencyKey: 'double-click' }),
    ).rejects.toThrow(/IDEMPOTENCY_KEY_REUSED/)
    await journey.release(session, first.orderId)
  })

  it('releases a reservation permanently, and shows the units as available again', async () => {
    await poll('every event to have its effect', noneUndelivered)
    const before = await available()
    const checkout = await journey.checkout(session, { propertyId, amount: 2_000 })
    await expect(journey.checkout(session, { propertyId, amount: 3_000 })).rejects.toThrow(/RESERVATION_OPEN/)
    expect(await journey.release(session, checkout.orderId)).toMatchObject({ state: 'expired', reason: 'released' })
    await poll('the units to be back', async () => ((await available()) >= before ? true : undefined))
    expect((await journey.payByCard(checkout.url).catch(() => ({ outcome: 'refused' }))).outcome).not.toBe('paid')
    expect((await journey.order(session, checkout.orderId)).state).toBe('expired')
  })

  it('releases the units of an unpaid reservation when the clock has moved by 31 minutes', async () => {
    await poll('every event to have its effect', noneUndelivered)
    const before = await available()
    const checkout = await journey.checkout(session, { propertyId, amount: 10_000 })
    await poll('the reservation to show', async () => ((await available()) === before - 100 ? true : undefined))
    await platform.moveClock(31 * MINUTES)
    const order = await journey.waitForOrder(session, checkout.orderId, 'expired')
    expect(order.units).toBe(100)
    await poll('the units to be back', async () => ((await available()) >= before ? true : undefined))
    expect((await journey.payByCard(checkout.url).catch(() => ({ outcome: 'refused' }))).outcome).not.toBe('paid')
  })

  describe.each([
    ['all its streams are deleted', () => platform.deleteStreams()],
    ['it is killed and its store removed', () => platform.wipeBus()],
  ])('on a bus that loses everything when %s', (_, lose) => {
    it('pays each order once and sends one receipt for it', async () => {
      const buyer = newPerson({ language: 'en' })
      const buying = await becomeInvestor(buyer)
      const properties = (await journey.properties('status=active&sort=price_low&limit=3')).slice(0, 3)
      const checkouts = []
      for (const { propertyId } of properties) {
        await journey.meetRequirements(buying, propertyId)
        checkouts.push(await journey.checkout(buying, { propertyId, amount: 2_000 }))
      }
      const before = platform.recreated()
      const paying = Promise.all(checkouts.map(({ url }) => journey.payByCard(url)))
      await lose()
      expect((await paying).map(({ outcome }) => outcome)).toEqual(['paid', 'paid', 'paid'])
      for (const { orderId } of checkouts) await journey.waitForOrder(buying, orderId, 'paid')
      await poll('every event to have its effect', noneUndelivered)
      expect(platform.recreated()).toBeGreaterThan(before)
      const { totals } = await journey.dashboard(buying)
      expect(totals).toMatchObject({ investedFils: 600_000, units: 60 })
      await journey.waitForStatus(buying, 'investor_active')
      await poll('three receipts', async () => ((await receipts(buyer)) >= 3 ? true : undefined))
      // A second investor's events pass through every service and must not send the first receipt again.
      await becomeInvestor(newPerson({ language: 'en' }))
      await poll('every event to have its effect', noneUndelivered)
      expect(await receipts(buyer)).toBe(3)
    })
  })

  const noneUndelivered = async () => {
    const found = await platform.undelivered()
    if (found.length > 0) throw new Error(found.slice(0, 5).join(', '))
    return true
  }
  const receipts = async ({ email }: Person) =>
    (await journey.mailbox.list(email)).filter(({ Text }) => Text.includes('2,030.00')).length

  it('stores data in exactly the collections that the manifests list', async () => {
    const listed = Object.fromEntries(manifests.map(({ name, collections }) => [name, collections]))
    expect(await platform.collections()).toEqual(listed)
  })

  describe('readiness of the gateway', () => {
    const readiness = async () => {
      const answer = await fetch(`${platform.baseUrl}/readyz`)
      return { httpStatus: answer.status, ...((await answer.json()) as { status: string; missing: string[] }) }
    }
    const becomes = (status: string) =>
      poll(`readiness ${status}`, async () => {
        const report = await readiness()
        return report.status === status ? report : undefined
      })

    it('is reported while every service responds', async () => {
      expect(await becomes('ready')).toMatchObject({ httpStatus: 200, missing: [] })
    })

    it('is reported with the name of a missing service that is not essential', async () => {
      await platform.stopService('kyc')
      expect(await becomes('degraded')).toMatchObject({ httpStatus: 200, missing: ['kyc'] })
    })

    it('is not reported while properties cannot be read', async () => {
      await platform.stopService('property')
      expect(await becomes('unavailable')).toMatchObject({ httpStatus: 503, missing: ['property', 'kyc'] })
      expect((await fetch(`${platform.baseUrl}/api/properties/none`)).status).toBe(503)
    })
  })
})
