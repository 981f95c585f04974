import { useEffect, useRef } from 'react'
import type { ApiError } from '../../api/problem.js'
import { useT } from '../../i18n/i18n.js'
import { Button } from '../../ui/button.js'
import { Link } from '../../ui/link.js'
import { ErrorState, Loading, Skeleton } from '../../ui/states.js'
import { MarkAll } from './mark-all.js'
import { NoticeRow } from './notice-row.js'
import { useGetNoticesInfiniteQuery } from './notices-api.js'

const MOST = 6

/** Renders the newest notices under the bell. */
export function NoticesPanel({ onClose }: { onClose: () => void }) {
  const t = useT()
  const heading = useRef<HTMLHeadingElement>(null)
  const query = useGetNoticesInfiniteQuery()
  const notices = query.data?.pages.flatMap(({ rows }) => rows)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <section aria-labelledby="notices-panel" className="flex max-h-[70vh] w-[380px] flex-col">
      <div className="flex min-h-11 items-center justify-between gap-3 ps-4 pe-1">
        <h2 ref={heading} id="notices-panel" tabIndex={-1} className="text-18 outline-none">
          {t('notices.title')}
        </h2>
        {notices && <MarkAll notices={notices} kind="quiet" />}
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto">
        {notices ? (
          notices.length > 0 ? (
            <ul className="divide-y divide-line">
              {notices.slice(0, MOST).map((notice) => (
                <li key={notice.noticeId}>
                  <NoticeRow notice={notice} withDay onFollow={onClose} />
                </li>
              ))}
            </ul>
          ) : (
            <p className="px-4 py-8 text-15 text-ink-2">{t('notices.empty')}</p>
          )
        ) : query.error && !query.isFetching ? (
          <ErrorState
            title={t('notices.error')}
            reference={(query.error as ApiError).reference}
            action={<Button onClick={() => void query.refetch()}>{t('ui.tryAgain')}</Button>}
          />
        ) : (
          <Loading label={t('notices.loading')} onRetry={() => void query.refetch()}>
            <Skeleton className="h-64 w-full" />
          </Loading>
        )}
      </div>
      <Link
        to="/notifications"
        onClick={onClose}
        className="flex min-h-11 items-center justify-center border-t border-line text-15 text-primary hover:bg-sunken"
      >
        {t('notices.all')}
      </Link>
    </section>
  )
}
