import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { EventContract, EventData } from '@hissa/contracts'
import { CodeRequested } from '@hissa/contracts/identity'
import {
  OrderAllotted,
  OrderCancelled,
  OrderCoolingOff,
  OrderDeadlineExtended,
  OrderDisputed,
  OrderExpired,
  OrderFeeRefunding,
  OrderIssued,
  OrderPaid,
  OrderRefunded,
  OrderRefunding,
  OrderReopened,
} from '@hissa/contracts/investment'
import { CaseApproved, CaseRejected, CaseResubmissionRequested } from '@hissa/contracts/kyc'
import { OfferingPublished } from '@hissa/contracts/property'
import { newId, problem, type Running } from '@hissa/kernel'
import { connectBus, ensureStream, listDeadLetters, newEvent, type Bus } from '@hissa/messaging'
import { fils, units } from '@hissa/money'
import { connectMongo, type Connection } from '@hissa/persistence'
import { freshEngines } from '@hissa/testing-engines'
import { until } from '@hissa/testing-helpers'
import { Redis } from 'ioredis'
import { boot } from '../src/boot.js'
import { manifest } from '../src/manifest.js'
import type { Message } from '../src/messages/message.js'
import { SmtpStub, subjectOf } from './smtp-stub.js'

const userId = 'user-1'
const reader = { email: 'aisha@hissa.test', fullName: 'Aisha Khan', language: 'en' as string }
const order = {
  orderId: 'order-1',
  userId,
  propertyId: 'Prop_1_reem',
  units: units(20),
  amountFils: fils(200_000),
  feeFils: fils(3_000),
  totalFils: fils(203_000),
  version: 2,
}
const offering = {
  propertyId: 'Prop_1_reem',
  slug: 'al-reem',
  title: 'Al Reem 2 bed',
  titleAr: 'شقة في الريم',
  offeringVersion: 1,
  unitPriceFils: fils(10_000),
  unitsTotal: units(10_000),
  minimumFils: fils(200_000),
  feeBasisPoints: 150,
  expectedReturnBasisPoints: 700,
  deadline: '2027-01-01T00:00:00Z',
}

/** Returns the address of Redis for a user with the rights of production, under which the service runs here. */
async function limitedUser(redis: Redis, redisUrl: string, keys: string): Promise<string> {
  const rights = manifest.redisRights!.replace('~hissa_bull:*', keys)
  await redis.call('ACL', 'SETUSER', redisUser, 'on', '>limited', ...rights.split(' '))
  const address = new URL(redisUrl)
  address.username = redisUser
  address.password = 'limited'
  return address.href
}

const redisUser = `notification-${process.pid}`

describe('notification', () => {
  const smtp = new SmtpStub()
  let bus: Bus
  let store: Connection
  let redis: Redis
  let running: Running
  let currentIssue: number
  let prefix: string

  let codeTrace: string | undefined

  const answer = (name: string, reply: (input: Record<string, unknown>, traceparent?: string) => unknown) =>
    bus.nc.subscribe(`rpc.${name}`, {
      callback: (_error, message) => {
        const { data } = message.json<{ data: { input: Record<string, unknown>; traceparent?: string } }>()
        message.respond(JSON.stringify({ response: reply(data.input, data.traceparent) }))
      },
    })

  beforeAll(async () => {
    const { mongoUri, natsUrl, redisUrl, dbPrefix } = await freshEngines()
    prefix = dbPrefix
    bus = await connectBus(natsUrl, 'test')
    store = await connectMongo({ uri: mongoUri, dbName: `${dbPrefix}notification` })
    redis = new Redis(redisUrl)
    const limited = await limitedUser(redis, redisUrl, `~${dbPrefix}bull:*`)
    await smtp.open()
    for (const service of ['identity', 'property', 'investment', 'kyc']) await ensureStream(bus, service)
    answer('identity.describeSubject', () => ({ ok: true, output: { userId, ...reader } }))
    answer('identity.getCode', ({ issue }, traceparent) => {
      codeTrace = traceparent
      const superseded = problem('CODE_SUPERSEDED', 409, 'A newer code was issued.').toProblem()
      if (issue !== currentIssue) return { ok: false, problem: superseded }
      return { ok: true, output: { ...reader, code: '482913', expiresAt: '2026-11-22T10:05:00Z' } }
    })
    running = await boot({
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      MONGODB_URI: mongoUri,
      MONGODB_DB_PREFIX: dbPrefix,
      NATS_URL: natsUrl,
      REDIS_URL: limited,
      SMTP_URL: smtp.url,
      PUBLIC_URL: 'http://localhost:8080',
      JWKS_URL: 'http://localhost:8080/jwks',
      ISSUER: 'test',
      CLIENT_ID: 'test',
    })
    await running.ready
  })

  afterAll(async () => {
    await running?.drain()
    await smtp.shut()
    await redis.call('ACL', 'DELUSER', redisUser)
    redis.disconnect()
    await store.close()
    await bus.nc.drain()
  })

  beforeEach(() => {
    smtp.mails.length = 0
    reader.language = 'en'
    reader.fullName = 'Aisha Khan'
    currentIssue = 1
  })

  afterEach(async () => {
    smtp.refuseRecipientsWith = null
    await rows().deleteMany({})
  })

  const rows = () => store.collection<Message>('messages')
  const eventOf = <C extends EventContract>(contract: C, data: EventData<C>) =>
    newEvent(contract, { aggregateId: 'x', version: 1, time: new Date(), data })
  const publish = async (event: { type: string }) => {
    await bus.js.publish(`hissa.${event.type}`, JSON.stringify(event), { msgID: newId() })
  }
  const settled = (state: Message['state'], count = 1) =>
    until(async () => (await rows().countDocuments({ state })) === count)
  /** Waits until every consumer of orders' events has handled what was published. */
  const handled = () =>
    until(async () => {
      const unread: number[] = []
      for await (const { name, num_pending, num_ack_pending } of bus.jsm.consumers.list('HISSA_INVESTMENT'))
        if (name.startsWith('notification-')) unread.push(num_pending + num_ack_pending)
      return unread.length > 0 && unread.every((count) => count === 0)
    })
  const requested = (issue: number) => eventOf(CodeRequested, { userId, purpose: 'sign-up', issue })

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
    expect(await redis.call('ACL', 'DRYRUN', redisUser, ...command.split(' '))).toMatch(/no permissions/)
  })

  it('sends the code that identity returns at the time of sending, and stores neither code nor address', async () => {
    const event = requested(1)
    await publish(event)
    await settled('sent')
    expect(smtp.mails).toMatchObject([{ to: 'aisha@hissa.test', messageId: `<${event.id}-code@localhost>` }])
    expect(smtp.mails[0]?.raw).toContain('482913')
    expect(smtp.mails[0]?.raw).toMatch(/^Reply-To: contact@hissa\.test\r?$/m)
    const kept = JSON.stringify(await rows().find().toArray()) + JSON.stringify(await redis.keys('*'))
    expect(kept).not.toMatch(/482913|aisha|Aisha/)
  })

  it('writes a code in the language of the event, or else in that of the account', async () => {
    reader.language = 'en'
    await publish(eventOf(CodeRequested, { userId, purpose: 'reset', issue: 1, language: 'ar' }))
    await settled('sent')
    reader.language = 'ar'
    await publish(eventOf(CodeRequested, { userId, purpose: 'reset', issue: 1, language: 'en' }))
    await settled('sent', 2)
    await publish(eventOf(CodeRequested, { userId, purpose: 'reset', issue: 1 }))
    await settled('sent', 3)
    const languages = smtp.mails.map(({ raw }) => /^Content-Language: (\w+)\r?$/m.exec(raw)?.[1])
    expect(languages).toEqual(['ar', 'en', 'ar'])
    const english = smtp.mails.map(({ raw }) => raw.includes('Subject: Your Hissa password reset code'))
    expect(english).toEqual([false, true, false])
  })

  it('sends the message of an event in the trace of the event', async () => {
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
    const event = { ...requested(1), traceparent }
    await publish(event)
    await settled('sent')
    expect(codeTrace).toMatch(/^00-4bf92f3577b34da6a3ce929d0e0e4736-[0-9a-f]{16}-0[01]$/)
  })

  it.each([
    ['Aisha Khan', /^To: Aisha Khan <aisha@hissa\.test>\r?$/m],
    ['Claim your prize at https://prize.test', /^To: aisha@hissa\.test\r?$/m],
  ])('uses a name as the recipient’s name, and no other text: %s', async (fullName, to) => {
    reader.fullName = fullName
    await publish(requested(1))
    await settled('sent')
    expect(smtp.mails[0]?.raw).toMatch(to)
    expect(smtp.mails[0]?.raw).not.toContain('prize')
  })

  it('sends one message when the same event is delivered many times', async () => {
    const event = requested(1)
    await Promise.all(Array.from({ length: 10 }, () => publish(event)))
    const marker = eventOf(CaseApproved, { caseId: 'case-1', userId })
    await publish(marker)
    await settled('sent', 2)
    expect(smtp.mails.map((mail) => mail.messageId).sort()).toEqual(
      [`<${event.id}-code@localhost>`, `<${marker.id}-kyc-approved@localhost>`].sort(),
    )
  })

  it('skips a code that a newer one replaced', async () => {
    currentIssue = 2
    await publish(requested(1))
    await settled('skipped')
    await publish(requested(2))
    await settled('sent')
    expect(smtp.mails).toHaveLength(1)
    expect(await rows().findOne({ state: 'skipped' })).toMatchObject({ reason: 'CODE_SUPERSEDED' })
  })

  it('retries until the property is known, then shows the amounts in the reader’s language', async () => {
    reader.language = 'ar'
    await publish(eventOf(OrderPaid, order))
    await until(async () => (await rows().findOne({ tries: { $gt: 0 } })) !== null)
    expect(smtp.mails).toHaveLength(0)
    await publish(eventOf(OfferingPublished, offering))
    await settled('sent')
    expect(smtp.mails[0]?.raw).toContain('Content-Language: ar')
    const base64 = /(?:[A-Za-z0-9+/]{76}\r?\n)+[A-Za-z0-9+/=]+/g
    const readable = smtp.mails[0]!.raw.replace(base64, (block) => Buffer.from(block, 'base64').toString())
    expect(readable).toContain('شقة في الريم')
    expect(readable).not.toContain('Al Reem 2 bed')
    expect(smtp.mails[0]?.raw).toMatch(/dir=3D"rtl"|dir="rtl"|ZGlyPSJydGwi/)
  })

  it.each([
    ['ended unpaid', OrderExpired, 'order-expired', 'Your reservation of AED 2,030.00 has ended'],
    ['is being refunded', OrderRefunding, 'refund-started', 'We are refunding your payment of AED 2,030.00'],
    ['is refunded', OrderRefunded, 'refund-completed', 'Refund complete: AED 2,030.00'],
    ['cools off', OrderCoolingOff, 'cooling-off-started', 'The offering has closed: you can cancel until'],
    ['can be paid for by others again', OrderReopened, 'offering-reopened', 'The offering is open again'],
    ['has a later deadline', OrderDeadlineExtended, 'deadline-extended', 'deadline has moved to'],
    ['is cancelled', OrderCancelled, 'order-cancelled', 'Your order is cancelled: refund of AED 2,030.00'],
    ['is allotted', OrderAllotted, 'order-allotted', 'Your shares are registered'],
    ['is issued', OrderIssued, 'order-issued', 'Your shares are issued'],
    ['has a part of its fee refunded', OrderFeeRefunding, 'fee-refund-started', 'We are refunding AED 10.00 of your'],
    ['is disputed', OrderDisputed, 'dispute-opened', 'Your payment of AED 2,030.00 is disputed'],
  ] as const)('emails an investor once when an order %s', async (_case, contract, template, subject) => {
    await publish(eventOf(OfferingPublished, offering))
    const times = { coolingOffEndsAt: '2026-11-23T21:05:00Z', raiseDeadline: '2026-12-23T21:05:00Z' }
    const event = eventOf(contract, { ...order, ...times, feeRefundFils: fils(1_000), refundAttempt: 1 })
    await Promise.all([publish(event), publish(event), publish(event)])
    await settled('sent')
    const marker = eventOf(CaseApproved, { caseId: 'case-1', userId })
    await publish(marker)
    await settled('sent', 2)
    expect(smtp.mails.map((mail) => mail.messageId).sort()).toEqual(
      [`<${event.id}-${template}@localhost>`, `<${marker.id}-kyc-approved@localhost>`].sort(),
    )
    const mail = smtp.mails.find(({ messageId }) => messageId.startsWith(`<${event.id}`))!
    expect(subjectOf(mail.raw)).toContain(subject)
  })

  const cancellation = { reason: 'cancelled', cancelledAt: '2026-11-22T10:00:00Z', refundAttempt: 1 } as const
  it.each([
    ['the refund that a cancellation announced', OrderRefunding, cancellation, OrderCancelled, 'order-cancelled'],
    [
      'a lost dispute, whose refund follows',
      OrderDisputed,
      { reason: 'dispute_lost', dispute: 'lost', refundMethod: 'dispute' },
      OrderRefunded,
      'refund-completed',
    ],
  ] as const)('sends no second email about %s', async (_case, silent, data, contract, template) => {
    await publish(eventOf(OfferingPublished, offering))
    await publish(eventOf(silent, { ...order, ...data }))
    const event = eventOf(contract, { ...order, ...data })
    await publish(event)
    await handled()
    await settled('sent')
    expect(smtp.mails.map((mail) => mail.messageId)).toEqual([`<${event.id}-${template}@localhost>`])
  })

  it('emails the second attempt of the refund of a cancelled order', async () => {
    await publish(eventOf(OfferingPublished, offering))
    await publish(eventOf(OrderRefunding, { ...order, ...cancellation, refundAttempt: 2 }))
    await settled('sent')
    expect(subjectOf(smtp.mails[0]!.raw)).toContain('We are sending your refund of AED 2,030.00 again')
  })

  it('emails the reversal of an order even if it is delivered before the dispute was opened', async () => {
    await publish(eventOf(OfferingPublished, offering))
    await publish(eventOf(OrderRefunded, { ...order, reason: 'dispute_lost', refundMethod: 'dispute' }))
    await settled('sent')
    await publish(eventOf(OrderDisputed, { ...order, dispute: 'open' }))
    await settled('sent', 2)
    const subjects = smtp.mails.map(({ raw }) => subjectOf(raw))
    expect(subjects).toEqual(['Your order is reversed: AED 2,030.00', 'Your payment of AED 2,030.00 is disputed'])
  })

  it('passes on why a reservation ended: an account that may not invest is not invited to reserve again', async () => {
    await publish(eventOf(OfferingPublished, offering))
    await publish(eventOf(OrderExpired, { ...order, reason: 'account_not_eligible' }))
    await settled('sent')
    expect(await rows().findOne({})).toMatchObject({ body: { reason: 'account_not_eligible' } })
    const raw = smtp.mails[0]!.raw.replace(/=\r?\n/g, '').replace(/\s+/g, ' ')
    expect(raw).toContain('We ended your reservation of AED 2,030.00')
    expect(raw).not.toContain('reserve again')
  })

  it.each([
    ['approved', CaseApproved, 'Your identity verification: You’re verified'],
    ['rejected', CaseRejected, 'Your identity verification: We couldn’t verify your identity'],
    ['asked to submit again', CaseResubmissionRequested, 'Your identity verification: We need more information'],
  ] as const)('emails an applicant who was %s', async (_case, contract, subject) => {
    await publish(eventOf(contract, { caseId: 'case-1', userId, reasonCodes: ['DOCUMENT_UNREADABLE'] }))
    await settled('sent')
    expect(subjectOf(smtp.mails[0]?.raw ?? '')).toBe(subject)
  })

  it('delivers once the mail server is back, and leaves only an id and an error code in the queue', async () => {
    await smtp.shut()
    await publish(requested(1))
    await until(async () => (await redis.zcard(`${prefix}bull:mail:delayed`)) === 1)
    const [row] = await rows().find().toArray()
    const job = await redis.hgetall(`${prefix}bull:mail:${row?._id}`)
    expect(job).toMatchObject({ data: JSON.stringify({ messageId: row?._id }), failedReason: 'ESOCKET' })
    await smtp.open()
    await settled('sent')
    expect(smtp.mails).toHaveLength(1)
  })

  it('delivers queued messages after Redis lost its data', async () => {
    await smtp.shut()
    await publish(requested(1))
    await until(async () => (await rows().findOne({ tries: { $gt: 0 } })) !== null)
    await redis.flushdb()
    await smtp.open()
    await rows().updateMany({ state: 'queued' }, { $set: { checkAt: new Date(0) } })
    await settled('sent')
    expect(smtp.mails).toHaveLength(1)
  })

  it('fails at once if the mail server permanently rejects the address', async () => {
    smtp.refuseRecipientsWith = '550 no such person aisha@hissa.test'
    await publish(requested(1))
    await settled('failed')
    expect(await rows().findOne({ state: 'failed' })).toMatchObject({ reason: 'EENVELOPE 550', tries: 0 })
  })

  it('moves an order event that violates its contract to the dead-letter queue and handles the next one', async () => {
    await publish(eventOf(OfferingPublished, offering))
    await publish({ ...eventOf(OrderCancelled, order), data: { orderId: 'order-1', userId } } as never)
    await publish(eventOf(OrderCancelled, { ...order, reason: 'cancelled' }))
    await settled('sent')
    const consumer = 'notification-tell-investor-when-order-cancelled'
    await until(async () => (await listDeadLetters(bus, 'notification')).some((letter) => letter.consumer === consumer))
    expect(smtp.mails).toHaveLength(1)
  })

  it('moves an event that violates its contract to the dead-letter queue and handles the next one', async () => {
    await publish({ ...requested(1), data: { userId } } as never)
    await publish(requested(1))
    await settled('sent')
    const consumer = 'notification-send-code-when-requested'
    await until(async () => (await listDeadLetters(bus, 'notification')).some((letter) => letter.consumer === consumer))
  })
})
