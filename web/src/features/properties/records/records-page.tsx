import { RecordState, type ListedRecord } from '@hissa/contracts/property'
import { useState, type FormEvent } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useLocale, useT } from '../../../i18n/i18n.js'
import { formatShortDateTime } from '../../../lib/format.js'
import { TYPE_LABELS } from '../../../lib/property-labels.js'
import { Button, ButtonLink } from '../../../ui/button.js'
import { ContentTabs } from '../../../ui/content-tabs.js'
import { Form, Select, TextField } from '../../../ui/form.js'
import { PageHeader } from '../../../ui/layout.js'
import { TextLink } from '../../../ui/link.js'
import { Money } from '../../../ui/money.js'
import { EmptyState } from '../../../ui/states.js'
import { DataTable, type Column } from '../../../ui/table.js'
import { ContentOnly, StateBadge, Waiting } from './desk.js'
import { useListRecordsQuery } from './records-api.js'

/** `/staff/content/properties`: every property with its state, drafts included. */
export default function RecordsPage() {
  const t = useT()
  return (
    <ContentOnly title={t('offerings.title')}>
      <PageHeader
        dense
        title={t('offerings.title')}
        lead={t('offerings.lead')}
        actions={<ButtonLink to="/staff/content/properties/new">{t('offerings.add')}</ButtonLink>}
      />
      <ContentTabs current="properties" />
      <Records />
    </ContentOnly>
  )
}

function Records() {
  const t = useT()
  const [params, setParams] = useSearchParams()
  const [q, state, cursor] = [params.get('q'), params.get('state'), params.get('after')]
  const { data, error, isFetching, refetch } = useListRecordsQuery({
    ...(q ? { q } : {}),
    ...(state && RecordState.options.some((each) => each === state) ? { state } : {}),
    ...(cursor ? { cursor } : {}),
  })
  const set = (change: Record<string, string>) =>
    setParams((before) => {
      const next = new URLSearchParams(before)
      for (const [name, value] of Object.entries({ after: '', ...change }))
        if (value) next.set(name, value)
        else next.delete(name)
      return next
    })
  return (
    <>
      <Filters key={q} q={q ?? ''} state={state ?? ''} onChange={set} />
      {data ? (
        data.records.length > 0 ? (
          <RecordTable records={data.records} />
        ) : (
          <EmptyState title={t('offerings.empty')} text={t('offerings.emptyText')} />
        )
      ) : (
        <Waiting {...{ error, refetch, isFetching }} />
      )}
      <div className="flex flex-wrap gap-3 pt-6">
        {cursor && (
          <Button kind="secondary" onClick={() => set({})}>
            {t('offerings.firstPage')}
          </Button>
        )}
        {data?.cursor && (
          <Button kind="secondary" onClick={() => set({ after: data.cursor! })}>
            {t('offerings.nextPage')}
          </Button>
        )}
      </div>
    </>
  )
}

interface FiltersProps {
  q: string
  state: string
  onChange: (change: Record<string, string>) => void
}

function Filters({ q, state, onChange }: FiltersProps) {
  const t = useT()
  const [words, setWords] = useState(q)
  const search = (event: FormEvent) => {
    event.preventDefault()
    onChange({ q: words.trim() })
  }
  return (
    <Form onSubmit={search} className="mb-6 gap-4 md:flex-row md:items-end">
      <TextField
        label={t('offerings.search')}
        type="search"
        dir="auto"
        maxLength={120}
        value={words}
        onChange={(event) => setWords(event.target.value)}
        className="flex-1"
      />
      <Select
        label={t('offerings.stateLabel')}
        value={state}
        onChange={(event) => onChange({ state: event.target.value })}
        className="md:w-56"
      >
        <option value="">{t('offerings.state.all')}</option>
        {RecordState.options.map((each) => (
          <option key={each} value={each}>
            {t(`offerings.state.${each}`)}
          </option>
        ))}
      </Select>
      <Button kind="secondary" type="submit" className="min-h-12">
        {t('offerings.searchAct')}
      </Button>
    </Form>
  )
}

function RecordTable({ records }: { records: ListedRecord[] }) {
  const t = useT()
  const locale = useLocale()
  const columns: Column<ListedRecord>[] = [
    {
      key: 'title',
      header: t('offerings.property'),
      lead: true,
      cell: ({ propertyId, title }) => (
        <TextLink
          to={`/staff/content/properties/${encodeURIComponent(propertyId)}`}
          className="inline-flex min-h-8 items-center max-md:min-h-11"
        >
          <bdi>{locale === 'ar' ? title.ar : title.en}</bdi>
        </TextLink>
      ),
    },
    { key: 'state', header: t('offerings.stateLabel'), cell: ({ state }) => <StateBadge state={state} /> },
    {
      key: 'type',
      header: t('offerings.field.propertyType'),
      cell: ({ propertyType }) => (propertyType ? t(TYPE_LABELS[propertyType]) : t('ui.notStated')),
    },
    { key: 'code', header: t('offerings.code'), cell: ({ code }) => (code ? <bdi>{code}</bdi> : '—') },
    {
      key: 'price',
      header: t('offerings.field.price'),
      end: true,
      cell: ({ priceFils }) => <Money fils={priceFils} />,
    },
    {
      key: 'updated',
      header: t('offerings.updated'),
      end: true,
      cell: ({ updatedAt }) => formatShortDateTime(updatedAt, locale),
    },
  ]
  return (
    <DataTable
      dense
      caption={t('offerings.title')}
      columns={columns}
      rows={records}
      rowKey={({ propertyId }) => propertyId}
    />
  )
}
