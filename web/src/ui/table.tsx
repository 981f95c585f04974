import type { ReactNode } from 'react'
import { cx } from '../lib/cx.js'

export interface Column<Row> {
  key: string
  header: string
  cell: (row: Row) => ReactNode
  /** Aligns the column to its end. */
  end?: boolean
  /** Numbers: aligned at the end with tabular digits, left to right in every language. */
  figures?: boolean
  /** The subject of the row, which is the title of its card on narrow screens. */
  lead?: boolean
}

interface DataTableProps<Row> {
  /** Visually hidden; read before the table. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Staff density: 13 px, rows of 36. */
  dense?: boolean
}

function classOf<Row>({ end, lead }: Column<Row>): string | undefined {
  return cx(end && 'end', lead && 'lead') || undefined
}

/** Numbers are left to right in every language, and so are their columns. */
function Figures({ children }: { children: ReactNode }) {
  return (
    <span dir="ltr" className="block text-end">
      {children}
    </span>
  )
}

/** Renders a table that becomes cards below 768 px. The roles are explicit because changing `display` removes them. */
export function DataTable<Row>({ caption, columns, rows, rowKey, dense }: DataTableProps<Row>) {
  return (
    <table role="table" className={cx('table table-cards', dense && 'table-dense')}>
      <caption className="sr-only">{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <th key={column.key} scope="col" role="columnheader" className={classOf(column)}>
              {column.figures ? <Figures>{column.header}</Figures> : column.header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr key={rowKey(row)} role="row">
            {columns.map((column) => (
              <td key={column.key} role="cell" data-label={column.header} className={classOf(column)}>
                {column.figures ? <Figures>{column.cell(row)}</Figures> : column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
