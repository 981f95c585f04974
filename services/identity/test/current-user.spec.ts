import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import {
  ChangeCurrentUser,
  DescribeSubject,
  GetCurrentUser,
  GetProfile,
  SaveProfile,
  type CurrentUserChange,
} from '@hissa/contracts/identity'
import { CaseApproved, CaseSubmitted } from '@hissa/contracts/kyc'
import { randomUUID } from 'node:crypto'
import { clientLibrary } from './client-library.js'
import { Harness, called } from './harness.js'
import { form, problemOf, signedInAt } from './people.js'

const { CognitoUserAttribute } = await clientLibrary()

let identity: Harness

beforeAll(async () => {
  identity = await Harness.start()
})
afterAll(() => identity.stop())

const on = { email: true }
const signedIn = () => signedInAt(identity)
const change = (token: string, body: CurrentUserChange, version?: number) =>
  identity.call(ChangeCurrentUser, { ...body, version }, token).then(({ user }) => user)
const read = async (token: string) => (await identity.call(GetCurrentUser, {}, token)).user
const settingsEvents = async (userId: string) =>
  (await identity.eventsOf(userId))
    .filter(({ type }) => type === 'identity.settings.changed.v1')
    .map(({ data }) => data)

describe('the current user', () => {
  it('has default settings, no tax residence and an unlocked identity at first', async () => {
    const { token, userId } = await signedIn()
    expect(await read(token)).toMatchObject({
      id: userId,
      profile: { dateOfBirth: null, nationality: null, countryOfResidence: null, address: null, taxResidence: null },
      identityLock: 'none',
      settings: {
        language: 'en',
        theme: 'system',
        customCursor: false,
        hideAmounts: false,
        notices: { security: on, investments: on, verification: on, transfers: on },
      },
      version: 0,
    })
  })

  it('is not found after the account is deleted', async () => {
    const { userId, token } = await signedIn()
    await identity.store.collection<{ _id: string }>('users').deleteOne({ _id: userId })
    expect(await problemOf(read(token))).toBe('404 NOT_FOUND')
    expect(await problemOf(change(token, { settings: { theme: 'dark' } }))).toBe('404 NOT_FOUND')
  })

  it('cannot be changed after a suspension', async () => {
    const { userId, token } = await signedIn()
    const where = { _id: userId }
    const suspended = { $set: { 'facts.suspended': true, userStatus: 'suspended' } }
    await identity.store.collection<{ _id: string }>('users').updateOne(where, suspended)
    expect(await problemOf(change(token, { settings: { theme: 'dark' } }))).toBe('403 ACCOUNT_SUSPENDED')
    expect((await read(token)).settings.theme).toBe('system')
  })
})

describe('settings', () => {
  it('change one by one, and each change is reported without its content', async () => {
    const { userId, token } = await signedIn()
    await change(token, { settings: { theme: 'dark' } })
    await change(token, { settings: { notices: { transfers: { email: false } } } })
    const user = await change(token, { settings: { language: 'ar', customCursor: true } })
    expect(user.settings).toEqual({
      language: 'ar',
      theme: 'dark',
      customCursor: true,
      hideAmounts: false,
      notices: { security: on, investments: on, verification: on, transfers: { email: false } },
    })
    expect(user.version).toBe(3)
    expect(await read(token)).toEqual(user)
    expect(await settingsEvents(userId)).toEqual([1, 2, 3].map((version) => ({ userId, version })))
  })

  it('report nothing when no value changes', async () => {
    const { userId, token } = await signedIn()
    await change(token, { settings: { theme: 'system', notices: { security: { email: true } } } })
    expect((await change(token, {})).version).toBe(0)
    expect(await settingsEvents(userId)).toEqual([])
  })

  it('are kept when two devices save at once, and the second device is refused until it reads them', async () => {
    const { token } = await signedIn()
    const { version } = await read(token)
    const changes: CurrentUserChange[] = [{ settings: { theme: 'light' } }, { settings: { hideAmounts: true } }]
    const outcomes = await Promise.all(changes.map((body) => problemOf(change(token, body, version))))
    expect([...outcomes].sort()).toEqual(['412 VERSION_CONFLICT', 'accepted'])
    const refused = changes[outcomes.indexOf('412 VERSION_CONFLICT')]!
    const user = await change(token, refused, (await read(token)).version)
    expect(user.settings).toMatchObject({ theme: 'light', hideAmounts: true })
  })

  it('name the current version when they were changed elsewhere', async () => {
    const { token } = await signedIn()
    await change(token, { settings: { theme: 'light' } })
    await expect(change(token, { settings: { theme: 'dark' } }, 0)).rejects.toMatchObject({
      status: 412,
      extra: { version: 1 },
    })
  })

  it('keep security notices on', async () => {
    const { token } = await signedIn()
    const off = change(token, { settings: { theme: 'dark', notices: { security: { email: false } } } })
    await expect(off).rejects.toMatchObject({
      status: 422,
      extra: { errors: [{ path: '/settings/notices/security/email', code: 'always_on' }] },
    })
    expect((await read(token)).settings.theme).toBe('system')
  })

  it('tell senders of emails the language and the topics that are switched off', async () => {
    const { userId, token } = await signedIn()
    await change(token, {
      settings: { language: 'ar', notices: { investments: { email: false }, transfers: { email: true } } },
    })
    expect(await identity.call(DescribeSubject, { userId })).toMatchObject({
      language: 'ar',
      quietTopics: ['investments'],
    })
  })

  it('include the language that is saved at the user pool or with the profile', async () => {
    const { userId, user, token } = await signedIn()
    const locale = (Value: string) => [new CognitoUserAttribute({ Name: 'locale', Value })]
    await called((done) => user.updateAttributes(locale('ar'), done as never))
    await called((done) => user.updateAttributes(locale('ar-AE'), done as never))
    await identity.call(SaveProfile, { ...form, language: 'fr' }, token)
    expect((await read(token)).settings.language).toBe('fr')
    expect(await settingsEvents(userId)).toEqual([1, 2].map((version) => ({ userId, version })))
  })
})

describe('the profile of the current user', () => {
  it('changes one field at a time once it is saved', async () => {
    const { token } = await signedIn()
    await identity.call(SaveProfile, form, token)
    const address = { line1: '2 Corniche Road', city: 'Abu Dhabi' }
    const user = await change(token, { address, taxResidence: { country: 'GB', number: 'AB 12 34' } })
    expect(user).toMatchObject({
      fullName: 'Fatima Al Mansoori',
      profile: { address, dateOfBirth: form.dateOfBirth, taxResidence: { country: 'GB', number: 'AB 12 34' } },
      version: 2,
    })
    expect((await identity.call(GetProfile, {}, token)).profile).toMatchObject({ address, version: 2 })
    expect((await change(token, { taxResidence: null })).profile.taxResidence).toBeNull()
  })

  it('has to be complete, and its fields valid', async () => {
    const { token } = await signedIn()
    const pathsOf = (body: CurrentUserChange) =>
      change(token, body).then(
        () => [],
        ({ extra }: { extra: { errors: { path: string }[] } }) => extra.errors.map(({ path }) => path),
      )
    expect(await pathsOf({ phoneNumber: '+971501234567' })).toEqual([
      '/dateOfBirth',
      '/nationality',
      '/countryOfResidence',
      '/address',
    ])
    expect(await pathsOf({ taxResidence: { country: 'QX' } })).toEqual(['/taxResidence/country'])
    await identity.call(SaveProfile, form, token)
    expect(await pathsOf({ countryOfResidence: 'EU' })).toEqual(['/countryOfResidence'])
    expect((await read(token)).profile.countryOfResidence).toBe('AE')
  })

  it('keeps name, date of birth and nationality while they are verified and afterwards', async () => {
    const { userId, token } = await signedIn()
    await identity.call(SaveProfile, form, token)
    const data = { caseId: randomUUID(), userId }
    for (const [contract, version, lock] of [
      [CaseSubmitted, 1, 'pending'],
      [CaseApproved, 2, 'approved'],
    ] as const) {
      await identity.publish(contract, { aggregateId: data.caseId, version, data })
      await identity.settled('kyc')
      expect((await read(token)).identityLock).toBe(lock)
      for (const body of [{ fullName: 'Fatima Saif' }, { dateOfBirth: '1991-01-01' }, { nationality: 'GB' }])
        expect(await problemOf(change(token, body))).toBe('409 PROFILE_LOCKED')
    }
    expect(await problemOf(change(token, { phoneNumber: '+971 50 765 4321', fullName: form.fullName }))).toBe(
      'accepted',
    )
  })
})
