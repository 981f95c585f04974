import { Binary, BSONRegExp, BSONSymbol, Code, Decimal128, Int32, MaxKey, MinKey, ObjectId, Timestamp } from 'bson'

export { Binary, BSONRegExp, BSONSymbol, Code, Decimal128, Int32, MaxKey, MinKey, ObjectId, Timestamp }

/** A document in memory. A Map, because a plain object would reorder keys such as '10' and '2'. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- an interface may refer to itself, an alias may not
export interface Doc extends Map<string, Value> {}

/**
 * A BSON value that keeps its type: Double is `number`, Long is `bigint`, Int32 and Decimal128 are the classes of the
 * bson package. `undefined` is the deprecated BSON undefined when stored, and "missing" everywhere else.
 */
export type Value =
  | undefined
  | null
  | string
  | boolean
  | number
  | bigint
  | Date
  | Int32
  | Decimal128
  | ObjectId
  | Binary
  | BSONRegExp
  | BSONSymbol
  | Code
  | Timestamp
  | MinKey
  | MaxKey
  | Doc
  | Value[]

export type Numeric = number | bigint | Int32 | Decimal128

/** BSON type numbers, as `$type` names them. */
export const BsonType = {
  double: 1,
  string: 2,
  object: 3,
  array: 4,
  binData: 5,
  undefined: 6,
  objectId: 7,
  bool: 8,
  date: 9,
  null: 10,
  regex: 11,
  javascript: 13,
  symbol: 14,
  int: 16,
  timestamp: 17,
  long: 18,
  decimal: 19,
  minKey: -1,
  maxKey: 127,
} as const

const TYPE_NAMES = new Map<number, string>(Object.entries(BsonType).map(([name, code]) => [code, name]))

/** Returns the BSON type number of a value. */
export function typeOf(value: Value): number {
  switch (typeof value) {
    case 'string':
      return 2
    case 'number':
      return 1
    case 'boolean':
      return 8
    case 'bigint':
      return 18
    case 'undefined':
      return 6
    default:
      return value === null ? 10 : typeOfObject(value)
  }
}

function typeOfObject(value: object): number {
  if (value instanceof Map) return 3
  if (value instanceof Int32) return 16
  if (Array.isArray(value)) return 4
  if (value instanceof Date) return 9
  if (value instanceof ObjectId) return 7
  if (value instanceof Binary) return 5
  if (value instanceof Decimal128) return 19
  if (value instanceof Timestamp) return 17
  if (value instanceof BSONRegExp) return 11
  if (value instanceof MinKey) return -1
  if (value instanceof MaxKey) return 127
  if (value instanceof Code) return 13
  if (value instanceof BSONSymbol) return 14
  throw new TypeError(`not a BSON value: ${Object.prototype.toString.call(value)}`)
}

/** Returns the name of a value's BSON type, as error messages and `$type` (expression) print it. */
export const typeName = (value: Value): string => TYPE_NAMES.get(typeOf(value)) ?? 'unknown'

/** Returns the type number of an alias that `$type` accepts in a query. */
export const typeCodeOf = (alias: string): number | undefined => BsonType[alias as keyof typeof BsonType]

export const isDoc = (value: Value): value is Doc => value instanceof Map
export const isNumber = (value: Value): value is Numeric =>
  typeof value === 'number' || typeof value === 'bigint' || value instanceof Int32 || value instanceof Decimal128

/** Builds an Int32. */
export const int = (value: number): Int32 => new Int32(value)

/** Builds a document from a plain object, one level; nested values must already be values. */
export const doc = (fields: Record<string, Value>): Doc => {
  const out: Doc = new Map()
  for (const key of Object.keys(fields)) if (fields[key] !== undefined) out.set(key, fields[key])
  return out
}

/** Returns a deep copy, so that the copy can be changed in place. Leaves are immutable and shared. */
export function clone<T extends Value>(value: T): T {
  if (Array.isArray(value)) return value.map(clone) as T
  return isDoc(value) ? (cloneDoc(value) as Value as T) : value
}

function cloneDoc(document: Doc): Doc {
  const out: Doc = new Map()
  for (const [key, item] of document) out.set(key, clone(item))
  return out
}

/** Returns a value as a JS number, exact only within ±2^53; undefined when it is not numeric. */
export function toNumber(value: Value): number | undefined {
  if (typeof value === 'number') return value
  if (value instanceof Int32) return value.value
  if (typeof value === 'bigint') return Number(value)
  if (value instanceof Decimal128) return Number(value.toString())
  return undefined
}

/** Returns a command's or expression's truth value: false for false, null, missing and zero. */
export function truthy(value: Value): boolean {
  if (value === undefined || value === null || value === false) return false
  return isNumber(value) ? toNumber(value) !== 0 : true
}
