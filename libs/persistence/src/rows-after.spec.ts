import { describe, expect, it } from '@jest/globals'
import { rowsAfter } from './rows-after.js'

describe('rowsAfter', () => {
  it('matches larger values, and larger ids of the same value, in ascending order', () =>
    expect(rowsAfter('dueAt', 1, [5, 'b'])).toEqual({ $or: [{ dueAt: { $gt: 5 } }, { dueAt: 5, _id: { $gt: 'b' } }] }))

  it('matches smaller ones in descending order', () =>
    expect(rowsAfter('at', -1, [5, 'b'])).toEqual({ $or: [{ at: { $lt: 5 } }, { at: 5, _id: { $lt: 'b' } }] }))

  it('matches all rows without a position', () => expect(rowsAfter('at', 1, undefined)).toEqual({}))
})
