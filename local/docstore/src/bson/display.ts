import { typeName, type Value } from './values.js'

/** Formats a value for an error message, roughly as the server does. */
export function display(value: Value): string {
  if (typeof value === 'string') return JSON.stringify(value)
  if (value instanceof Map) return `{ ${[...value].map(([key, item]) => `${key}: ${display(item)}`).join(', ')} }`
  if (Array.isArray(value)) return `[ ${value.map(display).join(', ')} ]`
  if (value instanceof Date) return `new Date(${value.getTime()})`
  if (value === null || value === undefined || typeof value !== 'object') return String(value)
  return 'toString' in value && Object.hasOwn(Object.getPrototypeOf(value) as object, 'toString')
    ? (value as { toString(): string }).toString()
    : typeName(value)
}

/** Returns a string unchanged and any other value as `display` formats it. */
export const wordOf = (value: Value): string => (typeof value === 'string' ? value : display(value))
