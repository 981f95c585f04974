import { describe, expect, it } from '@jest/globals'
import { fromPlain } from '../bson/from-plain.js'
import type { Doc } from '../bson/values.js'
import { compileUpdate } from './update.js'

const NOW = new Date('2026-11-21T00:00:00Z')
const updater = (update: object, filter: object = {}, arrayFilters?: object[]) =>
  compileUpdate(fromPlain(filter) as Doc, fromPlain(update), fromPlain(arrayFilters), new Map(), NOW)
const apply = (document: object, update: object, filter?: object, arrayFilters?: object[]) =>
  updater(update, filter, arrayFilters).apply(fromPlain({ _id: 1, ...document }) as Doc)
const withId = (document: object) => fromPlain({ _id: 1, ...document })

describe('compileUpdate', () => {
  it.each<[string, object, object, object]>([
    ['$set makes what lies on the way', {}, { $set: { 'a.b': 1 } }, { a: { b: 1 } }],
    ['$unset of an element leaves null', { a: [1, 2] }, { $unset: { 'a.0': '' } }, { a: [null, 2] }],
    ['$set past the end fills with null', { a: [1] }, { $set: { 'a.3': 4 } }, { a: [1, null, null, 4] }],
    ['$inc of a missing field', {}, { $inc: { n: 2 } }, { n: 2 }],
    ['$mul of a missing field', {}, { $mul: { n: 2 } }, { n: 0 }],
    ['$min keeps the smaller', { n: 5 }, { $min: { n: 7 } }, { n: 5 }],
    ['$push with slice', { a: [1, 2] }, { $push: { a: { $each: [3, 4], $slice: -3 } } }, { a: [2, 3, 4] }],
    ['$pull by value', { a: [1, 2, 1] }, { $pull: { a: 1 } }, { a: [2] }],
    ['$addToSet adds once', { a: [1] }, { $addToSet: { a: { $each: [1, 2, 2] } } }, { a: [1, 2] }],
    ['$rename', { a: 1 }, { $rename: { a: 'b' } }, { b: 1 }],
    ['$currentDate', {}, { $currentDate: { at: true } }, { at: NOW }],
    ['a replacement keeps the id', { a: 1 }, { b: 2 }, { b: 2 }],
    ['a pipeline', { a: 1 }, [{ $set: { b: { $add: ['$a', 1] } } }], { a: 1, b: 2 }],
  ])('%s', (_, document, update, expected) => {
    expect(apply(document, update)).toEqual(withId(expected))
  })

  it('changes the element that the query matched, and those an array filter names', () => {
    expect(apply({ a: [{ k: 1 }, { k: 2 }] }, { $set: { 'a.$.k': 9 } }, { 'a.k': 2 })).toEqual(
      withId({ a: [{ k: 1 }, { k: 9 }] }),
    )
    expect(apply({ a: [1, 5] }, { $inc: { 'a.$[big]': 1 } }, {}, [{ big: { $gt: 2 } }])).toEqual(withId({ a: [1, 6] }))
  })

  it('makes an upserted document from the equalities of the filter', () => {
    const made = updater({ $set: { c: 3 }, $setOnInsert: { d: 4 } }, { _id: 7, a: 1, b: { $gt: 2 } }).upsert()
    expect(made).toEqual(fromPlain({ _id: 7, a: 1, c: 3, d: 4 }))
  })

  it.each<[string, object, object, number]>([
    ['$inc of text', { n: 'x' }, { $inc: { n: 1 } }, 14],
    ['$inc by text', {}, { $inc: { n: 'x' } }, 14],
    ['a path through a scalar', { a: 1 }, { $set: { 'a.b': 1 } }, 28],
    ['two changes of one path', {}, { $set: { a: 1 }, $inc: { 'a.b': 1 } }, 40],
    ['another _id', {}, { $set: { _id: 2 } }, 66],
    ['an unknown operator', {}, { $frob: { a: 1 } }, 9],
    ['$bit, which is not supported', {}, { $bit: { a: { and: 1 } } }, 115],
  ])('refuses %s', (_, document, update, code) => {
    expect(() => apply(document, update)).toThrow(expect.objectContaining({ code }))
  })
})
