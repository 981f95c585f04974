import { PagedTable, type Paged } from '../../api/paged-table.js'
import { useT } from '../../i18n/i18n.js'
import { ButtonLink } from '../../ui/button.js'
import { PageHeader } from '../../ui/layout.js'
import { PageHead } from '../../ui/page-head.js'
import { EmptyState } from '../../ui/states.js'
import type { Column } from '../../ui/table.js'

interface PagedListProps<Row> {
  query: Paged<Row>
  title: string
  lead: string
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string
  words: { loading: string; error: string; errorText: string; empty: string; emptyText: string }
}

/** Renders a page with a table of the user's that grows page by page, and its empty, loading and error states. */
export function PagedList<Row>({ title, lead, words, ...table }: PagedListProps<Row>) {
  const t = useT()
  return (
    <div className="frame pb-24">
      <PageHead title={title} private />
      <PageHeader title={title} lead={lead} />
      <PagedTable
        {...table}
        caption={title}
        words={words}
        empty={
          <EmptyState
            title={words.empty}
            text={words.emptyText}
            action={<ButtonLink to="/properties">{t('dashboard.properties')}</ButtonLink>}
          />
        }
      />
    </div>
  )
}
