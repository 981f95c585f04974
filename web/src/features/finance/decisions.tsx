import { useT } from '../../i18n/i18n.js'
import { StatusBadge, type Tone } from '../../ui/status.js'
import { When } from '../../ui/when.js'
import { DeskTable, type DeskColumn } from './desk-table.js'
import { Section } from './detail-section.js'
import { dubaiText } from './parts.js'
import { Person, usePersonName } from './people.js'

type State = 'pending' | 'approved' | 'rejected' | 'withdrawn' | 'expired'

/** A proposal and how it ended, whatever it is about. */
interface Decision {
  approvalId: string
  state: State
  maker: string
  checker?: string | undefined
  reason: string
  checkerReason?: string | undefined
  requestedAt: string
}

interface DecisionsProps<Row> {
  decisions: readonly Row[]
  /** Names the proposed action. */
  actionOf: (row: Row) => string
}

/** Lists the decisions about a raise, an order or a shareholder, with maker, checker and their reasons. */
export function Decisions<Row extends Decision>({ decisions, actionOf }: DecisionsProps<Row>) {
  const t = useT()
  const columns = useColumns(actionOf)
  return (
    <Section title={t('finance.decisions')} empty={t('finance.empty.decisions')} rows={decisions}>
      {(caption, rows) => (
        <DeskTable {...{ caption, rows, columns }} rowKey={({ approvalId }) => approvalId} file="decisions" />
      )}
    </Section>
  )
}

/** The tone of each state of a decision. */
const DECISION_TONES: Record<State, Tone> = {
  ...{ pending: 'warn', approved: 'good', rejected: 'bad', withdrawn: 'neutral', expired: 'neutral' },
}

function useColumns<Row extends Decision>(actionOf: (row: Row) => string): Array<DeskColumn<Row>> {
  const t = useT()
  const nameOf = usePersonName()
  const person = (id: string | undefined) => (id ? <Person id={id} /> : '–')
  const reasons = ({ reason, checkerReason }: Decision) => [reason, checkerReason].filter(Boolean).join(' · ')
  return [
    {
      key: 'action',
      header: t('finance.column.proposal'),
      lead: true,
      text: actionOf,
    },
    {
      key: 'state',
      header: t('finance.column.state'),
      text: ({ state }) => t(`finance.decision.${state}`),
      cell: ({ state }) => <StatusBadge tone={DECISION_TONES[state]}>{t(`finance.decision.${state}`)}</StatusBadge>,
    },
    {
      key: 'maker',
      header: t('finance.column.maker'),
      text: ({ maker }) => nameOf(maker),
      cell: ({ maker }) => person(maker),
    },
    {
      key: 'checker',
      header: t('finance.column.checker'),
      text: ({ checker }) => (checker ? nameOf(checker) : '–'),
      cell: ({ checker }) => person(checker),
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
      text: ({ requestedAt }) => dubaiText(requestedAt),
      cell: ({ requestedAt }) => <When at={requestedAt} />,
    },
  ]
}
