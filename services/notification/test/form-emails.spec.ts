import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { EnquiryReceived, WaitlistConfirmed, WaitlistRequested } from '@hissa/contracts/identity'
import { listDeadLetters } from '@hissa/messaging'
import { until } from '@hissa/testing-helpers'
import { ENQUIRY, ENTRY, eventOf, Notification } from './harness.js'

const received = () => eventOf(EnquiryReceived, { enquiryId: 'enquiry-1' })
const requested = () => eventOf(WaitlistRequested, { entryId: 'entry-1' })
const confirmed = () => eventOf(WaitlistConfirmed, { entryId: 'entry-1' })
/** Decodes quoted-printable, which mail programs show as text. */
const textOf = (raw: string) =>
  Buffer.from(
    raw.replace(/=\r?\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')

let service: Notification
beforeAll(async () => {
  service = await Notification.start()
})
afterAll(() => service?.stop())
afterEach(() => service.reset())

const mailTo = (to: string) => service.smtp.mails.find((mail) => mail.to === to)!.raw

describe('emails about a message to the team', () => {
  it('bring the message to the mailbox, whose replies go to the sender, and acknowledge it', async () => {
    await service.publish(received())
    await service.settled('sent', 2)
    const team = mailTo('contact@hissa.test')
    expect(team).toMatch(/^Reply-To: mona@hissa\.test\r?$/m)
    expect(textOf(team)).toContain('Which documents do you need?')
    const sender = mailTo('mona@hissa.test')
    expect(sender).toMatch(/^Reply-To: contact@hissa\.test\r?$/m)
    expect(sender).toMatch(/^Content-Language: ar\r?$/m)
    expect(textOf(sender)).toContain('HQ-7K2M9PXA')
  })

  it('don’t repeat the message to the address that was typed, or a name that is a link', async () => {
    service.enquiry = {
      ...ENQUIRY,
      language: 'en',
      name: 'Claim at https://prize.test',
      message: 'Claim your prize now',
    }
    await service.publish(received())
    await service.settled('sent', 2)
    expect(textOf(mailTo('mona@hissa.test'))).not.toMatch(/prize/)
  })

  it('are sent once each when the event is delivered many times, and leave no personal data behind', async () => {
    const event = received()
    await Promise.all(Array.from({ length: 10 }, () => service.publish(event)))
    await service.publish(requested())
    await service.settled('sent', 3)
    expect(service.smtp.mails).toHaveLength(3)
    const kept = JSON.stringify(await service.rows().find().toArray()) + JSON.stringify(await service.redis.keys('*'))
    expect(kept).not.toMatch(/mona|Mona|documents/)
  })

  it('are skipped if the message was deleted before a late event', async () => {
    service.enquiry = null
    await service.publish(received())
    await service.settled('skipped', 2)
    expect(service.smtp.mails).toHaveLength(0)
  })
})

describe('emails about the waitlist', () => {
  it('have the link that confirms a place, in the fragment of the address', async () => {
    await service.publish(requested())
    await service.settled('sent')
    const text = textOf(mailTo('mona@hissa.test'))
    expect(text).toContain('http://localhost:8080/early-access#confirm=entry-1.1.signed')
    expect(text).toContain('29 Nov 2026, 01:05')
    expect(text).not.toContain('#leave=')
  })

  it('say that a place is confirmed, however often it is asked for, with the link to leave', async () => {
    service.entry = { ...ENTRY, isConfirmed: true, language: 'ar' }
    await service.publish(requested())
    await service.publish(confirmed())
    await service.settled('sent', 2)
    for (const { raw } of service.smtp.mails)
      expect(textOf(raw)).toContain('http://localhost:8080/ar/early-access#leave=entry-1.signed')
  })

  it('are skipped for who has left the list', async () => {
    service.entry = null
    await service.publish(confirmed())
    await service.settled('skipped')
    expect(service.smtp.mails).toHaveLength(0)
  })

  it.each([
    ['a message', 'notification-email-team-and-sender-when-enquiry-received', received],
    ['a request', 'notification-email-person-when-waitlist-requested', requested],
    ['a confirmation', 'notification-email-person-when-waitlist-confirmed', confirmed],
  ])(
    'are not sent for an event of %s that violates the contract, which becomes a dead letter',
    async (_, name, make) => {
      await service.publish({ ...make(), data: { enquiryId: '', entryId: '' } } as never)
      await until(async () =>
        (await listDeadLetters(service.bus, 'notification')).some(({ consumer }) => consumer === name),
      )
      expect(service.smtp.mails).toHaveLength(0)
    },
  )
})
