import { isDoc, int, type Value } from './values.js'

/** Converts a plain JavaScript value to a BSON value: whole numbers within 32 bits become Int32, as drivers do. */
export function fromPlain(value: unknown): Value {
  if (typeof value === 'number') return Number.isInteger(value) && Math.abs(value) < 2 ** 31 ? int(value) : value
  if (Array.isArray(value)) return value.map(fromPlain)
  if (value === null || typeof value !== 'object' || isDoc(value as Value)) return value as Value
  if (Object.getPrototypeOf(value) !== Object.prototype) return value as Value
  return new Map(Object.entries(value).map(([key, item]) => [key, fromPlain(item)]))
}
