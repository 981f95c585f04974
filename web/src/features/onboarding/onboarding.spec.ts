import { errorOf, NETWORK } from '../../api/problem.js'
import { describe, expect, it } from '@jest/globals'
import * as z from 'zod/mini'
import { checkMrz, normaliseMrz } from './mrz.js'
import {
  profileRules,
  saveErrorOf,
  sortServerErrors,
  startValues,
  toProfileForm,
  type ProfileValues,
} from './profile-rules.js'
import { reachedStep, shownStep } from './steps.js'
import { submitError } from './submit-error.js'
import { fileFault, uploadError } from './upload.js'

const rules = profileRules('2026-11-21')
const form: ProfileValues = {
  fullName: 'Sara Al Ali',
  phoneNumber: '+971501234567',
  dateOfBirth: '1991-03-14',
  nationality: 'AE',
  countryOfResidence: 'AE',
  address: { line1: 'Corniche Road 1', line2: '', city: 'Abu Dhabi', region: '', postalCode: '' },
}
const faults = (change: object) =>
  (z.safeParse(rules, { ...form, ...change }).error?.issues ?? []).map(
    ({ path, message }) => `${path.join('.')} ${message}`,
  )

describe('the profile form', () => {
  it('accepts a full form', () => expect(faults({})).toEqual([]))

  it.each([
    [{ fullName: '  ' }, 'fullName onboarding.error.fullName'],
    [{ phoneNumber: '' }, 'phoneNumber onboarding.error.phoneRequired'],
    [{ phoneNumber: '+9715' }, 'phoneNumber onboarding.error.phone'],
    [{ dateOfBirth: '' }, 'dateOfBirth onboarding.error.birthDateRequired'],
    [{ dateOfBirth: '1991-02-30' }, 'dateOfBirth onboarding.error.birthDate'],
    [{ dateOfBirth: '1991--14' }, 'dateOfBirth onboarding.error.birthDate'],
    [{ dateOfBirth: '2030-01-01' }, 'dateOfBirth onboarding.error.birthDate'],
    [{ dateOfBirth: '2008-11-22' }, 'dateOfBirth onboarding.error.age'],
    [{ nationality: '' }, 'nationality onboarding.error.nationality'],
    [{ address: { ...form.address, city: '' } }, 'address.city onboarding.error.city'],
  ])('rejects %j', (change, fault) => expect(faults(change)).toEqual([fault]))

  it('accepts applicants from their eighteenth birthday', () =>
    expect(faults({ dateOfBirth: '2008-11-21' })).toEqual([]))

  it('prefers the draft over the stored profile', () => {
    const stored = {
      fullName: 'Stored',
      phoneNumber: null,
      dateOfBirth: null,
      nationality: 'IN',
      countryOfResidence: null,
      address: null,
      language: 'en',
      version: 0,
    }
    const values = startValues(stored, {
      fullName: 'Typed',
      address: { city: 'Dubai' } as ProfileValues['address'],
    })
    expect(values).toMatchObject({
      fullName: 'Typed',
      nationality: 'IN',
      address: { city: 'Dubai', line1: '' },
    })
  })

  it('omits empty address lines from the request', () => {
    expect(toProfileForm(form, 3, 'ar')).toMatchObject({
      version: 3,
      address: { line1: 'Corniche Road 1', city: 'Abu Dhabi' },
    })
    expect(Object.keys(toProfileForm(form, 3, 'ar').address)).toEqual(['line1', 'city'])
  })

  it('finds the field of a server error by its pointer or path', () => {
    const error = (path: string) => ({ path, code: 'x', message: `about ${path}` })
    expect(sortServerErrors([error('/address/line1'), error('fullName'), error('other')])).toEqual({
      known: [
        { name: 'address.line1', text: 'about /address/line1' },
        { name: 'fullName', text: 'about fullName' },
      ],
      rest: ['about other'],
    })
  })

  it('explains why the profile was not saved', () => {
    const messageFor = (code: string) => saveErrorOf(errorOf(409, { code }))
    expect(messageFor('PROFILE_LOCKED')).toBe('onboarding.error.locked')
    expect(messageFor('VERSION_CONFLICT')).toBe('onboarding.error.conflict')
    expect(messageFor('INTERNAL')).toBe('onboarding.error.save')
    expect(messageFor(NETWORK)).toBe('ui.connectionLost')
    expect(saveErrorOf(undefined)).toBe('onboarding.error.save')
  })
})

describe('the onboarding step', () => {
  const kyc = (state: string) => ({ state }) as Parameters<typeof reachedStep>[1]
  it('follows the completed steps', () => {
    expect(reachedStep({ version: 0 }, kyc('not_started'))).toBe('profile')
    expect(reachedStep({ version: 1 }, kyc('collecting'))).toBe('identity')
    expect(reachedStep({ version: 1 }, kyc('in_review'))).toBe('result')
  })

  it('is never ahead of the completed steps, while the profile is always available', () => {
    expect(shownStep('result', 'profile', kyc('not_started'))).toBe('profile')
    expect(shownStep('result', 'identity', kyc('collecting'))).toBe('identity')
    expect(shownStep('identity', 'result', kyc('in_review'))).toBe('result')
    expect(shownStep('profile', 'result', kyc('approved'))).toBe('profile')
  })

  it('shows the result before a resubmission and the documents again after a rejection', () => {
    expect(shownStep(null, 'identity', kyc('resubmission'))).toBe('result')
    expect(shownStep('identity', 'identity', kyc('resubmission'))).toBe('identity')
    expect(shownStep('identity', 'result', kyc('rejected'))).toBe('identity')
  })
})

describe('machine-readable lines', () => {
  // The specimens of ICAO 9303 parts 4 and 5.
  const passport = ['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO7408122F1204159ZE184226B<<<<<10']
  const card = ['I<UTOD231458907<<<<<<<<<<<<<<<', '7408122F1204159UTO<<<<<<<<<<<6', 'ERIKSSON<<ANNA<MARIA<<<<<<<<<<']

  it('have valid check digits in the specimens', () => {
    expect(checkMrz('passport', passport)).toEqual([])
    expect(checkMrz('emirates_id', card)).toEqual([])
  })

  it.each([
    ['number', 9, 'L898902C46UTO7408122F1204159ZE184226B<<<<<10'],
    ['birth', 19, 'L898902C36UTO7408132F1204159ZE184226B<<<<<10'],
    ['expiry', 27, 'L898902C36UTO7408122F1204259ZE184226B<<<<<10'],
    ['personal', 42, 'L898902C36UTO7408122F1204159ZE184227B<<<<<10'],
  ])('name the check digit that does not match: %s', (part, column, second) => {
    expect(checkMrz('passport', [passport[0]!, second])).toEqual([
      { line: 1, kind: 'digit', part, column },
      { line: 1, kind: 'digit', part: 'whole', column: 43 },
    ])
  })

  it('report a wrong length or an invalid character', () => {
    expect(checkMrz('passport', ['P<UTO', ''])).toEqual([{ line: 0, kind: 'length', length: 5, expected: 44 }])
    expect(checkMrz('passport', ['P<UTÖ', ''])).toEqual([{ line: 0, kind: 'character', character: 'Ö' }])
  })

  it('are normalised while they are typed', () => expect(normaliseMrz(' p«are ali ')).toBe('P<AREALI'))
})

describe('an image', () => {
  it.each([
    ['image/jpeg', 1_000, null],
    ['application/pdf', 1_000, 'onboarding.upload.type'],
    ['image/png', 10_000_001, 'onboarding.upload.large'],
  ])('is checked by type and size: %s, %d bytes', (type, size, fault) => expect(fileFault({ type, size })).toBe(fault))

  it.each([
    ['UPLOAD_UNREADABLE', 'onboarding.upload.unreadable'],
    ['UPLOADS_BUSY', 'onboarding.upload.busy'],
    ['UPLOAD_GONE', 'onboarding.upload.failed'],
  ])('has a message when it is rejected with %s', (code, text) =>
    expect(uploadError(errorOf(422, { code, detail: 'x' }))).toBe(text),
  )
})

describe('a rejected submission', () => {
  it.each([
    ['VALIDATION_FAILED', 'onboarding.error.mrzRefused'],
    ['KYC_NOT_OPEN', 'onboarding.identity.notOpen'],
    ['UPLOADS_MISSING', 'onboarding.error.uploadsMissing'],
    ['PROFILE_REQUIRED', 'onboarding.error.profileRequired'],
    ['VERSION_CONFLICT', 'onboarding.error.save'],
    [NETWORK, 'ui.connectionLost'],
  ])('has a message for %s', (code, text) => expect(submitError(errorOf(409, { code, detail: 'x' }))).toBe(text))
})
