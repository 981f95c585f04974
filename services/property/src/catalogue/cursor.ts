import { decodeCursor, encodeCursor, invalidCursor } from '@hissa/kernel'
import type { PropertySort } from '@hissa/contracts/property'
import { SORTS, type Place, type ListedRow } from './property.store.js'

/** The cursor after a row, opaque to clients: order, value and id. */
export function cursorAfter(row: ListedRow, sort: PropertySort): string {
  const value = row[SORTS[sort].field]
  return encodeCursor([sort, Number(value), row._id])
}

/** Errors: VALIDATION_FAILED for a cursor that is damaged or of another order. */
export function readCursor(cursor: string, sort: PropertySort): Place {
  const [of, value, id] = decodeCursor(cursor)
  if (of !== sort || typeof value !== 'number' || !Number.isFinite(value) || typeof id !== 'string')
    throw invalidCursor()
  const dated = SORTS[sort].field === 'createdAt' || SORTS[sort].field === 'deadline'
  return { value: dated ? new Date(value) : value, id }
}
