import { describe, expect, it } from '@jest/globals'
import { languageOf, readAttributes } from './attributes.js'
import { splitName } from '../identifiers/names.js'
import { normalisePhone } from '../identifiers/phone.js'

const read = (attributes: Record<string, string>) =>
  readAttributes(Object.entries(attributes).map(([Name, Value]) => ({ Name, Value })))

describe('readAttributes', () => {
  it('returns attributes in their stored form', () => {
    expect(read({ name: ' Fatima  Al Mansoori ', phone_number: '+971 50 123 4567' })).toEqual({
      name: 'Fatima Al Mansoori',
      given_name: 'Fatima',
      family_name: 'Al Mansoori',
      phone_number: '+971501234567',
    })
    expect(read({ given_name: 'Fatima', family_name: 'Saif' }).name).toBe('Fatima Saif')
  })

  it.each(['name', 'given_name', 'family_name', 'middle_name', 'nickname'])(
    'removes invisible and bidirectional control characters from %s',
    (name) => {
      expect(read({ [name]: ' \u202eFatima\u0000\u200b Saif\u202c' })[name]).toBe('Fatima Saif')
    },
  )

  it('treats a name of invisible characters as empty', () => {
    expect(read({ nickname: '\u202e\u200b' })).toEqual({ nickname: '' })
  })

  it.each(['custom:kyc_status', 'custom:investor_status', 'email_verified', 'sub', 'cognito:groups', 'updated_at'])(
    'rejects %s, which clients may not write',
    (name) => {
      expect(() => read({ [name]: 'x' })).toThrow('A client attempted to write unauthorized attribute')
    },
  )

  it.each([
    [{ email: 'nobody' }, 'Invalid email address format.'],
    [{ email: '' }, 'Invalid email address format.'],
    [{ email: 'x@Mail.MAILINATOR.com' }, 'Disposable'],
    [{ phone_number: '+12' }, 'Invalid phone number format.'],
    [{ name: 'x'.repeat(201) }, 'too long'],
  ])('rejects the value in %j', (attributes, message) => {
    expect(() => read(attributes as unknown as Record<string, string>)).toThrow(message)
  })
})

describe('splitName', () => {
  it('splits a name at its first space', () => {
    expect(splitName('Fatima Al Mansoori')).toMatchObject({ firstName: 'Fatima', lastName: 'Al Mansoori' })
    expect(splitName(' Cher ')).toMatchObject({ fullName: 'Cher', firstName: 'Cher', lastName: 'Cher' })
    expect(splitName('')).toMatchObject({ firstName: 'User', lastName: 'User' })
  })
})

describe('normalisePhone', () => {
  it('prefixes +1 to the digits of a number without a plus', () => {
    expect(normalisePhone('(202) 555-0175')).toBe('+12025550175')
    expect(normalisePhone('+971501234567')).toBe('+971501234567')
    expect([normalisePhone(''), normalisePhone('+971'), normalisePhone('0501234567890123')]).toEqual(
      Array(3).fill(undefined),
    )
  })
})

describe('languageOf', () => {
  it('returns the supported language of a tag', () => {
    expect(['ar-AE', 'EN', 'de', undefined].map(languageOf)).toEqual(['ar', 'en', undefined, undefined])
  })
})
