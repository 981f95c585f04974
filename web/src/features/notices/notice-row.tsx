import type { Notice } from '@hissa/contracts/notification'
import type { ReactNode } from 'react'
import { useLocale, useT, type MessageId } from '../../i18n/i18n.js'
import { formatDateTime, formatTime } from '../../lib/format.js'
import { Link } from '../../ui/link.js'
import { OwnFigure, OwnMoney } from '../../ui/own-figure.js'
import { useReadNoticeMutation } from './notices-api.js'
import { placeOf } from './place-of.js'

interface NoticeRowProps {
  notice: Notice
  /** Shows the day too, where the list isn't grouped by it. */
  withDay?: boolean
  onFollow?: () => void
}

/** Renders a notice as a link to what it is about. Following it marks it as read. */
export function NoticeRow({ notice, withDay = false, onFollow }: NoticeRowProps) {
  const t = useT()
  const locale = useLocale()
  const [markRead] = useReadNoticeMutation()
  const { noticeId, isRead, at } = notice
  const follow = () => {
    if (!isRead) void markRead(noticeId)
    onFollow?.()
  }
  return (
    <Link to={placeOf(notice)} onClick={follow} className="flex items-start gap-3 px-4 py-3 hover:bg-sunken">
      <span aria-hidden="true" className={`mt-2 size-2 shrink-0 rounded-full ${isRead ? '' : 'bg-primary'}`} />
      <span className="min-w-0 flex-1">
        {!isRead && <span className="sr-only">{t('notices.unread')} </span>}
        <span className={`block text-15 ${isRead ? 'text-ink-2' : 'font-medium text-ink'}`}>
          <NoticeText notice={notice} />
        </span>
        <span className="flex flex-wrap gap-x-3 text-13 text-ink-2">
          {factsOf(notice, locale, t).map((fact, index) => (
            <span key={index}>{fact}</span>
          ))}
          <time dateTime={at} className="whitespace-nowrap">
            {withDay ? formatDateTime(at, locale) : formatTime(at)}
          </time>
        </span>
      </span>
    </Link>
  )
}

/** Renders the text of a notice; a general one for a kind that this release of the web doesn't know. */
function NoticeText({ notice: { kind, until } }: { notice: Notice }) {
  const t = useT()
  const locale = useLocale()
  const id = `notices.kind.${kind}` as MessageId
  const text = t(id, { until: until ? formatDateTime(until, locale) : '' })
  return <>{text === id ? t('notices.kind.other') : text}</>
}

function factsOf(notice: Notice, locale: string, t: ReturnType<typeof useT>): ReactNode[] {
  const { title, titleAr, amountFils, units } = notice
  const name = locale === 'ar' ? (titleAr ?? title) : title
  return [
    ...(name ? [<bdi>{name}</bdi>] : []),
    ...(amountFils === undefined ? [] : [<OwnMoney fils={amountFils} decimals={2} />]),
    ...(units === undefined ? [] : [<OwnFigure>{t('notices.shares', { count: units })}</OwnFigure>]),
  ]
}
