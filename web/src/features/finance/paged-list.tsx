import type { ReactNode } from 'react'
import { DeskTable, type DeskTableProps } from './desk-table.js'
import { EmptyList, type EmptyListProps, Pages, Part } from './frame.js'
import { usePage } from './use-page.js'

/** A query of one page of a list. */
interface PageQuery {
  data?: { cursor?: string } | undefined
  error?: unknown
  refetch: () => unknown
}

interface PagedListProps<Row> extends Omit<DeskTableProps<Row>, 'caption'> {
  /** Names the list and its table. */
  title: string
  list: PageQuery
  /** A search or a choice, or a sentence about the list; shown also while loading. */
  filters: ReactNode
  /** Shown instead of a table without rows. */
  empty: EmptyListProps
  /** Shown above the table. With it, no rows are not an empty list. */
  above?: ReactNode
}

/** Renders a list of the desk in pages: its filters and export, its table or what an empty one means, and its pages. */
export function PagedList<Row>({ title, list, filters, empty, above, ...table }: PagedListProps<Row>) {
  const { after, set } = usePage()
  return (
    <Part {...{ title, filters, error: list.error, loading: !list.data }} retry={() => void list.refetch()}>
      {above}
      {table.rows.length > 0 ? <DeskTable caption={title} {...table} /> : !above && <EmptyList {...empty} />}
      <Pages first={!after.cursor} next={list.data?.cursor} onPage={(cursor) => set({ after: cursor })} />
    </Part>
  )
}
