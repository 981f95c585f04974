import type { UserStatus } from '@hissa/contracts'
import type { ReactNode } from 'react'
import { isConnectionLost, type ApiError } from '../../api/problem.js'
import { useSession } from '../../api/services.js'
import { useLocale, useT, type MessageId } from '../../i18n/i18n.js'
import { formatShortDateTime } from '../../lib/format.js'
import { Button, ButtonLink } from '../../ui/button.js'
import { PageHead } from '../../ui/page-head.js'
import { EmptyState, ErrorState, Loading, Skeleton } from '../../ui/states.js'
import { StatusBadge, type Tone } from '../../ui/status.js'
import { OVERSIGHT_ROLES } from './oversight.js'

/** Shows an id or a code from left to right in every language. */
export const Code = ({ text }: { text: string }) => (
  <bdi dir="ltr" className="wrap-anywhere">
    {text}
  </bdi>
)

/** Shows a time on one line. */
export function When({ at }: { at: string }) {
  const locale = useLocale()
  return (
    <time dateTime={at} className="whitespace-nowrap">
      {formatShortDateTime(at, locale)}
    </time>
  )
}

const TONES: Record<UserStatus, Tone> = {
  registered: 'neutral',
  profile_complete: 'neutral',
  kyc_pending: 'warn',
  kyc_complete: 'info',
  investor_active: 'good',
  suspended: 'bad',
}

/** Shows the status of a user. */
export function UserBadge({ status }: { status: UserStatus }) {
  const t = useT()
  return <StatusBadge tone={TONES[status]}>{t(`oversight.status.${status}`)}</StatusBadge>
}

/** Renders a screen for the roles that may see it; for others it explains that. The server enforces the roles. */
export function ForOversight({ title, children }: { title: MessageId; children: ReactNode }) {
  const t = useT()
  const session = useSession()
  if (session?.user.roles.some((role) => OVERSIGHT_ROLES.includes(role)))
    return (
      <div className="frame pb-24 text-13">
        <PageHead title={t(title)} private />
        {children}
      </div>
    )
  return (
    <div className="frame py-16">
      <PageHead title={t(title)} private />
      <EmptyState
        level={1}
        title={t('oversight.notForYou')}
        text={t('oversight.notForYouText')}
        action={<ButtonLink to="/">{t('shell.nav.home')}</ButtonLink>}
      />
    </div>
  )
}

interface LoadedProps<T> {
  query: { currentData?: T | undefined; error?: unknown; isFetching: boolean; refetch: () => unknown }
  children: (data: T) => ReactNode
}

/** Shows what a query returned, or that it is loading or failed. */
export function Loaded<T>({ query: { currentData, error, isFetching, refetch }, children }: LoadedProps<T>) {
  const t = useT()
  if (currentData !== undefined) return children(currentData)
  if (error && !isFetching)
    return (
      <ErrorState
        title={t((error as ApiError).status === 404 ? 'oversight.notFound' : 'oversight.error')}
        text={t(isConnectionLost(error) ? 'ui.connectionLost' : 'oversight.errorText')}
        reference={(error as ApiError).reference}
        action={<Button onClick={() => void refetch()}>{t('ui.tryAgain')}</Button>}
      />
    )
  return (
    <Loading label={t('oversight.loading')} onRetry={() => void refetch()}>
      <div className="flex flex-col gap-3 pt-2">
        {[0, 1, 2, 3, 4, 5].map((index) => (
          <Skeleton key={index} className="h-10 w-full" />
        ))}
      </div>
    </Loading>
  )
}

interface PagesProps {
  isFirst: boolean
  next: string | undefined
  onPage: (cursor: string | null) => void
}

/** Links to the first page if another is shown, and to the next if there is one. */
export function Pages({ isFirst, next, onPage }: PagesProps) {
  const t = useT()
  return (
    <div className="mt-4 flex gap-2">
      {!isFirst && (
        <Button size="s" kind="secondary" onClick={() => onPage(null)}>
          {t('oversight.first')}
        </Button>
      )}
      {next && (
        <Button size="s" kind="secondary" onClick={() => onPage(next)}>
          {t('oversight.older')}
        </Button>
      )}
    </div>
  )
}
