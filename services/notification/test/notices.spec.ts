import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { CodeRequested, EmailChanged, PasswordChanged } from '@hissa/contracts/identity'
import { OrderAllotted, OrderCancelled, OrderPaid, SharesTransferred } from '@hissa/contracts/investment'
import { CaseApproved } from '@hissa/contracts/kyc'
import {
  CountUnreadNotices,
  ListNotices,
  MarkNoticeRead,
  MarkNoticesRead,
  MOST_NOTICES,
} from '@hissa/contracts/notification'
import { OfferingPublished } from '@hissa/contracts/property'
import { listDeadLetters } from '@hissa/messaging'
import { units } from '@hissa/money'
import { until } from '@hissa/testing-helpers'
import { eventOf, Notification, offering, order, userId } from './harness.js'

const problemOf = (call: Promise<unknown>) =>
  call.then(
    () => 'accepted',
    (error: { status: number; code: string }) => `${error.status} ${error.code}`,
  )
const approved = () => eventOf(CaseApproved, { userId, caseId: 'case-1' })

describe('notices', () => {
  let service: Notification
  beforeAll(async () => {
    service = await Notification.start()
    await service.addReplica()
  })
  afterAll(() => service?.stop())
  afterEach(() => service.reset())

  const list = (input: { cursor?: string; limit?: number } = {}, caller = userId) =>
    service.call(ListNotices, { limit: 20, ...input }, caller)
  const unread = async (caller = userId) => (await service.call(CountUnreadNotices, {}, caller)).unread
  const stored = (count: number) => until(async () => (await service.notices().countDocuments({})) === count)
  /** Publishes events one after another, so that their notices have this order. */
  const inOrder = async (...events: { type: string }[]) => {
    for (const event of events) {
      const before = await service.notices().countDocuments({})
      await service.publish(event)
      await stored(before + 1)
    }
  }
  const three = async () => {
    await inOrder(approved(), eventOf(PasswordChanged, { userId }), approved())
    return (await list()).notices
  }

  it('tell what happened, newest first, with the amount and the names of the property', async () => {
    await service.publish(eventOf(OfferingPublished, offering))
    const [paid, allotted] = [eventOf(OrderPaid, order), eventOf(OrderAllotted, order)]
    await inOrder(paid, allotted, eventOf(EmailChanged, { userId, issue: 2 }))
    await until(async () => (await list()).notices.every((notice) => !notice.propertyId || notice.title !== undefined))
    const of = { orderId: 'order-1', propertyId: 'Prop_1_reem', title: 'Al Reem 2 bed', titleAr: 'شقة في الريم' }
    expect(await list()).toMatchObject({
      notices: [
        { kind: 'emailChanged', isRead: false },
        { noticeId: `${allotted.id}-order-allotted`, kind: 'allotted', ...of, units: 20 },
        { noticeId: `${paid.id}-payment-received`, kind: 'paymentReceived', ...of, amountFils: 203_000, at: paid.time },
      ],
      count: 3,
    })
    expect(JSON.stringify(await service.notices().find().toArray())).not.toMatch(/aisha|hissa\.test/i)
  })

  it('appear once when the same event is delivered many times to two replicas', async () => {
    const event = approved()
    await Promise.all(Array.from({ length: 10 }, () => service.publish(event)))
    const marker = eventOf(PasswordChanged, { userId })
    await service.publish(marker)
    await stored(2)
    expect((await list()).notices.map(({ noticeId }) => noticeId).sort()).toEqual(
      [`${event.id}-kyc-approved`, `${marker.id}-password-changed`].sort(),
    )
    expect(await unread()).toBe(2)
  })

  it('appear although the reader has switched off the email', async () => {
    service.reader.quietTopics = ['verification']
    await service.publish(approved())
    await service.settled('skipped')
    expect((await list()).notices).toMatchObject([{ kind: 'verified' }])
  })

  it('don’t appear for the code of someone who can’t sign in yet, but for that of a new password', async () => {
    await service.publish(eventOf(CodeRequested, { userId, purpose: 'sign-up', issue: 1 }))
    await service.settled('sent')
    await service.publish(eventOf(CodeRequested, { userId, purpose: 'reset', issue: 1 }))
    await service.settled('sent', 2)
    expect((await list()).notices.map(({ kind }) => kind)).toEqual(['resetCode'])
  })

  it('are for one user each: the other party of a transfer, and no one else', async () => {
    const parties = { fromUserId: userId, toUserId: 'user-2', propertyId: order.propertyId, units: units(7) }
    const transfer = { ...parties, transferId: 'transfer-1', basis: 'court_order' as const, version: 1 }
    await service.publish(eventOf(SharesTransferred, transfer))
    await stored(2)
    const own = (await list()).notices
    expect(own.map(({ kind }) => kind)).toEqual(['sharesTransferred'])
    expect((await list({}, 'user-2')).notices.map(({ kind }) => kind)).toEqual(['sharesReceived'])
    expect(await list({}, 'user-3')).toEqual({ notices: [], count: 0 })
    expect(JSON.stringify(own)).not.toContain('user-2')
    const { noticeId } = own[0]!
    expect(await problemOf(service.call(MarkNoticeRead, { noticeId }, 'user-2'))).toBe('404 NOT_FOUND')
    expect(await problemOf(service.call(MarkNoticesRead, { upTo: noticeId }, 'user-2'))).toBe('404 NOT_FOUND')
    expect([await unread(), await unread('user-2')]).toEqual([1, 1])
  })

  it('are listed page by page, without repeats when one arrives between two pages', async () => {
    const [c, b, a] = await three()
    const first = await list({ limit: 2 })
    expect(first.notices).toEqual([c, b])
    await inOrder(approved())
    expect(await list({ limit: 2, cursor: first.cursor! })).toEqual({ notices: [a], count: 1 })
    expect(await problemOf(list({ cursor: 'bm90aGluZw' }))).toBe('400 VALIDATION_FAILED')
  })

  it('that arrive late come first, with the time of their event', async () => {
    await inOrder(approved(), { ...approved(), time: '2026-01-01T00:00:00.000Z' } as { type: string })
    expect((await list()).notices[0]).toMatchObject({ at: '2026-01-01T00:00:00.000Z', isRead: false })
  })

  it('are read one by one', async () => {
    const [, b] = await three()
    expect(await service.call(MarkNoticeRead, { noticeId: b!.noticeId })).toEqual({ unread: 2 })
    expect((await list()).notices.map(({ isRead }) => isRead)).toEqual([false, true, false])
    expect(await service.call(MarkNoticeRead, { noticeId: b!.noticeId })).toEqual({ unread: 2 })
  })

  it('are read up to one, and one that arrives later stays unread', async () => {
    const [newest] = await three()
    await inOrder(approved())
    expect(await service.call(MarkNoticesRead, { upTo: newest!.noticeId })).toEqual({ unread: 1 })
    expect((await list()).notices.map(({ isRead }) => isRead)).toEqual([false, true, true, true])
  })

  it('are never marked before they could be seen, while many arrive and are read at once', async () => {
    const [seen] = await three()
    const arriving = Array.from({ length: 12 }, approved)
    const marks = Array.from({ length: 4 }, () => service.call(MarkNoticesRead, { upTo: seen!.noticeId }))
    await Promise.all([...arriving.map((event) => service.publish(event)), ...marks])
    await stored(15)
    expect(await unread()).toBe(12)
    const places = (await service.notices().find({ userId }).toArray()).map(({ seq }) => seq)
    expect(places.sort((a, b) => a - b)).toEqual(Array.from({ length: 15 }, (_, index) => index + 1))
  })

  it('are announced when they arrive and when they are read, and not when nothing changes', async () => {
    const before = (await service.announced()).length
    const [c] = await three()
    const upTo = c!.noticeId
    await service.call(MarkNoticesRead, { upTo })
    await service.call(MarkNoticesRead, { upTo })
    await service.call(MarkNoticeRead, { noticeId: upTo })
    expect((await service.announced()).slice(before)).toEqual(Array(4).fill('notification.notice.changed.v1'))
  })

  it('are limited in number: the oldest of a user are removed', async () => {
    const old = { userId, kind: 'verified' as const, at: new Date(0) }
    await service
      .notices()
      .insertMany(
        Array.from({ length: MOST_NOTICES }, (_, index) => ({ _id: `old-${index + 1}`, seq: index + 1, ...old })),
      )
    await service.books().insertOne({ _id: userId, last: MOST_NOTICES, version: MOST_NOTICES })
    await service.publish(approved())
    await until(async () => (await service.notices().findOne({ _id: 'old-1' })) === null)
    expect(await service.notices().countDocuments({ userId })).toBe(MOST_NOTICES)
    expect(await problemOf(service.call(MarkNoticesRead, { upTo: 'old-1' }))).toBe('404 NOT_FOUND')
  })

  it('of an event that violates its contract don’t appear, and the next one does', async () => {
    await service.publish({ ...eventOf(OrderCancelled, order), data: { userId } } as never)
    await inOrder(eventOf(OrderCancelled, { ...order, orderId: 'order-2' }))
    const consumer = 'notification-tell-investor-when-order-cancelled'
    await until(async () =>
      (await listDeadLetters(service.bus, 'notification')).some((letter) => letter.consumer === consumer),
    )
    expect((await list()).notices.map(({ orderId }) => orderId)).toEqual(['order-2'])
  })

  it('are sent with a one-click link in an email that can be switched off, and in no other', async () => {
    const [verified, changed] = [approved(), eventOf(PasswordChanged, { userId })]
    // An email of another test may arrive as well.
    const sentFor = async ({ id }: { id: string }) => {
      const mail = () => service.smtp.mails.find(({ raw }) => raw.includes(`<${id}-`))
      await until(async () => mail() !== undefined)
      return mail()!.raw.replace(/\r?\n[ \t]+/g, ' ')
    }
    await service.publish(verified)
    await service.publish(changed)
    const [news, security] = [await sentFor(verified), await sentFor(changed)]
    expect(news).toMatch(
      /^List-Unsubscribe: <http:\/\/localhost:8080\/email-preferences\?token=signed\.verification>\r?$/m,
    )
    expect(news).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m)
    expect(security).not.toMatch(/List-Unsubscribe|email-preferences/)
  })
})
