import { describe, expect, it } from '@jest/globals'
import { languageOf, readAttributes } from './attributes.js'
import { splitName } from '../identifiers/names.js'
import { normalisePhone } from '../identifiers/phone.js'

const read = (attributes: Record<string, string>) =>
  readAttributes(Object.entries(attributes).map(([Name, Value]) => ({ Name, Value })))

describe('attributes that a client writes', () => {
  it('are kept in their stored form', () => {
    expect(read({ name: ' Fatima  Al Mansoori ', phone_number: '+971 50 123 4567' })).toEqual({
      name: 'Fatima Al Mansoori',
      given_name: 'Fatima',
      family_name: 'Al Mansoori',
      phone_number: '+971501234567',
    })
    expect(read({ given_name: 'Fatima', family_name: 'Saif' }).name).toBe('Fatima Saif')
  })

  it.each(['name', 'given_name', 'family_name', 'middle_name', 'nickname'])(
    'hold no characters in %s that are not seen or turn the text around them',
    (name) => {
      expect(read({ [name]: ' \u202eFatima\u0000\u200b Saif\u202c' })[name]).toBe('Fatima Saif')
    },
  )

  it('may be taken away by a name of which nothing can be seen', () => {
    expect(read({ nickname: '\u202e\u200b' })).toEqual({ nickname: '' })
  })

  it.each(['custom:kyc_status', 'custom:investor_status', 'email_verified', 'sub', 'cognito:groups', 'updated_at'])(
    'may not be %s',
    (name) => {
      expect(() => read({ [name]: 'x' })).toThrow('A client attempted to write unauthorized attribute')
    },
  )

  it.each([
    [{ email: 'nobody' }, 'Invalid email address format.'],
    [{ email: '' }, 'Invalid email address format.'],
    [{ email: 'x@Mail.MAILINATOR.com' }, 'Throw-away'],
    [{ phone_number: '+12' }, 'Invalid phone number format.'],
    [{ name: 'x'.repeat(201) }, 'too long'],
  ])('may not hold %j', (attributes, message) => {
    expect(() => read(attributes as unknown as Record<string, string>)).toThrow(message)
  })
})

describe('names, telephone numbers and languages', () => {
  it('splits a name at its first space', () => {
    expect(splitName('Fatima Al Mansoori')).toMatchObject({ firstName: 'Fatima', lastName: 'Al Mansoori' })
    expect(splitName(' Cher ')).toMatchObject({ fullName: 'Cher', firstName: 'Cher', lastName: 'Cher' })
    expect(splitName('')).toMatchObject({ firstName: 'User', lastName: 'User' })
  })

  it('prefixes +1 to the digits of a number without a plus', () => {
    expect(normalisePhone('(202) 555-0175')).toBe('+12025550175')
    expect(normalisePhone('+971501234567')).toBe('+971501234567')
    expect([normalisePhone(''), normalisePhone('+971'), normalisePhone('0501234567890123')]).toEqual(
      Array(3).fill(undefined),
    )
  })

  it('knows four languages', () => {
    expect(['ar-AE', 'EN', 'de', undefined].map(languageOf)).toEqual(['ar', 'en', undefined, undefined])
  })
})
