import type { Ticket } from '@hissa/contracts/kyc'
import type { ApiError } from '../../api/problem.js'
import { useLocale, useT } from '../../i18n/i18n.js'
import { nameOfCountry } from '../../lib/countries.js'
import { cx } from '../../lib/cx.js'
import { Button } from '../../ui/button.js'
import { Link } from '../../ui/link.js'
import { ErrorState, Loading, Skeleton } from '../../ui/states.js'
import { StatusBadge } from '../../ui/status.js'
import { deskPath, shortId, slaOf, type DeskPlace } from './desk.js'
import { CASE_TONES, RISK_TONES } from './tones.js'
import { useListTicketsQuery, type TicketList } from './tickets-api.js'
import { useState } from 'react'

interface QueueProps {
  list: TicketList | undefined
  error: unknown
  refetch: () => void
  place: DeskPlace
  caseId: string | undefined
  userId: string
}

/** Lists the cases of a view, soonest due first, page after page. */
export function Queue({ list, error, refetch, place, caseId, userId }: QueueProps) {
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
  if (list.tickets.length === 0)
    return (
      <p className="p-6 text-ink-2">
        {t(place.search === undefined ? `staff.empty.${place.view}` : 'staff.search.nothing')}
      </p>
    )
  return <Page list={list} place={place} caseId={caseId} userId={userId} />
}

/** Shows a page of the queue, and the next one once it is asked for. */
function Page({ list, ...rest }: Pick<QueueProps, 'place' | 'caseId' | 'userId'> & { list: TicketList }) {
  const t = useT()
  const [more, setMore] = useState(false)
  const { place, caseId, userId } = rest
  return (
    <>
      <ul>
        {list.tickets.map((ticket) => (
          <li key={ticket.caseId} className="border-b border-line">
            <QueueItem
              ticket={ticket}
              place={place}
              open={ticket.caseId === caseId}
              mine={ticket.assignee?.userId === userId}
            />
          </li>
        ))}
      </ul>
      {list.cursor !== undefined &&
        (more ? (
          <NextPage cursor={list.cursor} {...rest} />
        ) : (
          <div className="p-4">
            <Button size="s" kind="secondary" className="w-full" onClick={() => setMore(true)}>
              {t('staff.more')}
            </Button>
          </div>
        ))}
    </>
  )
}

function NextPage({ cursor, ...rest }: Pick<QueueProps, 'place' | 'caseId' | 'userId'> & { cursor: string }) {
  const { data, error, refetch } = useListTicketsQuery({ ...rest.place, cursor })
  if (data) return data.tickets.length > 0 ? <Page list={data} {...rest} /> : null
  return <Queue list={undefined} error={error} refetch={() => void refetch()} {...rest} />
}

interface QueueItemProps {
  ticket: Ticket
  place: DeskPlace
  open: boolean
  mine: boolean
}

function QueueItem({ ticket, place, open, mine }: QueueItemProps) {
  const t = useT()
  const locale = useLocale()
  return (
    <Link
      to={deskPath(place, ticket.caseId)}
      data-case={ticket.caseId}
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
        <Due ticket={ticket} />
      </span>
      <span className="flex items-center justify-between gap-3 text-ink-2">
        <span className="truncate">
          {t(`staff.document.${ticket.documentType}`)} · {nameOfCountry(ticket.issuingCountry, locale)}
        </span>
        <span className="shrink-0">
          <StatusBadge tone={RISK_TONES[ticket.risk]}>{t(`staff.risk.${ticket.risk}`)}</StatusBadge>
        </span>
      </span>
      {(ticket.assignee || ticket.proposal || ticket.reasons.length > 0) && (
        <span className="text-ink-2">
          {[
            ticket.proposal && t('staff.awaitingSecond'),
            ticket.assignee && (mine ? t('staff.mine') : `${t('staff.claimedBy')} ${shortId(ticket.assignee.userId)}`),
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
export function Due({ ticket }: { ticket: Pick<Ticket, 'sla' | 'state'> }) {
  const t = useT()
  if (ticket.sla.state === 'ended')
    return <StatusBadge tone={CASE_TONES[ticket.state]}>{t(`staff.state.${ticket.state}`)}</StatusBadge>
  const { level, text, hours, minutes } = slaOf(ticket.sla)
  return <span className={cx('shrink-0', SLA_COLOURS[level])}>{t(text, { hours, minutes })}</span>
}

const SLA_COLOURS = {
  good: 'text-good',
  warn: 'text-warn font-medium',
  bad: 'text-bad font-medium',
  neutral: 'text-ink-2',
}
