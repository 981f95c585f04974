import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { GetCode } from '@hissa/contracts/identity'
import { CLIENT_ID, Harness, PASSWORD, confirm, newEmail, refusalOf, resend, signIn } from './harness.js'

let identity: Harness

beforeAll(async () => {
  identity = await Harness.start(2)
})
afterAll(() => identity.stop())

const HOUR_MS = 3_600_000
const OTHER_PASSWORD = 'Harbour-4411-lantern'

const attempt = async (email: string, password = PASSWORD, replica = 0) => {
  const { status, body } = await identity.post(
    'SignUp',
    { ClientId: CLIENT_ID, Username: email, Password: password, UserAttributes: [] },
    { replica },
  )
  return { status, type: body.__type as string | undefined, userId: body.UserSub as string }
}
const codeOf = async (userId: string) => (await identity.call(GetCode, { userId, purpose: 'sign-up', issue: 1 })).code
const confirmBy = (email: string, code: string) => refusalOf(confirm(identity.userIn(identity.browser(), email), code))
const pendingRows = () => identity.store.collection('users').countDocuments({ confirmed: false })

describe('sign-up attempts at an unconfirmed address', () => {
  it('confirm only the password of the attempt whose code is submitted, in either order', async () => {
    for (const otherFirst of [true, false]) {
      const email = newEmail()
      const order = otherFirst ? [OTHER_PASSWORD, PASSWORD] : [PASSWORD, OTHER_PASSWORD]
      const attempts = new Map<string, string>()
      for (const password of order) attempts.set(password, (await attempt(email, password)).userId)
      expect(attempts.get(PASSWORD)).not.toBe(attempts.get(OTHER_PASSWORD))
      expect(await confirmBy(email, await codeOf(attempts.get(PASSWORD)!))).toBe('accepted')
      const { session } = await identity.signIn(email)
      expect(session.getIdToken().payload.sub).toBe(attempts.get(PASSWORD))
      expect(await refusalOf(identity.signIn(email, OTHER_PASSWORD))).toMatch(/Incorrect username or password/)
    }
  })

  it('are deleted when another attempt is confirmed', async () => {
    const email = newEmail()
    const stranger = await attempt(email, OTHER_PASSWORD)
    const own = await attempt(email)
    const otherCode = await codeOf(stranger.userId)
    expect(await confirmBy(email, await codeOf(own.userId))).toBe('accepted')
    expect(await confirmBy(email, otherCode)).toMatch(/^CodeMismatchException/)
    await expect(codeOf(stranger.userId)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect((await attempt(email)).type).toBe('UsernameExistsException')
  })

  it('are limited to the newest three, also when concurrent at two replicas', async () => {
    const email = newEmail()
    const before = await pendingRows()
    const oldest = await attempt(email)
    const oldestCode = await codeOf(oldest.userId)
    const others = await Promise.all([0, 1, 0, 1].map((replica) => attempt(email, PASSWORD, replica)))
    expect(others.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect((await pendingRows()) - before).toBe(3)
    expect(await confirmBy(email, oldestCode)).toMatch(/^CodeMismatchException/)
    expect(await confirmBy(email, await codeOf((await attempt(email)).userId))).toBe('accepted')
    expect(await pendingRows()).toBe(before)
  })

  it('are confirmed only once when two are confirmed concurrently', async () => {
    const email = newEmail()
    const [one, two] = [await attempt(email), await attempt(email, OTHER_PASSWORD)]
    const codes = [await codeOf(one.userId), await codeOf(two.userId)]
    const answers = await Promise.all(codes.map((code) => confirmBy(email, code)))
    expect(answers.filter((answer) => answer === 'accepted')).toHaveLength(1)
    const works = await Promise.all([PASSWORD, OTHER_PASSWORD].map((password) => refusalOf(identity.signIn(email, password)))) // prettier-ignore
    expect(works.filter((answer) => answer === 'accepted')).toHaveLength(1)
  })

  it('are not confirmed by the code of another attempt when the client sends a sub', async () => {
    const email = newEmail()
    const [own, stranger] = [await attempt(email), await attempt(email, OTHER_PASSWORD)]
    const withCode = async (userId: string, code: string) =>
      (
        await identity.post('ConfirmSignUp', {
          ClientId: CLIENT_ID,
          Username: email,
          ConfirmationCode: code,
          ClientMetadata: { sub: userId },
        })
      ).body.__type ?? 'accepted'
    expect(await withCode(own.userId, await codeOf(stranger.userId))).toBe('CodeMismatchException')
    expect(await withCode(own.userId, await codeOf(own.userId))).toBe('accepted')
  })

  it('receive a new code for the attempt whose sub the client sends', async () => {
    const email = newEmail()
    const own = await attempt(email)
    await attempt(email, OTHER_PASSWORD)
    await identity.post('ResendConfirmationCode', {
      ClientId: CLIENT_ID,
      Username: email,
      ClientMetadata: { sub: own.userId },
    })
    const { code } = await identity.call(GetCode, { userId: own.userId, purpose: 'sign-up', issue: 2 })
    expect(await confirmBy(email, code)).toBe('accepted')
    expect(await refusalOf(identity.signIn(email))).toBe('accepted')
  })

  it('receive a new code for the newest attempt without a sub', async () => {
    const email = newEmail()
    await attempt(email, OTHER_PASSWORD)
    const own = await attempt(email)
    await resend(identity.userIn(identity.browser(), email))
    const { code } = await identity.call(GetCode, { userId: own.userId, purpose: 'sign-up', issue: 2 })
    expect(await confirmBy(email, code)).toBe('accepted')
    expect(await refusalOf(identity.signIn(email))).toBe('accepted')
  })
})

describe('an unconfirmed sign-up attempt', () => {
  it('expires after 24 hours, which frees its name and invalidates its code and password', async () => {
    const email = newEmail()
    const { userId } = await attempt(email)
    const code = await codeOf(userId)
    const user = () => identity.userIn(identity.browser(), email)
    identity.clock.advance(24 * HOUR_MS - 60_000)
    expect(await refusalOf(signIn(user(), email, PASSWORD))).toMatch(/^UserNotConfirmedException/)
    identity.clock.advance(60_000)
    expect(await refusalOf(signIn(user(), email, PASSWORD))).toMatch(/Incorrect username or password/)
    expect(await confirmBy(email, code)).toMatch(/^(ExpiredCode|CodeMismatch)Exception/)
    await resend(user())
    expect(await confirmBy(email, code)).toMatch(/^(ExpiredCode|CodeMismatch)Exception/)
    const again = await attempt(email)
    expect(again.userId).not.toBe(userId)
    expect(await confirmBy(email, await codeOf(again.userId))).toBe('accepted')
  })

  it('expires after 24 hours even if its latest code is one hour old', async () => {
    const email = newEmail()
    const { userId } = await attempt(email)
    identity.clock.advance(23 * HOUR_MS)
    await resend(identity.userIn(identity.browser(), email))
    const { code } = await identity.call(GetCode, { userId, purpose: 'sign-up', issue: 2 })
    identity.clock.advance(HOUR_MS)
    expect(await confirmBy(email, code)).toMatch(/^ExpiredCodeException/)
  })

  it('is deleted by the store after 24 hours, unlike a confirmed account', async () => {
    const users = identity.store.collection('users')
    const indexes = await users.indexes()
    const expiring = indexes.filter(({ expireAfterSeconds }) => expireAfterSeconds !== undefined)
    expect(expiring.map(({ key, expireAfterSeconds }) => [key, expireAfterSeconds])).toEqual([[{ pendingUntil: 1 }, 0]])
    const { userId } = await identity.confirmed()
    const pending = await attempt(newEmail())
    const row = (id: string) => users.findOne({ _id: id as never })
    expect((await row(userId))?.pendingUntil).toBeUndefined()
    const { pendingUntil, createdAt } = (await row(pending.userId))!
    expect(pendingUntil.getTime() - createdAt.getTime()).toBe(24 * HOUR_MS)
  })
})
