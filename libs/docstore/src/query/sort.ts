import { compare } from '../bson/compare.js'
import { isNumber, isDoc, toNumber, type Doc, type Value } from '../bson/values.js'
import { Code, fail, refuse } from '../errors.js'
import { sortValues } from './path.js'

/** One key of a sort: the path and its direction. */
export interface SortField {
  path: string
  parts: string[]
  direction: 1 | -1
}

/** Parses a sort document. @throws DocstoreError 2 for a direction that is not 1 or -1, 115 for `$meta`. */
export function parseSort(sort: Doc): SortField[] {
  return [...sort].map(([path, value]) => {
    if (isDoc(value)) refuse('sorting by $meta')
    const direction = isNumber(value) ? toNumber(value) : undefined
    if (direction !== 1 && direction !== -1)
      fail(15975, '$sort key ordering must be 1 (for ascending) or -1 (for descending)')
    if (path === '' || path.split('.').includes('')) fail(15998, 'FieldPath field names may not be empty strings.')
    return { path, parts: path.split('.'), direction }
  })
}

/** The value a document is sorted by: the least element of an array ascending, the greatest descending. */
function sortKey(document: Doc, field: SortField): Value {
  const values = sortValues(document, field.parts)
  let best = values[0] as Value
  for (let i = 1; i < values.length; i++) if (compare(values[i], best) * field.direction < 0) best = values[i]
  return best
}

/** Sorts rows by their documents, keeping the order of equals. Returns a new array. */
export function sortBy<T>(rows: readonly T[], fields: readonly SortField[], documentOf: (row: T) => Doc): T[] {
  const keyed = rows.map((row) => ({ row, keys: fields.map((field) => sortKey(documentOf(row), field)) }))
  keyed.sort((a, b) => {
    for (let i = 0; i < fields.length; i++) {
      const difference = compare(a.keys[i], b.keys[i]) * (fields[i] as SortField).direction
      if (difference !== 0) return difference
    }
    return 0
  })
  return keyed.map((item) => item.row)
}
