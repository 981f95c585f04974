import { refuse, VALIDATION_FAILED } from '@hissa/contracts'
import { validationProblem } from './problem.js'

/** Encodes the place after which a page starts; opaque to clients. */
export const encodeCursor = (place: readonly unknown[]): string =>
  Buffer.from(JSON.stringify(place)).toString('base64url')

/** Decodes a cursor; returns an empty place when it is damaged, which its caller rejects with `invalidCursor`. */
export function decodeCursor(cursor: string): unknown[] {
  try {
    const place: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    return Array.isArray(place) ? place : []
  } catch {
    return []
  }
}

/** Refuses a cursor that is damaged or belongs to another list (VALIDATION_FAILED 400). */
export const refuseCursor = () => {
  const fault = { path: '/cursor', code: 'invalid_cursor', message: 'This cursor does not belong to this list' }
  return refuse(VALIDATION_FAILED, `${fault.path}: ${fault.message}`, { errors: [fault] })
}

/** Returns VALIDATION_FAILED for a cursor that is damaged or belongs to another list. */
export const invalidCursor = () =>
  validationProblem([{ path: '/cursor', code: 'invalid_cursor', message: 'This cursor does not belong to this list' }])
