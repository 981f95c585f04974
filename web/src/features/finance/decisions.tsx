import type { DecisionView } from '@hissa/contracts/investment'
import { useT } from '../../i18n/i18n.js'
import { StatusBadge, type Tone } from '../../ui/status.js'
import { DeskTable, type DeskColumn } from './desk-table.js'
import { Section } from './detail-section.js'
import { Code, When } from './parts.js'

/** Lists the decisions about a raise or an order, with maker, checker and their reasons. */
export function Decisions({ decisions }: { decisions: readonly DecisionView[] }) {
  const t = useT()
  const columns = useColumns()
  return (
    <Section title={t('finance.decisions')} empty={t('finance.empty.decisions')} rows={decisions}>
      {(caption, rows) => (
        <DeskTable {...{ caption, rows, columns }} rowKey={({ approvalId }) => approvalId} file="decisions" />
      )}
    </Section>
  )
}

const TONES: Record<DecisionView['state'], Tone> = {
  ...{ pending: 'warn', approved: 'good', rejected: 'bad', withdrawn: 'neutral', expired: 'neutral' },
}

function useColumns(): Array<DeskColumn<DecisionView>> {
  const t = useT()
  const who = (id: string | undefined) => id?.slice(-8) ?? '–'
  const reasons = ({ reason, checkerReason }: DecisionView) => [reason, checkerReason].filter(Boolean).join(' · ')
  return [
    {
      key: 'action',
      header: t('finance.column.proposal'),
      lead: true,
      text: ({ action }) => t(`finance.action.${action.type}`),
    },
    {
      key: 'state',
      header: t('finance.column.state'),
      text: ({ state }) => t(`finance.decision.${state}`),
      cell: ({ state }) => <StatusBadge tone={TONES[state]}>{t(`finance.decision.${state}`)}</StatusBadge>,
    },
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
        <span className="flex max-w-96 flex-col gap-1 break-words">
          <span>
            <bdi>{row.reason}</bdi>
          </span>
          {row.checkerReason && (
            <span className="text-ink-2">
              <bdi>{row.checkerReason}</bdi>
            </span>
          )}
        </span>
      ),
    },
    {
      key: 'requested',
      header: t('finance.column.requested'),
      text: ({ requestedAt }) => requestedAt,
      cell: ({ requestedAt }) => <When at={requestedAt} />,
    },
  ]
}
