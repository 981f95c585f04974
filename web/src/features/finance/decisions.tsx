import type { DecisionView } from '@hissa/contracts/investment'
import { useLocale, useT } from '../../i18n/i18n.js'
import { formatDateTime } from '../../lib/format.js'
import { DeskTable, type DeskColumn } from './desk-table.js'
import { Code, Empty } from './parts.js'

/** Lists the decisions about a raise or an order, with maker, checker and their reasons. */
export function Decisions({ decisions }: { decisions: readonly DecisionView[] }) {
  const t = useT()
  const columns = useColumns()
  return (
    <section>
      <h3 className="mb-2 text-18">{t('finance.decisions')}</h3>
      {decisions.length === 0 ? (
        <Empty text={t('finance.empty.decisions')} />
      ) : (
        <DeskTable
          caption={t('finance.decisions')}
          columns={columns}
          rows={decisions}
          rowKey={({ approvalId }) => approvalId}
          file="decisions"
        />
      )}
    </section>
  )
}

function useColumns(): Array<DeskColumn<DecisionView>> {
  const t = useT()
  const locale = useLocale()
  const who = (id: string | undefined) => id?.slice(-8) ?? '–'
  const reasons = ({ reason, checkerReason }: DecisionView) => [reason, checkerReason].filter(Boolean).join(' · ')
  return [
    {
      key: 'action',
      header: t('finance.column.proposal'),
      lead: true,
      text: ({ action }) => t(`finance.action.${action.type}`),
    },
    { key: 'state', header: t('finance.column.state'), text: ({ state }) => t(`finance.decision.${state}`) },
    {
      key: 'maker',
      header: t('finance.column.maker'),
      text: ({ maker }) => who(maker),
      cell: ({ maker }) => <Code text={who(maker)} />,
    },
    {
      key: 'checker',
      header: t('finance.column.checker'),
      text: ({ checker }) => who(checker),
      cell: ({ checker }) => <Code text={who(checker)} />,
    },
    {
      key: 'reason',
      header: t('finance.field.reason'),
      text: reasons,
      cell: (row) => (
        <span className="block max-w-80 break-words">
          <bdi>{reasons(row)}</bdi>
        </span>
      ),
    },
    {
      key: 'requested',
      header: t('finance.column.requested'),
      text: ({ requestedAt }) => requestedAt,
      cell: ({ requestedAt }) => formatDateTime(requestedAt, locale),
    },
  ]
}
