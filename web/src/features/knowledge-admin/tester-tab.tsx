import { useState, type FormEvent } from 'react'
import { LONGEST_MESSAGE } from '@hissa/contracts/chat'
import { useLocale, useT } from '../../i18n/i18n.js'
import { Button, ButtonLink } from '../../ui/button.js'
import { Form, TextField } from '../../ui/form.js'
import { Card } from '../../ui/layout.js'
import { EmptyState } from '../../ui/states.js'
import { StatusBadge, type Tone } from '../../ui/status.js'
import { DataTable, type Column } from '../../ui/table.js'
import { useSearchKnowledgeQuery, type Judgement } from './knowledge-api.js'
import { ArticleLink, Loaded, Section } from './parts.js'
import { newArticlePath, usePlace } from './place.js'

type Hit = Judgement['hits'][number]

const TONES: Record<Judgement['decision'], Tone> = {
  answer: 'good',
  account: 'info',
  unknown: 'warn',
  declined: 'neutral',
}

/** Shows what the assistant would answer to a question, and why. The question is in the address. */
export function TesterTab() {
  const t = useT()
  const { params, set } = usePlace()
  const asked = params.get('q') ?? ''
  const [text, setText] = useState(asked)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    set({ q: text.trim() || null })
  }
  return (
    <section className="flex flex-col gap-6">
      <h2 className="sr-only">{t('knowledge.tab.test')}</h2>
      <Form onSubmit={submit} className="w-full max-w-[760px] gap-3! md:flex-row! md:items-end" role="search">
        <TextField
          className="min-w-0 flex-1"
          label={t('knowledge.question')}
          hint={t('knowledge.questionHint')}
          dir="auto"
          maxLength={LONGEST_MESSAGE}
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" className="min-h-12!">
          {t('knowledge.ask')}
        </Button>
      </Form>
      {asked ? (
        <Result key={asked} text={asked} />
      ) : (
        <EmptyState title={t('knowledge.testEmpty')} text={t('knowledge.testEmptyText')} />
      )}
    </section>
  )
}

function Result({ text }: { text: string }) {
  const locale = useLocale()
  const query = useSearchKnowledgeQuery(
    { text, language: locale === 'ar' ? 'ar' : 'en' },
    { refetchOnMountOrArgChange: true },
  )
  return <Loaded query={query}>{(found) => <Judged text={text} found={found} />}</Loaded>
}

function Judged({ text, found }: { text: string; found: Judgement }) {
  const t = useT()
  const { decision, reason, answer, language, hits } = found
  return (
    <div className="flex flex-col gap-6">
      <Card className="flex max-w-[760px] flex-col gap-3 p-5">
        <div className="flex flex-wrap items-center gap-3">
          <StatusBadge tone={TONES[decision]}>{t(`knowledge.decision.${decision}`)}</StatusBadge>
          <span className="text-ink-2">{t(`knowledge.why.${reason ?? decision}`)}</span>
        </div>
        {answer && (
          <blockquote
            lang={language}
            dir={language === 'ar' ? 'rtl' : 'ltr'}
            className="border-s-2 border-line-strong ps-4 text-15"
          >
            {answer.text}
          </blockquote>
        )}
        {answer && answer.citations.length > 0 && (
          <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1 text-ink-2">
            {t('knowledge.cites')}
            {answer.citations.map(({ articleId, title }) => (
              <ArticleLink key={articleId} articleId={articleId} title={title} />
            ))}
          </p>
        )}
        {decision === 'unknown' && (
          <p>
            <ButtonLink size="s" kind="secondary" to={newArticlePath(text, language)}>
              {t('knowledge.writeAbout')}
            </ButtonLink>
          </p>
        )}
      </Card>
      <Section title={t('knowledge.passages')} text={t('knowledge.passagesText')}>
        <Hits hits={hits} language={language} />
      </Section>
    </div>
  )
}

function Hits({ hits, language }: { hits: readonly Hit[]; language: string }) {
  const t = useT()
  if (hits.length === 0) return <p className="text-ink-2">{t('knowledge.noPassages')}</p>
  const columns: Column<Hit>[] = [
    {
      key: 'article',
      header: t('knowledge.column.article'),
      lead: true,
      cell: ({ articleId, title }) => <ArticleLink articleId={articleId} title={title} />,
    },
    {
      key: 'passage',
      header: t('knowledge.column.passage'),
      cell: ({ passage }) => (
        <span lang={language} dir="auto" className="line-clamp-3 max-w-[64ch] text-start">
          {passage}
        </span>
      ),
    },
    { key: 'score', header: t('knowledge.column.score'), figures: true, cell: ({ score }) => score.toFixed(2) },
    {
      key: 'used',
      header: t('knowledge.column.used'),
      cell: ({ used }) =>
        used ? <StatusBadge tone="good">{t('knowledge.used')}</StatusBadge> : t('knowledge.notUsed'),
    },
  ]
  return (
    <DataTable
      dense
      caption={t('knowledge.passages')}
      columns={columns}
      rows={hits}
      rowKey={({ articleId, passage }) => `${articleId}${passage}`}
    />
  )
}
