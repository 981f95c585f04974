import { type Binary, type BSONRegExp, BSONSymbol, type Code, type ObjectId, type Timestamp } from 'bson'
import { compareNumbers } from './numbers.js'
import { typeOf, type Doc, type Numeric, type Value } from './values.js'

/** The server's order of types: numbers are one class, strings and symbols another. */
const ORDER = new Map<number, number>([
  [-1, 1],
  [6, 2],
  [10, 5],
  [1, 10],
  [16, 10],
  [18, 10],
  [19, 10],
  [2, 15],
  [14, 15],
  [3, 20],
  [4, 25],
  [5, 30],
  [7, 35],
  [8, 40],
  [9, 45],
  [17, 47],
  [11, 50],
  [13, 60],
  [127, 127],
])

/** Returns the rank of a value's type in the order of types, 1 to 127. */
export const orderOf = (value: Value): number => ORDER.get(typeOf(value)) as number

/** Compares two values in the server's total order (types first), returning a negative number, 0 or a positive one. */
export function compare(a: Value, b: Value): number {
  const order = orderOf(a)
  const difference = order - orderOf(b)
  return difference !== 0 ? difference : compareSame(order, a, b)
}

/** Returns whether two values are equal in the server's sense: 1 equals 1.0 equals NumberLong(1). */
export const equal = (a: Value, b: Value): boolean => compare(a, b) === 0

function compareSame(order: number, a: Value, b: Value): number {
  switch (order) {
    case 10:
      return compareNumbers(a as Numeric, b as Numeric)
    case 15:
      return compareText(textOf(a), textOf(b))
    case 20:
      return compareDocs(a as Doc, b as Doc)
    case 25:
      return compareArrays(a as Value[], b as Value[])
    case 30:
      return compareBinary(a as Binary, b as Binary)
    case 35:
      return Buffer.compare((a as ObjectId).id, (b as ObjectId).id)
    case 40:
      return Number(a) - Number(b)
    case 45:
      return (a as Date).getTime() - (b as Date).getTime()
    case 47:
      return compareTimestamps(a as Timestamp, b as Timestamp)
    case 50:
      return compareRegex(a as BSONRegExp, b as BSONRegExp)
    case 60:
      return compareText((a as Code).code, (b as Code).code)
    default:
      return 0
  }
}

const textOf = (value: Value): string => (value instanceof BSONSymbol ? value.value : (value as string))

/** Compares by UTF-8 byte order, which differs from UTF-16 order only where surrogates meet U+E000 and above. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i)
    const y = b.charCodeAt(i)
    if (x === y) continue
    return x >= 0xd800 && y >= 0xd800 ? Buffer.compare(Buffer.from(a), Buffer.from(b)) : x - y
  }
  return a.length - b.length
}

function compareDocs(a: Doc, b: Doc): number {
  const right = b.entries()
  for (const [key, value] of a) {
    const next = right.next()
    if (next.done) return 1
    const [otherKey, other] = next.value
    const difference = orderOf(value) - orderOf(other) || compareText(key, otherKey) || compare(value, other)
    if (difference !== 0) return difference
  }
  return right.next().done ? 0 : -1
}

function compareArrays(a: Value[], b: Value[]): number {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const difference = compare(a[i], b[i])
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

function compareBinary(a: Binary, b: Binary): number {
  return (
    a.position - b.position ||
    a.sub_type - b.sub_type ||
    Buffer.compare(a.buffer.subarray(0, a.position), b.buffer.subarray(0, b.position))
  )
}

function compareTimestamps(a: Timestamp, b: Timestamp): number {
  const x = BigInt.asUintN(64, a.toBigInt())
  const y = BigInt.asUintN(64, b.toBigInt())
  return x < y ? -1 : x > y ? 1 : 0
}

const compareRegex = (a: BSONRegExp, b: BSONRegExp): number =>
  compareText(a.pattern, b.pattern) || compareText(a.options, b.options)
