import { Decimal128, Double, Int32, Long, ObjectId } from 'bson'
import fc from 'fast-check'
import type { Document } from 'mongodb'
import type { Case } from './run-case.js'

const scalar = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -3, max: 5 }).map((value) => new Int32(value)) },
  fc.integer({ min: -3, max: 5 }).map((value) => Long.fromNumber(value)),
  fc.constantFrom(0, 1.5, -2.25, 3, NaN, Infinity).map((value) => new Double(value)),
  fc.constantFrom('1', '2.50', '-3').map((value) => Decimal128.fromString(value)),
  { weight: 3, arbitrary: fc.constantFrom('', 'a', 'ab', 'b', 'é', 'A') },
  fc.boolean(),
  fc.constant(null),
  fc.constantFrom(new Date(0), new Date(86_400_000)),
  fc.constantFrom(new ObjectId('000000000000000000000001'), new ObjectId('000000000000000000000002')),
)

const name = fc.constantFrom('a', 'b', 'c')
const shallow = fc.oneof({ weight: 3, arbitrary: scalar }, fc.array(scalar, { maxLength: 3 }))
const inner = fc.dictionary(name, shallow, { maxKeys: 2, noNullPrototype: true })
const value = fc.oneof(
  { weight: 4, arbitrary: scalar },
  { weight: 2, arbitrary: fc.array(fc.oneof({ weight: 3, arbitrary: scalar }, inner), { maxLength: 3 }) },
  { weight: 2, arbitrary: inner },
)

/** Documents with few field names and few values, so that filters often match. */
export const documents = fc
  .array(fc.dictionary(name, value, { maxKeys: 3, noNullPrototype: true }), { minLength: 1, maxLength: 5 })
  .map((items) => items.map((item, i): Document => ({ _id: i, ...item })))

const path = fc.constantFrom('a', 'b', 'c', 'a.b', 'a.a', 'b.c', 'a.0', 'b.1')

const condition: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: scalar },
  { weight: 1, arbitrary: inner },
  fc.array(scalar, { maxLength: 2 }),
  fc
    .tuple(fc.constantFrom('$eq', '$ne', '$gt', '$gte', '$lt', '$lte'), scalar)
    .map(([operator, operand]) => ({ [operator]: operand })),
  fc
    .tuple(fc.constantFrom('$in', '$nin', '$all'), fc.array(scalar, { minLength: 1, maxLength: 3 }))
    .map(([operator, list]) => ({ [operator]: list })),
  fc.boolean().map((exists) => ({ $exists: exists })),
  fc.integer({ min: 0, max: 3 }).map((size) => ({ $size: size })),
  fc.constantFrom('int', 'string', 'array', 'null', 'number', 'object', 'double').map((type) => ({ $type: type })),
  fc.constantFrom('^a', 'b', '^$', 'A').map((pattern) => ({ $regex: pattern })),
  fc.tuple(scalar, scalar).map(([low, high]) => ({ $gte: low, $lt: high })),
  fc.tuple(scalar, scalar).map(([low, high]) => ({ $elemMatch: { $gte: low, $lte: high } })),
  fc.tuple(name, scalar).map(([field, operand]) => ({ $elemMatch: { [field]: operand } })),
  scalar.filter((operand) => operand !== null).map((operand) => ({ $not: { $gt: operand } })),
  // 4.4 treats Infinity and NaN as -2^63, later servers never match them: these divisors match on neither.
  fc.constantFrom([4, 2], [2, 1], [3, 0]).map((mod) => ({ $mod: mod })),
)

const clause = fc.tuple(path, condition).map(([field, what]) => ({ [field]: what }))

export const filters: fc.Arbitrary<Document> = fc.oneof(
  { weight: 4, arbitrary: clause },
  fc.tuple(clause, clause).map(([left, right]) => ({ ...left, ...right })),
  fc
    .tuple(fc.constantFrom('$and', '$or', '$nor'), fc.array(clause, { minLength: 1, maxLength: 3 }))
    .map(([operator, parts]) => ({ [operator]: parts })),
)

const sorts = fc.dictionary(fc.constantFrom('a', 'b', 'a.b'), fc.constantFrom(1, -1), {
  minKeys: 1,
  maxKeys: 2,
  noNullPrototype: true,
})

const change = fc.oneof(
  fc.tuple(fc.constantFrom('$set', '$min', '$max', '$setOnInsert'), path, value),
  fc.tuple(fc.constantFrom('$inc', '$mul'), path, scalar),
  fc.tuple(fc.constant('$unset'), path, fc.constant('')),
  fc.tuple(fc.constantFrom('$push', '$addToSet'), path, value),
  fc.tuple(
    fc.constant('$push'),
    path,
    fc
      .tuple(fc.array(scalar, { maxLength: 2 }), fc.integer({ min: -2, max: 2 }))
      .map(([each, slice]) => ({ $each: each, $slice: slice, $sort: 1 })),
  ),
  fc.tuple(
    fc.constant('$pull'),
    path,
    fc.oneof(
      scalar,
      scalar.map((operand) => ({ $gte: operand })),
      inner,
    ),
  ),
  fc.tuple(fc.constant('$pullAll'), path, fc.array(scalar, { maxLength: 2 })),
  fc.tuple(fc.constant('$pop'), path, fc.constantFrom(1, -1)),
  fc.tuple(fc.constant('$rename'), fc.constantFrom('a', 'b'), fc.constantFrom('c', 'd')),
  fc.tuple(fc.constantFrom('$set', '$inc'), fc.constantFrom('a.$[]', 'a.$', 'b.$[].c'), scalar),
)

const updates = fc.array(change, { minLength: 1, maxLength: 2 }).map((changes) => {
  const out: Record<string, Document> = {}
  for (const [operator, field, operand] of changes) out[operator] = { ...out[operator], [field]: operand }
  return out
})

const expression: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom('$a', '$b', '$a.b', '$c'),
  scalar.filter((operand) => typeof operand !== 'string'),
  fc
    .tuple(fc.constantFrom('$eq', '$gt', '$lte', '$cmp'), fc.constantFrom('$a', '$b'), scalar)
    .map(([operator, left, right]) => ({ [operator]: [left, { $literal: right }] })),
  fc
    .tuple(fc.constantFrom('$add', '$subtract', '$multiply'), fc.constantFrom('$a', '$b'), scalar)
    .map(([operator, left, right]) => ({ [operator]: [left, { $literal: right }] })),
  fc.constantFrom('$a', '$b').map((field) => ({ $ifNull: [field, 'none'] })),
  fc.constantFrom('$a', '$b').map((field) => ({ $type: field })),
  fc
    .constantFrom('$a', '$b')
    .map((field) => ({ $cond: [{ $isArray: field }, { $size: { $ifNull: [field, []] } }, field] })),
)

const stage: fc.Arbitrary<Document> = fc.oneof(
  fc.tuple(fc.constantFrom('a', 'b'), condition).map(([field, what]) => ({ $match: { [field]: what } })),
  fc
    .tuple(expression, fc.constantFrom('$sum', '$min', '$max', '$push', '$avg'), expression)
    .map(([id, accumulator, operand]) => ({ $group: { _id: id, x: { [accumulator]: operand } } })),
  fc
    .tuple(fc.constantFrom('a', 'x', 'a.b'), expression)
    .map(([field, operand]) => ({ $addFields: { [field]: operand } })),
  fc
    .tuple(fc.constantFrom('a', 'a.b', 'c'), fc.constantFrom(0, 1))
    .map(([field, keep]) => ({ $project: { [field]: keep } })),
  expression.map((operand) => ({ $project: { x: operand } })),
  fc
    .tuple(fc.constantFrom('$a', '$b'), fc.boolean())
    .map(([field, keep]) => ({ $unwind: { path: field, preserveNullAndEmptyArrays: keep } })),
  fc.constant({ $unset: 'c' }),
  fc.constant({ $count: 'n' }),
  fc.constant({ $lookup: { from: 'other', localField: 'a', foreignField: 'b', as: 'found' } }),
)

const indexes = fc.option(
  fc
    .constantFrom({ a: 1 }, { a: -1 }, { 'a.b': 1 }, { a: 1, b: -1 }, { b: 1, a: 1 }, { 'a.0': 1 })
    .chain((key) => fc.boolean().map((sparse) => [{ key, options: { sparse } }])),
  { nil: undefined, freq: 2 },
)

const docs = documents

/** The operations of the differential test, weighted. */
export const cases: fc.Arbitrary<Case> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ docs, indexes, find: fc.record({ filter: filters }) }, { requiredKeys: ['docs', 'find'] }),
  },
  fc.record(
    {
      docs,
      indexes,
      find: fc.tuple(filters, sorts).map(([filter, sort]) => ({ filter, options: { sort: { ...sort, _id: 1 } } })),
    },
    { requiredKeys: ['docs', 'find'] },
  ),
  {
    weight: 3,
    arbitrary: fc.record({
      docs,
      update: fc.record({
        filter: fc.oneof(clause, fc.constant({})),
        update: updates,
        many: fc.boolean(),
        options: fc.record({ upsert: fc.boolean() }),
      }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      docs,
      aggregate: fc.array(stage, { minLength: 1, maxLength: 2 }),
      other: docs.map((items) => ({ name: 'other', docs: items })),
    }),
  },
  fc.record({ docs, distinct: fc.record({ key: path, filter: fc.constant({}) }) }),
)
