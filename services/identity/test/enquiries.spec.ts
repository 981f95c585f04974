import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type EnquiryForm, GetEnquiry, SendEnquiry } from '@hissa/contracts/identity'
import { Harness, newEmail } from './harness.js'

let identity: Harness

beforeAll(async () => {
  identity = await Harness.start(1, { IDENTITY_LIMIT_FACTOR: '1' })
})
afterAll(() => identity.stop())

const FORM = {
  name: 'Fatima Al Suwaidi',
  topic: 'order' as const,
  message: 'Which documents do you need for a transfer?',
  language: 'ar' as const,
}
let networks = 0
const newNetwork = () => `198.51.100.${(networks += 1)}`
const send = (change: Partial<EnquiryForm> = {}, network = newNetwork()) =>
  identity.call(SendEnquiry, { ...FORM, email: newEmail(), ...change, network })
const received = async () => {
  const rows = await identity.store
    .collection('outbox')
    .find({ 'event.type': 'identity.enquiry.received.v1' })
    .toArray()
  return rows.map(({ event }) => event.data.enquiryId as string)
}
const rows = () => identity.store.collection('enquiries')

describe('a message from the contact page', () => {
  it('is stored under a reference and published without its content', async () => {
    const email = newEmail()
    const { reference } = await send({ email })
    expect(reference).toMatch(/^HQ-[0-9A-HJKMNP-TV-Z]{8}$/)
    const [enquiryId] = await received()
    const enquiry = await identity.call(GetEnquiry, { enquiryId: enquiryId! })
    expect(enquiry).toMatchObject({ reference, email, ...FORM })
    const stored = JSON.stringify([
      await rows().find().toArray(),
      await identity.store.collection('outbox').find().toArray(),
    ])
    expect(stored).not.toMatch(/Fatima|documents|fatima/)
    expect(stored).not.toContain(email)
  })

  it('is deleted by the store two years later', async () => {
    await send()
    const row = await rows().findOne({})
    const days = (row!.expiresAt.getTime() - row!.receivedAt.getTime()) / 86_400_000
    expect(days).toBe(730)
    const indexes = await rows().indexes()
    expect(indexes.find(({ name }) => name === 'expiresAt')).toMatchObject({ expireAfterSeconds: 0 })
  })

  it('gets the usual response and is dropped if the hidden field is filled in', async () => {
    const before = await rows().countDocuments()
    expect((await send({ website: 'https://spam.example' })).reference).toMatch(/^HQ-/)
    expect(await rows().countDocuments()).toBe(before)
  })

  it('is refused after three with the same address in an hour, in any case and from any network', async () => {
    const email = newEmail()
    for (let index = 0; index < 3; index += 1) await send({ email })
    await expect(send({ email: email.toUpperCase() })).rejects.toMatchObject({ code: 'TOO_MANY_MESSAGES', status: 429 })
  })

  it('is refused after ten from one network in an hour', async () => {
    const network = newNetwork()
    for (let index = 0; index < 10; index += 1) await send({}, network)
    await expect(send({}, network)).rejects.toMatchObject({ code: 'TOO_MANY_MESSAGES' })
    await identity.clock.frozen(async () => {
      identity.clock.advance(3_600_000)
      expect((await send({}, network)).reference).toMatch(/^HQ-/)
    })
  })

  it.each([
    ['an address that is none', { email: 'fatima' }],
    ['a blank name', { name: '   ' }],
    ['a message of fewer than ten characters', { message: 'Hello    ' }],
    ['a message of more than 4,000 characters', { message: 'x'.repeat(4_001) }],
  ])('is rejected with %s', async (_why, change) => {
    await expect(send(change)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
  })

  it('is not found by an unknown id', async () => {
    await expect(identity.call(GetEnquiry, { enquiryId: 'none' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
