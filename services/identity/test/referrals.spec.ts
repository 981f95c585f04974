import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { IsSamePerson } from '@hissa/contracts/identity'
import { CLIENT_ID, confirm, Harness, newEmail, PASSWORD } from './harness.js'

let identity: Harness

beforeAll(async () => {
  identity = await Harness.start(1)
})
afterAll(() => identity.stop())

/** Signs up with a referral code, and returns the answer without what differs for every account. */
async function signUpWith(referralCode: unknown, email = newEmail()) {
  const request = { ClientId: CLIENT_ID, Username: email, Password: PASSWORD, ClientMetadata: { referralCode } }
  const { status, body } = await identity.post('SignUp', request)
  const { UserSub: userId, ...rest } = body as Record<string, unknown> & { UserSub: string }
  return { userId, email, answer: { status, ...rest } }
}

describe('a referral code', () => {
  it('of a sign-up is published once the address is confirmed, and not before', async () => {
    const { userId, email } = await signUpWith('7KXW2MPQ9R')
    const codes = async () =>
      (await identity.eventsOf(userId)).flatMap(({ type, data }) =>
        data.referralCode ? [[type, data.referralCode]] : [],
      )
    expect(await codes()).toEqual([])
    await confirm(identity.userIn(identity.browser(), email), await identity.codeOf(userId))
    expect(await codes()).toEqual([['identity.user.confirmed.v1', '7KXW2MPQ9R']])
  })

  it.each([['too-short'], ['7KXW2MPQ9RX'], [7], [null], ['AEIOU01234']])(
    'of another form counts as absent and gets the same answer: %s',
    async (code) => {
      const { userId, email, answer } = await signUpWith(code)
      expect(answer).toEqual((await signUpWith('7KXW2MPQ9R')).answer)
      await confirm(identity.userIn(identity.browser(), email), await identity.codeOf(userId))
      expect(await identity.eventsOf(userId)).toContainEqual({ type: 'identity.user.confirmed.v1', data: { userId } })
    },
  )
})

describe('whether two accounts are one person', () => {
  it('depends on what they have in common, and is false for an unknown account', async () => {
    const phone_number = '+971501112233'
    const [one, other, third] = [
      await identity.confirmed({ phone_number }),
      await identity.confirmed({ phone_number }),
      await identity.confirmed(),
    ]
    const same = async (a: string, b: string) => (await identity.call(IsSamePerson, { userIds: [a, b] })).same
    expect(await same(one.userId, other.userId)).toBe(true)
    expect(await same(one.userId, third.userId)).toBe(false)
    expect(await same(one.userId, 'none')).toBe(false)
  })
})
