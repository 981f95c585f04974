import type { Ticket } from '@hissa/contracts/kyc'
import type { ApiError } from '../../api/problem.js'
import { useLocale, useT } from '../../i18n/i18n.js'
import { nameOfCountry } from '../../lib/countries.js'
import { cx } from '../../lib/cx.js'
import { Button } from '../../ui/button.js'
import { Link } from '../../ui/link.js'
import { ErrorState, Loading, Skeleton } from '../../ui/states.js'
import { StatusBadge } from '../../ui/status.js'
import { slaOf, type TicketViewName } from './desk.js'
import { CASE_TONES, RISK_TONES } from './tones.js'
import type { TicketList } from './tickets-api.js'

interface QueueProps {
  list: TicketList | undefined
  error: unknown
  refetch: () => void
  view: TicketViewName
  caseId: string | undefined
  userId: string
  nowMs: number
}

/** Lists the cases of a view, soonest due first. */
export function Queue({ list, error, refetch, view, caseId, userId, nowMs }: QueueProps) {
  const t = useT()
  if (!list && error) {
    return (
      <div className="p-4">
        <ErrorState
          title={t('staff.error')}
          reference={(error as ApiError).reference}
          action={<Button onClick={refetch}>{t('ui.tryAgain')}</Button>}
        />
      </div>
    )
  }
  if (!list) {
    return (
      <Loading label={t('staff.loading')} onRetry={refetch}>
        <div className="flex flex-col gap-3 p-4">
          {[0, 1, 2, 3].map((index) => (
            <Skeleton key={index} className="h-14 w-full" />
          ))}
        </div>
      </Loading>
    )
  }
  if (list.tickets.length === 0) return <p className="p-6 text-ink-2">{t(`staff.empty.${view}`)}</p>
  return (
    <ul>
      {list.tickets.map((ticket) => (
        <li key={ticket.caseId} className="border-b border-line">
          <QueueItem
            ticket={ticket}
            view={view}
            open={ticket.caseId === caseId}
            mine={ticket.assignee?.userId === userId}
            nowMs={nowMs}
          />
        </li>
      ))}
    </ul>
  )
}

interface QueueItemProps {
  ticket: Ticket
  view: TicketViewName
  open: boolean
  mine: boolean
  nowMs: number
}

function QueueItem({ ticket, view, open, mine, nowMs }: QueueItemProps) {
  const t = useT()
  const locale = useLocale()
  return (
    <Link
      to={`/staff/kyc/${encodeURIComponent(ticket.caseId)}?view=${view}`}
      aria-current={open ? 'true' : undefined}
      className={cx('flex flex-col gap-1 px-4 py-2.5 -outline-offset-2', open ? 'bg-primary-soft' : 'hover:bg-sunken')}
    >
      <span className="flex items-baseline justify-between gap-3">
        <span className="flex min-w-0 items-baseline gap-2">
          <span className="truncate text-15 font-medium">
            <bdi>{ticket.applicant}</bdi>
          </span>
          {ticket.sampleData && <span className="shrink-0 text-12 text-ink-2">{t('staff.sample')}</span>}
        </span>
        <Due ticket={ticket} nowMs={nowMs} />
      </span>
      <span className="flex items-center justify-between gap-3 text-ink-2">
        <span className="truncate">
          {t(`staff.document.${ticket.documentType}`)} · {nameOfCountry(ticket.issuingCountry, locale)}
        </span>
        <span className="shrink-0">
          <StatusBadge tone={RISK_TONES[ticket.risk]}>{t(`staff.risk.${ticket.risk}`)}</StatusBadge>
        </span>
      </span>
      {(mine || ticket.proposal || ticket.reasons.length > 0) && (
        <span className="text-ink-2">
          {[
            ticket.proposal && t('staff.awaitingSecond'),
            mine && t('staff.mine'),
            ...ticket.reasons.map((reason) => t(`staff.reason.${reason}`)),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      )}
    </Link>
  )
}

/** Shows the remaining time in words, or the decision of a decided case. */
export function Due({ ticket, nowMs }: { ticket: Pick<Ticket, 'dueAt' | 'state'>; nowMs: number }) {
  const t = useT()
  if (ticket.state !== 'in_review')
    return <StatusBadge tone={CASE_TONES[ticket.state]}>{t(`staff.state.${ticket.state}`)}</StatusBadge>
  const { level, text, hours, minutes } = slaOf(ticket.dueAt, nowMs)
  return (
    <span className={cx('shrink-0', { good: 'text-good', warn: 'text-warn', bad: 'text-bad' }[level])}>
      {t(text, { hours, minutes })}
    </span>
  )
}
