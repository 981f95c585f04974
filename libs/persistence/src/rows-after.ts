import type { QueryFilter } from 'mongoose'

/**
 * Returns the filter of the rows that follow a place in the order of `field` and then of id; of all rows without a place.
 * Rows that are added or removed between two pages neither repeat a row nor skip one.
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
