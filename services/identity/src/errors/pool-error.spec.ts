import { describe, expect, it } from '@jest/globals'
import {
  badCredentials,
  isWrongPassword,
  notAuthorized,
  tooManyPasswords,
  tooManyRequests,
  userDisabled,
} from './pool-error.js'

describe('isWrongPassword', () => {
  it('returns true for a rejected password and for a lockout', () => {
    expect([badCredentials(), tooManyPasswords()].map(isWrongPassword)).toEqual([true, true])
  })

  it('returns false for any other error', () => {
    const others = [userDisabled(), notAuthorized('Refresh Token has been revoked'), tooManyRequests(), new Error('x')]
    expect(others.map(isWrongPassword)).toEqual([false, false, false, false])
  })
})
