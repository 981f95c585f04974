import { describe, expect, it } from '@jest/globals'
import { errorOf, isConnectionLost, localError, NETWORK, TIMEOUT } from './problem.js'

describe('isConnectionLost', () => {
  it.each([
    'Failed to fetch',
    'NetworkError when attempting to fetch resource.',
    'Load failed',
    'Failed to fetch dynamically imported module: https://hissa.test/assets/pool-1.js',
    'error loading dynamically imported module: https://hissa.test/assets/pool-1.js',
    'Importing a module script failed.',
    'The network connection was lost.',
    'The Internet connection appears to be offline.',
  ])('accepts the network error of a browser: %j', (message) => {
    expect(isConnectionLost(new TypeError(message))).toBe(true)
  })

  it.each([NETWORK, TIMEOUT])('accepts a call without a response: %s', (code) => {
    expect(isConnectionLost(localError(code, 'x'))).toBe(true)
  })

  it.each([
    "Cannot read properties of undefined (reading 'uploads')",
    "Cannot read properties of undefined (reading 'network')",
    'Cannot convert undefined or null to important object',
    'loadFailed is not a function',
  ])('rejects an error in our own code: %j', (message) => {
    expect(isConnectionLost(new TypeError(message))).toBe(false)
  })

  it('rejects a response, whatever its text, and any other kind of error', () => {
    expect(isConnectionLost(errorOf(503, { code: 'SERVICE_UNAVAILABLE', detail: 'Failed to fetch' }))).toBe(false)
    expect(isConnectionLost(new Error('Failed to fetch'))).toBe(false)
  })
})
