import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { CodeRequested, EmailChanged, PasswordChanged } from '@hissa/contracts/identity'
import { OrderCancelled, OrderPaid } from '@hissa/contracts/investment'
import { CaseApproved } from '@hissa/contracts/kyc'
import { OfferingPublished } from '@hissa/contracts/property'
import { listDeadLetters } from '@hissa/messaging'
import { until } from '@hissa/testing-helpers'
import { eventOf, Notification, offering, order, userId } from './harness.js'

const requested = (issue: number) => eventOf(CodeRequested, { userId, purpose: 'sign-up', issue })

describe('notification', () => {
  let service: Notification
  beforeAll(async () => {
    service = await Notification.start()
  })
  afterAll(() => service?.stop())
  afterEach(() => service.reset())

  it.each([
    'SCRIPT FLUSH',
    'SCRIPT KILL',
    'FUNCTION FLUSH',
    'FUNCTION LOAD code',
    'SCAN 0',
    'RANDOMKEY',
    'DBSIZE',
    'FLUSHDB',
    'GET other:key',
  ])('has no right to %s in Redis', async (command) => {
    expect(await service.redis.call('ACL', 'DRYRUN', service.redisUser, ...command.split(' '))).toMatch(
      /no permissions/,
    )
  })

  it('sends the code that identity returns at the time of sending, and stores neither code nor address', async () => {
    const event = requested(1)
    await service.publish(event)
    await service.settled('sent')
    expect(service.smtp.mails).toMatchObject([{ to: 'aisha@hissa.test', messageId: `<${event.id}-code@localhost>` }])
    expect(service.smtp.mails[0]?.raw).toContain('482913')
    expect(service.smtp.mails[0]?.raw).toMatch(/^Content-ID: <mark@hissa>\r?$/im)
    expect(service.smtp.mails[0]?.raw).toMatch(/^Reply-To: contact@hissa\.test\r?$/m)
    const kept = JSON.stringify(await service.rows().find().toArray()) + JSON.stringify(await service.redis.keys('*'))
    expect(kept).not.toMatch(/482913|aisha|Aisha/)
  })

  it('writes a code in the language of the event, or else in that of the account', async () => {
    service.reader.language = 'en'
    await service.publish(eventOf(CodeRequested, { userId, purpose: 'reset', issue: 1, language: 'ar' }))
    await service.settled('sent')
    service.reader.language = 'ar'
    await service.publish(eventOf(CodeRequested, { userId, purpose: 'reset', issue: 1, language: 'en' }))
    await service.settled('sent', 2)
    await service.publish(eventOf(CodeRequested, { userId, purpose: 'reset', issue: 1 }))
    await service.settled('sent', 3)
    const languages = service.smtp.mails.map(({ raw }) => /^Content-Language: (\w+)\r?$/m.exec(raw)?.[1])
    expect(languages).toEqual(['ar', 'en', 'ar'])
    const english = service.smtp.mails.map(({ raw }) => raw.includes('Subject: Your Hissa password reset code'))
    expect(english).toEqual([false, true, false])
  })

  it('sends the message of an event in the trace of the event', async () => {
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
    const event = { ...requested(1), traceparent }
    await service.publish(event)
    await service.settled('sent')
    expect(service.codeTrace).toMatch(/^00-4bf92f3577b34da6a3ce929d0e0e4736-[0-9a-f]{16}-0[01]$/)
  })

  it.each([
    ['Aisha Khan', /^To: Aisha Khan <aisha@hissa\.test>\r?$/m],
    ['Claim your prize at https://prize.test', /^To: aisha@hissa\.test\r?$/m],
  ])('uses a name as the recipient’s name, and no other text: %s', async (fullName, to) => {
    service.reader.fullName = fullName
    await service.publish(requested(1))
    await service.settled('sent')
    expect(service.smtp.mails[0]?.raw).toMatch(to)
    expect(service.smtp.mails[0]?.raw).not.toContain('prize')
  })

  it('sends one message when the same event is delivered many times', async () => {
    const event = requested(1)
    await Promise.all(Array.from({ length: 10 }, () => service.publish(event)))
    const marker = eventOf(CaseApproved, { caseId: 'case-1', userId })
    await service.publish(marker)
    await service.settled('sent', 2)
    expect(service.smtp.mails.map((mail) => mail.messageId).sort()).toEqual(
      [`<${event.id}-code@localhost>`, `<${marker.id}-kyc-approved@localhost>`].sort(),
    )
  })

  it('skips a code that a newer one replaced', async () => {
    service.currentIssue = 2
    await service.publish(requested(1))
    await service.settled('skipped')
    await service.publish(requested(2))
    await service.settled('sent')
    expect(service.smtp.mails).toHaveLength(1)
    expect(await service.rows().findOne({ state: 'skipped' })).toMatchObject({ reason: 'CODE_SUPERSEDED' })
  })

  it('sends a notice about a new password to the account’s address, and one about a new address to the previous', async () => {
    service.reader.quietTopics = ['security']
    await service.publish(eventOf(PasswordChanged, { userId }))
    await service.settled('sent')
    await service.publish(eventOf(EmailChanged, { userId, issue: 2 }))
    await service.settled('sent', 2)
    expect(service.smtp.mails.map(({ to }) => to)).toEqual(['aisha@hissa.test', 'before-2@hissa.test'])
    expect(JSON.stringify(await service.rows().find().toArray())).not.toMatch(/hissa\.test/)
  })

  it('skips emails about a topic that the reader has switched off, but never a code', async () => {
    service.reader.quietTopics = ['verification', 'security']
    await service.publish(eventOf(CaseApproved, { userId, caseId: 'case-quiet' }))
    await service.settled('skipped')
    await service.publish(requested(1))
    await service.settled('sent')
    expect(await service.rows().findOne({ state: 'skipped' })).toMatchObject({
      body: { template: 'kyc-approved' },
      reason: 'SWITCHED_OFF',
    })
    service.reader.quietTopics = ['investments', 'transfers']
    await service.publish(eventOf(CaseApproved, { userId, caseId: 'case-wanted' }))
    await service.settled('sent', 2)
  })

  it('retries until the property is known, then shows the amounts in the reader’s language', async () => {
    service.reader.language = 'ar'
    await service.publish(eventOf(OrderPaid, order))
    await until(async () => (await service.rows().findOne({ tries: { $gt: 0 } })) !== null)
    expect(service.smtp.mails).toHaveLength(0)
    await service.publish(eventOf(OfferingPublished, offering))
    await service.settled('sent')
    expect(service.smtp.mails[0]?.raw).toContain('Content-Language: ar')
    const base64 = /(?:[A-Za-z0-9+/]{76}\r?\n)+[A-Za-z0-9+/=]+/g
    const readable = service.smtp.mails[0]!.raw.replace(base64, (block) => Buffer.from(block, 'base64').toString())
    expect(readable).toContain('شقة في الريم')
    expect(readable).not.toContain('Al Reem 2 bed')
    expect(service.smtp.mails[0]?.raw).toMatch(/dir=3D"rtl"|dir="rtl"|ZGlyPSJydGwi/)
  })

  it('sends a receipt to a reader who has switched off every topic', async () => {
    service.reader.quietTopics = ['security', 'investments', 'verification', 'transfers']
    await service.publish(eventOf(OfferingPublished, offering))
    await service.publish(eventOf(OrderPaid, order))
    await service.settled('sent')
  })

  it('delivers once the mail server is back, and leaves only an id and an error code in the queue', async () => {
    await service.smtp.shut()
    await service.publish(requested(1))
    await until(async () => (await service.redis.zcard(`${service.prefix}bull:mail:delayed`)) === 1)
    const [row] = await service.rows().find().toArray()
    const job = await service.redis.hgetall(`${service.prefix}bull:mail:${row?._id}`)
    expect(job).toMatchObject({ data: JSON.stringify({ messageId: row?._id }), failedReason: 'ESOCKET' })
    await service.smtp.open()
    await service.settled('sent')
    expect(service.smtp.mails).toHaveLength(1)
  })

  it('counts the emails that are not sent, and the jobs of its queue, on /metrics', async () => {
    expect(await service.metrics()).toContain('mail_unsent{service="notification"} 0')
    await service.smtp.shut()
    await service.publish(requested(1))
    await until(async () => (await service.rows().findOne({ tries: { $gt: 0 } })) !== null)
    await service.rows().updateMany({}, { $set: { createdAt: new Date(Date.now() - 3_600_000) } })
    const text = await service.metrics()
    expect(text).toContain('mail_unsent{service="notification"} 1')
    expect(Number(/^mail_oldest_age_seconds{.*} (\S+)$/m.exec(text)?.[1])).toBeGreaterThanOrEqual(3_600)
    expect(text).toMatch(/^mail_queue_jobs{state="delayed",service="notification"} \d$/m)
    await service.smtp.open()
    await service.rows().updateMany({ state: 'queued' }, { $set: { checkAt: new Date(0) } })
    await service.settled('sent')
  })

  it('delivers queued messages after Redis lost its data', async () => {
    await service.smtp.shut()
    await service.publish(requested(1))
    await until(async () => (await service.rows().findOne({ tries: { $gt: 0 } })) !== null)
    await service.redis.flushdb()
    await service.smtp.open()
    await service.rows().updateMany({ state: 'queued' }, { $set: { checkAt: new Date(0) } })
    await service.settled('sent')
    expect(service.smtp.mails).toHaveLength(1)
  })

  it('fails at once if the mail server permanently rejects the address', async () => {
    service.smtp.refuseRecipientsWith = '550 no such person aisha@hissa.test'
    await service.publish(requested(1))
    await service.settled('failed')
    expect(await service.rows().findOne({ state: 'failed' })).toMatchObject({ reason: 'EENVELOPE 550', tries: 0 })
  })

  it('moves an order event that violates its contract to the dead-letter queue and handles the next one', async () => {
    await service.publish(eventOf(OfferingPublished, offering))
    await service.publish({ ...eventOf(OrderCancelled, order), data: { orderId: 'order-1', userId } } as never)
    await service.publish(eventOf(OrderCancelled, { ...order, reason: 'cancelled' }))
    await service.settled('sent')
    const consumer = 'notification-tell-investor-when-order-cancelled'
    await until(async () =>
      (await listDeadLetters(service.bus, 'notification')).some((letter) => letter.consumer === consumer),
    )
    expect(service.smtp.mails).toHaveLength(1)
  })

  it('moves an event that violates its contract to the dead-letter queue and handles the next one', async () => {
    await service.publish({ ...requested(1), data: { userId } } as never)
    await service.publish(requested(1))
    await service.settled('sent')
    const consumer = 'notification-send-code-when-requested'
    await until(async () =>
      (await listDeadLetters(service.bus, 'notification')).some((letter) => letter.consumer === consumer),
    )
  })
})
