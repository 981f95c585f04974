import { describe, expect, it } from '@jest/globals'
import { errorOf, isConnectionLost, localError, NETWORK, TIMEOUT } from './problem.js'

describe('a lost connection', () => {
  it.each([
    'Failed to fetch',
    'NetworkError when attempting to fetch resource.',
    'Load failed',
    'Failed to fetch dynamically imported module: https://hissa.test/assets/pool-1.js',
    'error loading dynamically imported module: https://hissa.test/assets/pool-1.js',
    'Importing a module script failed.',
    'The network connection was lost.',
    'The Internet connection appears to be offline.',
  ])('is what a browser calls %j', (message) => {
    expect(isConnectionLost(new TypeError(message))).toBe(true)
  })

  it.each([NETWORK, TIMEOUT])('is a call without an answer: %s', (code) => {
    expect(isConnectionLost(localError(code, 'x'))).toBe(true)
  })

  it.each([
    "Cannot read properties of undefined (reading 'uploads')",
    "Cannot read properties of undefined (reading 'network')",
    'Cannot convert undefined or null to important object',
    'loadFailed is not a function',
  ])('is no mistake in our own code: %j', (message) => {
    expect(isConnectionLost(new TypeError(message))).toBe(false)
  })

  it('is no answer, whatever the answer says, and no other kind of error', () => {
    expect(isConnectionLost(errorOf(503, { code: 'SERVICE_UNAVAILABLE', detail: 'Failed to fetch' }))).toBe(false)
    expect(isConnectionLost(new Error('Failed to fetch'))).toBe(false)
  })
})
