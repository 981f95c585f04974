import { useEffect, useRef } from 'react'
import { useSession } from '../../api/services.js'
import { useT } from '../../i18n/i18n.js'
import { cx } from '../../lib/cx.js'
import { ButtonLink } from '../../ui/button.js'
import { PageHeader } from '../../ui/layout.js'
import { Link } from '../../ui/link.js'
import { PageHead } from '../../ui/page-head.js'
import { EmptyState } from '../../ui/states.js'
import { ArticleDetail } from './article-detail.js'
import { ArticlesTab } from './articles-tab.js'
import { EditPlace } from './edit-place.js'
import { GapsTab } from './gaps-tab.js'
import { ImportTab } from './import-tab.js'
import { placeOf, TABS, usePlace, type Tab } from './place.js'
import { TesterTab } from './tester-tab.js'

const PARTS: Record<Tab, () => React.ReactNode> = {
  articles: ArticlesTab,
  test: TesterTab,
  gaps: GapsTab,
  import: ImportTab,
}

/** `/mae-knowledgebase-admin`: the articles that the assistant answers from, and what they lack. */
export default function KnowledgePage() {
  const t = useT()
  const session = useSession()
  const roles = session?.user.roles ?? []
  if (!session || !roles.some((role) => role === 'content' || role === 'admin')) return <NotForYou />
  return (
    <div className="frame pb-24 text-13">
      <PageHead title={t('knowledge.title')} private />
      <PageHeader dense title={t('knowledge.title')} lead={t('knowledge.lead')} />
      <Console userId={session.user.id} />
    </div>
  )
}

/** The server enforces the role; this explains it to the user. */
function NotForYou() {
  const t = useT()
  return (
    <div className="frame py-16">
      <PageHead title={t('knowledge.title')} private />
      <EmptyState
        level={1}
        title={t('knowledge.notForYou')}
        text={t('knowledge.notForYouText')}
        action={<ButtonLink to="/">{t('shell.nav.home')}</ButtonLink>}
      />
    </div>
  )
}

function Console({ userId }: { userId: string }) {
  const { params, tab } = usePlace()
  const edited = params.get('edit')
  const opened = params.get('article')
  const Part = PARTS[tab]
  return (
    <>
      <Tabs current={tab} />
      {edited ? (
        <EditPlace key={edited} articleId={edited === 'new' ? null : edited} />
      ) : opened ? (
        <ArticleDetail key={opened} articleId={opened} userId={userId} />
      ) : (
        <Part />
      )}
    </>
  )
}

function Tabs({ current }: { current: Tab }) {
  const t = useT()
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const shown = list.current?.querySelector('[aria-current]')
    shown?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
  }, [current])
  return (
    <nav aria-label={t('knowledge.tabs')} className="mb-5 border-b border-line">
      <ul ref={list} className="-mb-px flex gap-1 overflow-x-auto">
        {TABS.map((name) => (
          <li key={name} className="shrink-0">
            <Link
              to={name === 'articles' ? placeOf() : placeOf({ tab: name })}
              aria-current={name === current ? 'page' : undefined}
              className={cx(
                'inline-flex min-h-11 min-w-11 items-center justify-center border-b-2 px-3 text-15 -outline-offset-2',
                name === current ? 'border-primary text-ink' : 'border-transparent text-ink-2 hover:text-ink',
              )}
            >
              {t(`knowledge.tab.${name}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
