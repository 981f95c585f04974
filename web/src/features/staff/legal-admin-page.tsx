import type { LegalVersion } from '@hissa/contracts/property'
import { contentIn } from '@hissa/texts'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { ApiError } from '../../api/problem.js'
import { useSession } from '../../api/services.js'
import { useLocale, useT } from '../../i18n/i18n.js'
import { formatDate, formatShortDateTime } from '../../lib/format.js'
import { Button, ButtonLink } from '../../ui/button.js'
import { DefinitionList, PageHeader } from '../../ui/layout.js'
import { TextLink } from '../../ui/link.js'
import { PageHead } from '../../ui/page-head.js'
import { EmptyState, ErrorState, Loading, Skeleton } from '../../ui/states.js'
import { StatusBadge } from '../../ui/status.js'
import { DataTable, type Column } from '../../ui/table.js'
import { useGetLegalVersionQuery, useListLegalVersionsQuery } from './legal-admin-api.js'

const SHORT_HASH = 12

/** `/legal/admin`: every published version of the legal texts and disclosures, each with its wording and its hash. */
export default function LegalAdminPage() {
  const t = useT()
  const session = useSession()
  const isAllowed = session?.user.roles.some((role) => role === 'content' || role === 'admin') ?? false
  if (!isAllowed)
    return (
      <div className="frame py-16">
        <PageHead title={t('content.legal.title')} private />
        <EmptyState
          level={1}
          title={t('content.notForYou')}
          text={t('content.notForYouText')}
          action={<ButtonLink to="/">{t('shell.nav.home')}</ButtonLink>}
        />
      </div>
    )
  return (
    <div className="frame pb-24">
      <PageHead title={t('content.legal.title')} private />
      <PageHeader
        dense
        title={t('content.legal.title')}
        lead={t('content.legal.lead')}
        actions={
          <ButtonLink to="/legal" kind="secondary" size="s">
            {t('content.legal.publicPage')}
          </ButtonLink>
        }
      />
      <Versions />
    </div>
  )
}

function Versions() {
  const t = useT()
  const [params] = useSearchParams()
  const { data, error, isFetching, refetch } = useListLegalVersionsQuery()
  if (data) {
    const shown = data.find(
      (each) => each.documentId === params.get('show') && String(each.version) === params.get('version'),
    )
    return (
      <div className="flex flex-col gap-10">
        <VersionTable versions={data} />
        {shown && <Wording key={addressOf(shown)} shown={shown} />}
      </div>
    )
  }
  if (error && !isFetching)
    return (
      <ErrorState
        title={t('content.legal.error')}
        text={t('content.errorText')}
        reference={(error as ApiError).reference}
        action={<Button onClick={() => void refetch()}>{t('ui.tryAgain')}</Button>}
      />
    )
  return (
    <Loading label={t('ui.loading')} onRetry={() => void refetch()}>
      <Skeleton className="h-96 w-full" />
    </Loading>
  )
}

const addressOf = ({ documentId, version }: LegalVersion) =>
  `/legal/admin?show=${encodeURIComponent(documentId)}&version=${version}`

function VersionTable({ versions }: { versions: LegalVersion[] }) {
  const t = useT()
  const locale = useLocale()
  const columns: Column<LegalVersion>[] = [
    {
      key: 'title',
      header: t('content.legal.document'),
      lead: true,
      cell: (row) => (
        <TextLink to={addressOf(row)} preventScrollReset className="inline-flex min-h-8 items-center max-md:min-h-11">
          {contentIn(row.title, locale)}
        </TextLink>
      ),
    },
    { key: 'version', header: t('content.legal.version'), figures: true, cell: ({ version }) => version },
    {
      key: 'state',
      header: t('content.legal.state'),
      cell: ({ state }) => (
        <StatusBadge tone={state === 'current' ? 'good' : 'neutral'}>{t(`content.legal.${state}`)}</StatusBadge>
      ),
    },
    { key: 'kind', header: t('content.legal.kind'), cell: ({ kind }) => t(`content.legal.${kind}`) },
    {
      key: 'effective',
      header: t('content.legal.effective'),
      cell: ({ effectiveFrom }) => (effectiveFrom ? formatDate(effectiveFrom, locale) : t('ui.notStated')),
    },
    {
      key: 'published',
      header: t('content.legal.published'),
      cell: ({ publishedAt }) => formatShortDateTime(publishedAt, locale),
    },
    {
      key: 'hash',
      header: t('content.legal.hash'),
      cell: ({ hash }) => (
        <code dir="ltr" title={hash} className="text-13">
          {hash.slice(0, SHORT_HASH)}…
        </code>
      ),
    },
  ]
  return (
    <DataTable
      dense
      caption={t('content.legal.title')}
      columns={columns}
      rows={versions}
      rowKey={(row) => `${row.documentId}:${row.version}`}
    />
  )
}

/** Shows the wording of a version in the language of the page, as it was published. */
function Wording({ shown }: { shown: LegalVersion }) {
  const t = useT()
  const locale = useLocale()
  const { documentId, version } = shown
  const { data, error, isFetching, refetch } = useGetLegalVersionQuery({ documentId, version, locale })
  const heading = useRef<HTMLHeadingElement>(null)
  // The table above it can be longer than the window: without this, following a link would seem to do nothing.
  useEffect(() => heading.current?.focus(), [])
  return (
    <section aria-labelledby="wording" className="border-t border-line pt-8">
      <h2 ref={heading} id="wording" tabIndex={-1} className="scroll-mt-4 text-26 outline-none">
        {contentIn(shown.title, locale)}
      </h2>
      <DefinitionList
        dense
        className="max-w-[68ch] py-3"
        facts={[
          { term: t('content.legal.version'), value: version },
          {
            term: t('content.legal.hash'),
            value: (
              <code dir="ltr" className="text-12 wrap-anywhere">
                {shown.hash}
              </code>
            ),
          },
        ]}
      />
      {data ? (
        <div className="max-w-[68ch]">
          {data.sections.map((section, index) => (
            <div key={index} className="pt-4">
              {section.title && <h3 className="text-18 font-medium">{section.title}</h3>}
              {section.paragraphs.map((text, place) => (
                <p key={place} className="pt-2 text-15 text-ink-2">
                  {text}
                </p>
              ))}
            </div>
          ))}
          {data.statement && (
            <p className="mt-5 border-s-2 border-primary ps-4 text-15">
              <span className="block text-13 text-ink-2">{t('content.legal.statement')}</span>
              {data.statement}
            </p>
          )}
        </div>
      ) : error && !isFetching ? (
        <ErrorState
          title={t('content.legal.wordingError')}
          text={t('content.errorText')}
          reference={(error as ApiError).reference}
          action={<Button onClick={() => void refetch()}>{t('ui.tryAgain')}</Button>}
        />
      ) : (
        <Loading label={t('ui.loading')} onRetry={() => void refetch()}>
          <Skeleton className="h-72 w-full" />
        </Loading>
      )}
    </section>
  )
}
