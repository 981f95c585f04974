import { describe, expect, it } from '@jest/globals'
import { isDisposable, isEmail, maskEmail } from './email.js'

describe('isEmail', () => {
  it.each(['a@b.co', 'first.last+tag@sub.example.com', "o'neil@example.ae", 'مثال@مثال.إختبار'])(
    'accepts %s',
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
  ])('rejects "%s"', (email) => {
    expect(isEmail(email)).toBe(false)
  })
})

describe('isDisposable', () => {
  it('recognises domains of disposable mail services, their subdomains and any case', () => {
    const known = ['x@mailinator.com', 'x@MAILINATOR.com', 'x@a.b.yopmail.com', 'x@guerrillamail.com']
    expect(known.map(isDisposable)).toEqual([true, true, true, true])
    expect(['x@gmail.com', 'x@outlook.com', 'x@mailinator.com.example.org', 'x@com'].map(isDisposable)).toEqual(
      Array(4).fill(false),
    )
  })
})

describe('maskEmail', () => {
  it('shows only the first characters of the mailbox and the domain', () => {
    expect(maskEmail('fatima@example.com')).toBe('f***@e***')
  })
})
