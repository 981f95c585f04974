import { describe, expect, it } from '@jest/globals'
import { decodeCursor, encodeCursor } from './cursor.js'

describe('a cursor', () => {
  it('decodes to the place that it was made of', () =>
    expect(decodeCursor(encodeCursor(['newest', 1, 'id-ü']))).toEqual(['newest', 1, 'id-ü']))

  it.each(['', 'abc', '%', encodeCursor([1]).slice(1), Buffer.from('{"a":1}').toString('base64url')])(
    'decodes %j to an empty place',
    (cursor) => expect(decodeCursor(cursor)).toEqual([]),
  )
})
