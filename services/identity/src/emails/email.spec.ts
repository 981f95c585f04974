import { describe, expect, it } from '@jest/globals'
import { isDisposable, isEmail, maskEmail } from './email.js'

describe('an e-mail address', () => {
  it.each(['a@b.co', 'first.last+tag@sub.example.com', "o'neil@example.ae", 'مثال@مثال.إختبار'])(
    'may be %s',
    (email) => {
      expect(isEmail(email)).toBe(true)
    },
  )

  it.each([
    '',
    'a',
    'a@b',
    '@b.co',
    'a@@b.co',
    'a b@c.co',
    'a@b..co',
    'a@-b.co',
    `${'a'.repeat(65)}@b.co`,
    'a@b.co,c@d.co',
  ])('may not be "%s"', (email) => {
    expect(isEmail(email)).toBe(false)
  })

  it('at a throw-away service is known, also below it and in capitals', () => {
    const known = ['x@mailinator.com', 'x@MAILINATOR.com', 'x@a.b.yopmail.com', 'x@guerrillamail.com']
    expect(known.map(isDisposable)).toEqual([true, true, true, true])
    expect(['x@gmail.com', 'x@outlook.com', 'x@mailinator.com.example.org', 'x@com'].map(isDisposable)).toEqual(
      Array(4).fill(false),
    )
  })

  it('is shown by the first letters alone', () => {
    expect(maskEmail('fatima@example.com')).toBe('f***@e***')
  })
})
