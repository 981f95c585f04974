import { ArticleState, type ListedArticle } from '@hissa/contracts/chat'
import { useBusinessNow } from '../../api/business-clock.js'
import { useLocale, useT } from '../../i18n/i18n.js'
import { Button, ButtonLink } from '../../ui/button.js'
import { Select, TextField } from '../../ui/form.js'
import { EmptyState } from '../../ui/states.js'
import { StatusBadge } from '../../ui/status.js'
import { DataTable, type Column } from '../../ui/table.js'
import { Code } from '../../ui/code.js'
import { filterArticles, REVIEWS } from './filter-articles.js'
import { useListArticlesQuery } from './knowledge-api.js'
import { ArticleLink, LANGUAGES, Loaded, StateBadge, titleIn, When } from './parts.js'
import { newArticlePath, usePlace } from './place.js'

const POLLING = { pollingInterval: 30_000, skipPollingIfUnfocused: true }
const NONE = { q: null, state: null, missing: null, review: null }

/** The list of articles with its search and filters, which are in the address. */
export function ArticlesTab() {
  const t = useT()
  const query = useListArticlesQuery(undefined, POLLING)
  return (
    <section className="flex flex-col gap-4">
      <h2 className="sr-only">{t('knowledge.tab.articles')}</h2>
      <Filters />
      <Loaded query={query}>{(articles) => <List articles={articles} />}</Loaded>
    </section>
  )
}

function Filters() {
  const t = useT()
  const { params, set } = usePlace()
  const choose = (name: string) => ({
    value: params.get(name) ?? '',
    onChange: (event: { target: { value: string } }) => set({ [name]: event.target.value }, { replace: true }),
  })
  return (
    <div
      role="search"
      className="grid grid-cols-2 items-end gap-3 md:grid-cols-[minmax(0,2fr)_repeat(3,minmax(0,1fr))_auto]"
    >
      <TextField
        className="max-md:col-span-2"
        label={t('knowledge.search')}
        type="search"
        dir="auto"
        maxLength={200}
        autoComplete="off"
        {...choose('q')}
      />
      <Select label={t('knowledge.column.state')} {...choose('state')}>
        <option value="">{t('knowledge.all')}</option>
        {ArticleState.options.map((state) => (
          <option key={state} value={state}>
            {t(`knowledge.state.${state}`)}
          </option>
        ))}
      </Select>
      <Select label={t('knowledge.column.language')} {...choose('missing')}>
        <option value="">{t('knowledge.all')}</option>
        {LANGUAGES.map((language) => (
          <option key={language} value={language}>
            {t(`knowledge.missing.${language}`)}
          </option>
        ))}
      </Select>
      <Select className="max-md:col-span-2" label={t('knowledge.column.review')} {...choose('review')}>
        <option value="">{t('knowledge.all')}</option>
        {REVIEWS.map((review) => (
          <option key={review} value={review}>
            {t(`knowledge.review.${review}`)}
          </option>
        ))}
      </Select>
      <ButtonLink to={newArticlePath()} className="min-h-12! max-md:col-span-2">
        {t('knowledge.new')}
      </ButtonLink>
    </div>
  )
}

function List({ articles }: { articles: readonly ListedArticle[] }) {
  const t = useT()
  const { params, set } = usePlace()
  const columns = useColumns()
  const nowMs = useBusinessNow()()
  const shown = filterArticles(articles, params, nowMs)
  if (articles.length === 0) return <EmptyState title={t('knowledge.empty')} text={t('knowledge.emptyText')} />
  if (shown.length === 0)
    return (
      <EmptyState
        title={t('knowledge.noMatch')}
        text={t('knowledge.noMatchText')}
        action={
          <Button kind="secondary" onClick={() => set(NONE)}>
            {t('knowledge.clear')}
          </Button>
        }
      />
    )
  return (
    <>
      <p role="status" className="text-ink-2">
        {t('knowledge.count', { count: shown.length })}
      </p>
      <DataTable
        dense
        caption={t('knowledge.tab.articles')}
        columns={columns}
        rows={shown}
        rowKey={({ articleId }) => articleId}
      />
    </>
  )
}

function useColumns(): Column<ListedArticle>[] {
  const t = useT()
  const locale = useLocale()
  return [
    {
      key: 'title',
      header: t('knowledge.column.article'),
      lead: true,
      cell: (article) => (
        <span className="flex flex-col">
          <ArticleLink articleId={article.articleId} title={titleIn(article, locale)} />
          <span className="text-12 font-normal text-ink-2">
            <Code text={article.articleId} />
          </span>
        </span>
      ),
    },
    { key: 'section', header: t('knowledge.column.section'), cell: ({ section }) => t(`knowledge.section.${section}`) },
    { key: 'state', header: t('knowledge.column.state'), cell: ({ state }) => <StateBadge state={state} /> },
    {
      key: 'language',
      header: t('knowledge.column.language'),
      cell: ({ title }) =>
        LANGUAGES.filter((language) => title[language] !== null)
          .map((language) => t(`knowledge.language.${language}`))
          .join(' · '),
    },
    {
      key: 'review',
      header: t('knowledge.column.review'),
      cell: ({ reviewDueAt, isOverdue }) => (
        <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1 max-md:justify-end">
          <When at={reviewDueAt} />
          {isOverdue && <StatusBadge tone="bad">{t('knowledge.overdue')}</StatusBadge>}
        </span>
      ),
    },
    {
      key: 'version',
      header: t('knowledge.column.version'),
      figures: true,
      cell: ({ contentVersion }) => contentVersion || '–',
    },
  ]
}
