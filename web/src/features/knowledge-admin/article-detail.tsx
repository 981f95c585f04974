import type { Article, ArticleChange } from '@hissa/contracts/chat'
import { useState } from 'react'
import { useLocale, useT } from '../../i18n/i18n.js'
import { cx } from '../../lib/cx.js'
import { Button, ButtonLink } from '../../ui/button.js'
import { Icon } from '../../ui/icons.js'
import { Card, DefinitionList } from '../../ui/layout.js'
import { Link } from '../../ui/link.js'
import { Code } from '../../ui/code.js'
import { ArticleHistory, PublishedVersion } from './article-history.js'
import { ArticleTexts } from './article-text.js'
import { StepDialog, type Step } from './step-dialog.js'
import { useGetArticleQuery, useListArticlesQuery } from './knowledge-api.js'
import { Loaded, StateBadge, titleOf, When } from './parts.js'
import { placeOf, usePlace } from './place.js'

type Shown = 'published' | 'draft' | 'history'

/** An article: what is published, its draft, its history, and what can be done with it. */
export function ArticleDetail({ articleId, userId }: { articleId: string; userId: string }) {
  const t = useT()
  const query = useGetArticleQuery(articleId, { pollingInterval: 20_000, skipPollingIfUnfocused: true })
  return (
    <section>
      <ButtonLink size="s" kind="quiet" className="-ms-3" to={placeOf()}>
        <Icon name="arrow-back" size={16} />
        {t('knowledge.back')}
      </ButtonLink>
      <Loaded query={query}>
        {({ article, history }) => <Opened article={article} history={history} userId={userId} />}
      </Loaded>
    </section>
  )
}

interface OpenedProps {
  article: Article
  history: readonly ArticleChange[]
  userId: string
}

function Opened({ article, history, userId }: OpenedProps) {
  const locale = useLocale()
  const { params } = usePlace()
  const { draft, published, articleId } = article
  const choices = (['draft', 'published', 'history'] as const).filter((name) => name === 'history' || article[name])
  const shown: Shown = choices.find((name) => name === params.get('show')) ?? choices[0]!
  const content = draft ?? published
  return (
    <>
      <div className="mt-1 mb-5 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="text-22">{content ? <bdi>{titleOf(content, locale)}</bdi> : <Code text={articleId} />}</h2>
        <StateBadge state={article.state} />
      </div>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_300px]">
        <div className="flex min-w-0 flex-col gap-4 max-lg:order-last">
          <Views articleId={articleId} choices={choices} shown={shown} />
          {shown === 'draft' && draft && <ArticleTexts content={draft} replaces={published} />}
          {shown === 'published' && published && <ArticleTexts content={published} />}
          {shown === 'history' && <ArticleHistory articleId={articleId} history={history} userId={userId} />}
          {shown === 'history' && <PublishedVersion articleId={articleId} />}
        </div>
        <Aside article={article} pending={history.find(({ outcome }) => outcome === 'pending')} userId={userId} />
      </div>
    </>
  )
}

interface ViewsProps {
  articleId: string
  choices: readonly Shown[]
  shown: Shown
}

/** Links to the draft, the published version and the history. */
function Views({ articleId, choices, shown }: ViewsProps) {
  const t = useT()
  return (
    <nav aria-label={t('knowledge.views')}>
      <ul className="inline-flex rounded-s border border-line p-0.5">
        {choices.map((name) => (
          <li key={name}>
            <Link
              to={placeOf({ article: articleId, show: name })}
              aria-current={name === shown ? 'true' : undefined}
              className={cx(
                'inline-flex min-h-9 items-center rounded-s px-3 max-md:min-h-11',
                name === shown ? 'bg-primary-soft text-ink' : 'text-ink-2 hover:text-ink',
              )}
            >
              {t(`knowledge.view.${name}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

interface AsideProps {
  article: Article
  pending: ArticleChange | undefined
  userId: string
}

function Aside({ article, pending, userId }: AsideProps) {
  return (
    <div className="flex flex-col gap-4">
      <Actions article={article} pending={pending} userId={userId} />
      <Facts article={article} />
    </div>
  )
}

function Facts({ article: { articleId, draft, published, contentVersion } }: { article: Article }) {
  const t = useT()
  const listed = useListArticlesQuery().data?.find((each) => each.articleId === articleId)
  const content = published ?? draft
  const facts = [
    { term: t('knowledge.column.id'), value: <Code text={articleId} /> },
    ...(content ? [{ term: t('knowledge.column.section'), value: t(`knowledge.section.${content.section}`) }] : []),
    ...(content ? [{ term: t('knowledge.reviewed'), value: <When at={content.reviewedAt} /> }] : []),
    ...(listed ? [{ term: t('knowledge.column.review'), value: <When at={listed.reviewDueAt} /> }] : []),
    { term: t('knowledge.column.version'), value: contentVersion || '–' },
    ...(listed ? [{ term: t('knowledge.ratings'), value: t('knowledge.ratingsOf', listed.ratings) }] : []),
  ]
  return (
    <Card className="px-5 py-2">
      <DefinitionList dense facts={facts} />
    </Card>
  )
}

/** What the reader may do: edit, propose, decide on a colleague's proposal, or withdraw their own. */
function Actions({ article, pending, userId }: AsideProps) {
  const t = useT()
  const [step, setStep] = useState<Step | null>(null)
  const { articleId, approvalId, draft, published } = article
  const own = pending?.maker === userId
  const button = (act: Step['act'], kind: 'primary' | 'secondary' = 'secondary') => (
    <Button
      kind={kind}
      size="s"
      onClick={() =>
        setStep(act === 'publish' || act === 'retire' ? { act, articleId } : { act, approvalId: approvalId! })
      }
    >
      {t(`knowledge.act.${act}`)}
    </Button>
  )
  return (
    <Card className="flex flex-col gap-3 p-5">
      <h3 className="text-15 font-medium tracking-normal">{t('knowledge.actions')}</h3>
      {pending && <Pending pending={pending} own={own} />}
      <div className="flex flex-wrap gap-2">
        {approvalId &&
          (own
            ? button('withdraw')
            : [<span key="a">{button('approve', 'primary')}</span>, <span key="r">{button('reject')}</span>])}
        {!approvalId && draft && button('publish', 'primary')}
        <ButtonLink size="s" kind="secondary" to={placeOf({ edit: articleId })}>
          {t(draft ? 'knowledge.editDraft' : 'knowledge.startDraft')}
        </ButtonLink>
        {!approvalId && published && button('retire')}
      </div>
      {draft && !approvalId && !(draft.texts.en && draft.texts.ar) && (
        <p className="text-ink-2">{t('knowledge.incomplete')}</p>
      )}
      {step && <StepDialog step={step} onClose={() => setStep(null)} />}
    </Card>
  )
}

function Pending({ pending, own }: { pending: ArticleChange; own: boolean }) {
  const t = useT()
  return (
    <div className="flex flex-col gap-1 rounded-m border border-line bg-sunken p-3">
      <p className="font-medium">{t(`knowledge.pending.${pending.action}`)}</p>
      <p className="break-words">
        <bdi>{pending.reason}</bdi>
      </p>
      <p className="text-ink-2">
        {own ? t('knowledge.you') : pending.maker && <Code text={pending.maker.slice(-8)} />} ·{' '}
        <When at={pending.requestedAt} />
      </p>
      <p className="text-ink-2">{t(own ? 'knowledge.ownProposal' : 'knowledge.otherProposal')}</p>
    </div>
  )
}
