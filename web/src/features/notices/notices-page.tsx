import type { Notice } from '@hissa/contracts/notification'
import type { ApiError } from '../../api/problem.js'
import { useLocale, useT } from '../../i18n/i18n.js'
import { formatDate } from '../../lib/format.js'
import type { AppLocale } from '../../lib/locale.js'
import { Button } from '../../ui/button.js'
import { PageHeader } from '../../ui/layout.js'
import { TextLink } from '../../ui/link.js'
import { PageHead } from '../../ui/page-head.js'
import { EmptyState, ErrorState, Loading, Notice as Note, Skeleton } from '../../ui/states.js'
import { MarkAll } from './mark-all.js'
import { NoticeRow } from './notice-row.js'
import { useGetNoticesInfiniteQuery } from './notices-api.js'

/** `/notifications`: every notice of the user by day, newest first. */
export default function NoticesPage() {
  const t = useT()
  const query = useGetNoticesInfiniteQuery()
  const notices = query.data?.pages.flatMap(({ rows }) => rows)
  const again = () => void query.refetch()
  const isFailed = query.error !== undefined && !query.isFetching
  return (
    <div className="frame pb-24">
      <PageHead title={t('notices.title')} private />
      <PageHeader
        title={t('notices.title')}
        lead={t('notices.lead')}
        actions={notices && <MarkAll notices={notices} kind="secondary" />}
      />
      {notices ? (
        <Days notices={notices} />
      ) : isFailed ? (
        <ErrorState
          title={t('notices.error')}
          text={t('notices.errorText')}
          reference={(query.error as ApiError).reference}
          action={<Button onClick={again}>{t('ui.tryAgain')}</Button>}
        />
      ) : (
        <Loading label={t('notices.loading')} onRetry={again}>
          <Skeleton className="h-80 w-full" />
        </Loading>
      )}
      {notices && isFailed && <Note tone="warn">{t('notices.error')}</Note>}
      {query.hasNextPage && (
        <Button
          kind="secondary"
          className="mt-6"
          busyText={query.isFetchingNextPage && t('ui.loading')}
          onClick={() => void query.fetchNextPage()}
        >
          {t('ui.more')}
        </Button>
      )}
      <p className="pt-8 text-15 text-ink-2">
        <TextLink to="/settings/notifications" className="inline-flex min-h-11 items-center">
          {t('notices.settings')}
        </TextLink>
      </p>
    </div>
  )
}

function Days({ notices }: { notices: readonly Notice[] }) {
  const t = useT()
  const locale = useLocale()
  if (notices.length === 0) return <EmptyState title={t('notices.empty')} text={t('notices.emptyText')} />
  return byDay(notices, locale).map(({ day, rows }) => (
    <section key={rows[0]!.noticeId} aria-label={day} className="pb-8">
      <h2 className="pb-3 text-18">{day}</h2>
      <ul className="max-w-[760px] divide-y divide-line overflow-hidden rounded-m border border-line bg-surface">
        {rows.map((notice) => (
          <li key={notice.noticeId}>
            <NoticeRow notice={notice} />
          </li>
        ))}
      </ul>
    </section>
  ))
}

/** Groups notices by their day in Dubai, in their order. One that arrived days late has a separate group. */
export function byDay(notices: readonly Notice[], locale: AppLocale): { day: string; rows: Notice[] }[] {
  const days: { day: string; rows: Notice[] }[] = []
  for (const notice of notices) {
    const day = formatDate(notice.at, locale)
    const last = days.at(-1)
    if (last?.day === day) last.rows.push(notice)
    else days.push({ day, rows: [notice] })
  }
  return days
}
