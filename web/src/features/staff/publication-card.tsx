import type { ListedPublication, OfferingTerms, Publication } from '@hissa/contracts/property'
import { times } from '@hissa/money'
import { useState, type ReactNode } from 'react'
import { useLocale, useT } from '../../i18n/i18n.js'
import { formatDateTime, formatPercent } from '../../lib/format.js'
import { formatCount } from '../../lib/format-count.js'
import type { AppLocale } from '../../lib/locale.js'
import { Button } from '../../ui/button.js'
import { Card } from '../../ui/layout.js'
import { Money } from '../../ui/money.js'
import { Picture } from '../../ui/picture.js'
import { StatusBadge, Tag } from '../../ui/status.js'
import { DataTable, type Column } from '../../ui/table.js'
import { shortId } from './desk.js'
import { PublicationDialog } from './publication-dialog.js'
import type { PublicationAct } from './publications-api.js'

/** Shows one proposal: what would be published beside what it replaces, its author and reason. */
export function PublicationCard({ publication, own }: { publication: ListedPublication; own: boolean }) {
  const t = useT()
  const locale = useLocale()
  const [act, setAct] = useState<PublicationAct | null>(null)
  const title = locale === 'ar' ? publication.title.ar : publication.title.en
  return (
    <Card className="flex flex-col gap-5 p-5 md:p-6">
      <header className="flex flex-wrap items-baseline gap-x-3 gap-y-2">
        <h2 className="text-22">
          <bdi>{title}</bdi>
        </h2>
        <Tag>{t('content.version', { version: publication.offeringVersion })}</Tag>
        {publication.code && <Tag>{t('content.code', { code: publication.code })}</Tag>}
        {publication.sampleData && <Tag>{t('content.sample')}</Tag>}
      </header>
      <Proposal publication={publication} own={own} />
      <Terms publication={publication} title={title} />
      {publication.uploads && <Pictures uploads={publication.uploads} />}
      {own && <p className="text-15 text-ink-2">{t('content.own')}</p>}
      <div className="flex flex-wrap gap-3">
        {own ? (
          <Button kind="secondary" onClick={() => setAct('withdraw')}>
            {t('content.withdraw')}
          </Button>
        ) : (
          <>
            <Button kind="secondary" onClick={() => setAct('reject')}>
              {t('content.reject')}
            </Button>
            <Button onClick={() => setAct('approve')}>{t('content.approve')}</Button>
          </>
        )}
      </div>
      {act && <PublicationDialog act={act} publication={publication} onClose={() => setAct(null)} />}
    </Card>
  )
}

function Proposal({
  publication: { maker, makerName, requestedAt, reason },
  own,
}: {
  publication: ListedPublication
  own: boolean
}) {
  const t = useT()
  const locale = useLocale()
  return (
    <dl className="grid gap-x-6 gap-y-1 text-15 md:grid-cols-[auto_minmax(0,1fr)]">
      <dt className="text-ink-2">{t('content.maker')}</dt>
      <dd>
        {own ? t('content.you') : makerName === null ? <bdi dir="ltr">{shortId(maker)}</bdi> : <bdi>{makerName}</bdi>}
      </dd>
      <dt className="text-ink-2">{t('content.at')}</dt>
      <dd>{t('ui.date.exact', { time: formatDateTime(requestedAt, locale) })}</dd>
      <dt className="text-ink-2">{t('content.reason')}</dt>
      <dd className="break-words">
        <bdi>{reason}</bdi>
      </dd>
    </dl>
  )
}

/** Shows the pictures that become public with the terms; their captions are approved in both languages. */
function Pictures({ uploads }: { uploads: NonNullable<Publication['uploads']> }) {
  const t = useT()
  const locale = useLocale()
  return (
    <section className="flex flex-col gap-3">
      <h3 className="text-15 text-ink-2">{t('content.pictures')}</h3>
      <ul className="grid grid-cols-2 gap-4 md:grid-cols-4">
        {uploads.map((picture) => (
          <li key={picture.pictureId} className="flex min-w-0 flex-col gap-2">
            <span className="relative block aspect-[4/3] w-full overflow-hidden rounded-s border border-line bg-ground">
              <Picture
                picture={picture}
                alt={picture.caption[locale === 'ar' ? 'ar' : 'en']}
                sizes="(width >= 768px) 220px, 45vw"
                fills={picture.kind === 'photo'}
              />
            </span>
            {(['en', 'ar'] as const).map((language) => (
              <p
                key={language}
                lang={language}
                dir={language === 'ar' ? 'rtl' : 'ltr'}
                className="text-13 break-words text-ink-2"
              >
                {picture.caption[language]}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </section>
  )
}

interface Row {
  key: string
  label: string
  changed: boolean
  proposed: ReactNode
  published: ReactNode
}

function Terms({ publication: { terms, replaces }, title }: { publication: Publication; title: string }) {
  const t = useT()
  const locale = useLocale()
  const rows = ROWS.map(({ key, show, value }): Row => {
    const shown = (of: OfferingTerms) => show(of, locale) ?? t('content.notStated')
    const changed = replaces !== null && value(terms) !== value(replaces)
    return { key, label: t(`content.${key}`), changed, proposed: shown(terms), published: replaces && shown(replaces) }
  })
  const columns: Column<Row>[] = [
    {
      key: 'term',
      header: t('content.term'),
      lead: true,
      cell: ({ label, changed }) => <Label label={label} changed={changed} />,
    },
    { key: 'proposed', header: t('content.proposed'), end: true, cell: ({ proposed }) => proposed },
  ]
  if (replaces) {
    columns.push({ key: 'published', header: t('content.published'), end: true, cell: ({ published }) => published })
  }
  return (
    <DataTable
      dense
      caption={`${t('content.terms')}: ${title}`}
      columns={columns}
      rows={rows}
      rowKey={({ key }) => key}
    />
  )
}

function Label({ label, changed }: Pick<Row, 'label' | 'changed'>) {
  const t = useT()
  if (!changed) return label
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-2">
      {label} <StatusBadge tone="warn">{t('content.changed')}</StatusBadge>
    </span>
  )
}

const ROWS = [
  {
    key: 'unitPrice',
    value: ({ unitPriceFils }) => unitPriceFils,
    show: ({ unitPriceFils }) => <Money fils={unitPriceFils} />,
  },
  {
    key: 'unitsTotal',
    value: ({ unitsTotal }) => unitsTotal,
    show: ({ unitsTotal }) => <bdi>{formatCount(unitsTotal)}</bdi>,
  },
  {
    key: 'unitsIssued',
    value: ({ unitsIssued }) => unitsIssued,
    show: ({ unitsIssued }) => <bdi>{formatCount(unitsIssued)}</bdi>,
  },
  {
    key: 'raise',
    value: ({ unitsTotal, unitPriceFils }) => unitsTotal * unitPriceFils,
    show: ({ unitsTotal, unitPriceFils }) => <Money fils={times(unitPriceFils, unitsTotal)} />,
  },
  {
    key: 'minimumUnits',
    value: ({ minimumUnits, unitsTotal }) => minimumUnits ?? unitsTotal,
    show: ({ minimumUnits, unitsTotal }, locale) => {
      const needed = minimumUnits ?? unitsTotal
      const percent = formatPercent((needed * 10_000) / unitsTotal, locale)
      return <bdi>{`${formatCount(needed)} (${percent})`}</bdi>
    },
  },
  { key: 'minimum', value: ({ minimumFils }) => minimumFils, show: ({ minimumFils }) => <Money fils={minimumFils} /> },
  {
    key: 'fee',
    value: ({ feeBasisPoints }) => feeBasisPoints,
    show: ({ feeBasisPoints }, locale) => <bdi>{formatPercent(feeBasisPoints, locale)}</bdi>,
  },
  {
    key: 'return',
    value: ({ expectedReturn }) => expectedReturn?.basisPoints,
    show: ({ expectedReturn }, locale) =>
      expectedReturn && <bdi>{formatPercent(expectedReturn.basisPoints, locale)}</bdi>,
  },
  { key: 'years', value: ({ termYears }) => termYears, show: ({ termYears }) => termYears && <bdi>{termYears}</bdi> },
  {
    key: 'deadline',
    value: ({ deadline }) => Date.parse(deadline),
    show: ({ deadline }, locale) => formatDateTime(deadline, locale),
  },
  { key: 'spv', value: ({ spv }) => spv?.name, show: ({ spv }) => spv && <bdi>{spv.name}</bdi> },
] as const satisfies readonly {
  key: string
  /** Comparable form of a value, to detect a change. */
  value: (terms: OfferingTerms) => unknown
  show: (terms: OfferingTerms, locale: AppLocale) => ReactNode
}[]
