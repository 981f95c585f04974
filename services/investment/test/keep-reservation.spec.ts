import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { UserStatusChanged } from '@hissa/contracts/identity'
import { KeepReservation, ReleaseReservation, SettlePayment } from '@hissa/contracts/investment'
import type { CheckoutSnapshot } from '../src/processor/processor.api.js'
import { accounts } from '../src/accounts.js'
import { Investment } from './harness.js'

let app: Investment
beforeAll(async () => {
  app = await Investment.start()
  await app.bootAnother()
})
afterAll(() => app.stop())

const keep = (orderId: string, userId: string) => app.call(KeepReservation, { orderId }, userId)
const stateOf = async (orderId: string) => (await app.order(orderId))?.['state'] as string
const becomes = (orderId: string, state: string) => app.until(state, async () => (await stateOf(orderId)) === state)
const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => 'accepted',
    (error: { code?: string; extra?: { why?: string } }) => error.extra?.why ?? error.code,
  )
const treasury = async (propertyId: string) => {
  const { debitsPending = 0, debitsPosted = 0 } =
    (await app.proof()).balances.get(accounts.unitsTreasury(propertyId)) ?? {}
  return { reserved: debitsPending, sold: debitsPosted }
}
const report = (snapshot: CheckoutSnapshot, eventId: string) =>
  app.call(SettlePayment, app.gateway.webhook(snapshot, eventId))
/** Returns the sessions of an order whose page can be paid or was paid. */
const pages = (orderId: string, state: CheckoutSnapshot['state']) =>
  [...app.gateway.sessions.values()].filter((session) => session.orderId === orderId && session.state === state)

async function reserved(terms: { count?: number; amount?: number } = {}) {
  const propertyId = await app.openRaise(terms.count ?? 1_000)
  const userId = await app.investor(propertyId)
  const { orderId, expiresAt } = await app.place(userId, propertyId, terms.amount)
  return { propertyId, userId, orderId, expiresAt, sessionId: await app.sessionOf(orderId) }
}

describe('keepReservation', () => {
  it('closes the payment page and opens another with a new deadline; the shares stay reserved', async () => {
    const { propertyId, userId, orderId, expiresAt, sessionId } = await reserved()
    await app.advance(29)
    const { order } = await keep(orderId, userId)
    expect(order).toMatchObject({ orderId, state: 'reserved', canExtend: false })
    expect(Date.parse(order.expiresAt) - Date.parse(expiresAt)).toBeGreaterThan(28 * 60_000)
    const [open, ...others] = pages(orderId, 'open')
    expect(others).toEqual([])
    expect(order.checkoutUrl).toContain(open!.sessionId)
    expect(app.gateway.session(sessionId).state).toBe('expired')
    // The processor's report about the replaced page arrives late, and the first deadline passes.
    expect(await report(app.gateway.session(sessionId), `late_${orderId}`)).toEqual({ outcome: 'ignored' })
    await app.advance(3)
    expect(await stateOf(orderId)).toBe('reserved')
    expect(await treasury(propertyId)).toEqual({ reserved: 20, sold: 0 })
    await app.advance(29)
    await becomes(orderId, 'expired')
    expect(app.gateway.session(open!.sessionId).state).toBe('expired')
    expect(await treasury(propertyId)).toEqual({ reserved: 0, sold: 0 })
  })

  it('accepts the payment of the new page', async () => {
    const { propertyId, userId, orderId } = await reserved()
    await keep(orderId, userId)
    await report(app.gateway.pay(await app.sessionOf(orderId)), `evt_${orderId}`)
    expect(await stateOf(orderId)).toBe('paid')
    expect(await treasury(propertyId)).toEqual({ reserved: 0, sold: 20 })
  })

  it('is granted once when an investor asks several times at once', async () => {
    const { userId, orderId } = await reserved()
    const answers = await Promise.all(Array.from({ length: 8 }, () => refusal(keep(orderId, userId))))
    expect(answers.filter((answer) => answer === 'accepted')).toHaveLength(1)
    const refused = answers.filter((answer) => answer !== 'accepted')
    expect(refused.filter((answer) => answer !== 'IDEMPOTENCY_IN_FLIGHT' && answer !== 'extended')).toEqual([])
    expect(pages(orderId, 'open')).toHaveLength(1)
  })

  it('refuses a second extension, a large reservation, and one that ends', async () => {
    const first = await reserved()
    await keep(first.orderId, first.userId)
    expect(await refusal(keep(first.orderId, first.userId))).toBe('extended')
    const large = await reserved({ count: 1_000, amount: 60_000 })
    expect((await app.order(large.orderId))?.['large']).toBe(true)
    expect(await refusal(keep(large.orderId, large.userId))).toBe('large')
    app.gateway.isDown = true
    await app.call(ReleaseReservation, { orderId: large.orderId }, large.userId)
    expect(await refusal(keep(large.orderId, large.userId))).toBe('releasing')
    app.gateway.isDown = false
    await becomes(large.orderId, 'expired')
    expect(await refusal(keep(large.orderId, large.userId))).toBe('ended')
  })

  it('refuses in the last seconds, when the page is about to be closed', async () => {
    const { userId, orderId } = await reserved()
    const left = Date.parse(((await app.order(orderId))!['expiresAt'] as Date).toISOString()) - app.now().getTime()
    app.gateway.isDown = true // the page cannot be closed, however long the call takes
    await app.advance((left - 5_000) / 60_000)
    const why = await refusal(keep(orderId, userId))
    app.gateway.isDown = false
    expect(why).toBe('too_late')
  })

  it('refuses once the raise is closed for new orders', async () => {
    const { propertyId, userId, orderId } = await reserved()
    await app.collection('raises').updateOne({ _id: propertyId }, { $set: { deadline: app.now() } })
    expect(await refusal(keep(orderId, userId))).toBe('raise_closed')
    expect(pages(orderId, 'open')).toHaveLength(1)
  })

  it("is available only to the order's investor, while the account may invest", async () => {
    const { userId, orderId } = await reserved()
    expect(await refusal(keep(orderId, await app.investor()))).toBe('NOT_FOUND')
    expect(await refusal(keep('nothing', userId))).toBe('NOT_FOUND')
    expect(await refusal(app.call(KeepReservation, { orderId }))).toBe('UNAUTHENTICATED')
    app.gateway.isDown = true // the release of a suspended account's reservation cannot finish
    await app.publish(UserStatusChanged, userId, { userId, status: 'suspended', version: 5 }, 5)
    await app.until('the status is known', async () => {
      return (await app.collection('investors').findOne({ _id: userId }))?.['status'] === 'suspended'
    })
    expect(['ACCOUNT_SUSPENDED', 'releasing']).toContain(await refusal(keep(orderId, userId)))
    app.gateway.isDown = false
    await becomes(orderId, 'expired')
    expect(pages(orderId, 'open')).toEqual([])
  })
})

describe('keepReservation of an order that cannot be paid', () => {
  it.each([
    ['suspended', 'ACCOUNT_SUSPENDED'],
    ['kyc_pending', 'KYC_REQUIRED'],
  ] as const)('releases the reservation of an account that became %s', async (status, code) => {
    const { userId, orderId, propertyId } = await reserved()
    // The status is known before the release that follows it.
    await app.collection('investors').updateOne({ _id: userId }, { $set: { status } })
    expect(await refusal(keep(orderId, userId))).toBe(code)
    await app.advance(0)
    await becomes(orderId, 'expired')
    expect(pages(orderId, 'open')).toEqual([])
    expect(await treasury(propertyId)).toEqual({ reserved: 0, sold: 0 })
  })

  it('is refused while another call is opening the payment page', async () => {
    const propertyId = await app.openRaise(1_000)
    const userId = await app.investor(propertyId)
    let code: string | undefined
    app.gateway.beforeOpen = async () => {
      const order = await app.collection('orders').findOne({ userId })
      code = await refusal(keep(order!._id, userId))
    }
    const { orderId } = await app.place(userId, propertyId)
    expect(code).toBe('IDEMPOTENCY_IN_FLIGHT')
    expect(pages(orderId, 'open')).toHaveLength(1)
  })

  it('opens no page for a reservation that is released during the extension', async () => {
    const { userId, orderId, propertyId } = await reserved()
    app.gateway.beforeOpen = () => app.call(ReleaseReservation, { orderId }, userId)
    expect(await refusal(keep(orderId, userId))).toBe('RESERVATION_CLOSED')
    await app.advance(0)
    await becomes(orderId, 'expired')
    expect(pages(orderId, 'open')).toEqual([])
    expect(await treasury(propertyId)).toEqual({ reserved: 0, sold: 0 })
  })

  it('fails if the processor rejects the new page, and releases the shares', async () => {
    const { userId, orderId, propertyId } = await reserved()
    app.gateway.faults.push('none', 'refused')
    expect(await refusal(keep(orderId, userId))).toBe('PAYMENT_REFUSED')
    expect(await stateOf(orderId)).toBe('failed')
    expect(await treasury(propertyId)).toEqual({ reserved: 0, sold: 0 })
  })
})

describe('keepReservation while the page is being paid', () => {
  it('settles the order that was paid first, and opens no other page', async () => {
    const { propertyId, userId, orderId, sessionId } = await reserved()
    app.gateway.pay(sessionId)
    expect((await keep(orderId, userId)).order).toMatchObject({ state: 'paid' })
    expect(await app.sessionOf(orderId)).toBe(sessionId)
    expect(pages(orderId, 'open')).toEqual([])
    expect(await treasury(propertyId)).toEqual({ reserved: 0, sold: 20 })
  })

  it('settles the order once when the webhook arrives during the extension', async () => {
    const { propertyId, userId, orderId, sessionId } = await reserved()
    app.gateway.beforeExpire = () => report(app.gateway.pay(sessionId), `evt_${orderId}`)
    expect((await keep(orderId, userId)).order).toMatchObject({ state: 'paid' })
    expect(pages(orderId, 'open')).toEqual([])
    expect(await treasury(propertyId)).toEqual({ reserved: 0, sold: 20 })
    expect(await app.events('investment.order.paid.v1', orderId)).toHaveLength(1)
  })

  it('leaves one paid order and no open page, whichever is first', async () => {
    const orders = await Promise.all(Array.from({ length: 6 }, () => reserved()))
    await Promise.all(
      orders.flatMap(({ orderId, userId, sessionId }) => [
        app.decided(() => keep(orderId, userId)),
        app.answered(async () => {
          const session = app.gateway.session(sessionId)
          if (session.state === 'expired') return
          await report(app.gateway.pay(sessionId), `evt_${orderId}`)
        }),
      ]),
    )
    for (const { orderId, propertyId } of orders) {
      const [paid, open] = [pages(orderId, 'complete'), pages(orderId, 'open')]
      expect(paid.length + open.length).toBe(1)
      expect(await stateOf(orderId)).toBe(paid.length === 1 ? 'paid' : 'reserved')
      expect(await treasury(propertyId)).toEqual(
        paid.length === 1 ? { reserved: 0, sold: 20 } : { reserved: 20, sold: 0 },
      )
    }
    expect(await app.collection('suspense_items').countDocuments()).toBe(0)
  })
})

describe('keepReservation when the processor is unreachable', () => {
  it('keeps the shares reserved, ignores the closed page’s event and resumes when repeated', async () => {
    const { propertyId, userId, orderId, sessionId } = await reserved()
    app.gateway.pageFaults.set(sessionId, 'after') // the page is closed, but the answer is lost
    expect(await refusal(keep(orderId, userId))).toBe('PAYMENT_UNAVAILABLE')
    await report(app.gateway.session(sessionId), `expired_${orderId}`)
    expect(await stateOf(orderId)).toBe('reserved')
    expect(await treasury(propertyId)).toEqual({ reserved: 20, sold: 0 })
    expect((await keep(orderId, userId)).order).toMatchObject({ state: 'reserved', canExtend: false })
    expect(pages(orderId, 'open')).toHaveLength(1)
    expect(await refusal(keep(orderId, userId))).toBe('extended')
  })

  it('continues when the order is placed again', async () => {
    const { propertyId, userId, orderId, sessionId } = await reserved()
    app.gateway.pageFaults.set(sessionId, 'before')
    expect(await refusal(keep(orderId, userId))).toBe('PAYMENT_UNAVAILABLE')
    expect(app.gateway.session(sessionId).state).toBe('open')
    const placed = await app.place(userId, propertyId)
    expect(placed.orderId).toBe(orderId)
    expect(app.gateway.session(sessionId).state).toBe('expired')
    expect(pages(orderId, 'open').map((page) => page.sessionId)).toEqual([await app.sessionOf(orderId)])
  })

  it('closes the replaced page before the shares are released at the new deadline', async () => {
    const { propertyId, userId, orderId, sessionId } = await reserved()
    app.gateway.pageFaults.set(sessionId, 'before')
    expect(await refusal(keep(orderId, userId))).toBe('PAYMENT_UNAVAILABLE')
    await app.advance(32)
    await becomes(orderId, 'expired')
    expect(app.gateway.session(sessionId).state).toBe('expired')
    expect(await treasury(propertyId)).toEqual({ reserved: 0, sold: 0 })
  })

  it('settles a payment of the replaced page that no webhook reported', async () => {
    const { userId, orderId, sessionId } = await reserved()
    app.gateway.pageFaults.set(sessionId, 'before')
    expect(await refusal(keep(orderId, userId))).toBe('PAYMENT_UNAVAILABLE')
    app.gateway.pay(sessionId)
    await app.advance(6)
    await becomes(orderId, 'paid')
  })
})
