import { describe, expect, it } from '@jest/globals'
import { BSONRegExp, Decimal128, MaxKey, MinKey, ObjectId, Timestamp } from 'bson'
import { compare } from './compare.js'
import { decode } from './decode.js'
import { encode } from './encode.js'
import { arithmetic } from './numbers.js'
import { doc, int, type Doc, type Value } from './values.js'

describe('compare', () => {
  it('orders the types', () => {
    const ordered: Value[] = [
      new MinKey(),
      null,
      int(1),
      'a',
      new Map(),
      [],
      new ObjectId(),
      false,
      new Date(0),
      new Timestamp(1n),
      new BSONRegExp('a'),
      new MaxKey(),
    ]
    const shuffled = [...ordered].reverse().sort(compare)
    expect(shuffled).toEqual(ordered)
    expect(compare(undefined, null)).toBeLessThan(0)
  })

  it('compares numbers of all types exactly', () => {
    expect(compare(2n ** 53n + 1n, 2 ** 53)).toBeGreaterThan(0)
    expect(compare(Decimal128.fromString('0.1'), 0.1)).toBeLessThan(0)
    expect(compare(int(2), Decimal128.fromString('2.0'))).toBe(0)
    expect(compare(NaN, -Infinity)).toBeLessThan(0)
  })

  it('treats documents with the same fields in a different order as different', () => {
    const left = doc({ a: int(1), b: int(2) })
    const right: Doc = new Map<string, Value>([
      ['b', int(2)],
      ['a', int(1)],
    ])
    expect(compare(left, right)).not.toBe(0)
  })

  it('compares text by bytes, not by UTF-16 units', () => {
    expect(compare('\uffff', '\u{1f600}')).toBeLessThan(0)
  })
})

describe('encode and decode', () => {
  it('keep types and the order of number-like names', () => {
    const document: Doc = new Map<string, Value>([
      ['10', 2],
      ['2', 5n],
      ['d', Decimal128.fromString('1.50')],
      ['l', [int(1), undefined, null]],
    ])
    expect(decode(encode(document))).toEqual(document)
    expect([...decode(encode(document)).keys()]).toEqual(['10', '2', 'd', 'l'])
  })

  it('reject a document whose length prefix is wrong', () => {
    expect(() => decode(Buffer.from([200, 0, 0, 0, 0]))).toThrow('length')
  })
})

describe('arithmetic', () => {
  it('promotes number types as MongoDB does', () => {
    expect(arithmetic('add', int(2147483647), int(1))).toBe(2147483648n)
    expect(arithmetic('add', 2n ** 62n, 2n ** 62n)).toBeUndefined()
    expect(arithmetic('multiply', int(2), 1.5)).toBe(3)
    expect(String(arithmetic('add', Decimal128.fromString('0.1'), Decimal128.fromString('0.2')))).toBe('0.3')
  })
})
