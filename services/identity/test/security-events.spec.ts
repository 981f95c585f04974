import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { DescribeSubject } from '@hissa/contracts/identity'
import type { CognitoUser } from 'amazon-cognito-identity-js'
import { clientLibrary } from './client-library.js'
import { called, Harness, newEmail, PASSWORD } from './harness.js'
import { problemOf, signedInAt } from './people.js'

const { CognitoUserAttribute } = await clientLibrary()

let identity: Harness

beforeAll(async () => {
  identity = await Harness.start()
})
afterAll(() => identity.stop())

const NEW_PASSWORD = 'Lantern-harbour-77'
const eventsOf = async (userId: string, type: string) =>
  (await identity.eventsOf(userId)).filter((event) => event.type === type).map(({ data }) => data)

/** Changes the address and confirms it. Returns the new one. */
async function move(userId: string, user: CognitoUser): Promise<string> {
  const to = newEmail()
  const attributes = [new CognitoUserAttribute({ Name: 'email', Value: to })]
  await called((done) => user.updateAttributes(attributes, done as never))
  const code = await identity.codeOf(userId, 'attribute')
  await new Promise<void>((resolve, reject) =>
    user.verifyAttribute('email', code, { onSuccess: () => resolve(), onFailure: reject }),
  )
  return to
}

describe('the owner of an account', () => {
  it('is told that the password was changed', async () => {
    const { userId, user } = await signedInAt(identity)
    await called((done) => user.changePassword(PASSWORD, NEW_PASSWORD, done as never))
    expect(await eventsOf(userId, 'identity.password.changed.v1')).toEqual([{ userId }])
  })

  it('is told that the password was reset by a code', async () => {
    const { email, userId } = await identity.confirmed()
    const user = identity.userIn(identity.browser(), email)
    await new Promise<unknown>((resolve, reject) =>
      user.forgotPassword({ onSuccess: resolve, onFailure: reject, inputVerificationCode: resolve }),
    )
    expect(await eventsOf(userId, 'identity.password.changed.v1')).toEqual([])
    const code = await identity.codeOf(userId, 'reset')
    await new Promise<unknown>((resolve, reject) =>
      user.confirmPassword(code, NEW_PASSWORD, { onSuccess: resolve, onFailure: reject }),
    )
    expect(await eventsOf(userId, 'identity.password.changed.v1')).toEqual([{ userId }])
  })

  it('is told at each previous address that the address was changed, by events without an address', async () => {
    const { email, userId, user } = await signedInAt(identity)
    const second = await move(userId, user)
    const third = await move(userId, user)
    const changes = await eventsOf(userId, 'identity.email.changed.v1')
    expect(changes).toEqual([1, 2].map((issue) => ({ userId, issue })))
    const told = (emailChange?: number) => identity.call(DescribeSubject, { userId, emailChange })
    expect([(await told(1)).email, (await told(2)).email, (await told()).email]).toEqual([email, second, third])
    expect(await problemOf(told(3))).toBe('404 NOT_FOUND')
    const row = await identity.store.collection<{ _id: string }>('users').findOne({ _id: userId })
    expect(JSON.stringify(row)).not.toContain(email)
  })

  it('is told nothing when the address is confirmed again', async () => {
    const { userId, user } = await signedInAt(identity)
    await new Promise<unknown>((resolve, reject) =>
      user.getAttributeVerificationCode('email', {
        onSuccess: () => resolve(undefined),
        onFailure: reject,
        inputVerificationCode: resolve,
      }),
    )
    const code = await identity.codeOf(userId, 'attribute')
    await new Promise<void>((resolve, reject) =>
      user.verifyAttribute('email', code, { onSuccess: () => resolve(), onFailure: reject }),
    )
    expect(await eventsOf(userId, 'identity.email.changed.v1')).toEqual([])
  })
})
