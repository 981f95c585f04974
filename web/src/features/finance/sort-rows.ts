export interface Sort {
  key: string
  isDescending: boolean
}

interface Sortable<Row> {
  key: string
  text?: (row: Row) => string
  order?: (row: Row) => string | number
}

/** Returns the rows sorted by a column, equal ones in their given order; as given without a sort. */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: ReadonlyArray<Sortable<Row>>,
  sort: Sort | undefined,
): readonly Row[] {
  const column = columns.find(({ key }) => key === sort?.key)
  const by = column?.order ?? column?.text
  if (!by || !sort) return rows
  const sign = sort.isDescending ? -1 : 1
  return [...rows].sort((a, b) => sign * compare(by(a), by(b)))
}

const compare = (a: string | number, b: string | number) =>
  typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b))
