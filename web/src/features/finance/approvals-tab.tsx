import type { PendingApprovalView } from '@hissa/contracts/investment'
import { useLocale, useT } from '../../i18n/i18n.js'
import { formatDateTime } from '../../lib/format.js'
import { Money } from '../../ui/money.js'
import { DeskTable, type DeskColumn } from './desk-table.js'
import { useListApprovalsQuery } from './finance-api.js'
import { Code, Empty, Pages, Part, type PartProps, POLLING } from './parts.js'
import { ResolutionActions } from './resolution-actions.js'
import { usePage } from './use-page.js'

/** Every proposal that awaits a decision, oldest first. */
export function ApprovalsTab({ userId, onTask }: PartProps) {
  const t = useT()
  const { after, set } = usePage()
  const list = useListApprovalsQuery(after, POLLING)
  const columns = useColumns({ userId, onTask })
  const rows = list.data?.approvals ?? []
  const open = ({ subject: { kind, id } }: PendingApprovalView) => {
    if (kind === 'order') return set({ tab: 'orders', order: id, after: null })
    if (kind === 'raise') return set({ tab: 'raises', raise: id, after: null })
    return set({ tab: 'suspense', after: null })
  }
  return (
    <Part title={t('finance.tab.approvals')} error={list.error} loading={!list.data} retry={() => void list.refetch()}>
      {rows.length === 0 ? (
        <Empty text={t('finance.empty.approvals')} />
      ) : (
        <DeskTable
          caption={t('finance.tab.approvals')}
          columns={columns}
          rows={rows}
          rowKey={({ pending }) => pending.approvalId}
          onOpen={open}
          file="approvals"
        />
      )}
      <Pages first={!after.cursor} next={list.data?.cursor} onPage={(cursor) => set({ after: cursor })} />
    </Part>
  )
}

function useColumns({ userId, onTask }: PartProps): Array<DeskColumn<PendingApprovalView>> {
  const t = useT()
  const locale = useLocale()
  const by = ({ pending: { maker } }: PendingApprovalView) => (maker === userId ? t('finance.you') : maker.slice(-8))
  return [
    {
      key: 'subject',
      header: t('finance.column.subject'),
      lead: true,
      text: ({ subject, label }) => `${t(`finance.subject.${subject.kind}`)} ${label}`,
      cell: ({ subject, label }) => (
        <span className="inline-flex flex-col">
          <span>{t(`finance.subject.${subject.kind}`)}</span>
          <Code text={label} />
        </span>
      ),
    },
    {
      key: 'action',
      header: t('finance.column.proposal'),
      text: ({ pending }) => t(`finance.action.${pending.action.type}`),
      cell: ({ pending: { action } }) => (
        <span className="inline-flex flex-col">
          <span>{t(`finance.action.${action.type}`)}</span>
          {action.type === 'refund_fee' && <Money fils={action.amountFils} decimals={2} />}
          {action.type === 'extend' && <span>{formatDateTime(action.deadline, locale)}</span>}
          {action.type === 'file_deed' && <Code text={action.number} />}
          {'reference' in action && <Code text={action.reference} />}
        </span>
      ),
    },
    {
      key: 'reason',
      header: t('finance.field.reason'),
      text: ({ pending }) => pending.reason,
      cell: ({ pending }) => (
        <span className="block max-w-80 break-words">
          <bdi>{pending.reason}</bdi>
        </span>
      ),
    },
    { key: 'maker', header: t('finance.column.maker'), text: by, cell: (row) => <Code text={by(row)} /> },
    {
      key: 'requested',
      header: t('finance.column.requested'),
      text: ({ pending }) => pending.requestedAt,
      cell: ({ pending }) => formatDateTime(pending.requestedAt, locale),
    },
    {
      key: 'actions',
      header: t('finance.column.actions'),
      end: true,
      cell: ({ subject, pending, own }) => (
        <ResolutionActions {...{ userId, onTask, subject, pending, own }} types={[]} retry={false} />
      ),
    },
  ]
}
