import { useState } from 'react'
import type { ApiError } from '../../api/problem.js'
import { useLocale, useT } from '../../i18n/i18n.js'
import { directionOf } from '../../lib/locale.js'
import { languageFor } from '@hissa/texts'
import { Button } from '../../ui/button.js'
import { TextField } from '../../ui/form.js'
import { PageHeader } from '../../ui/layout.js'
import { TextLink } from '../../ui/link.js'
import { PageHead } from '../../ui/page-head.js'
import { EmptyState, Loading, Skeleton } from '../../ui/states.js'
import { PageFailure } from './failure.js'
import { useGetGlossaryQuery, type Glossary } from './learn-api.js'
import { lessonPath } from './paths.js'
import { Trail } from './trail.js'

/** `/knowledge-avenue/glossary`: the terms of the platform with their meaning. */
export default function GlossaryPage() {
  const t = useT()
  const { currentData, error, isFetching, refetch } = useGetGlossaryQuery(useLocale())
  if (!currentData && error && !isFetching)
    return <PageFailure error={error as ApiError} again={() => void refetch()} />
  return (
    <>
      <Trail title={t('learn.glossary.title')} />
      <div className="frame pb-24">
        <PageHead title={t('learn.glossary.title')} private />
        <PageHeader title={t('learn.glossary.title')} lead={t('learn.glossary.lead')} />
        {currentData ? (
          <Terms glossary={currentData} />
        ) : (
          <Loading label={t('learn.loading')} onRetry={() => void refetch()}>
            <Skeleton className="h-12 w-full max-w-[480px]" />
            <Skeleton className="mt-8 h-96 w-full" />
          </Loading>
        )}
      </div>
    </>
  )
}

function Terms({ glossary }: { glossary: Glossary }) {
  const t = useT()
  const [wanted, setWanted] = useState('')
  const language = languageFor(glossary.language)
  const shown = glossary.terms.filter(({ term, definition }) => hasWords(`${term} ${definition}`, wanted))
  return (
    <>
      <TextField
        label={t('learn.glossary.find')}
        type="search"
        value={wanted}
        maxLength={60}
        onChange={(event) => setWanted(event.target.value)}
        className="max-w-[480px]"
      />
      <p role="status" className="pt-3 pb-5 text-13 text-ink-2">
        {t('learn.glossary.count', { count: shown.length })}
      </p>
      {shown.length === 0 ? (
        <EmptyState
          title={t('learn.glossary.none')}
          action={
            <Button kind="secondary" onClick={() => setWanted('')}>
              {t('learn.glossary.all')}
            </Button>
          }
        />
      ) : (
        <dl lang={language} dir={directionOf(language)} className="divide-y divide-line border-y border-line">
          {shown.map(({ termId, term, definition, article }) => (
            <div key={termId} className="grid gap-x-12 gap-y-1 py-4 md:grid-cols-[1fr_2fr]">
              <dt className="text-15 font-medium">{term}</dt>
              <dd className="text-15 text-ink-2">
                <p className="max-w-[68ch]">{definition}</p>
                {article && (
                  <TextLink
                    to={lessonPath(article.articleId)}
                    className="inline-flex min-h-11 min-w-11 items-center text-13 md:min-h-8"
                  >
                    {article.title}
                  </TextLink>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}

/** Returns whether a text contains every word, in any case and without Arabic vowel marks. */
const hasWords = (text: string, wanted: string) =>
  plain(wanted)
    .split(' ')
    .every((word) => plain(text).includes(word))

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()
