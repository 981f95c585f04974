import { useState } from 'react'
import type { ApiError } from '../../api/problem.js'
import { useSession } from '../../api/services.js'
import { useT } from '../../i18n/i18n.js'
import { Button, ButtonLink } from '../../ui/button.js'
import { ContentTabs } from '../../ui/content-tabs.js'
import { PageHeader } from '../../ui/layout.js'
import { PageHead } from '../../ui/page-head.js'
import { EmptyState, ErrorState, Loading, Skeleton } from '../../ui/states.js'
import { PublicationCard } from './publication-card.js'
import { useListPublicationsQuery, type PublicationList } from './publications-api.js'

const POLL_MS = 20_000
const PAGE = 20
const MAX_SHOWN = 100

/** `/staff/content`: the offerings that a colleague proposes to publish, each approved or rejected with a reason. */
export default function ContentPage() {
  const t = useT()
  const session = useSession()
  const roles = session?.user.roles ?? []
  if (!session || !roles.some((role) => role === 'content' || role === 'admin')) return <NotForYou />
  return (
    <div className="frame pb-24">
      <PageHead title={t('content.title')} private />
      <PageHeader title={t('content.title')} lead={t('content.lead')} />
      <ContentTabs current="publications" />
      <Publications userId={session.user.id} />
    </div>
  )
}

/** The server enforces the role; this explains it to the user. */
function NotForYou() {
  const t = useT()
  return (
    <div className="frame py-16">
      <PageHead title={t('content.title')} private />
      <EmptyState
        level={1}
        title={t('content.notForYou')}
        text={t('content.notForYouText')}
        action={<ButtonLink to="/">{t('shell.nav.home')}</ButtonLink>}
      />
    </div>
  )
}

function Publications({ userId }: { userId: string }) {
  const t = useT()
  const [limit, setLimit] = useState(PAGE)
  const { data, error, isFetching, refetch } = useListPublicationsQuery(limit, {
    pollingInterval: POLL_MS,
    skipPollingIfUnfocused: true,
  })
  if (data) {
    const more = data.cursor !== undefined && limit < MAX_SHOWN
    return (
      <List list={data} userId={userId} onMore={more ? () => setLimit(Math.min(limit + PAGE, MAX_SHOWN)) : undefined} />
    )
  }
  if (error && !isFetching) {
    return (
      <ErrorState
        title={t('content.error')}
        text={t('content.errorText')}
        reference={(error as ApiError).reference}
        action={<Button onClick={() => void refetch()}>{t('ui.tryAgain')}</Button>}
      />
    )
  }
  return (
    <Loading label={t('content.loading')} onRetry={() => void refetch()}>
      <Skeleton className="h-72 w-full" />
      <Skeleton className="mt-6 h-72 w-full" />
    </Loading>
  )
}

interface ListProps {
  list: PublicationList
  userId: string
  onMore: (() => void) | undefined
}

function List({ list, userId, onMore }: ListProps) {
  const t = useT()
  if (list.publications.length === 0) return <EmptyState title={t('content.empty')} text={t('content.emptyText')} />
  return (
    <>
      <ul className="flex flex-col gap-6">
        {list.publications.map((publication) => (
          <li key={publication.approvalId}>
            <PublicationCard publication={publication} own={publication.maker === userId} />
          </li>
        ))}
      </ul>
      {onMore && (
        <p className="pt-6">
          <Button kind="secondary" onClick={onMore}>
            {t('content.more')}
          </Button>
        </p>
      )}
    </>
  )
}
