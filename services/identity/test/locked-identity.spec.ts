import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { GetProfile, GetSubjectFacts, SaveProfile } from '@hissa/contracts/identity'
import { CaseApproved, CaseRejected, CaseResubmissionRequested, CaseSubmitted } from '@hissa/contracts/kyc'
import type { CognitoUser } from 'amazon-cognito-identity-js'
import { randomUUID } from 'node:crypto'
import { clientLibrary } from './client-library.js'
import { Harness, called, refusalOf } from './harness.js'
import { form, problemOf, signedInAt } from './people.js'

const { CognitoUserAttribute } = await clientLibrary()

let identity: Harness

beforeAll(async () => {
  identity = await Harness.start()
})
afterAll(() => identity.stop())

const signedIn = () => signedInAt(identity)

const update = (user: CognitoUser, attributes: Record<string, string>) => {
  const list = Object.entries(attributes).map(([Name, Value]) => new CognitoUserAttribute({ Name, Value }))
  return called((done) => user.updateAttributes(list, done as never))
}

describe('the identity of an account that KYC has read', () => {
  const unauthorized = 'NotAuthorizedException: A client attempted to write unauthorized attribute'

  async function readByKyc(lock = false) {
    const person = await signedIn()
    await identity.call(SaveProfile, form, person.token)
    await identity.call(GetSubjectFacts, { userId: person.userId, lock })
    const data = { caseId: randomUUID(), userId: person.userId }
    await identity.publish(CaseSubmitted, { aggregateId: data.caseId, version: 1, data })
    await identity.settled('kyc')
    return { ...person, data }
  }

  it.each([{ fullName: 'Fatima Saif' }, { dateOfBirth: '1990-02-27' }, { nationality: 'GB' }])(
    'cannot be changed in the profile after submission: %j',
    async (change) => {
      const { token, data } = await readByKyc()
      const saved = () => problemOf(identity.call(SaveProfile, { ...form, ...change }, token))
      expect(await saved()).toBe('409 PROFILE_LOCKED')
      await identity.publish(CaseApproved, { aggregateId: data.caseId, version: 2, data })
      await identity.settled('kyc')
      expect(await saved()).toBe('409 PROFILE_LOCKED')
      expect((await identity.call(GetProfile, {}, token)).profile).toMatchObject({
        fullName: form.fullName,
        dateOfBirth: form.dateOfBirth,
        nationality: form.nationality,
        version: 1,
      })
    },
  )

  it('does not lock fields that documents do not contain', async () => {
    const { token } = await readByKyc()
    const change = {
      fullName: ' Fatima  Al Mansoori',
      phoneNumber: '+971507654321',
      address: { line1: '2 Hamdan Street', city: 'Abu Dhabi' },
      language: 'ar' as const,
    }
    const { profile } = await identity.call(SaveProfile, { ...form, ...change }, token)
    expect(profile).toMatchObject({ phoneNumber: '+971507654321', address: change.address, language: 'ar', version: 2 })
  })

  it.each([{ fullName: 'Fatima Saif' }, { dateOfBirth: '1990-02-27' }, { nationality: 'GB' }])(
    'cannot be changed between the read for a submission and its event: %j',
    async (change) => {
      const { user, userId, token } = await signedIn()
      await identity.call(SaveProfile, form, token)
      const read = await identity.call(GetSubjectFacts, { userId, lock: true })
      expect(read).toMatchObject({ fullName: form.fullName, dateOfBirth: form.dateOfBirth })
      expect(await problemOf(identity.call(SaveProfile, { ...form, ...change }, token))).toBe('409 PROFILE_LOCKED')
      expect(await refusalOf(update(user, { name: 'Fatima Saif' }))).toBe(unauthorized)
      expect(await identity.call(GetSubjectFacts, { userId })).toEqual(read)
    },
  )

  it('can be changed if no profile is saved', async () => {
    const { userId, token } = await signedIn()
    expect(await identity.call(GetSubjectFacts, { userId, lock: true })).toMatchObject({ profileComplete: false })
    expect(await problemOf(identity.call(SaveProfile, { ...form, fullName: 'Fatima Saif' }, token))).toBe('accepted')
  })

  it('can be changed again if no submission follows the read', async () => {
    const { userId, token } = await signedIn()
    await identity.call(SaveProfile, form, token)
    await identity.call(GetSubjectFacts, { userId, lock: true })
    identity.clock.advance(11 * 60_000)
    expect(await problemOf(identity.call(SaveProfile, { ...form, fullName: 'Fatima Saif' }, token))).toBe('accepted')
  })

  it('cannot be changed through the user pool', async () => {
    const { user, token } = await readByKyc()
    const changes: Record<string, string>[] = [
      { name: 'Fatima Saif' },
      { given_name: 'Aisha' },
      { family_name: 'Saif' },
      { name: '' },
    ]
    for (const change of changes) expect(await refusalOf(update(user, change))).toBe(unauthorized)
    expect(await refusalOf(update(user, { phone_number: '+971507654321', name: form.fullName }))).toBe('accepted')
    expect((await identity.call(GetProfile, {}, token)).profile).toMatchObject({
      fullName: form.fullName,
      firstName: 'Fatima',
      lastName: 'Al Mansoori',
      phoneNumber: '+971507654321',
    })
  })

  it.each(['a rejection', 'a request for resubmission'])('can be changed after %s', async (outcome) => {
    const { user, token, data } = await readByKyc(true)
    const contract = outcome === 'a rejection' ? CaseRejected : CaseResubmissionRequested
    await identity.publish(contract, {
      aggregateId: data.caseId,
      version: 2,
      data: { ...data, reasonCodes: ['NAME_MISMATCH'] },
    })
    await identity.settled('kyc')
    expect(await problemOf(identity.call(SaveProfile, { ...form, dateOfBirth: '1990-02-27' }, token))).toBe('accepted')
    expect(await refusalOf(update(user, { name: 'Fatima Saif' }))).toBe('accepted')
  })
})
