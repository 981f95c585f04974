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
  it('is a password that was refused, or a name that is locked for passwords', () => {
    expect([badCredentials(), tooManyPasswords()].map(isWrongPassword)).toEqual([true, true])
  })

  it('is no other refusal', () => {
    const others = [userDisabled(), notAuthorized('Refresh Token has been revoked'), tooManyRequests(), new Error('x')]
    expect(others.map(isWrongPassword)).toEqual([false, false, false, false])
  })
})
