import type { TrailEntry } from '@hissa/contracts/kyc'
import { useState } from 'react'
import { useLocale, useT } from '../../i18n/i18n.js'
import { formatDateTime } from '../../lib/format.js'
import { Button } from '../../ui/button.js'
import { Notice } from '../../ui/states.js'
import { shortId } from './desk.js'
import { useListTrailQuery } from './tickets-api.js'

interface TrailProps {
  caseId: string
  userId: string
}

/** Shows who has read or changed the case. Reading that is audited as well, so it is read only when asked for. */
export function Trail({ caseId, userId }: TrailProps) {
  const t = useT()
  const [shown, setShown] = useState(false)
  return (
    <section className="mt-8">
      <h2 className="text-15 font-medium tracking-normal">{t('staff.trail')}</h2>
      <p className="mt-1 max-w-prose text-ink-2">{t('staff.trail.text')}</p>
      {shown ? (
        <Entries caseId={caseId} userId={userId} />
      ) : (
        <Button size="s" kind="secondary" className="mt-3" onClick={() => setShown(true)}>
          {t('staff.trail.show')}
        </Button>
      )}
    </section>
  )
}

function Entries({ caseId, userId }: TrailProps) {
  const t = useT()
  const locale = useLocale()
  const { data, error, isFetching, refetch } = useListTrailQuery(caseId)
  if (error && !isFetching)
    return (
      <div className="mt-3 flex flex-col items-start gap-3">
        <Notice tone="bad">{t('staff.trail.failed')}</Notice>
        <Button size="s" kind="secondary" onClick={() => void refetch()}>
          {t('ui.tryAgain')}
        </Button>
      </div>
    )
  if (!data) return <p role="status">{t('staff.trail.loading')}</p>
  return (
    <ol className="mt-2">
      {data.map((entry) => (
        <li key={entry.id} className="flex flex-wrap gap-x-4 border-t border-line py-2 last:border-b">
          <span className="w-44 shrink-0 text-ink-2 max-md:w-full">{formatDateTime(entry.at, locale)}</span>
          <span className="flex-1">
            {t(actText(entry))}
            {entry.kind && <> · {t(`staff.side.${entry.kind}`)}</>} ·{' '}
            {entry.actor === userId ? t('staff.actor.you') : <bdi dir="ltr">{shortId(entry.actor)}</bdi>}
            {entry.reason && (
              <span className="block text-ink-2">
                <bdi>{entry.reason}</bdi>
              </span>
            )}
          </span>
          <span className="text-ink-2">
            {entry.seq === null ? t('staff.trail.unsealed') : <bdi dir="ltr">#{entry.seq}</bdi>}
          </span>
        </li>
      ))}
    </ol>
  )
}

const ACTS = {
  'case.read': 'staff.trail.read',
  'case.revealed': 'staff.trail.revealed',
  'case.trailRead': 'staff.trail.trailRead',
  'document.read': 'staff.trail.documentRead',
  'case.claimed': 'staff.action.claimed',
  'case.takenOver': 'staff.action.taken_over',
  'case.released': 'staff.action.released',
  'case.screened': 'staff.action.screened_again',
  'case.reopened': 'staff.action.screened_again',
  'case.approved': 'staff.action.approved',
  'case.rejected': 'staff.action.rejected',
  'case.resubmission_requested': 'staff.action.resubmission_requested',
  'case.proposed': 'staff.action.proposed',
  'case.proposal_rejected': 'staff.action.proposal_rejected',
  'case.proposal_withdrawn': 'staff.action.proposal_withdrawn',
  'case.proposal_expired': 'staff.action.proposal_expired',
} as const

const actText = ({ action }: TrailEntry) =>
  action in ACTS ? ACTS[action as keyof typeof ACTS] : ('staff.action.other' as const)
