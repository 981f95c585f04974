import { describe, expect, it } from '@jest/globals'
import { afterSignIn, isActiveInvestor, safeNext, signInPath } from './intent.js'
import { localePath, splitLocale } from './locale.js'

describe('localePath', () => {
  it('prefixes public paths and leaves signed-in ones unchanged', () => {
    expect(localePath('/properties?city=Dubai', 'ar')).toBe('/ar/properties?city=Dubai')
    expect(localePath('/', 'ar')).toBe('/ar')
    expect(localePath('/investor-dashboard', 'ar')).toBe('/investor-dashboard')
    for (const path of ['/investment-flow/x', '/tokenization/x', '/wallet']) expect(localePath(path, 'ar')).toBe(path)
  })

  it('removes a prefix again', () => {
    expect(localePath('/ar/properties/a', 'en')).toBe('/properties/a')
    expect(localePath('/ar', 'en')).toBe('/')
    expect(splitLocale('/ar?x=1')).toEqual(['ar', '/?x=1'])
    expect(splitLocale('/arabian')).toEqual(['en', '/arabian'])
  })
})

describe('the requested page', () => {
  it('is kept in the sign-in path', () => {
    expect(signInPath({ pathname: '/properties/a', search: '?amount=5000' })).toBe(
      '/signin?next=%2Fproperties%2Fa%3Famount%3D5000',
    )
  })

  it('is followed only on this origin and outside the sign-in pages', () => {
    expect(safeNext('/investment-flow/a?amount=2000')).toBe('/investment-flow/a?amount=2000')
    for (const bad of [
      '//evil.test',
      '/\\evil.test',
      'https://evil.test',
      'javascript:1',
      '/signin',
      '/ar/registration',
      '',
      null,
      '/a\nb',
    ]) {
      expect(safeNext(bad)).toBeNull()
    }
    expect(afterSignIn('//evil.test')).toBe('/investor-dashboard')
  })

  it.each([
    '/forgot-password',
    '/ar/forgot-password?email=a',
    '/reset-password',
    '/confirm-signup',
    '/email-confirmation',
    '/auth/login',
    '/SignIn',
    '/%73ignin',
    '/properties/../signin',
    '/./login/',
    '/signin//x',
    '/%E0%A4%A',
  ])('is not followed if it is %s, a page for signed-out users', (next) => {
    expect(safeNext(next)).toBeNull()
    expect(afterSignIn(next)).toBe('/investor-dashboard')
  })

  it.each(['/foo%0A', '/x%0d%0aX:1', '/foo%E2%80%A8x', '/foo%E2%80%A9', '/a%00', '/a\u2028b'])(
    'is not followed if it is %j, whose decoded path has a control character or a line break',
    (next) => {
      expect(safeNext(next)).toBeNull()
    },
  )

  it.each(['/', '/ar/properties', '/signing-guide', '/properties?next=/signin', '/staff/kyc'])(
    'is followed if it is %s',
    (next) => {
      expect(safeNext(next)).toBe(next)
    },
  )
})

describe('isActiveInvestor', () => {
  it('accepts any case of the status', () => {
    expect(isActiveInvestor('INVESTOR_ACTIVE')).toBe(true)
    expect(isActiveInvestor('kyc_complete')).toBe(false)
    expect(isActiveInvestor(undefined)).toBe(false)
  })
})
