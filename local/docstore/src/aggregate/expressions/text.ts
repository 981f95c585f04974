import { Decimal128, Int32, ObjectId, typeName, type Value } from '../../bson/values.js'
import { fail } from '../../errors.js'

/** Converts strings, numbers and dates to text where the server does so implicitly; null and missing give ''. */
export function textOf(value: Value): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'number') return numberText(value)
  if (typeof value === 'bigint') return value.toString()
  if (value instanceof Int32) return String(value.value)
  if (value instanceof Decimal128) return value.toString()
  return fail(16007, `can't convert from BSON type ${typeName(value)} to String`)
}

/** Formats a double as `$toString` does. */
export function numberText(value: number): string {
  if (value === Infinity) return 'Infinity'
  return Object.is(value, -0) ? '-0' : String(value)
}

/** Converts a value as `$toString` does, which also accepts booleans and ObjectIds. */
export function converted(value: Value): string {
  if (typeof value === 'boolean') return String(value)
  return value instanceof ObjectId ? value.toHexString() : textOf(value)
}
