import type { Disclosure, LegalText } from '@hissa/contracts/property'
import { useEffect, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { Text, useLocale, useT } from '../../i18n/i18n.js'
import { formatDate } from '../../lib/format.js'
import { Button } from '../../ui/button.js'
import { PageHeader } from '../../ui/layout.js'
import { Link, TextLink } from '../../ui/link.js'
import { PageHead } from '../../ui/page-head.js'
import { ErrorState, Loading, Skeleton } from '../../ui/states.js'
import { CompanyFacts } from './company-facts.js'
import { useGetLegalTextsQuery, useGetPlatformDisclosuresQuery } from './company-api.js'

const ACCEPTED = 'accepted'
const WHO = 'company'

/** `/legal`: terms, privacy, complaints and the disclosures to accept before paying, each with its version. */
export default function LegalPage() {
  const t = useT()
  const locale = useLocale()
  const legal = useGetLegalTextsQuery(locale)
  const accepted = useGetPlatformDisclosuresQuery(locale)
  const isFailed = (legal.isError && !legal.data) || (accepted.isError && !accepted.data)
  const retry = () => void Promise.all([legal.refetch(), accepted.refetch()])
  return (
    <div className="frame">
      <PageHead
        title={t('company.legal.title')}
        description={t('company.legal.description')}
        {...(isFailed && { status: 503 })}
      />
      <PageHeader title={t('company.legal.title')} lead={t('company.legal.lead')} />
      {isFailed ? (
        <ErrorState title={t('company.legal.error')} action={<Button onClick={retry}>{t('ui.tryAgain')}</Button>} />
      ) : !legal.data || !accepted.data ? (
        <Loading label={t('ui.loading')} onRetry={retry}>
          <Skeleton className="h-96 w-full" />
        </Loading>
      ) : (
        <Texts legal={legal.data} accepted={accepted.data} />
      )}
    </div>
  )
}

function Texts({ legal, accepted }: { legal: readonly LegalText[]; accepted: readonly Disclosure[] }) {
  const t = useT()
  const locale = useLocale()
  useScrollToHash()
  const contents = [
    { id: WHO, title: t('company.legal.who') },
    ...legal.map(({ id, title }) => ({ id, title })),
    { id: ACCEPTED, title: t('company.legal.accepted') },
  ]
  return (
    <div className="grid gap-x-16 gap-y-10 border-t border-line pt-8 lg:grid-cols-[220px_minmax(0,1fr)]">
      <Contents entries={contents} />
      <div className="flex max-w-[68ch] flex-col gap-14">
        <section id={WHO} className="scroll-mt-6">
          <h2 className="text-26">{t('company.legal.who')}</h2>
          <CompanyFacts />
        </section>
        {legal.map(({ id, title, version, effectiveFrom, hash, sections }) => (
          <section key={id} id={id} className="scroll-mt-6">
            <h2 className="text-26">{title}</h2>
            <Version hash={hash}>
              {t('company.legal.version', { version, date: formatDate(effectiveFrom, locale) })}
            </Version>
            {sections.map((section) => (
              <div key={section.title} className="pt-5">
                <h3 className="text-18 font-medium">{section.title}</h3>
                <Paragraphs texts={section.paragraphs} />
              </div>
            ))}
          </section>
        ))}
        <Accepted documents={accepted} />
        <p className="text-15 text-ink-2">
          <Text
            id="company.legal.contact"
            components={{ contact: <TextLink to="/contact" className="inline-flex min-h-11 items-center" /> }}
          />
        </p>
      </div>
    </div>
  )
}

function Contents({ entries }: { entries: readonly { id: string; title: string }[] }) {
  const t = useT()
  return (
    <nav aria-label={t('company.legal.contents')} className="no-print self-start lg:sticky lg:top-6">
      <p className="pb-2 text-13 text-ink-2">{t('company.legal.contents')}</p>
      <ul className="flex flex-col">
        {entries.map(({ id, title }) => (
          <li key={id}>
            <Link
              to={`/legal#${id}`}
              className="inline-flex min-h-11 items-center py-1 text-15 leading-snug text-ink-2 hover:text-ink lg:min-h-9"
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Lists the disclosures, collapsed because they are accepted in the investment flow. */
function Accepted({ documents }: { documents: readonly Disclosure[] }) {
  const t = useT()
  return (
    <section id={ACCEPTED} className="scroll-mt-6">
      <h2 className="text-26">{t('company.legal.accepted')}</h2>
      <p className="mt-3 text-15 text-ink-2">{t('company.legal.acceptedText')}</p>
      <div className="mt-4 divide-y divide-line border-y border-line">
        {documents.map(({ id, title, version, hash, body }) => (
          <details key={id} id={id}>
            <summary className="flex min-h-11 cursor-pointer items-center py-2 text-15 font-medium">{title}</summary>
            <div className="pb-5">
              <Paragraphs texts={body.split(/\n{2,}/)} />
              <Version hash={hash}>{t('company.legal.versionOnly', { version })}</Version>
            </div>
          </details>
        ))}
      </div>
    </section>
  )
}

function Paragraphs({ texts }: { texts: readonly string[] }) {
  return texts.map((text) => (
    <p key={text} className="mt-2 text-15 text-ink-2">
      {text}
    </p>
  ))
}

function Version({ hash, children }: { hash: string; children: ReactNode }) {
  return (
    <p className="mt-2 text-12 text-ink-3">
      {children} <bdi dir="ltr">{hash.slice(0, 12)}</bdi>
    </p>
  )
}

/** Scrolls to the text named in the address, which did not exist when the browser looked for it. */
function useScrollToHash(): void {
  const { hash } = useLocation()
  useEffect(() => {
    document.getElementById(hash.slice(1))?.scrollIntoView()
  }, [hash])
}
