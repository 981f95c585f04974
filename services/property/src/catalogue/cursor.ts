import { validationProblem } from '@hissa/kernel'
import type { PropertySort } from '@hissa/contracts/property'
import { SORTS, type Place, type ListedRow } from './property.store.js'

/** The cursor after a row, opaque to clients: order, value and id. */
export function cursorAfter(row: ListedRow, sort: PropertySort): string {
  const value = row[SORTS[sort].field]
  return Buffer.from(JSON.stringify([sort, Number(value), row._id])).toString('base64url')
}

/** Errors: VALIDATION_FAILED for a cursor that is damaged or of another order. */
export function readCursor(cursor: string, sort: PropertySort): Place {
  const parts = parse(cursor)
  if (!Array.isArray(parts) || parts[0] !== sort || !Number.isFinite(parts[1]) || typeof parts[2] !== 'string') {
    throw validationProblem([
      { path: '/cursor', code: 'invalid_cursor', message: 'This cursor does not belong to this list' },
    ])
  }
  const dated = SORTS[sort].field === 'createdAt' || SORTS[sort].field === 'deadline'
  return { value: dated ? new Date(parts[1] as number) : (parts[1] as number), id: parts[2] }
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch {
    return null
  }
}
