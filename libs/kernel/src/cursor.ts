import { CURSOR_MAX_BYTES, ok, refuse, VALIDATION_FAILED, type ErrorOf, type Result } from '@hissa/contracts'
import * as z from 'zod/mini'

/** An instant, in a cursor as ISO 8601 text. */
export const instant = z.codec(z.iso.datetime(), z.date(), {
  decode: (text) => new Date(text),
  encode: (at) => at.toISOString(),
})

/** Position in a paginated list: the page begins after that row. Opaque to clients. */
export interface Cursor<Place> {
  encode(place: Place): string
  /**
   * Returns the position, or undefined without a cursor. Errors: VALIDATION_FAILED for one that `encode` didn't create.
   */
  decode(cursor: string | undefined): Result<Place | undefined, ErrorOf<typeof VALIDATION_FAILED>>
}

/**
 * Defines the cursor of a list by the schema of its positions: an array of the sort keys. Cursors of other lists are
 * rejected, therefore each list and each of its views has a separate `list`. `path` is the JSON pointer of the
 * input's cursor.
 */
export function defineCursor<S extends z.ZodMiniType<unknown, readonly unknown[]>>(
  list: string,
  place: S,
  path = '/cursor',
): Cursor<z.output<S>> {
  return {
    encode: (value) => Buffer.from(JSON.stringify([list, z.encode(place, value)])).toString('base64url'),
    decode: (cursor) => {
      if (cursor === undefined) return ok(undefined)
      const { success, data } = z.safeParse(place, positionIn(cursor, list))
      return success ? ok(data) : invalidCursor(path)
    },
  }
}

/** Splits rows, of which one more than `limit` was read, into a page and the cursor of the next, if there is one. */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
  cursorAfter: (last: Row) => string,
): { page: Row[]; next: { cursor?: string } } {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { page, next: last !== undefined && rows.length > limit ? { cursor: cursorAfter(last) } : {} }
}

/** Returns undefined for text that isn't JSON in base64url, and for a cursor of another list. */
function positionIn(cursor: string, list: string): unknown {
  if (cursor.length > CURSOR_MAX_BYTES || !/^[\w-]+$/.test(cursor)) return undefined
  try {
    const content: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    return Array.isArray(content) && content.length === 2 && content[0] === list ? content[1] : undefined
  } catch {
    return undefined
  }
}

const invalidCursor = (path: string) => {
  const fault = { path, code: 'invalid_cursor', message: 'This cursor does not belong to this list' }
  return refuse(VALIDATION_FAILED, `${fault.path}: ${fault.message}`, { errors: [fault] })
}
