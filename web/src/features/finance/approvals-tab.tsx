import type { PendingApprovalView } from '@hissa/contracts/investment'
import { useNavigate } from 'react-router-dom'
import { useT } from '../../i18n/i18n.js'
import type { DeskColumn } from './desk-table.js'
import { endpoints, useListApprovalsQuery } from './finance-api.js'
import { About } from './frame.js'
import { PagedList } from './paged-list.js'
import { ActionFacts, ownerOf, type PartProps, POLLING, shareholderPath } from './parts.js'
import { ResolutionActions } from './resolution-actions.js'
import { useProposalColumns } from './proposal-columns.js'
import { useReadOnce } from './read-all.js'
import { usePage } from './use-page.js'

/** Every proposal that awaits a decision, oldest first. */
export function ApprovalsTab({ userId, onTask }: PartProps) {
  const t = useT()
  const { after, set } = usePage()
  const navigate = useNavigate()
  const list = useListApprovalsQuery(after, POLLING)
  const once = useReadOnce()
  const columns = useColumns({ userId, onTask })
  const rows = list.data?.approvals ?? []
  const open = ({ subject: { kind, id } }: PendingApprovalView) => {
    if (kind === 'order') return set({ tab: 'orders', order: id, after: null })
    if (kind === 'raise') return set({ tab: 'raises', raise: id, after: null })
    if (kind === 'holding') return void navigate(shareholderPath(ownerOf(id)))
    return set({ tab: 'suspense', after: null })
  }
  return (
    <PagedList
      title={t('finance.tab.approvals')}
      list={list}
      filters={<About text={t('finance.about.approvals')} />}
      empty={{
        title: t('finance.empty.approvals'),
        text: t('finance.emptyText.approvals'),
        action: [t('finance.goToRaises'), () => set({ tab: 'raises' })],
      }}
      columns={columns}
      rows={rows}
      rowKey={({ pending }) => pending.approvalId}
      onOpen={open}
      file="approvals"
      read={async (page) => {
        const { approvals, cursor } = await once(endpoints.listApprovals, page)
        return { rows: approvals, cursor }
      }}
    />
  )
}

function useColumns({ userId, onTask }: PartProps): Array<DeskColumn<PendingApprovalView>> {
  const t = useT()
  const proposed = useProposalColumns<PendingApprovalView>(userId, ({ pending }) => pending)
  return [
    {
      key: 'subject',
      header: t('finance.column.subject'),
      lead: true,
      text: ({ subject, label }) => `${t(`finance.subject.${subject.kind}`)} ${label}`,
      cell: ({ subject, label }) => (
        <span className="inline-flex flex-col">
          <span className="font-medium">
            <bdi>{label}</bdi>
          </span>
          <span className="text-ink-2">{t(`finance.subject.${subject.kind}`)}</span>
        </span>
      ),
    },
    {
      key: 'action',
      header: t('finance.column.proposal'),
      text: ({ pending }) => t(`finance.action.${pending.action.type}`),
      cell: ({ pending }) => <ActionFacts action={pending.action} />,
    },
    ...proposed,
    {
      key: 'actions',
      header: t('finance.column.actions'),
      end: true,
      bare: true,
      cell: ({ subject, pending, own, label }) => (
        <ResolutionActions {...{ userId, onTask, subject, pending, own }} about={label} types={[]} retry={false} />
      ),
    },
  ]
}
