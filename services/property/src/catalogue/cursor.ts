import { ok, type ErrorOf, type Result, type VALIDATION_FAILED } from '@hissa/contracts'
import { decodeCursor, encodeCursor, refuseCursor } from '@hissa/kernel'
import type { PropertySort } from '@hissa/contracts/property'
import { SORTS, type Place, type ListedRow } from './property.store.js'

/** The cursor after a row, opaque to clients: order, value and id. */
export function cursorAfter(row: ListedRow, sort: PropertySort): string {
  const value = row[SORTS[sort].field]
  return encodeCursor([sort, Number(value), row._id])
}

/** Reads a cursor; refuses one that is damaged or of another order. */
export function readCursor(cursor: string, sort: PropertySort): Result<Place, ErrorOf<typeof VALIDATION_FAILED>> {
  const [of, value, id] = decodeCursor(cursor)
  if (of !== sort || typeof value !== 'number' || !Number.isFinite(value) || typeof id !== 'string')
    return refuseCursor()
  const dated = SORTS[sort].field === 'createdAt' || SORTS[sort].field === 'deadline'
  return ok({ value: dated ? new Date(value) : value, id })
}
