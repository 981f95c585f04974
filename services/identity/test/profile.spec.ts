import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import {
  DescribeSubject,
  FindUserByEmail,
  GetCode,
  GetProfile,
  GetSession,
  GetMember,
  GetStaffName,
  GetResidence,
  GetSubjectFacts,
  ListNames,
  SaveProfile,
} from '@hissa/contracts/identity'
import { OrderPaid } from '@hissa/contracts/investment'
import { CaseApproved, CaseCleared, CaseRejected, CaseReopened, CaseSubmitted } from '@hissa/contracts/kyc'
import type { CognitoUser } from 'amazon-cognito-identity-js'
import { randomUUID } from 'node:crypto'
import { clientLibrary } from './client-library.js'
import { Harness, called, newEmail, refusalOf } from './harness.js'
import { form, problemOf, signedInAt } from './people.js'

const { CognitoUserAttribute } = await clientLibrary()

let identity: Harness

beforeAll(async () => {
  identity = await Harness.start()
})
afterAll(() => identity.stop())

const signedIn = () => signedInAt(identity)
const statusesOf = async (userId: string) =>
  (await identity.eventsOf(userId))
    .filter((event) => event.type === 'identity.userStatus.changed.v1')
    .map((event) => `${String(event.data.status)}#${String(event.data.version)}`)

describe('profile', () => {
  it('is shared with the user pool, and changes the status to profile_complete', async () => {
    const { userId, user, token } = await signedIn()
    expect((await identity.call(GetProfile, {}, token)).profile).toMatchObject({
      userStatus: 'registered',
      version: 0,
      onboardingComplete: false,
      phoneNumber: null,
    })
    const { profile } = await identity.call(SaveProfile, form, token)
    expect(profile).toMatchObject({
      userId,
      fullName: 'Fatima Al Mansoori',
      phoneNumber: '+971501234567',
      userStatus: 'profile_complete',
      kycStatus: 'pending',
      investorStatus: 'pending',
      onboardingComplete: false,
      version: 1,
      address: form.address,
    })
    const attributes = await called<{ Name: string; Value: string }[]>((done) => user.getUserAttributes(done))
    expect(attributes).toEqual(
      expect.arrayContaining([expect.objectContaining({ Name: 'phone_number', Value: '+971501234567' })]),
    )
    expect(await statusesOf(userId)).toEqual(['registered#1', 'profile_complete#2'])
  })

  it('cannot be saved by a suspended user with a valid token', async () => {
    const { userId, token } = await signedIn()
    await identity.store
      .collection<{ _id: string }>('users')
      .updateOne({ _id: userId }, { $set: { 'facts.suspended': true, userStatus: 'suspended' } })
    expect(await problemOf(identity.call(SaveProfile, form, token))).toBe('403 ACCOUNT_SUSPENDED')
    expect((await identity.call(GetProfile, {}, token)).profile).toMatchObject({ version: 0, phoneNumber: null })
  })

  it('is not found after its account is deleted, even with a valid token', async () => {
    const { userId, token } = await signedIn()
    await identity.store.collection<{ _id: string }>('users').deleteOne({ _id: userId })
    for (const call of [
      () => identity.call(GetProfile, {}, token),
      () => identity.call(GetSession, {}, token),
      () => identity.call(SaveProfile, form, token),
      () => identity.call(GetCode, { userId, purpose: 'sign-up', issue: 1 }),
    ])
      expect(await problemOf(call())).toBe('404 NOT_FOUND')
  })

  it('is not saved with invalid fields, which are reported', async () => {
    const { token } = await signedIn()
    const wrong = identity.call(SaveProfile, { ...form, phoneNumber: '12', dateOfBirth: '2020-01-01' }, token)
    await expect(wrong).rejects.toMatchObject({
      status: 422,
      code: 'VALIDATION_FAILED',
      extra: { errors: [{ path: '/phoneNumber' }, { path: '/dateOfBirth' }] },
    })
    expect((await identity.call(GetProfile, {}, token)).profile.version).toBe(0)
  })

  it('is not overwritten from an outdated version, nor twice from one version', async () => {
    const { token } = await signedIn()
    await identity.call(SaveProfile, { ...form, version: 0 }, token)
    expect(await problemOf(identity.call(SaveProfile, { ...form, version: 0 }, token))).toBe('409 VERSION_CONFLICT')
    const both = await Promise.all(
      [1, 2].map(() => problemOf(identity.call(SaveProfile, { ...form, version: 1 }, token))),
    )
    expect(both.sort()).toEqual(['409 VERSION_CONFLICT', 'accepted'])
  })

  it('requires an id token of this pool', async () => {
    expect(await problemOf(identity.call(GetProfile, {}))).toBe('401 UNAUTHENTICATED')
    expect(await problemOf(identity.call(GetProfile, {}, 'a.b.c'))).toBe('401 UNAUTHENTICATED')
    const { session } = await signedIn()
    expect(await problemOf(identity.call(GetProfile, {}, session.getAccessToken().getJwtToken()))).toBe(
      '401 UNAUTHENTICATED',
    )
  })
})

describe('GetSession', () => {
  it('returns the user and the expiry of the session', async () => {
    const { userId, email, session, token } = await signedIn()
    const answer = await identity.call(GetSession, {}, token)
    expect(answer.user).toMatchObject({
      id: userId,
      email,
      emailVerified: true,
      firstName: 'Fatima',
      lastName: 'Al Mansoori',
      roles: ['investor'],
    })
    expect(answer.expiresAt).toBe(session.getIdToken().getExpiration() * 1000)
  })
})

describe('calls from other services', () => {
  it('return the address of a user, and only the current code', async () => {
    const { userId, email } = await identity.signUp({ name: 'Fatima Saif', locale: 'ar-AE' })
    expect(await identity.call(DescribeSubject, { userId })).toEqual({
      userId,
      email,
      fullName: 'Fatima Saif',
      language: 'ar',
      quietTopics: [],
    })
    const first = await identity.call(GetCode, { userId, purpose: 'sign-up', issue: 1 })
    expect(first).toMatchObject({ code: expect.stringMatching(/^\d{6}$/), email, language: 'ar' })
    expect(await problemOf(identity.call(GetCode, { userId, purpose: 'sign-up', issue: 2 }))).toBe(
      '409 CODE_SUPERSEDED',
    )
    expect(await problemOf(identity.call(DescribeSubject, { userId: randomUUID() }))).toBe('404 NOT_FOUND')
  })

  it('return the name of staff, but not of investors', async () => {
    const { userId } = await signedIn()
    expect(await problemOf(identity.call(GetStaffName, { userId }))).toBe('404 NOT_FOUND')
    await identity.local('standing', { userId, roles: ['content'] })
    expect(await identity.call(GetStaffName, { userId })).toEqual({ name: 'Fatima Al Mansoori' })
    expect(await problemOf(identity.call(GetStaffName, { userId: randomUUID() }))).toBe('404 NOT_FOUND')
  })

  it('return the names of many users, and the address of staff without one', async () => {
    const { userId } = await signedIn()
    const unnamed = await identity.confirmed({ name: '' })
    const userIds = [userId, unnamed.userId, randomUUID()]
    const named = { userId, name: 'Fatima Al Mansoori' }
    expect(await identity.call(ListNames, { userIds })).toEqual({ names: [named] })
    await identity.local('standing', { userId: unnamed.userId, roles: ['finance'] })
    const { names } = await identity.call(ListNames, { userIds })
    expect(names).toHaveLength(2)
    expect(names).toEqual(expect.arrayContaining([named, { userId: unnamed.userId, name: unnamed.email }]))
  })

  it('return the name and the day of joining of an account, and nothing of one without a name', async () => {
    const { userId } = await signedIn()
    const { name, joinedAt, ...rest } = await identity.call(GetMember, { userId })
    expect([name, rest]).toEqual(['Fatima Al Mansoori', {}])
    expect(joinedAt).toMatch(/^\d{4}-\d{2}-\d{2}T/)
    const unnamed = await identity.confirmed({ name: '' })
    for (const other of [unnamed.userId, randomUUID()])
      expect(await problemOf(identity.call(GetMember, { userId: other }))).toBe('404 NOT_FOUND')
  })

  it('return the id of the confirmed account of an email address, and nothing else', async () => {
    const { userId, email } = await signedIn()
    expect(await identity.call(FindUserByEmail, { email: ` ${email.toUpperCase()} ` })).toEqual({ userId })
    for (const other of ['nobody@example.com', email.slice(1), userId, `${email}.example`])
      expect([other, await identity.call(FindUserByEmail, { email: other })]).toEqual([other, { userId: null }])
    const unconfirmed = await identity.signUp()
    expect(await identity.call(FindUserByEmail, { email: unconfirmed.email })).toEqual({ userId: null })
  })

  it('return the fields to compare with documents, and whether a profile is saved', async () => {
    const { userId, token } = await signedIn()
    expect(await identity.call(GetSubjectFacts, { userId })).toEqual({
      fullName: 'Fatima Al Mansoori',
      dateOfBirth: null,
      nationality: null,
      countryOfResidence: null,
      profileComplete: false,
    })
    await identity.call(SaveProfile, form, token)
    expect(await identity.call(GetSubjectFacts, { userId })).toEqual({
      fullName: 'Fatima Al Mansoori',
      dateOfBirth: '1990-02-28',
      nationality: 'AE',
      countryOfResidence: form.countryOfResidence,
      profileComplete: true,
    })
    for (const contract of [GetSubjectFacts, GetResidence])
      expect(await problemOf(identity.call(contract, { userId: randomUUID() }))).toBe('404 NOT_FOUND')
  })
})

describe('user status', () => {
  const order = (userId: string) =>
    OrderPaid.data.parse({
      orderId: randomUUID(),
      userId,
      propertyId: 'Prop_1_test',
      units: 20,
      amountFils: 200_000,
      feeFils: 3_000,
      totalFils: 203_000,
      version: 2,
    })

  it('follows KYC and the first paid order, and ignores duplicate and late events', async () => {
    const { userId, token } = await signedIn()
    await identity.call(SaveProfile, form, token)
    const data = { caseId: randomUUID(), userId }
    const about = { aggregateId: data.caseId, data }
    const paid = order(userId)
    await identity.publish(OrderPaid, { aggregateId: paid.orderId, version: 2, data: paid })
    await identity.publish(CaseApproved, { ...about, version: 3, eventId: `approved-${data.caseId}` })
    await identity.publish(CaseApproved, { ...about, version: 3, eventId: `approved-${data.caseId}` })
    await Promise.all([identity.settled('kyc'), identity.settled('investment')])
    await identity.publish(CaseSubmitted, { ...about, version: 2 })
    await identity.publish(CaseRejected, { aggregateId: data.caseId, version: 1, data: { ...data, reasonCodes: [] } })
    await identity.settled('kyc')
    const { profile } = await identity.call(GetProfile, {}, token)
    expect(profile).toMatchObject({
      userStatus: 'investor_active',
      onboardingComplete: true,
      kycStatus: 'approved',
      investorStatus: 'active',
    })
    expect((await statusesOf(userId)).at(-1)).toMatch(/^investor_active#/)
    expect((await statusesOf(userId)).filter((status) => status.startsWith('investor_active'))).toHaveLength(1)
  })

  it('is pending while a reopened case is reviewed, and ignores duplicate and late events', async () => {
    const { userId, token } = await signedIn()
    await identity.call(SaveProfile, form, token)
    const data = { caseId: randomUUID(), userId }
    const about = { aggregateId: data.caseId, data }
    await identity.publish(CaseApproved, { ...about, version: 2 })
    await identity.settled('kyc')
    for (const _ of [1, 2]) await identity.publish(CaseReopened, { ...about, version: 3, eventId: `again-${userId}` })
    await identity.settled('kyc')
    expect(await statusesOf(userId)).toEqual(['registered#1', 'profile_complete#2', 'kyc_complete#3', 'kyc_pending#4'])
    for (const _ of [1, 2]) await identity.publish(CaseCleared, { ...about, version: 6, eventId: `clear-${userId}` })
    await identity.publish(CaseReopened, { ...about, version: 3, eventId: `late-${userId}` })
    await identity.settled('kyc')
    expect((await statusesOf(userId)).at(-1)).toMatch(/^kyc_complete#/)
    await identity.publish(CaseReopened, { ...about, version: 8 })
    await identity.publish(CaseCleared, { ...about, version: 7 })
    await identity.settled('kyc')
    expect((await statusesOf(userId)).at(-1)).toBe('kyc_pending#6')
  })

  it('returns to profile_complete when KYC rejects the case', async () => {
    const { userId, token } = await signedIn()
    await identity.call(SaveProfile, form, token)
    const data = { caseId: randomUUID(), userId }
    await identity.publish(CaseSubmitted, { aggregateId: data.caseId, version: 1, data })
    await identity.settled('kyc')
    const rejected = { ...data, reasonCodes: ['document-expired'] }
    await identity.publish(CaseRejected, { aggregateId: data.caseId, version: 2, data: rejected })
    await identity.settled('kyc')
    expect(await statusesOf(userId)).toEqual([
      'registered#1',
      'profile_complete#2',
      'kyc_pending#3',
      'profile_complete#4',
    ])
  })

  it('ignores events about users of another pool', async () => {
    const data = { caseId: randomUUID(), userId: randomUUID() }
    await identity.publish(CaseApproved, { aggregateId: data.caseId, version: 1, data })
    await identity.settled('kyc')
    expect(await identity.eventsOf(data.userId)).toEqual([])
  })
})

const update = (user: CognitoUser, attributes: Record<string, string>) => {
  const list = Object.entries(attributes).map(([Name, Value]) => new CognitoUserAttribute({ Name, Value }))
  return called((done) => user.updateAttributes(list, done as never))
}

describe('UpdateUserAttributes', () => {
  it('changes the profile and its version', async () => {
    const { user, token } = await signedIn()
    await identity.call(SaveProfile, form, token)
    await update(user, { name: 'Fatima Saif' })
    const { profile } = await identity.call(GetProfile, {}, token)
    expect(profile).toMatchObject({ fullName: 'Fatima Saif', firstName: 'Fatima', lastName: 'Saif', version: 2 })
  })

  it('rejects attributes that clients may not write', async () => {
    const { user } = await signedIn()
    for (const name of ['custom:kyc_status', 'custom:investor_status', 'email_verified']) {
      expect(await refusalOf(update(user, { [name]: 'approved' }))).toBe(
        'NotAuthorizedException: A client attempted to write unauthorized attribute',
      )
    }
  })

  it('keeps the old sign-in address until the new one is verified', async () => {
    const { user, userId, email, session } = await signedIn()
    const next = newEmail()
    const answer = await identity.post('UpdateUserAttributes', {
      AccessToken: session.getAccessToken().getJwtToken(),
      UserAttributes: [{ Name: 'email', Value: next }],
    })
    expect(answer.body).toEqual({
      CodeDeliveryDetailsList: [{ Destination: 'f***@e***', DeliveryMedium: 'EMAIL', AttributeName: 'email' }],
    })
    expect(await refusalOf(identity.signIn(email))).toBe('accepted')
    expect(await refusalOf(identity.signIn(next))).toMatch(/^NotAuthorizedException/)
    const code = await identity.codeOf(userId, 'attribute')
    await new Promise<void>((resolve, reject) =>
      user.verifyAttribute('email', code, { onSuccess: () => resolve(), onFailure: reject }),
    )
    expect(await refusalOf(identity.signIn(next))).toBe('accepted')
    expect(await refusalOf(identity.signIn(email))).toMatch(/^NotAuthorizedException/)
  })

  it('sends only the code to a new address until it is verified', async () => {
    const { user, userId, email } = await signedIn()
    const next = newEmail()
    await update(user, { email: next })
    expect(await identity.call(DescribeSubject, { userId })).toMatchObject({ email })
    expect(await identity.call(GetCode, { userId, purpose: 'attribute', issue: 1 })).toMatchObject({ email: next })
    const code = await identity.codeOf(userId, 'attribute')
    await new Promise<void>((resolve, reject) =>
      user.verifyAttribute('email', code, { onSuccess: () => resolve(), onFailure: reject }),
    )
    expect(await identity.call(DescribeSubject, { userId })).toMatchObject({ email: next })
  })

  it('reveals that an address belongs to another account only to who has its code', async () => {
    const { user, userId, email } = await signedIn()
    const [other, free] = [await identity.confirmed(), newEmail()]
    const answers = []
    for (const next of [free, other.email]) answers.push(await refusalOf(update(user, { email: next })))
    expect(answers).toEqual(['accepted', 'accepted'])
    const verify = (code: string) =>
      refusalOf(
        new Promise<void>((resolve, reject) =>
          user.verifyAttribute('email', code, { onSuccess: () => resolve(), onFailure: reject }),
        ),
      )
    const code = await identity.codeOf(userId, 'attribute')
    expect(await verify(code === '000000' ? '000001' : '000000')).toMatch(/^CodeMismatchException/)
    expect(await verify(code)).toMatch(/^AliasExistsException/)
    expect(await refusalOf(identity.signIn(email))).toBe('accepted')
    const { session } = await identity.signIn(other.email)
    expect(session.getIdToken().payload.sub).toBe(other.userId)
  })

  it('counts new addresses before it looks them up', async () => {
    const { user } = await signedIn()
    const other = await identity.confirmed()
    for (let n = 0; n < 5; n += 1) expect(await refusalOf(update(user, { email: newEmail() }))).toBe('accepted')
    for (const next of [other.email, newEmail()])
      expect(await refusalOf(update(user, { email: next }))).toMatch(/^LimitExceededException/)
  })
})

describe('sample accounts of local mode', () => {
  it('are created once, confirmed, with their groups and status', async () => {
    const account = {
      email: newEmail(),
      password: 'Hissa-2026!',
      fullName: 'Noura Karim',
      groups: ['compliance'],
      status: 'kyc_complete',
    }
    const first = await identity.local('seed', { accounts: [account] })
    const second = await identity.local('seed', { accounts: [account] })
    expect([first.accounts[0]!.created, second.accounts[0]!.created]).toEqual([true, false])
    expect(second.accounts[0]!.userId).toBe(first.accounts[0]!.userId)
    const { session } = await identity.signIn(account.email, account.password)
    expect(session.getIdToken().payload['cognito:groups']).toEqual(['compliance'])
    const { profile } = await identity.call(GetProfile, {}, session.getIdToken().getJwtToken())
    expect(profile).toMatchObject({ userStatus: 'kyc_complete', fullName: 'Noura Karim', version: 1 })
  })
})
