import { compare } from '../bson/compare.js'
import { isNumber, isDoc, toNumber, type Doc, type Value } from '../bson/values.js'
import { fail, refuse } from '../errors.js'
import { tuplesOf } from '../index/keys.js'
import { finish, mapSteps, sortSteps, type Steps } from '../steps.js'

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

/** Returns the sort key of a document: the first of the tuples that its arrays yield. */
export function sortKeys(document: Doc, fields: readonly SortField[]): Value[] {
  const tuples = tuplesOf(fields, document)
  return tuples.reduce((best, next) => (compareTuples(next, best, fields) < 0 ? next : best))
}

/** Compares documents by their sort keys. */
export const orderOf =
  (fields: readonly SortField[]) =>
  (a: { keys: readonly Value[] }, b: { keys: readonly Value[] }): number =>
    compareTuples(a.keys, b.keys, fields)

function compareTuples(a: readonly Value[], b: readonly Value[], fields: readonly SortField[]): number {
  for (const [i, field] of fields.entries()) {
    const difference = compare(a[i], b[i]) * field.direction
    if (difference !== 0) return difference
  }
  return 0
}

/**
 * Returns rows sorted by their documents; stable.
 * @throws DocstoreError 2 when two keys run through different arrays of one document.
 */
export function* sortBySteps<T>(
  rows: readonly T[],
  fields: readonly SortField[],
  documentOf: (row: T) => Doc,
): Steps<T[]> {
  const keyed = yield* mapSteps(rows, (row) => ({ row, keys: sortKeys(documentOf(row), fields) }))
  const sorted = yield* sortSteps(keyed, orderOf(fields))
  return yield* mapSteps(sorted, (item) => item.row)
}

/** Sorts a short list without a pause; as sortBySteps. */
export const sortBy = <T>(rows: readonly T[], fields: readonly SortField[], documentOf: (row: T) => Doc): T[] =>
  finish(sortBySteps(rows, fields, documentOf))
