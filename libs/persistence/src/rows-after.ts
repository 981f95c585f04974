import type { QueryFilter } from 'mongoose'

/**
 * Returns the filter of the rows after a position, in the order of `field` and then of id; of all rows without a
 * position. Rows that are added or removed between two pages cause neither repeated nor skipped rows.
 */
export function rowsAfter<T>(
  field: string,
  direction: 1 | -1,
  place: readonly [value: unknown, id: string] | undefined,
): QueryFilter<T> {
  if (!place) return {}
  const [value, id] = place
  const operator = direction === 1 ? '$gt' : '$lt'
  const rows = [{ [field]: { [operator]: value } }, { [field]: value, _id: { [operator]: id } }]
  return { $or: rows }
}
