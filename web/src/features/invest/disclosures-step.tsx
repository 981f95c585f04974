import { LANGUAGES } from '@hissa/texts'
import type { AcceptancesRequest, AcceptanceView } from '@hissa/contracts/investment'
import type { Disclosure, Property } from '@hissa/contracts/property'
import { useState, type FormEvent } from 'react'
import { isApiError, type ApiError } from '../../api/problem.js'
import { useDraftKey } from '../../api/use-draft.js'
import { useLocale, useT } from '../../i18n/i18n.js'
import { dropDraft, readDraft, writeDraft } from '../../lib/draft.js'
import { formatDate } from '../../lib/format.js'
import { directionOf, LOCALES, type AppLocale } from '../../lib/locale.js'
import { documentPath, documentPdfPath } from '../../lib/property.js'
import { Button } from '../../ui/button.js'
import { Checkbox, ErrorSummary } from '../../ui/form.js'
import { Icon } from '../../ui/icons.js'
import { Card } from '../../ui/layout.js'
import { ErrorState, Loading, Skeleton } from '../../ui/states.js'
import { flowFailure, type FlowFailure } from './flow.js'
import { useAcceptDisclosuresMutation, useGetDisclosuresQuery } from './invest-api.js'

interface DisclosuresStepProps {
  property: Property
  /** The user's acceptances of current versions. */
  accepted: readonly AcceptanceView[]
  onAccepted: () => Promise<void>
  onRefused: (failure: FlowFailure) => void
}

/** Shows every disclosure with an unticked box. Accepting records exactly this version. */
export function DisclosuresStep({ property, accepted, onAccepted, onRefused }: DisclosuresStepProps) {
  const t = useT()
  const locale = useLocale()
  const { data, error, refetch } = useGetDisclosuresQuery({ propertyId: property.propertyId, locale })
  const [accept, { isLoading }] = useAcceptDisclosuresMutation()
  const { ticked, toggle, forget } = useTicks(property.propertyId)
  const [attempt, setAttempt] = useState(0)
  const [done, setDone] = useState(false)
  if (!data) return <Waiting error={error as ApiError | undefined} retry={() => void refetch()} />
  const acceptanceOf = ({ id, version }: Disclosure) =>
    accepted.find((one) => one.documentId === id && one.version === version)
  const missing = data.filter(
    (document) => document.required && !ticked.has(keyOf(document)) && !acceptanceOf(document),
  )
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setAttempt(attempt + 1)
    if (missing.length > 0 || isLoading) return
    const unaccepted = data.filter((document) => !acceptanceOf(document))
    for (const [read, documents] of byLanguage(unaccepted, ticked)) {
      const result = await accept({ propertyId: property.propertyId, locale: read, documents })
      if (!('error' in result)) continue
      // Ticks stay: they name version and fingerprint, so a text that changed has a different key and no tick.
      setAttempt(0)
      if (isApiError(result.error)) onRefused(flowFailure(result.error))
      return
    }
    forget()
    setDone(true)
    await onAccepted()
    setDone(false)
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-6">
      <p className="text-15 text-ink-2">{t('invest.disclosures.lead', { count: data.length })}</p>
      <ErrorSummary
        attempt={attempt}
        errors={missing.map((document) => ({
          fieldId: `accept-${document.id}`,
          message: t('invest.disclosures.missing', { title: document.title }),
        }))}
      />
      {data.map((document, index) => (
        <DocumentCard
          key={`${keyOf(document)} ${locale}`} // a change of the page's language resets the choice
          document={document}
          property={property}
          number={index + 1}
          ticked={ticked.has(keyOf(document))}
          acceptedAt={acceptanceOf(document)?.at}
          missing={attempt > 0 && missing.includes(document)}
          onToggle={(read) => toggle(document, read)}
        />
      ))}
      <Button type="submit" size="l" busyText={(isLoading || done) && t('invest.disclosures.busy')}>
        {t(data.every(acceptanceOf) ? 'invest.continue' : 'invest.disclosures.submit')}
      </Button>
    </form>
  )
}

/** Shows skeletons while the texts load, or the error. */
function Waiting({ error, retry }: { error: ApiError | undefined; retry: () => void }) {
  const t = useT()
  if (error) {
    return (
      <ErrorState
        title={t('invest.disclosures.error')}
        reference={error.reference}
        action={<Button onClick={retry}>{t('ui.tryAgain')}</Button>}
      />
    )
  }
  return (
    <Loading label={t('ui.loading')} onRetry={retry}>
      <Skeleton className="h-80 w-full" />
    </Loading>
  )
}

type TextLocale = Disclosure['locale']

const keyOf = ({ id, version, hash }: Disclosure) => `${id}@${version}#${hash}`

/** Keeps the user's ticks for a property, each with the language in which the text was shown when it was ticked. */
function useTicks(propertyId: string) {
  const draftKey = useDraftKey(`ticks.${propertyId}`) ?? ''
  const [ticked, setTicked] = useState(
    () => new Map(Object.entries(readDraft<{ ticked: Record<string, TextLocale> }>(draftKey).ticked ?? {})),
  )
  const toggle = (document: Disclosure, read: TextLocale | null) => {
    const next = new Map(ticked)
    if (read) next.set(keyOf(document), read)
    else next.delete(keyOf(document))
    setTicked(next)
    writeDraft(draftKey, { ticked: Object.fromEntries(next) })
  }
  return { ticked, toggle, forget: () => dropDraft(draftKey) }
}

/** Groups the ticked texts by the language in which they were read, because a request names one language. */
function byLanguage(documents: readonly Disclosure[], ticked: ReadonlyMap<string, TextLocale>) {
  const groups = new Map<TextLocale, AcceptancesRequest['documents']>()
  for (const document of documents) {
    const read = ticked.get(keyOf(document))
    if (!read) continue
    const { id, version, hash } = document
    groups.set(read, [...(groups.get(read) ?? []), { documentId: id, version, hash }])
  }
  return groups
}

interface DocumentCardProps {
  document: Disclosure
  property: Property
  number: number
  ticked: boolean
  acceptedAt: string | undefined
  missing: boolean
  /** Called with the language of the text that was ticked, or null if it was unticked. */
  onToggle: (read: TextLocale | null) => void
}

/** Links to the offering's key facts in the language of the text, in a new tab so that the form is kept. */
function KeyFactsLink({ property, language }: { property: Property; language: AppLocale }) {
  const t = useT()
  const sheets = property.documents.filter(({ kind }) => kind === 'key_facts')
  const sheet = sheets.find(({ locale }) => locale === language) ?? sheets[0]
  if (!sheet) return null
  return (
    <p className="flex flex-wrap gap-x-6 px-5 pb-4 text-15 md:px-6">
      <a
        href={documentPath(property.propertyId, sheet)}
        target="_blank"
        rel="noopener"
        hrefLang={sheet.locale}
        className="inline-flex min-h-11 items-center gap-2 text-primary underline underline-offset-3 hover:text-primary-hover"
      >
        <Icon name="document" size={18} />
        <span>
          {t('invest.disclosures.keyFacts')} <span className="sr-only">({t('invest.disclosures.newTab')})</span>
        </span>
      </a>
      <a
        href={documentPdfPath(property.propertyId, sheet)}
        target="_blank"
        rel="noopener"
        hrefLang={sheet.locale}
        className="inline-flex min-h-11 min-w-11 items-center text-primary underline underline-offset-3 hover:text-primary-hover"
      >
        PDF <span className="sr-only">({sheet.title})</span>
      </a>
    </p>
  )
}

/** Shows one text, in the user's language or the other one, and the statement to accept. */
function DocumentCard({ document, property, number, ticked, acceptedAt, missing, onToggle }: DocumentCardProps) {
  const t = useT()
  const locale = useLocale()
  const other = LOCALES.find((candidate) => candidate !== locale)!
  const [reading, setReading] = useState(locale)
  const inOther = useGetDisclosuresQuery(
    { propertyId: property.propertyId, locale: other },
    { skip: reading === locale },
  )
  const shown = (reading !== locale && inOther.data?.find(({ id }) => id === document.id)) || document
  const target = reading === locale ? other : locale
  return (
    <Card className="flex flex-col">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 px-5 pt-3 md:px-6">
        <h2 className="text-18 font-medium" lang={shown.locale} dir={directionOf(shown.locale)}>
          <span className="text-ink-3">{number}.</span> {shown.title}
        </h2>
        <button
          type="button"
          lang={target}
          className="min-h-11 min-w-11 text-13 text-primary underline underline-offset-3"
          onClick={() => setReading(target)}
        >
          {LANGUAGES[target].name}
        </button>
      </div>
      <div
        lang={shown.locale}
        dir={directionOf(shown.locale)}
        className="flex flex-col gap-3 px-5 pt-1 pb-4 text-15 text-ink-2 md:px-6"
      >
        {shown.body.split(/\n{2,}/).map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
      {document.kind === 'key_facts' && <KeyFactsLink property={property} language={reading} />}
      <div className="border-t border-line px-5 py-2 md:px-6">
        {acceptedAt ? (
          <p className="flex min-h-11 items-center gap-3 py-2 text-15">
            <Icon name="check" className="text-good" />
            {t('invest.disclosures.accepted', { date: formatDate(acceptedAt, locale) })}
          </p>
        ) : (
          <Checkbox
            id={`accept-${document.id}`}
            checked={ticked}
            onChange={(event) => onToggle(event.target.checked ? shown.locale : null)}
            error={missing ? t('invest.disclosures.tick') : undefined}
            label={<span lang={shown.locale}>{shown.statement}</span>}
          />
        )}
        <p className="pb-2 text-12 text-ink-3">
          {t('invest.disclosures.version', { version: document.version })}{' '}
          <bdi dir="ltr">{document.hash.slice(0, 12)}</bdi>
        </p>
      </div>
    </Card>
  )
}
