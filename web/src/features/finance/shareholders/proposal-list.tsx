import type { ShareDecisionView } from '@hissa/contracts/tokenisation'
import { useT } from '../../../i18n/i18n.js'
import { StatusBadge } from '../../../ui/status.js'
import type { DeskColumn } from '../desk-table.js'
import { About } from '../frame.js'
import { PagedList } from '../paged-list.js'
import { POLLING } from '../parts.js'
import { Person, usePersonName } from '../people.js'
import { useProposalColumns } from '../proposal-columns.js'
import { useReadOnce } from '../read-all.js'
import { usePage } from '../use-page.js'
import { DecisionActions } from './decision-actions.js'
import { endpoints, useListShareDecisionsQuery } from './shareholders-api.js'
import type { DeskProps } from './shareholders-page.js'

/** Every proposal about a shareholder that awaits a second person, oldest first. */
export function ProposalList(props: DeskProps) {
  const t = useT()
  const { after, set } = usePage()
  const list = useListShareDecisionsQuery(after, POLLING)
  const once = useReadOnce()
  const columns = useColumns(props)
  const rows = list.data?.decisions ?? []
  return (
    <PagedList
      title={t('shareholders.section.decisions')}
      list={list}
      filters={<About text={t('shareholders.about.decisions')} />}
      empty={{
        title: t('shareholders.empty.decisions'),
        text: t('shareholders.emptyText.decisions'),
        action: [t('finance.showAll'), () => set({ view: 'all' })],
      }}
      columns={columns}
      rows={rows}
      rowKey={({ approvalId }) => approvalId}
      onOpen={({ userId }) => set({ user: userId, after: null })}
      file="share-decisions"
      read={async (page) => {
        const { decisions, cursor } = await once(endpoints.listShareDecisions, page)
        return { rows: decisions, cursor }
      }}
    />
  )
}

function useColumns(props: DeskProps): Array<DeskColumn<ShareDecisionView>> {
  const t = useT()
  const { set } = usePage()
  const nameOf = usePersonName()
  const proposed = useProposalColumns<ShareDecisionView>(props.userId, (decision) => decision)
  return [
    {
      key: 'user',
      header: t('shareholders.column.user'),
      lead: true,
      text: ({ userId }) => nameOf(userId),
      person: ({ userId }) => userId,
      cell: ({ userId }) => (
        <button
          type="button"
          className="min-h-9 text-start underline decoration-line-strong underline-offset-3 hover:decoration-ink max-md:min-h-11"
          onClick={() => set({ user: userId, after: null })}
        >
          <Person id={userId} />
        </button>
      ),
    },
    {
      key: 'action',
      header: t('finance.column.proposal'),
      text: ({ action }) => t(`shareholders.action.${action.type}`),
      cell: ({ action, isStale }) => (
        <span className="flex flex-col items-start gap-1">
          {t(`shareholders.action.${action.type}`)}
          {isStale && <StatusBadge tone="bad">{t('shareholders.stale')}</StatusBadge>}
        </span>
      ),
    },
    ...proposed,
    {
      key: 'actions',
      header: t('finance.column.actions'),
      end: true,
      bare: true,
      cell: (decision) => <DecisionActions decision={decision} {...props} />,
    },
  ]
}
