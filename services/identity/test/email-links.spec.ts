import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import {
  ChangeCurrentUser,
  ChangeEmailPreference,
  DescribeSubject,
  GetCurrentUser,
  GetEmailPreference,
  type QuietableTopic,
} from '@hissa/contracts/identity'
import { Harness } from './harness.js'
import { problemOf, signedInAt } from './people.js'

const DAY_MS = 86_400_000

describe('the link of an email', () => {
  let identity: Harness
  beforeAll(async () => {
    identity = await Harness.start(2)
  })
  afterAll(() => identity.stop())

  const linkOf = async (userId: string, topic: QuietableTopic) =>
    (await identity.call(DescribeSubject, { userId, unsubscribeFrom: topic })).unsubscribeToken!
  const noticesOf = async (token: string) => (await identity.call(GetCurrentUser, {}, token)).user.settings.notices
  const changesOf = async (userId: string) =>
    (await identity.eventsOf(userId)).filter(({ type }) => type === 'identity.settings.changed.v1').length
  const off = (token: string) => identity.call(ChangeEmailPreference, { token, email: false })
  /** The same signature for other content. */
  const forged = (token: string, change: (content: unknown[]) => unknown[]) => {
    const [encoded, signature] = token.split('.')
    const content = JSON.parse(Buffer.from(encoded!, 'base64url').toString()) as unknown[]
    return `${Buffer.from(JSON.stringify(change(content))).toString('base64url')}.${signature}`
  }

  it('is given for a topic that can be switched off, and not without one', async () => {
    const { userId } = await signedInAt(identity)
    expect(await linkOf(userId, 'verification')).toMatch(/^[\w-]+\.[\w-]{43}$/)
    expect(await identity.call(DescribeSubject, { userId })).not.toHaveProperty('unsubscribeToken')
  })

  it('tells its topic, switches only that off without a session, and on again', async () => {
    const { userId, token: session } = await signedInAt(identity)
    const token = await linkOf(userId, 'transfers')
    expect(await identity.call(GetEmailPreference, { token })).toEqual({ topic: 'transfers', email: true })
    expect(await off(token)).toEqual({ topic: 'transfers', email: false })
    expect(await identity.call(GetEmailPreference, { token })).toEqual({ topic: 'transfers', email: false })
    const on = { email: true }
    expect(await noticesOf(session)).toEqual({
      ...{ security: on, investments: on, verification: on },
      transfers: { email: false },
    })
    expect(await identity.call(DescribeSubject, { userId })).toMatchObject({ quietTopics: ['transfers'] })
    expect(await identity.call(ChangeEmailPreference, { token, email: true })).toEqual({
      topic: 'transfers',
      email: true,
    })
    expect((await noticesOf(session)).transfers).toEqual(on)
  })

  it('changes the settings once if it is used many times at once, on any replica', async () => {
    const { userId } = await signedInAt(identity)
    const token = await linkOf(userId, 'investments')
    await Promise.all(Array.from({ length: 8 }, () => off(token)))
    expect(await changesOf(userId)).toBe(1)
    await off(token)
    expect(await changesOf(userId)).toBe(1)
  })

  it('keeps a setting that is changed at the same moment', async () => {
    const { userId, token: session } = await signedInAt(identity)
    const token = await linkOf(userId, 'investments')
    await Promise.all([off(token), identity.call(ChangeCurrentUser, { settings: { theme: 'dark' } }, session)])
    const { settings } = (await identity.call(GetCurrentUser, {}, session)).user
    expect(settings).toMatchObject({ theme: 'dark', notices: { investments: { email: false } } })
  })

  it('is refused for another person, another topic, a later time, or an altered signature', async () => {
    const [own, other] = [await signedInAt(identity), await signedInAt(identity)]
    const token = await linkOf(own.userId, 'verification')
    const [content, signature = ''] = token.split('.')
    const altered = [
      forged(token, ([, topic, at]) => [other.userId, topic, at]),
      forged(token, ([userId, , at]) => [userId, 'investments', at]),
      forged(token, ([userId, topic, at]) => [userId, topic, (at as number) + 1]),
      `${content}.${signature.slice(0, -1)}${signature.endsWith('A') ? 'B' : 'A'}`,
      `${content}.`,
      `${token}.x`,
      content!,
      'nothing',
    ]
    for (const one of altered) {
      expect(await problemOf(identity.call(GetEmailPreference, { token: one }))).toBe('403 EMAIL_LINK_INVALID')
      expect(await problemOf(off(one))).toBe('403 EMAIL_LINK_INVALID')
    }
    expect([await changesOf(own.userId), await changesOf(other.userId)]).toEqual([0, 0])
  })

  it('is refused once its account is deleted', async () => {
    const { userId } = await signedInAt(identity)
    const token = await linkOf(userId, 'verification')
    await identity.store.collection<{ _id: string }>('users').deleteOne({ _id: userId })
    expect(await problemOf(identity.call(GetEmailPreference, { token }))).toBe('403 EMAIL_LINK_INVALID')
    expect(await problemOf(off(token))).toBe('403 EMAIL_LINK_INVALID')
  })

  it('works for a year, and then is refused as too old', async () => {
    const { userId } = await signedInAt(identity)
    const token = await linkOf(userId, 'verification')
    identity.clock.advance(364 * DAY_MS)
    expect(await identity.call(GetEmailPreference, { token })).toEqual({ topic: 'verification', email: true })
    identity.clock.advance(2 * DAY_MS)
    expect(await problemOf(identity.call(GetEmailPreference, { token }))).toBe('410 EMAIL_LINK_EXPIRED')
    expect(await problemOf(off(token))).toBe('410 EMAIL_LINK_EXPIRED')
  })
})
