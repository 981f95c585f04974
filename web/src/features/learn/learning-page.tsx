import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { ApiError } from '../../api/problem.js'
import { useLocale, useT } from '../../i18n/i18n.js'
import { Button } from '../../ui/button.js'
import { Form, TextField } from '../../ui/form.js'
import { PageHeader } from '../../ui/layout.js'
import { Link, TextLink } from '../../ui/link.js'
import { PageHead } from '../../ui/page-head.js'
import { Loading, Skeleton } from '../../ui/states.js'
import { PartFailure } from './failure.js'
import { Help } from './help.js'
import { useGetProgressQuery, useListLearningQuery, type Learning } from './learn-api.js'
import { PathSection } from './path-section.js'
import { lessonPath, pathsOf } from './paths.js'
import { SearchResults } from './search-results.js'

const LONGEST_SEARCH = 200

/** `/knowledge-avenue`: a search, the learning paths with the user's progress, all articles, and help. */
export default function LearningPage() {
  const t = useT()
  const [params, setParams] = useSearchParams()
  const searched = (params.get('q') ?? '').trim().slice(0, LONGEST_SEARCH)
  const search = (text: string) => setParams(text === '' ? {} : { q: text }, { preventScrollReset: true })
  return (
    <div className="frame pb-24">
      <PageHead title={t('learn.title')} private />
      <PageHeader title={t('learn.title')} lead={t('learn.lead')} />
      <SearchForm key={searched} searched={searched} onSearch={search} />
      {searched === '' ? <Contents /> : <SearchResults text={searched} onClear={() => search('')} />}
      <div className="pt-12">
        <Help />
      </div>
    </div>
  )
}

function SearchForm({ searched, onSearch }: { searched: string; onSearch: (text: string) => void }) {
  const t = useT()
  const [text, setText] = useState(searched)
  return (
    <Form
      role="search"
      className="max-w-[720px]"
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(text.trim())
      }}
    >
      <div className="flex items-end gap-3 max-xs:flex-col max-xs:items-stretch">
        <TextField
          label={t('learn.search.label')}
          type="search"
          value={text}
          maxLength={LONGEST_SEARCH}
          enterKeyHint="search"
          onChange={(event) => setText(event.target.value)}
          className="flex-1"
        />
        <Button type="submit" kind="secondary" className="min-h-12">
          {t('learn.search.submit')}
        </Button>
      </div>
      <p className="-mt-3 flex flex-wrap gap-x-6 text-15">
        <TextLink to="/knowledge-avenue/glossary" className="inline-flex min-h-11 min-w-11 items-center">
          {t('learn.glossary.link')}
        </TextLink>
        <TextLink to="/contact" className="inline-flex min-h-11 min-w-11 items-center">
          {t('learn.help.person')}
        </TextLink>
      </p>
    </Form>
  )
}

function Contents() {
  const t = useT()
  const { currentData, error, isFetching, refetch } = useListLearningQuery(useLocale())
  const progress = useGetProgressQuery().data
  if (!currentData && error && !isFetching)
    return <PartFailure error={error as ApiError} again={() => void refetch()} />
  if (!currentData)
    return (
      <Loading label={t('learn.loading')} onRetry={() => void refetch()}>
        <Skeleton className="mt-10 h-72 w-full" />
        <Skeleton className="mt-8 h-72 w-full" />
      </Loading>
    )
  const paths = pathsOf(currentData, progress)
  const next = paths.find((path) => path.next)
  return (
    <>
      <h2 className="pt-10 pb-4 text-22">{t('learn.paths')}</h2>
      {paths.map((path) => (
        <PathSection key={path.pathId} path={path} hasProgress={progress !== undefined} isNext={path === next} />
      ))}
      <Topics learning={currentData} />
    </>
  )
}

/** Lists every article by topic. */
function Topics({ learning: { topics, articles } }: { learning: Learning }) {
  const t = useT()
  return (
    <section className="border-t border-line pt-8">
      <h2 className="pb-6 text-22">{t('learn.topics')}</h2>
      <div className="grid gap-x-12 gap-y-8 md:grid-cols-2 lg:grid-cols-3">
        {topics.map(({ section, title, articleIds }) => (
          <div key={section}>
            <h3 className="pb-1 text-15 font-medium">{title}</h3>
            <ul className="flex flex-col">
              {articles
                .filter(({ articleId }) => articleIds.includes(articleId))
                .map((article) => (
                  <li key={article.articleId}>
                    <Link
                      to={lessonPath(article.articleId)}
                      className="inline-flex min-h-11 min-w-11 items-center text-15 text-ink-2 hover:text-ink hover:underline hover:underline-offset-3 md:min-h-9"
                    >
                      {article.title}
                    </Link>
                  </li>
                ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  )
}
