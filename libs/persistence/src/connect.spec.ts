import { describe, expect, it } from '@jest/globals'
import { isStoreDown } from './connect.js'

const named = (name: string, more: object = {}) => Object.assign(new Error('x'), { name, ...more })

describe('a store that is down', () => {
  it.each([
    ['cannot be reached', named('MongoNetworkTimeoutError')],
    ['has no primary', named('MongoServerSelectionError')],
    ['is stepping down', named('MongoServerError', { code: 189 })],
    ['was primary a moment ago', named('MongoServerError', { code: 10107 })],
    ['has no room on its disk', named('MongoServerError', { code: 14031 })],
    ['writes to a disk that is full', named('Error', { code: 'ENOSPC' })],
    ['did not take a change of the ledger in time', named('LedgerUnavailable')],
    ['is the cause of another error', new Error('outer', { cause: named('MongoNetworkError') })],
  ])('%s', (_, error) => expect(isStoreDown(error)).toBe(true))

  it.each([
    ['refuses a duplicate', named('MongoServerError', { code: 11000 })],
    ['is not asked at all', new TypeError('x')],
    ['refuses the content of a change', named('InvalidChange', { cause: named('MongoServerError', { code: 11000 }) })],
    ['gave no error', undefined],
  ])('is not one that %s', (_, error) => expect(isStoreDown(error)).toBe(false))
})
