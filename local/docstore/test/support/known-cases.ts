import { BSONRegExp, Decimal128, Double, Int32, Long } from 'bson'
import type { Document } from 'mongodb'
import type { Case } from './run-case.js'

const people = [
  { _id: 1, name: 'Aisha', city: 'Dubai', age: 31, tags: ['a', 'b'], home: { area: 'Marina', rooms: 2 } },
  { _id: 2, name: 'Omar', city: 'Abu Dhabi', age: 45, tags: [], home: { area: 'Reem', rooms: 4 } },
  {
    _id: 3,
    name: 'Lina',
    age: null,
    tags: ['b', 'c'],
    orders: [
      { sku: 'x', n: 1 },
      { sku: 'y', n: 5 },
    ],
  },
  { _id: 4, name: 'omar', city: 'Dubai', age: 27, orders: [{ sku: 'x', n: 9 }] },
]

const numbers = [
  { _id: 1, v: new Double(2) },
  { _id: 2, v: Long.fromString('9007199254740993') },
  { _id: 3, v: Decimal128.fromString('0.1') },
  { _id: 4, v: new Int32(2) },
  { _id: 5, v: new Double(NaN) },
]

const find = (filter: Document, options?: Document, docs: Document[] = people): Case => ({
  docs,
  find: options ? { filter, options } : { filter },
})
const update = (change: Document | Document[], filter: Document = { _id: 3 }, options: Document = {}): Case => ({
  docs: people,
  update: { filter, update: change, options },
})
const pipeline = (...stages: Document[]): Case => ({ docs: people, aggregate: stages })

/**
 * One case for each feature that the services rely on and for each bug fixed so far. The replies are in golden.json.
 */
export const KNOWN_CASES: Readonly<Record<string, Case>> = {
  'null finds missing and null': find({ age: null }),
  '$gte null finds missing': find({ city: { $gte: null } }),
  'documents compare with the order of their fields': find({ home: { rooms: 2, area: 'Marina' } }),
  'a regex with options': find({ name: new BSONRegExp('^o', 'i') }),
  'two conditions may be met by different elements': find({ 'orders.sku': 'x', 'orders.n': 5 }),
  '$elemMatch asks one element': find({ orders: { $elemMatch: { sku: 'x', n: 5 } } }),
  '$expr compares two fields': find({ $expr: { $gt: ['$age', 30] } }),
  'skip and limit after a sort': find({}, { sort: { age: -1, _id: 1 }, skip: 1, limit: 2 }),
  'an $elemMatch projection': find(
    { 'orders.sku': 'y' },
    { projection: { orders: { $elemMatch: { n: { $gt: 2 } } } } },
  ),
  'a positional projection': find({ 'orders.n': 5 }, { projection: { 'orders.$': 1 } }),
  'a $slice projection': find({ _id: 3 }, { projection: { orders: { $slice: -1 } } }),
  'inclusion keeps the order of the document': find({ _id: 1 }, { projection: { home: { rooms: 1 }, name: 1 } }),
  'mixed projection is refused': find({}, { projection: { name: 1, age: 0 } }),
  'an unknown operator is refused': find({ age: { $near2: 1 } }),
  'numbers of all types compare by value': find({ v: { $gt: 1 } }, { sort: { v: 1, _id: 1 } }, numbers),
  'a long beyond 2^53 is not its neighbour': find({ v: new Double(9007199254740992) }, undefined, numbers),
  'NaN equals NaN only': find({ v: NaN }, undefined, numbers),
  '$mod of a long is exact': find({ v: { $mod: [2, 1] } }, {}, numbers),
  'an id is found by a long': find({ _id: Long.fromNumber(2) }, {}, numbers),
  'an id is found by a double': find({ _id: new Double(2) }, {}, numbers),
  'an id is found by a decimal': find({ _id: Decimal128.fromString('2.0') }, {}, numbers),
  'an id is not found by its text': find({ _id: '2' }, { sort: { v: 1 } }, numbers),
  'an id that is skipped': find({ _id: 2 }, { skip: 1 }, numbers),
  'an id and its projection': find({ _id: 2 }, { projection: { _id: 0 }, limit: 5 }, numbers),
  '$inc keeps a long': { docs: numbers, update: { filter: { _id: 2 }, update: { $inc: { v: 1 } } } },
  '$inc keeps a decimal': {
    docs: numbers,
    update: { filter: { _id: 3 }, update: { $inc: { v: Decimal128.fromString('0.2') } } },
  },
  '$inc of a double leaves other types alone': {
    docs: [{ _id: 1, d: new Double(2), l: Long.fromNumber(5), n: 1 }],
    update: { filter: {}, update: { $inc: { n: 1 } } },
  },
  '$inc of an int overflows to long': {
    docs: [{ _id: 1, n: 2147483647 }],
    update: { filter: {}, update: { $inc: { n: 1 } } },
  },
  '$inc of text is refused': update({ $inc: { name: 1 } }),
  '$set through a scalar is refused': update({ $set: { 'name.first': 1 } }),
  'two changes of one path are refused': update({ $set: { a: 1 }, $inc: { a: 1 } }),
  '_id cannot change': update({ $set: { _id: 9 } }),
  'an unknown modifier is refused': update({ $frob: { a: 1 } }),
  'new fields come in the order of their names': update({ $set: { zeta: 1, alpha: 2, 'deep.b': 1, 'deep.a': 2 } }),
  'the positional operator': update({ $set: { 'orders.$.n': 7 } }, { 'orders.sku': 'y' }),
  'every element': update({ $inc: { 'orders.$[].n': 10 } }),
  '$push with position, sort and slice': update({ $push: { tags: { $each: ['d', 'a'], $sort: 1, $slice: 3 } } }),
  '$pull by condition': update({ $pull: { orders: { n: { $gte: 5 } } } }),
  '$addToSet with each': update({ $addToSet: { tags: { $each: ['c', 'd'] } } }),
  $rename: update({ $rename: { name: 'title' } }),
  '$unset of an element leaves null': update({ $unset: { 'tags.0': '' } }),
  'an update by pipeline': update([{ $set: { total: { $sum: '$orders.n' } } }, { $unset: 'tags' }]),
  'array filters': update(
    { $set: { 'orders.$[big].big': true } },
    { _id: 3 },
    { arrayFilters: [{ 'big.n': { $gt: 2 } }] },
  ),
  'upsert takes equalities and $setOnInsert': update(
    { $set: { a: 1 }, $setOnInsert: { b: 2 } },
    { _id: 99, 'k.l': 'm', age: { $gt: 3 } },
    { upsert: true },
  ),
  'a replacement keeps the id': { docs: people, replace: { filter: { name: 'Omar' }, replacement: { name: 'New' } } },
  'group, sort': pipeline(
    { $group: { _id: '$city', n: { $sum: 1 }, oldest: { $max: '$age' }, names: { $push: '$name' } } },
    { $sort: { _id: 1 } },
  ),
  'averages and first and last': pipeline(
    { $sort: { _id: 1 } },
    { $group: { _id: null, mean: { $avg: '$age' }, first: { $first: '$name' }, last: { $last: '$name' } } },
  ),
  'unwind with index': pipeline({
    $unwind: { path: '$orders', includeArrayIndex: 'i', preserveNullAndEmptyArrays: true },
  }),
  facets: pipeline({ $facet: { young: [{ $match: { age: { $lt: 40 } } }, { $count: 'n' }], all: [{ $count: 'n' }] } }),
  'lookup by fields': {
    docs: people,
    aggregate: [{ $lookup: { from: 'other', localField: 'city', foreignField: 'name', as: 'place' } }],
    other: { name: 'other', docs: [{ _id: 1, name: 'Dubai' }, { _id: 2 }] },
  },
  'lookup by pipeline': {
    docs: people,
    aggregate: [
      {
        $lookup: {
          from: 'other',
          let: { city: '$city' },
          pipeline: [{ $match: { $expr: { $eq: ['$name', '$$city'] } } }, { $project: { _id: 0 } }],
          as: 'place',
        },
      },
    ],
    other: { name: 'other', docs: [{ _id: 1, name: 'Dubai' }, { _id: 2 }] },
  },
  'computed fields': pipeline({
    $project: {
      upper: { $toUpper: '$name' },
      rooms: { $ifNull: ['$home.rooms', 0] },
      skus: { $map: { input: '$orders', as: 'o', in: '$$o.sku' } },
      many: { $gt: [{ $size: { $ifNull: ['$orders', []] } }, 1] },
    },
  }),
  dates: {
    docs: [{ _id: 1, at: new Date('2026-02-28T20:30:15.250Z') }],
    aggregate: [
      {
        $project: {
          y: { $year: '$at' },
          m: { $month: '$at' },
          s: { $dateToString: { date: '$at', format: '%Y-%m-%d %H', timezone: 'Asia/Dubai' } },
          later: { $add: ['$at', 1000] },
        },
      },
    ],
  },
  'replace root': pipeline(
    { $match: { _id: 1 } },
    { $replaceRoot: { newRoot: { $mergeObjects: ['$home', { id: '$_id' }] } } },
  ),
  'sort by count': pipeline({ $unwind: '$tags' }, { $sortByCount: '$tags' }, { $limit: 1 }),
  'an unknown stage is refused': pipeline({ $frobnicate: {} }),
  'distinct of an array': { docs: people, distinct: { key: 'tags', filter: {} } },
  'a unique index keeps duplicates out': {
    docs: [
      { _id: 1, a: 1 },
      { _id: 2, a: new Double(1) },
    ],
    indexes: [{ key: { a: 1 }, options: { unique: true } }],
  },
  'a partial unique index lets others in': {
    docs: [
      { _id: 1, a: 1, on: false },
      { _id: 2, a: 1, on: false },
    ],
    indexes: [{ key: { a: 1 }, options: { unique: true, partialFilterExpression: { on: true } } }],
  },
  'a sparse unique index lets missing ones in': {
    docs: [{ _id: 1 }, { _id: 2 }],
    indexes: [{ key: { a: 1 }, options: { unique: true, sparse: true } }],
  },
  'a unique index counts missing as null': {
    docs: [{ _id: 1 }, { _id: 2 }],
    indexes: [{ key: { a: 1 }, options: { unique: true } }],
  },
  'parallel arrays cannot be indexed': { docs: [{ _id: 1, a: [1], b: [2] }], indexes: [{ key: { a: 1, b: 1 } }] },
}
