import { describe, expect, it } from '@jest/globals'
import { Binary, Decimal128, ObjectId } from 'bson'
import fc from 'fast-check'
import { compare } from '../bson/compare.js'
import { int, type Value } from '../bson/values.js'
import { keyString } from './key-string.js'

const longs = fc.bigInt({ min: -(1n << 63n), max: (1n << 63n) - 1n })
const decimals = fc
  .tuple(fc.bigInt({ min: -(10n ** 33n), max: 10n ** 33n }), fc.integer({ min: -60, max: 60 }))
  .map(([coefficient, exponent]) => Decimal128.fromString(`${coefficient}E${exponent}`))

const scalars: fc.Arbitrary<Value> = fc.oneof(
  fc.integer().map(int),
  fc.double(),
  longs,
  decimals,
  // An encoding based on doubles would fail at the values next to a double.
  fc.constantFrom<Value>(
    2 ** 53,
    2n ** 53n,
    2n ** 53n + 1n,
    -(2n ** 53n) - 1n,
    0.1,
    Decimal128.fromString('0.1'),
    -0,
    0,
  ),
  fc.string({ unit: 'binary' }),
  fc.constantFrom<Value>('', 'a', 'a\0', 'a\0b', 'ab', '\uffff', '\u{1f600}', null, undefined, true, false),
  fc.date({ noInvalidDate: true }),
  fc.uint8Array({ minLength: 12, maxLength: 12 }).map((bytes) => new ObjectId(bytes)),
  fc.uint8Array({ maxLength: 4 }).map((bytes) => new Binary(bytes)),
)

const values: fc.Arbitrary<Value> = fc.letrec<{ value: Value; inner: Value }>((tie) => ({
  value: fc.oneof({ depthSize: 'small', withCrossShrink: true }, scalars, tie('inner')),
  inner: fc.oneof(
    fc.array(tie('value'), { maxLength: 3 }),
    fc
      .array(fc.tuple(fc.constantFrom('a', 'b', 'a\0'.slice(0, 1)), tie('value')), { maxLength: 3 })
      .map((fields): Value => new Map(fields)),
  ),
})).value

const sign = (number: number) => Math.sign(number)

describe('keyString', () => {
  it('returns bytes that sort like the values', () => {
    fc.assert(
      fc.property(values, values, (a, b) => {
        expect(sign(Buffer.compare(keyString([a]), keyString([b])))).toBe(sign(compare(a, b)))
      }),
      { numRuns: 2000 },
    )
  })

  it('reverses the order of a descending field, and of that field only', () => {
    fc.assert(
      fc.property(values, values, values, values, (a, b, c, d) => {
        const expected = -sign(compare(a, c)) || sign(compare(b, d))
        expect(sign(Buffer.compare(keyString([a, b], [-1, 1]), keyString([c, d], [-1, 1])))).toBe(expected + 0)
      }),
      { numRuns: 1000 },
    )
  })

  it('gives equal numbers of different types one key', () => {
    const twos: Value[] = [int(2), 2, 2n, Decimal128.fromString('2.000')]
    expect(new Set(twos.map((two) => keyString([two]).toString('hex'))).size).toBe(1)
  })

  it('distinguishes a decimal from the double next to it', () => {
    expect(keyString([0.1])).not.toEqual(keyString([Decimal128.fromString('0.1')]))
  })
})
