import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { ConfirmWaitlist, GetWaitlistEntry, JoinWaitlist, LeaveWaitlist } from '@hissa/contracts/identity'
import { Harness, newEmail } from './harness.js'

let identity: Harness

beforeAll(async () => {
  identity = await Harness.start(1, { IDENTITY_LIMIT_FACTOR: '1' })
  identity.clock.freeze()
})
afterAll(() => identity.stop())

const DAY_MS = 86_400_000
let networks = 0
const newNetwork = () => `198.51.100.${(networks += 1)}`
const join = (email: string, network = newNetwork(), website?: string) =>
  identity.call(JoinWaitlist, { email, language: 'en', network, ...(website ? { website } : {}) })
const events = async (type: string) => {
  const rows = await identity.store.collection('outbox').find({ 'event.type': type }).sort({ _id: 1 }).toArray()
  return rows.map(({ event }) => event.data.entryId as string)
}
const requests = () => events('identity.waitlist.requested.v1')
/** Joins and returns what the email would contain. */
const joined = async (email = newEmail()) => {
  await join(email)
  const entryId = (await requests()).at(-1)!
  return { entryId, ...(await identity.call(GetWaitlistEntry, { entryId })) }
}
const rows = () => identity.store.collection('waitlist')

describe('the waitlist', () => {
  it('has a place once its link was opened, and publishes that once', async () => {
    const place = await joined()
    expect(place).toMatchObject({ isConfirmed: false, language: 'en' })
    for (let times = 0; times < 2; times += 1)
      expect(await identity.call(ConfirmWaitlist, { token: place.confirmToken })).toEqual({})
    expect(await identity.call(GetWaitlistEntry, { entryId: place.entryId })).toMatchObject({ isConfirmed: true })
    expect((await events('identity.waitlist.confirmed.v1')).filter((id) => id === place.entryId)).toHaveLength(1)
    expect(await rows().findOne({ _id: place.entryId as never })).not.toHaveProperty('expiresAt')
  })

  it('stores no readable address', async () => {
    const { email } = await joined()
    const stored = JSON.stringify([
      await rows().find().toArray(),
      await identity.store.collection('outbox').find().toArray(),
    ])
    expect(stored).not.toContain(email)
  })

  it('responds and sends the same for an address that is on it, in any case', async () => {
    const place = await joined()
    await identity.call(ConfirmWaitlist, { token: place.confirmToken })
    const before = (await requests()).length
    const known = await join(place.email.toUpperCase())
    const unknown = await join(newEmail())
    expect(known).toEqual(unknown)
    expect((await requests()).slice(before)).toHaveLength(2)
    expect((await requests())[before]).toBe(place.entryId)
  })

  it('sends an address three emails a day and keeps the same response', async () => {
    const email = newEmail()
    const before = (await requests()).length
    for (let times = 0; times < 5; times += 1) expect(await join(email)).toEqual({})
    expect((await requests()).slice(before)).toHaveLength(3)
  })

  it('drops who fills in the hidden field', async () => {
    const before = await rows().countDocuments()
    expect(await join(newEmail(), newNetwork(), 'https://spam.example')).toEqual({})
    expect(await rows().countDocuments()).toBe(before)
  })

  it('refuses more than ten requests from one network in an hour', async () => {
    const network = newNetwork()
    for (let times = 0; times < 10; times += 1) await join(newEmail(), network)
    await expect(join(newEmail(), network)).rejects.toMatchObject({ code: 'TOO_MANY_MESSAGES' })
  })

  it('refuses a link that was changed, and one that has expired', async () => {
    const { entryId, confirmToken, leaveToken } = await joined()
    const other = await joined()
    const forged = [other.entryId, ...confirmToken.split('.').slice(1)].join('.')
    const later = confirmToken.replace(/\.(\d+)\./, (_, until) => `.${Number(until) + 1}.`)
    for (const token of [forged, later, leaveToken, `${confirmToken}.x`, 'x', entryId])
      await expect(identity.call(ConfirmWaitlist, { token })).rejects.toMatchObject({ code: 'WAITLIST_LINK_INVALID' })
    identity.clock.advance(7 * DAY_MS)
    await expect(identity.call(ConfirmWaitlist, { token: confirmToken })).rejects.toMatchObject({
      code: 'WAITLIST_LINK_INVALID',
      status: 410,
    })
  })

  it('deletes a place with its address when its owner leaves, and accepts that again', async () => {
    const { entryId, confirmToken, leaveToken } = await joined()
    for (let times = 0; times < 2; times += 1)
      expect(await identity.call(LeaveWaitlist, { token: leaveToken })).toEqual({})
    expect(await rows().findOne({ _id: entryId as never })).toBeNull()
    await expect(identity.call(GetWaitlistEntry, { entryId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(identity.call(ConfirmWaitlist, { token: confirmToken })).rejects.toMatchObject({
      code: 'WAITLIST_LINK_INVALID',
    })
  })

  it('refuses to delete a place by the link that confirms it', async () => {
    const { confirmToken } = await joined()
    await expect(identity.call(LeaveWaitlist, { token: confirmToken })).rejects.toMatchObject({
      code: 'WAITLIST_LINK_INVALID',
    })
  })
})
