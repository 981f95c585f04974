import { describe, expect, it } from '@jest/globals'
import { fromPlain } from '../bson/from-plain.js'
import type { Doc } from '../bson/values.js'
import { compileFilter } from './matcher.js'

const matches = (filter: object, document: object) =>
  compileFilter(fromPlain(filter) as Doc)(fromPlain(document) as Doc)

describe('compileFilter', () => {
  it.each<[string, object, object, boolean]>([
    ['null finds a missing field', { a: null }, {}, true],
    ['null finds an element that is null', { a: null }, { a: [1, null] }, true],
    ['an element of an array', { a: 2 }, { a: [1, 2] }, true],
    ['a field of an element', { 'a.b': 2 }, { a: [{ b: 1 }, { b: 2 }] }, true],
    ['a place in an array', { 'a.1': 2 }, { a: [1, 2] }, true],
    ['comparison stays within the type', { a: { $lt: 5 } }, { a: '1' }, false],
    ['$ne is the opposite of equality, arrays included', { a: { $ne: 2 } }, { a: [1, 2] }, false],
    ['a range may be met by two elements', { a: { $gt: 4, $lt: 2 } }, { a: [1, 5] }, true],
    ['$elemMatch asks one element', { a: { $elemMatch: { $gt: 4, $lt: 2 } } }, { a: [1, 5] }, false],
    ['$exists: false of a path through scalars', { 'a.b': { $exists: false } }, { a: ['x'] }, true],
    ['$all', { a: { $all: [1, 2] } }, { a: [2, 3, 1] }, true],
    ['$nor', { $nor: [{ a: 1 }, { b: 1 }] }, { a: 2, b: 1 }, false],
    ['$size', { a: { $size: 0 } }, { a: [] }, true],
    ['$not of a regex', { a: { $not: { $regex: '^x' } } }, { a: 'y' }, true],
    ['$expr', { $expr: { $gt: ['$a', '$b'] } }, { a: 3, b: 2 }, true],
  ])('%s', (_, filter, document, expected) => {
    expect(matches(filter, document)).toBe(expected)
  })

  it.each<[string, object, number]>([
    ['an unknown operator', { a: { $frob: 1 } }, 2],
    ['an unknown top level operator', { $frob: 1 }, 2],
    ['what exists but is not supported', { $where: 'true' }, 115],
    ['an empty $or', { $or: [] }, 2],
  ])('refuses %s', (_, filter, code) => {
    expect(() => matches(filter, {})).toThrow(expect.objectContaining({ code }))
  })
})
