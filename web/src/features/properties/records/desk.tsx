import type { PropertyRecord } from '@hissa/contracts/property'
import type { ReactNode } from 'react'
import type { ApiError } from '../../../api/problem.js'
import { useSession } from '../../../api/services.js'
import { useT } from '../../../i18n/i18n.js'
import { Button, ButtonLink } from '../../../ui/button.js'
import { PageHead } from '../../../ui/page-head.js'
import { EmptyState, ErrorState, Loading, Skeleton } from '../../../ui/states.js'
import { StatusBadge } from '../../../ui/status.js'

/** Renders a page of the content desk; the server enforces the role, this explains it to the user. */
export function ContentOnly({ title, children }: { title: string; children: ReactNode }) {
  const t = useT()
  const roles = useSession()?.user.roles ?? []
  if (roles.some((role) => role === 'content' || role === 'admin'))
    return (
      <div className="frame pb-24">
        <PageHead title={title} private />
        {children}
      </div>
    )
  return (
    <div className="frame py-16">
      <PageHead title={title} private />
      <EmptyState
        level={1}
        title={t('content.notForYou')}
        text={t('content.notForYouText')}
        action={<ButtonLink to="/">{t('shell.nav.home')}</ButtonLink>}
      />
    </div>
  )
}

interface WaitingProps {
  error: unknown
  refetch: () => unknown
  isFetching: boolean
}

/** Shows that data is loading, or why it could not be loaded. */
export function Waiting({ error, refetch, isFetching }: WaitingProps) {
  const t = useT()
  if (error && !isFetching)
    return (
      <ErrorState
        title={t((error as ApiError).code === 'NOT_FOUND' ? 'offerings.notFound' : 'offerings.error')}
        text={t('content.errorText')}
        reference={(error as ApiError).reference}
        action={<Button onClick={() => void refetch()}>{t('ui.tryAgain')}</Button>}
      />
    )
  return (
    <Loading label={t('ui.loading')} onRetry={() => void refetch()}>
      <Skeleton className="h-96 w-full" />
    </Loading>
  )
}

const TONES = { draft: 'neutral', proposed: 'warn', published: 'good' } as const

export function StateBadge({ state }: { state: PropertyRecord['state'] }) {
  const t = useT()
  return <StatusBadge tone={TONES[state]}>{t(`offerings.state.${state}`)}</StatusBadge>
}
