import { describe, expect, it } from '@jest/globals'
import { afterSignIn, isActiveInvestor, safeNext, signInPath } from './intent.js'
import { localePath, splitLocale } from './locale.js'

describe('localePath', () => {
  it('prefixes public paths and leaves signed-in ones alone', () => {
    expect(localePath('/properties?city=Dubai', 'ar')).toBe('/ar/properties?city=Dubai')
    expect(localePath('/', 'ar')).toBe('/ar')
    expect(localePath('/investor-dashboard', 'ar')).toBe('/investor-dashboard')
    expect(localePath('/investment-flow/x', 'ar')).toBe('/investment-flow/x')
  })

  it('goes back and forth', () => {
    expect(localePath('/ar/properties/a', 'en')).toBe('/properties/a')
    expect(localePath('/ar', 'en')).toBe('/')
    expect(splitLocale('/ar?x=1')).toEqual(['ar', '/?x=1'])
    expect(splitLocale('/arabian')).toEqual(['en', '/arabian'])
  })
})

describe('intent', () => {
  it('carries where the reader was', () => {
    expect(signInPath({ pathname: '/properties/a', search: '?amount=5000' })).toBe(
      '/signin?next=%2Fproperties%2Fa%3Famount%3D5000',
    )
  })

  it('follows a path of this origin only, and none of signing in', () => {
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
  ])('does not follow %s, where a signed-in reader has nothing to do', (next) => {
    expect(safeNext(next)).toBeNull()
    expect(afterSignIn(next)).toBe('/investor-dashboard')
  })

  it.each(['/', '/ar/properties', '/signing-guide', '/properties?next=/signin', '/staff/kyc'])('follows %s', (next) => {
    expect(safeNext(next)).toBe(next)
  })

  it('knows an active investor however the status is written', () => {
    expect(isActiveInvestor('INVESTOR_ACTIVE')).toBe(true)
    expect(isActiveInvestor('kyc_complete')).toBe(false)
    expect(isActiveInvestor(undefined)).toBe(false)
  })
})
