import { describe, expect, it } from '@jest/globals'
import { isStoreDown } from './connect.js'

const named = (name: string, more: object = {}) => Object.assign(new Error('x'), { name, ...more })

describe('isStoreDown', () => {
  it.each([
    ['network timeout', named('MongoNetworkTimeoutError')],
    ['no primary', named('MongoServerSelectionError')],
    ['primary stepping down', named('MongoServerError', { code: 189 })],
    ['no longer primary', named('MongoServerError', { code: 10107 })],
    ['store out of disk space', named('MongoServerError', { code: 14031 })],
    ['full disk', named('Error', { code: 'ENOSPC' })],
    ['ledger unavailable', named('LedgerUnavailable')],
    ['network error as a cause', new Error('outer', { cause: named('MongoNetworkError') })],
  ])('returns true: %s', (_, error) => expect(isStoreDown(error)).toBe(true))

  it.each([
    ['duplicate key', named('MongoServerError', { code: 11000 })],
    ['programming error', new TypeError('x')],
    ['invalid change', named('InvalidChange', { cause: named('MongoServerError', { code: 11000 }) })],
    ['no error', undefined],
  ])('returns false: %s', (_, error) => expect(isStoreDown(error)).toBe(false))
})
