import type { ListedArticle } from '@hissa/contracts/chat'
import { useLocale, useT } from '../../i18n/i18n.js'
import { ButtonLink } from '../../ui/button.js'
import { TextLink } from '../../ui/link.js'
import { DataTable, type Column } from '../../ui/table.js'
import { groupByFrequency, poorlyRated } from './gaps.js'
import { useListArticlesQuery, useListUnansweredQuery, type UnansweredQuestion } from './knowledge-api.js'
import { ArticleLink, LANGUAGES, Loaded, Section, titleIn, When } from './parts.js'
import { newArticlePath, placeOf } from './place.js'

/** What the articles lack: questions without an answer, texts in a language, and answers that people rate badly. */
export function GapsTab() {
  const t = useT()
  const unanswered = useListUnansweredQuery(undefined, { refetchOnMountOrArgChange: true })
  const articles = useListArticlesQuery()
  return (
    <div className="flex flex-col gap-10">
      <Section title={t('knowledge.unanswered')} text={t('knowledge.unansweredText')}>
        <Loaded query={unanswered}>{({ questions }) => <Unanswered questions={questions} />}</Loaded>
      </Section>
      <Loaded query={articles}>
        {(list) => (
          <div className="grid items-start gap-10 lg:grid-cols-2">
            <Incomplete articles={list} />
            <PoorlyRated articles={list} />
          </div>
        )}
      </Loaded>
    </div>
  )
}

function Unanswered({ questions }: { questions: readonly UnansweredQuestion[] }) {
  const t = useT()
  if (questions.length === 0) return <p className="text-ink-2">{t('knowledge.unansweredEmpty')}</p>
  return (
    <>
      {groupByFrequency(questions).map(({ name, questions: group }) => (
        <div key={name} className="flex flex-col gap-1 md:[&_table]:table-fixed md:[&_th:first-child]:w-2/5">
          <h3 className="text-15 font-medium tracking-normal">{t(`knowledge.frequency.${name}`)}</h3>
          <Questions caption={t(`knowledge.frequency.${name}`)} questions={group} />
        </div>
      ))}
    </>
  )
}

function Questions({ caption, questions }: { caption: string; questions: readonly UnansweredQuestion[] }) {
  const t = useT()
  const columns: Column<UnansweredQuestion>[] = [
    {
      key: 'question',
      header: t('knowledge.question'),
      lead: true,
      cell: ({ text, language }) => (
        <TextLink
          to={placeOf({ tab: 'test', q: text })}
          className="wrap-anywhere max-md:inline-flex max-md:min-h-11 max-md:min-w-11 max-md:items-center"
        >
          <bdi lang={language}>{text}</bdi>
        </TextLink>
      ),
    },
    {
      key: 'language',
      header: t('knowledge.column.language'),
      cell: ({ language }) => t(`knowledge.language.${language === 'ar' ? 'ar' : 'en'}`),
    },
    { key: 'count', header: t('knowledge.column.asked'), figures: true, cell: ({ count }) => count },
    { key: 'last', header: t('knowledge.column.lastAsked'), end: true, cell: ({ lastAt }) => <When at={lastAt} /> },
    {
      key: 'write',
      header: t('knowledge.actions'),
      end: true,
      cell: ({ text, language }) => (
        <ButtonLink size="s" kind="secondary" to={newArticlePath(text, language)}>
          {t('knowledge.writeAbout')}
        </ButtonLink>
      ),
    },
  ]
  return (
    <DataTable
      dense
      caption={caption}
      columns={columns}
      rows={questions}
      rowKey={({ text, language }) => `${language} ${text}`}
    />
  )
}

function Incomplete({ articles }: { articles: readonly ListedArticle[] }) {
  const t = useT()
  const locale = useLocale()
  const rows = articles.filter(({ title }) => LANGUAGES.some((language) => title[language] === null))
  const columns: Column<ListedArticle>[] = [
    {
      key: 'article',
      header: t('knowledge.column.article'),
      lead: true,
      cell: (article) => <ArticleLink articleId={article.articleId} title={titleIn(article, locale)} />,
    },
    {
      key: 'missing',
      header: t('knowledge.column.missing'),
      cell: ({ title }) => t(`knowledge.language.${title.en === null ? 'en' : 'ar'}`),
    },
  ]
  return (
    <Section title={t('knowledge.incompleteTitle')} text={t('knowledge.incompleteText')}>
      {rows.length === 0 ? (
        <p className="text-ink-2">{t('knowledge.incompleteEmpty')}</p>
      ) : (
        <DataTable
          dense
          caption={t('knowledge.incompleteTitle')}
          columns={columns}
          rows={rows}
          rowKey={({ articleId }) => articleId}
        />
      )}
    </Section>
  )
}

function PoorlyRated({ articles }: { articles: readonly ListedArticle[] }) {
  const t = useT()
  const locale = useLocale()
  const rows = poorlyRated(articles)
  const columns: Column<ListedArticle>[] = [
    {
      key: 'article',
      header: t('knowledge.column.article'),
      lead: true,
      cell: (article) => <ArticleLink articleId={article.articleId} title={titleIn(article, locale)} />,
    },
    { key: 'down', header: t('knowledge.column.down'), figures: true, cell: ({ ratings }) => ratings.down },
    { key: 'up', header: t('knowledge.column.up'), figures: true, cell: ({ ratings }) => ratings.up },
  ]
  return (
    <Section title={t('knowledge.rated')} text={t('knowledge.ratedText')}>
      {rows.length === 0 ? (
        <p className="text-ink-2">{t('knowledge.ratedEmpty')}</p>
      ) : (
        <DataTable
          dense
          caption={t('knowledge.rated')}
          columns={columns}
          rows={rows}
          rowKey={({ articleId }) => articleId}
        />
      )}
    </Section>
  )
}
