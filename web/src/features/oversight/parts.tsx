import type { UserStatus } from '@hissa/contracts'
import type { ReactNode } from 'react'
import { useSession } from '../../api/services.js'
import { useT, type MessageId } from '../../i18n/i18n.js'
import { Button, ButtonLink } from '../../ui/button.js'
import { Loaded as LoadedQuery, type LoadedProps, type LoadedTexts } from '../../ui/loaded.js'
import { PageHead } from '../../ui/page-head.js'
import { EmptyState } from '../../ui/states.js'
import { StatusBadge, type Tone } from '../../ui/status.js'
import { OVERSIGHT_ROLES } from './oversight.js'

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

const TEXTS: LoadedTexts = {
  loading: 'oversight.loading',
  error: 'oversight.error',
  errorText: 'oversight.errorText',
  notFound: 'oversight.notFound',
}

interface CurrentProps<T> {
  query: Omit<LoadedProps<T>['query'], 'data'> & { currentData?: T | undefined }
  children: LoadedProps<T>['children']
}

/** Shows what a query returned for its current arguments, or that it is loading or failed. */
export const Loaded = <T,>({ query, children }: CurrentProps<T>) => (
  <LoadedQuery query={{ ...query, data: query.currentData }} texts={TEXTS}>
    {children}
  </LoadedQuery>
)

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
