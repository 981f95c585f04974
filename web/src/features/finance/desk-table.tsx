import { createContext, useContext, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useT, type MessageId } from '../../i18n/i18n.js'
import { cx } from '../../lib/cx.js'
import { saveFile } from '../../lib/save-file.js'
import { showToast } from '../../lib/toast.js'
import { Button } from '../../ui/button.js'
import { csvOf } from '../../lib/csv.js'
import { useRecordExportMutation } from './finance-api.js'
import { FINANCE_KEYS } from './finance-keys.js'
import { useLoadNames } from './people.js'
import { readAll, type ReadPage } from './read-all.js'
import { sha256Of } from './sha256.js'
import { sortRows, type Sort } from './sort-rows.js'

export interface DeskColumn<Row> {
  key: string
  header: string
  /** The cell as text: what is exported, and shown unless `cell` is set. Amounts in dirhams, times by `dubaiText`. */
  text?: (row: Row) => string
  /** Sorts the column; defaults to its text. */
  order?: (row: Row) => string | number
  cell?: (row: Row) => ReactNode
  /** The person whose name the text is, which a file reads first. */
  person?: (row: Row) => string | undefined
  end?: boolean
  figures?: boolean
  lead?: boolean
  /** Only in the exported file, because the table shows it in another way. */
  fileOnly?: boolean
  /** Buttons, shown without the column's name on a card. */
  bare?: boolean
}

/** Where the tables below it show their export button; without it, above themselves. */
export const ExportPlace = createContext<HTMLElement | null>(null)

export interface DeskTableProps<Row> {
  caption: string
  columns: ReadonlyArray<DeskColumn<Row>>
  rows: readonly Row[]
  rowKey: (row: Row) => string
  onOpen?: (row: Row) => void
  /** How the rows are sorted before a header is pressed; as given without it. */
  firstSort?: Sort | undefined
  /** The name of the exported file, without its extension. */
  file: string
  /** Reads any page of the list that the table shows a page of, so that a file has all of them. */
  read?: ReadPage<Row>
}

/**
 * Renders a dense table whose rows can be reached and opened by keyboard, sorted by its headers, and exported in that
 * order with the rows of every page. Below 768 px the rows become cards.
 */
export function DeskTable<Row>({ caption, columns: all, rows, onOpen, firstSort, ...list }: DeskTableProps<Row>) {
  const { rowKey } = list
  const [sort, setSort] = useState(firstSort)
  const sorted = sortRows(rows, all, sort)
  const columns = all.filter(({ fileOnly }) => !fileOnly)
  const { save, isBusy } = useExport({ columns: all, rows, sort, ...list })
  const open = (event: KeyboardEvent, row: Row) => {
    if (event.key === 'Enter' && event.target === event.currentTarget) onOpen?.(row)
  }
  return (
    <>
      <Export isBusy={isBusy} onSave={() => void save()} />
      <table role="table" className="table table-cards table-dense">
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup" className="md:sticky md:top-0 md:z-10 md:bg-ground">
          <tr role="row">
            {columns.map((column) => (
              <Header key={column.key} column={column} sort={sort} onSort={setSort} />
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {sorted.map((row) => (
            <tr
              key={rowKey(row)}
              role="row"
              data-row
              tabIndex={-1}
              onKeyDown={(event) => open(event, row)}
              className="scroll-mt-12 -outline-offset-2 focus-within:bg-sunken md:hover:bg-sunken"
            >
              {columns.map((column) => (
                <td key={column.key} role="cell" data-label={column.header} className={classOf(column)}>
                  {cellOf(column, row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

type Exported<Row> = Pick<DeskTableProps<Row>, 'columns' | 'rows' | 'rowKey' | 'file' | 'read'> & {
  sort: Sort | undefined
}

/** Returns a function that records the export of a table, then saves it. Without the record nothing is saved. */
function useExport<Row>(table: Exported<Row>) {
  const t = useT()
  const [record] = useRecordExportMutation()
  const loadNames = useLoadNames()
  const [isBusy, setBusy] = useState(false)
  // The columns as of the last rendering, which have the names that were read for the file.
  const columns = useRef(table.columns)
  useLayoutEffect(() => {
    columns.current = table.columns
  })
  const csvOfAll = async (rows: readonly Row[]) => {
    await loadNames(rows.flatMap((row) => table.columns.map(({ person }) => person?.(row))))
    const saved = columns.current.filter(({ text }) => text)
    const sorted = sortRows(rows, columns.current, table.sort)
    return csvOf(
      saved.map(({ header }) => header),
      sorted.map((row) => saved.map(({ text }) => text!(row))),
    )
  }
  const run = async (): Promise<MessageId | undefined> => {
    const { read, rowKey, file: list } = table
    const rows = read ? await readAll(read, rowKey) : table.rows
    if (!rows) return 'finance.exportTooLong'
    const csv = await csvOfAll(rows)
    // Browsers hash only on pages that came over HTTPS or from this machine.
    const sha256 = await sha256Of(csv)
    if ((await record({ list, rows: rows.length, sha256 })).error) return 'finance.exportFailed'
    saveFile(`${list}.csv`, csv, 'text/csv')
    return undefined
  }
  const save = async () => {
    setBusy(true)
    const failure = await run().catch((): MessageId => 'finance.exportFailed')
    setBusy(false)
    if (failure) showToast({ kind: 'error', text: t(failure) })
  }
  return { save, isBusy }
}

function Export({ isBusy, onSave }: { isBusy: boolean; onSave: () => void }) {
  const t = useT()
  const place = useContext(ExportPlace)
  const button = (
    <Button
      size="s"
      kind="quiet"
      data-export
      aria-keyshortcuts={FINANCE_KEYS.export}
      busyText={isBusy && t('finance.exporting')}
      onClick={onSave}
    >
      {t('finance.export')}
    </Button>
  )
  return place ? createPortal(button, place) : <div className="mb-2 flex justify-end">{button}</div>
}

interface HeaderProps<Row> {
  column: DeskColumn<Row>
  sort: Sort | undefined
  onSort: (sort: Sort) => void
}

function Header<Row>({ column, sort, onSort }: HeaderProps<Row>) {
  const { key, header, text, order } = column
  const isSorted = sort?.key === key
  const aria = isSorted ? (sort.isDescending ? 'descending' : 'ascending') : undefined
  const name =
    text || order ? (
      <button
        type="button"
        // The arrow is on the inner side, so that the name is aligned with the cells.
        className={cx(
          'max-md:hidden inline-flex items-baseline gap-1 hover:text-ink',
          column.figures && 'flex-row-reverse',
        )}
        onClick={() => onSort({ key, isDescending: isSorted && !sort.isDescending })}
      >
        {header}
        <span aria-hidden="true" className={cx('text-12', !isSorted && 'opacity-0')}>
          {isSorted && sort.isDescending ? '↓' : '↑'}
        </span>
      </button>
    ) : (
      header
    )
  return (
    <th scope="col" role="columnheader" aria-sort={aria} className={classOf(column)}>
      {column.figures ? (
        <span dir="ltr" className="block text-end">
          {name}
        </span>
      ) : (
        name
      )}
    </th>
  )
}

function cellOf<Row>({ cell, text, figures, bare }: DeskColumn<Row>, row: Row): ReactNode {
  const content = cell ? cell(row) : <bdi>{text?.(row)}</bdi>
  if (bare) return content
  // On a card the cell is a flex container; without this element an isolated text would align by its own direction.
  if (!figures) return <span className="min-w-0">{content}</span>
  return (
    <span dir="ltr" className="block text-end">
      {content}
    </span>
  )
}

function classOf<Row>({ end, lead, bare }: DeskColumn<Row>): string | undefined {
  return cx(end && 'end', lead && 'lead', bare && 'bare') || undefined
}
