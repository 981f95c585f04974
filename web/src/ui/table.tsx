import type { ReactNode } from 'react'
import { cx } from '../lib/cx.js'

export interface Column<Row> {
  key: string
  header: string
  cell: (row: Row) => ReactNode
  /** Figures stand at the end of their column. */
  end?: boolean
}

interface DataTableProps<Row> {
  /** Read before the table, not shown. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Staff density: 13 px, rows of 36. */
  dense?: boolean
}

/** A table that reads as cards below 768. The roles are spelled out because changing `display` removes them. */
export function DataTable<Row>({ caption, columns, rows, rowKey, dense }: DataTableProps<Row>) {
  return (
    <table role="table" className={cx('table table-cards', dense && 'table-dense')}>
      <caption className="sr-only">{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(({ key, header, end }) => (
            <th key={key} scope="col" role="columnheader" className={end ? 'end' : undefined}>
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr key={rowKey(row)} role="row">
            {columns.map(({ key, header, cell, end }) => (
              <td key={key} role="cell" data-label={header} className={end ? 'end' : undefined}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
