import type { ReactNode } from 'react'
import { useT } from '../i18n/i18n.js'
import { Button } from '../ui/button.js'
import { ErrorState, Loading, Notice, Skeleton } from '../ui/states.js'
import { DataTable, type Column } from '../ui/table.js'
import type { ApiError } from './problem.js'

const PAGE = 20

/** One page of a list, with the cursor of the next one. */
export interface Page<Row> {
  rows: Row[]
  cursor?: string
}

/** The options of an infinite query over a list with cursors. */
export const paging = {
  initialPageParam: null as string | null,
  getNextPageParam: ({ cursor }: Page<unknown>) => cursor,
}

/** Returns the query parameters of a page. */
export const pageParams = (cursor: string | null, limit = PAGE) => ({ limit, ...(cursor && { cursor }) })

/** Returns a page of a response whose rows are under another name. */
export const pageOf = <Row,>(rows: Row[], cursor: string | undefined): Page<Row> => ({
  rows,
  ...(cursor && { cursor }),
})

/** What a table needs of an infinite query. */
export interface Paged<Row> {
  data?: { pages: readonly { rows: readonly Row[] }[] } | undefined
  error?: unknown
  isFetching: boolean
  hasNextPage: boolean
  isFetchingNextPage: boolean
  refetch: () => unknown
  fetchNextPage: () => unknown
}

interface PagedTableProps<Row> {
  query: Paged<Row>
  /** Visually hidden; read before the table. */
  caption: string
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string
  words: { loading: string; error: string; errorText: string }
  /** Shown instead of a table without rows. */
  empty: ReactNode
  /** The class of the placeholder, which has the height of a usual table. */
  placeholder?: string
}

/** Renders a table that grows page by page, with its empty, loading and error states. */
export function PagedTable<Row>(props: PagedTableProps<Row>) {
  const { query, caption, columns, rowKey, words, empty, placeholder = 'h-80 w-full' } = props
  const t = useT()
  const rows = query.data?.pages.flatMap((page) => page.rows)
  if (rows) {
    if (rows.length === 0) return empty
    return (
      <>
        <DataTable caption={caption} columns={columns} rows={rows} rowKey={rowKey} />
        <More query={query} error={words.error} />
      </>
    )
  }
  if (query.error && !query.isFetching) {
    return (
      <ErrorState
        title={words.error}
        text={words.errorText}
        reference={(query.error as ApiError).reference}
        action={<Button onClick={() => void query.refetch()}>{t('ui.tryAgain')}</Button>}
      />
    )
  }
  return (
    <Loading label={words.loading} onRetry={() => void query.refetch()}>
      <Skeleton className={placeholder} />
    </Loading>
  )
}

/** Offers the next page, and shows a failure beside the button. */
function More<Row>({ query, error }: { query: Paged<Row>; error: string }) {
  const t = useT()
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query
  const failed = query.error !== undefined && !query.isFetching
  if (!failed && !hasNextPage) return null
  return (
    <div className="mt-6 flex flex-col items-start gap-4">
      {failed && <Notice tone="warn">{error}</Notice>}
      {hasNextPage && (
        <Button kind="secondary" busyText={isFetchingNextPage && t('ui.loading')} onClick={() => void fetchNextPage()}>
          {t('ui.more')}
        </Button>
      )}
    </div>
  )
}
