import type { IncomeEntryView } from '@hissa/contracts/investment'
import { ZERO } from '@hissa/money'
import { DocumentButton } from '../../../api/document-button.js'
import { useLocale, useT } from '../../../i18n/i18n.js'
import { formatShortDate } from '../../../lib/format.js'
import { Button } from '../../../ui/button.js'
import { StatusBadge } from '../../../ui/status.js'
import { When } from '../../../ui/when.js'
import { useFileColumns } from '../columns.js'
import { Code } from '../code.js'
import { DeskTable, type DeskColumn } from '../desk-table.js'
import { Section } from '../detail-section.js'
import { aedText, dubaiText } from '../parts.js'
import { Person, usePersonName } from '../people.js'
import { useReadOnce } from '../read-all.js'
import { EntryAmount, useEntryName } from './entry-parts.js'
import { endpoints } from './rent-api.js'

interface EntriesProps {
  propertyId: string
  period: string
  entries: readonly IncomeEntryView[]
  onReverse: (entry: IncomeEntryView) => void
}

/** Lists the entries of a quarter, newest first. None is ever changed: a mistake is reversed by another entry. */
export function Entries({ propertyId, period, entries, onReverse }: EntriesProps) {
  const t = useT()
  const once = useReadOnce()
  const columns = useColumns(onReverse)
  return (
    <Section title={t('rent.entries')} empty={t('rent.noEntries')} rows={entries}>
      {(caption, rows) => (
        <DeskTable
          {...{ caption, rows, columns }}
          rowKey={({ entryId }) => entryId}
          file={`income-entries-${period}`}
          read={async (page) => {
            const { entries: read, cursor } = await once(endpoints.listIncomeEntries, { propertyId, period, ...page })
            return { rows: read, cursor }
          }}
        />
      )}
    </Section>
  )
}

function useColumns(onReverse: (entry: IncomeEntryView) => void): Array<DeskColumn<IncomeEntryView>> {
  return [...useFactColumns(), ...useRecordColumns(onReverse)]
}

/** What an entry states, and its document. */
function useFactColumns(): Array<DeskColumn<IncomeEntryView>> {
  const t = useT()
  const locale = useLocale()
  const nameOf = useEntryName()
  const inFile = useFileColumns()
  return [
    {
      key: 'entry',
      header: t('rent.column.entry'),
      lead: true,
      text: nameOf,
      cell: (entry) => (
        <span className="inline-flex flex-col">
          <span className="font-medium">{nameOf(entry)}</span>
          {entry.category && <span className="text-ink-2">{t('rent.kind.cost')}</span>}
        </span>
      ),
    },
    {
      key: 'date',
      header: t('rent.column.date'),
      text: ({ date }) => date,
      cell: ({ date }) => <span className="whitespace-nowrap">{formatShortDate(date, locale)}</span>,
    },
    {
      key: 'amount',
      header: t('income.column.amount'),
      figures: true,
      text: ({ amountFils }) => (amountFils === undefined ? '' : aedText(amountFils)),
      order: ({ amountFils = ZERO }) => amountFils,
      cell: (entry) => <EntryAmount entry={entry} />,
    },
    inFile.currency(),
    {
      key: 'days',
      header: t('rent.field.days'),
      fileOnly: true,
      text: ({ days }) => (days === undefined ? '' : String(days)),
    },
    {
      key: 'reference',
      header: t('rent.column.reference'),
      text: ({ reference }) => reference,
      cell: ({ reference }) => <Code text={reference} />,
    },
    {
      key: 'document',
      header: t('rent.column.document'),
      text: ({ document }) => document.sha256,
      cell: ({ propertyId, document: { sha256 } }) => (
        <DocumentButton
          path={`/api/finance/properties/${encodeURIComponent(propertyId)}/income/documents/${sha256}`}
          name={`income-${sha256.slice(0, 8)}`}
        >
          <bdi dir="ltr">{sha256.slice(0, 8)}</bdi>
        </DocumentButton>
      ),
    },
  ]
}

const stateOf = ({ reverses, reversedBy }: IncomeEntryView) =>
  reverses ? 'reversal' : reversedBy ? 'reversed' : 'recorded'

/** Whether an entry was reversed, who recorded it and when, and the button that reverses it. */
function useRecordColumns(onReverse: (entry: IncomeEntryView) => void): Array<DeskColumn<IncomeEntryView>> {
  const t = useT()
  const personOf = usePersonName()
  return [
    {
      key: 'state',
      header: t('finance.column.state'),
      text: (entry) => t(`rent.entry.${stateOf(entry)}`),
      cell: (entry) => (
        <span className="flex max-w-72 flex-col items-start gap-1 max-md:items-end">
          <StatusBadge tone={stateOf(entry) === 'recorded' ? 'good' : 'neutral'}>
            {t(`rent.entry.${stateOf(entry)}`)}
          </StatusBadge>
          {entry.reason && (
            <span className="break-words text-ink-2">
              <bdi>{entry.reason}</bdi>
            </span>
          )}
        </span>
      ),
    },
    {
      key: 'by',
      header: t('rent.column.by'),
      text: ({ recordedBy }) => personOf(recordedBy),
      person: ({ recordedBy }) => recordedBy,
      cell: ({ recordedBy }) => <Person id={recordedBy} />,
    },
    {
      key: 'at',
      header: t('rent.column.recordedAt'),
      text: ({ recordedAt }) => dubaiText(recordedAt),
      cell: ({ recordedAt }) => <When at={recordedAt} />,
    },
    {
      key: 'actions',
      header: t('finance.column.actions'),
      end: true,
      bare: true,
      cell: (entry) =>
        stateOf(entry) === 'recorded' && (
          <span className="flex w-full md:justify-end">
            <Button size="s" kind="secondary" className="max-md:flex-1" onClick={() => onReverse(entry)}>
              {t('rent.action.reverse')}
            </Button>
          </span>
        ),
    },
  ]
}
