import type { ArticleChange } from '@hissa/contracts/chat'
import { useT } from '../../i18n/i18n.js'
import { StatusBadge, type Tone } from '../../ui/status.js'
import { DataTable, type Column } from '../../ui/table.js'
import { TextLink } from '../../ui/link.js'
import { Code } from '../../ui/code.js'
import { ArticleTexts } from './article-text.js'
import { useGetArticleVersionQuery } from './knowledge-api.js'
import { Loaded, Section, When } from './parts.js'
import { placeOf, usePlace } from './place.js'

const TONES: Record<ArticleChange['outcome'], Tone> = {
  pending: 'warn',
  approved: 'good',
  rejected: 'bad',
  withdrawn: 'neutral',
  expired: 'neutral',
  imported: 'info',
}

interface ArticleHistoryProps {
  articleId: string
  history: readonly ArticleChange[]
  userId: string
}

/** Lists who proposed and decided what, newest first. */
export function ArticleHistory({ articleId, history, userId }: ArticleHistoryProps) {
  const t = useT()
  const by = (id: string | null, text: string | null, at: string | null) => (
    <span className="flex flex-col max-md:items-end">
      {text && (
        <span className="max-w-80 break-words">
          <bdi>{text}</bdi>
        </span>
      )}
      <span className="text-ink-2">
        {id && (id === userId ? t('knowledge.you') : <Code text={id.slice(-8)} />)}
        {id && ' · '}
        {at && <When at={at} />}
      </span>
    </span>
  )
  const columns: Column<ArticleChange>[] = [
    {
      key: 'action',
      header: t('knowledge.column.change'),
      lead: true,
      cell: ({ action, outcome }) => t(outcome === 'imported' ? 'knowledge.imported' : `knowledge.change.${action}`),
    },
    {
      key: 'outcome',
      header: t('knowledge.column.outcome'),
      cell: ({ outcome }) => (
        <StatusBadge tone={TONES[outcome]} className="whitespace-nowrap">
          {t(`knowledge.outcome.${outcome}`)}
        </StatusBadge>
      ),
    },
    {
      key: 'maker',
      header: t('knowledge.column.proposal'),
      cell: ({ maker, reason, requestedAt }) => by(maker, reason, requestedAt),
    },
    {
      key: 'checker',
      header: t('knowledge.column.decision'),
      cell: ({ checker, checkerReason, endedAt }) => (checker ? by(checker, checkerReason, endedAt) : '–'),
    },
    {
      key: 'version',
      header: t('knowledge.column.version'),
      end: true,
      cell: ({ contentVersion }) =>
        contentVersion === null ? (
          '–'
        ) : (
          <TextLink
            className="whitespace-nowrap max-md:inline-flex max-md:min-h-11 max-md:min-w-11 max-md:items-center max-md:justify-end"
            to={placeOf({ article: articleId, show: 'history', version: String(contentVersion) })}
          >
            {t('knowledge.versionOf', { version: contentVersion })}
          </TextLink>
        ),
    },
  ]
  if (history.length === 0) return <p className="text-ink-2">{t('knowledge.noHistory')}</p>
  return (
    <DataTable
      dense
      caption={t('knowledge.view.history')}
      columns={columns}
      rows={history}
      rowKey={({ requestedAt, action }) => `${requestedAt}${action}`}
    />
  )
}

/** Shows the version that the address names. */
export function PublishedVersion({ articleId }: { articleId: string }) {
  const { params } = usePlace()
  const contentVersion = Number(params.get('version'))
  if (!Number.isInteger(contentVersion) || contentVersion < 1) return null
  return <Version key={contentVersion} articleId={articleId} contentVersion={contentVersion} />
}

function Version(input: { articleId: string; contentVersion: number }) {
  const t = useT()
  const query = useGetArticleVersionQuery(input)
  return (
    <Section title={t('knowledge.versionOf', { version: input.contentVersion })}>
      <Loaded query={query}>
        {({ content }) =>
          content ? <ArticleTexts content={content} /> : <p className="text-ink-2">{t('knowledge.retiredVersion')}</p>
        }
      </Loaded>
    </Section>
  )
}
