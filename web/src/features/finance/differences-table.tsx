import type { RegisterDifferenceView } from '@hissa/contracts/investment'
import { PropertyTitle } from '../../api/property-title.js'
import { useT } from '../../i18n/i18n.js'
import { formatCount } from '../../lib/format-count.js'
import { StatusBadge } from '../../ui/status.js'
import { When } from '../../ui/when.js'
import { DeskTable, ExportPlace, type DeskColumn } from './desk-table.js'
import { Code } from './code.js'
import { dubaiText } from './parts.js'

const TONES = { open: 'bad', resolved: 'good' } as const

interface DifferencesProps {
  rows: readonly RegisterDifferenceView[]
  /** The name of the exported file, without its extension. */
  file: string
  onOpen: (propertyId: string) => void
}

/** Shows the properties whose shares on the chain differ from the register. Each closes automatically once both agree. */
export function DifferencesTable({ rows, file, onOpen }: DifferencesProps) {
  const t = useT()
  return (
    <div className="mb-6">
      <h3 className="mb-1 text-18">{t('finance.differences')}</h3>
      <p className="mb-2 max-w-[72ch] text-13 text-ink-2">{t('finance.about.differences')}</p>
      {/* The place at the top is that of suspense. */}
      <ExportPlace value={null}>
        <DeskTable
          caption={t('finance.differences')}
          columns={useDifferenceColumns(onOpen)}
          rows={rows}
          rowKey={({ differenceId }) => differenceId}
          onOpen={({ property }) => onOpen(property.propertyId)}
          file={file}
        />
      </ExportPlace>
    </div>
  )
}

function useDifferenceColumns(onOpen: DifferencesProps['onOpen']): Array<DeskColumn<RegisterDifferenceView>> {
  const t = useT()
  return [
    {
      key: 'property',
      header: t('finance.column.property'),
      lead: true,
      text: ({ property }) => property.title,
      cell: ({ property }) => (
        <button
          type="button"
          className="min-h-9 text-start font-medium underline decoration-line-strong underline-offset-3 hover:decoration-ink max-md:min-h-11"
          onClick={() => onOpen(property.propertyId)}
        >
          <PropertyTitle property={property} />
        </button>
      ),
    },
    {
      key: 'opened',
      header: t('finance.column.opened'),
      text: ({ openedAt }) => dubaiText(openedAt),
      cell: ({ openedAt }) => <When at={openedAt} />,
    },
    {
      key: 'surplus',
      header: t('finance.column.surplus'),
      figures: true,
      text: ({ surplus }) => String(surplus),
      order: ({ surplus }) => surplus,
      cell: ({ surplus }) => <Code text={signed(surplus)} />,
    },
    {
      key: 'holders',
      header: t('finance.column.holders'),
      figures: true,
      text: ({ holders }) => String(holders),
      order: ({ holders }) => holders,
      cell: ({ holders }) => formatCount(holders),
    },
    {
      key: 'block',
      header: t('finance.column.block'),
      text: ({ blockNumber }) => String(blockNumber),
      order: ({ blockNumber }) => blockNumber,
    },
    {
      key: 'state',
      header: t('finance.column.state'),
      text: ({ state, resolvedAt }) =>
        [t(`finance.state.${state}`), resolvedAt && dubaiText(resolvedAt)].filter(Boolean).join(' '),
      cell: ({ state, resolvedAt }) => (
        <span className="inline-flex flex-col items-end gap-1 md:items-start">
          <StatusBadge tone={TONES[state]}>{t(`finance.state.${state}`)}</StatusBadge>
          {resolvedAt && <When at={resolvedAt} />}
        </span>
      ),
    },
  ]
}

/** Returns a number with its sign; more on the chain than in the register is positive. */
const signed = (surplus: number) => (surplus > 0 ? `+${formatCount(surplus)}` : formatCount(surplus))
