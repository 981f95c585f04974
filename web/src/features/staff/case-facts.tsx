import type { ComparedField, TicketDetail } from '@hissa/contracts/kyc'
import type { ReactNode } from 'react'
import { useLocale, useT } from '../../i18n/i18n.js'
import { nameOfCountry } from '../../lib/countries.js'
import { cx } from '../../lib/cx.js'
import { formatDate, formatDateTime } from '../../lib/format.js'
import type { AppLocale } from '../../lib/locale.js'
import { StatusBadge } from '../../ui/status.js'
import { DataTable, type Column } from '../../ui/table.js'
import { nameOfList } from './list-ages.js'
import { RISK_TONES } from './tones.js'

/** Compares the applicant's statements with the document and shows the list matches and why the rule didn't decide. */
export function CaseFacts({ ticket, reveal }: { ticket: TicketDetail; reveal: ReactNode }) {
  const t = useT()
  const locale = useLocale()
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <section>
        <div className="flex items-center justify-between gap-3 pb-2">
          <h2 className="text-15 font-medium tracking-normal">{t('staff.fields')}</h2>
          {reveal}
        </div>
        <DataTable
          dense
          caption={t('staff.fields')}
          columns={useFieldColumns()}
          rows={ticket.fields}
          rowKey={({ field }) => field}
        />
        {/* Absent while an earlier release of the service answers. */}
        {ticket.mrz.format !== null && ticket.mrz.source && (
          <p className="pt-2 text-13 text-ink-2">
            {t(`staff.lines.${ticket.mrz.source}`, { engine: ticket.mrz.engine ?? '' })}
          </p>
        )}
      </section>
      <section>
        <h2 className="pb-2 text-15 font-medium tracking-normal">{t('staff.why')}</h2>
        <p className="pb-2">
          <StatusBadge tone={RISK_TONES[ticket.risk]}>{t(`staff.risk.${ticket.risk}`)}</StatusBadge>
        </p>
        {ticket.reopenedAt && (
          <p className="pb-2 text-warn">{t('staff.reopened', { date: formatDateTime(ticket.reopenedAt, locale) })}</p>
        )}
        <ul className="flex list-disc flex-col gap-1 ps-5">
          {ticket.reasons.map((reason) => (
            <li key={reason}>{t(`staff.reason.${reason}`)}</li>
          ))}
          {ticket.mrz.failures.map((failure) => (
            <li key={`${failure.field}${failure.line}`} className="text-warn">
              {t('staff.mrzFailure', {
                field: t(failureText(failure.field)),
                line: failure.line,
                column: failure.column,
              })}
            </li>
          ))}
        </ul>
        <p className="pt-2 text-ink-2">
          {t('staff.rule')}{' '}
          <bdi dir="ltr">
            {ticket.rule.id} v{ticket.rule.version}
          </bdi>
        </p>
      </section>
      <Screening screening={ticket.screening} />
    </div>
  )
}

const CHECK_DIGITS = [
  'documentNumberCheckDigit',
  'birthDateCheckDigit',
  'expirationDateCheckDigit',
  'personalNumberCheckDigit',
  'compositeCheckDigit',
] as const

function failureText(field: string) {
  const known = CHECK_DIGITS.find((name) => name === field)
  return known ? (`staff.mrz.${known}` as const) : 'staff.mrz.other'
}

function Screening({ screening }: { screening: TicketDetail['screening'] }) {
  const t = useT()
  const locale = useLocale()
  // Absent while an earlier release of the service answers.
  const lists = screening.lists ?? []
  return (
    <section className="flex flex-col gap-3">
      <h2 className="text-15 font-medium tracking-normal">{t('staff.screening')}</h2>
      <p className="text-ink-2">
        {screening.listDate === null
          ? t('staff.noList')
          : lists.length === 0
            ? t('staff.listDate', { date: formatDate(screening.listDate, locale) })
            : lists.map(({ list, date, hash }) => (
                <span key={list} className="block">
                  {t('staff.checkedAgainst', { list: nameOfList(list, t), date: formatDate(date, locale) })}{' '}
                  {/* Absent in screenings of earlier releases. */}
                  {hash && <bdi title={hash}>{t('staff.listVersion', { hash: hash.slice(0, 8) })}</bdi>}
                </span>
              ))}
      </p>
      {screening.listDate && screening.hits.length === 0 && <p>{t('staff.noHits')}</p>}
      {screening.hits.map((hit) => (
        <HitCard key={`${hit.list}${hit.dataId}${hit.matchedOn}`} hit={hit} />
      ))}
    </section>
  )
}

type Hit = TicketDetail['screening']['hits'][number]
type Weight = 'for' | 'against' | 'open'

/** What speaks for and against a match, and what is open, part by part. */
function partsOf({ closeness, quality, differs, birthDates, nationalities }: Hit) {
  const compared = (field: 'birth_date' | 'nationality', listed: readonly string[]): Weight =>
    differs.includes(field) ? 'against' : listed.length === 0 ? 'open' : 'for'
  return [
    { part: 'name', weight: closeness === 'exact' ? 'for' : 'open', text: `staff.closeness.${closeness}` },
    { part: 'alias', weight: quality === 'low' ? 'against' : 'for', text: `staff.quality.${quality}` },
    { part: 'birth_date', weight: compared('birth_date', birthDates), text: null },
    { part: 'nationality', weight: compared('nationality', nationalities), text: null },
  ] as const
}

const WEIGHT_TONES = { for: 'bad', against: 'good', open: 'neutral' } as const

/** A hit with each part of the comparison and which way it points. Reviewers weigh the parts; none decides automatically. */
function HitCard({ hit }: { hit: Hit }) {
  const t = useT()
  const locale = useLocale()
  const listed = {
    birth_date: hit.birthDates.join(', '),
    nationality: hit.nationalities.map((country) => nameOfCountry(country, locale)).join(locale === 'ar' ? '، ' : ', '),
  }
  return (
    <article className="rounded-m border border-line p-4">
      <h3 className="text-13 font-medium tracking-normal">
        <bdi>{hit.listedName}</bdi>
      </h3>
      <p className="text-ink-2">
        {nameOfList(hit.list, t)} · <bdi dir="ltr">{hit.reference}</bdi> · {t(`staff.matchedOn.${hit.matchedOn}`)}
      </p>
      <p className={hit.kind === 'pep' ? 'text-warn' : 'text-ink-2'}>
        {t(`staff.listKind.${hit.kind ?? 'sanctions'}`)}
      </p>
      <dl className="mt-2">
        {partsOf(hit).map(({ part, weight, text }) => (
          <div key={part} className="flex flex-wrap items-baseline gap-x-3 border-t border-line py-1.5">
            <dt className="w-24 shrink-0 text-ink-2">{t(`staff.part.${part}`)}</dt>
            <dd className="min-w-0 flex-1">{text === null ? listed[part] || t('staff.part.notListed') : t(text)}</dd>
            <dd>
              <StatusBadge tone={WEIGHT_TONES[weight]}>{t(`staff.weight.${weight}`)}</StatusBadge>
            </dd>
          </div>
        ))}
      </dl>
      <p className="border-t border-line pt-2 text-ink-2">
        {(hit.differs.length > 0 ? hit.differs : (['none'] as const)).map((way) => t(`staff.differs.${way}`)).join(' ')}{' '}
        {t('staff.differs.two')}
      </p>
    </article>
  )
}

const SEXES = ['female', 'male'] as const

/** Translates codes; shows names, numbers and masked dates unchanged. */
function inWords(field: ComparedField['field'], text: string, locale: AppLocale, t: ReturnType<typeof useT>): string {
  if (field === 'nationality' || field === 'issuing_state') return nameOfCountry(text, locale)
  const sex = field === 'sex' ? SEXES.find((name) => name === text) : undefined
  return sex ? t(`staff.sex.${sex}`) : text
}

function useFieldColumns(): Column<ComparedField>[] {
  const t = useT()
  const locale = useLocale()
  const value = (field: ComparedField['field'], text: string | null, differs: boolean) => (
    <bdi {...(differs && { 'data-mismatch': true, tabIndex: -1 })} className={cx(differs && 'text-bad')}>
      {text === null ? '–' : inWords(field, text, locale, t)}
    </bdi>
  )
  return [
    { key: 'field', header: t('staff.column.field'), lead: true, cell: ({ field }) => t(`staff.field.${field}`) },
    {
      key: 'extracted',
      header: t('staff.column.document'),
      cell: ({ field, extracted }) => value(field, extracted, false),
    },
    {
      key: 'provided',
      header: t('staff.column.stated'),
      cell: ({ field, provided, match }) => value(field, provided, match === 'mismatch'),
    },
    {
      key: 'match',
      header: t('staff.column.match'),
      end: true,
      cell: ({ match }) => (
        <span className={cx(match === 'mismatch' ? 'font-medium text-bad' : 'text-ink-2')}>
          {t(`staff.match.${match}`)}
        </span>
      ),
    },
  ]
}
