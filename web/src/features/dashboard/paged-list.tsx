import type { ReactNode } from 'react'
import type { ApiError } from '../../api/problem.js'
import { useT } from '../../i18n/i18n.js'
import { Button, ButtonLink } from '../../ui/button.js'
import { PageHeader } from '../../ui/layout.js'
import { PageHead } from '../../ui/page-head.js'
import { EmptyState, ErrorState, Loading, Notice, Skeleton } from '../../ui/states.js'
import { DataTable, type Column } from '../../ui/table.js'

interface Paged<Row> {
  data?: { pages: readonly { rows: readonly Row[] }[] } | undefined
  error?: unknown
  isFetching: boolean
  hasNextPage: boolean
  isFetchingNextPage: boolean
  refetch: () => unknown
  fetchNextPage: () => unknown
}

interface PagedListProps<Row> {
  query: Paged<Row>
  title: string
  lead: string
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string
  words: { loading: string; error: string; errorText: string; empty: string; emptyText: string }
}

/** Renders a page with a table of the user's that grows page by page, and its empty, loading and error states. */
export function PagedList<Row>({ query, title, lead, columns, rowKey, words }: PagedListProps<Row>) {
  const rows = query.data?.pages.flatMap((page) => page.rows)
  return (
    <div className="frame pb-24">
      <PageHead title={title} private />
      <PageHeader title={title} lead={lead} />
      {rows ? (
        rows.length === 0 ? (
          <Empty title={words.empty} text={words.emptyText} />
        ) : (
          <>
            <DataTable caption={title} columns={columns} rows={rows} rowKey={rowKey} />
            <More query={query} error={words.error} />
          </>
        )
      ) : query.error && !query.isFetching ? (
        <ErrorState
          title={words.error}
          text={words.errorText}
          reference={(query.error as ApiError).reference}
          action={<Retry query={query} />}
        />
      ) : (
        <Loading label={words.loading} onRetry={() => void query.refetch()}>
          <Skeleton className="h-80 w-full" />
        </Loading>
      )}
    </div>
  )
}

function Empty({ title, text }: { title: string; text: string }) {
  const t = useT()
  return (
    <EmptyState
      title={title}
      text={text}
      action={<ButtonLink to="/properties">{t('dashboard.properties')}</ButtonLink>}
    />
  )
}

function Retry<Row>({ query }: { query: Paged<Row> }): ReactNode {
  const t = useT()
  return <Button onClick={() => void query.refetch()}>{t('ui.tryAgain')}</Button>
}

/** Offers the next page, and shows a failure beside the button. */
function More<Row>({ query, error }: { query: Paged<Row>; error: string }) {
  const t = useT()
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query
  const failed = query.error !== undefined && !query.isFetching
  return (
    <div className="mt-6 flex flex-col items-start gap-4">
      {failed && <Notice tone="warn">{error}</Notice>}
      {hasNextPage && (
        <Button kind="secondary" busyText={isFetchingNextPage && t('ui.loading')} onClick={() => void fetchNextPage()}>
          {t('dashboard.lists.more')}
        </Button>
      )}
    </div>
  )
}
