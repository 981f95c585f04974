import type { RaiseRunView, RaiseState, StaffRaiseView } from '@hissa/contracts/investment'
import { usePropertyTitle } from '../../api/property-title.js'
import { useT } from '../../i18n/i18n.js'
import { formatCount } from '../../lib/format-count.js'
import { Progress } from '../../ui/progress.js'
import { StatusBadge, type Tone } from '../../ui/status.js'
import { type PartProps, subjectOf } from './parts.js'
import { ResolutionActions } from './resolution-actions.js'

const TONES: Record<RaiseState, Tone> = {
  ...{ draft: 'neutral', in_review: 'neutral', active: 'good', funded: 'info', completed: 'neutral', failed: 'bad' },
}

/** Shows the state of a raise, or that its work was rejected. */
export function RaiseBadge({ raise: { state, rejected } }: { raise: StaffRaiseView }) {
  const t = useT()
  return (
    <StatusBadge tone={rejected ? 'bad' : TONES[state]}>
      {rejected ? t('finance.raiseRejected') : t(`finance.raiseState.${state}`)}
    </StatusBadge>
  )
}

interface RaiseActionsProps extends PartProps {
  raise: StaffRaiseView
  inDetail?: boolean
}

/** Offers what staff may decide or retry for a raise; in its details also what they may propose. */
export function RaiseActions({ raise, inDetail = false, ...props }: RaiseActionsProps) {
  const t = useT()
  return (
    <ResolutionActions
      {...props}
      {...{ inDetail, about: usePropertyTitle(raise.property), none: inDetail ? t('finance.noActions') : '' }}
      {...{ pending: raise.pending, own: raise.own }}
      subject={subjectOf('raise', raise.property.propertyId)}
      types={inDetail ? raise.actions : []}
      retry={raise.rejected !== undefined && !raise.pending}
    />
  )
}

/** Shows how many orders a run has processed, in words and as a bar. */
export function RunProgress({ run: { kind, total, done, failed, rejected } }: { run: RaiseRunView }) {
  const t = useT()
  const label = t(`finance.run.${kind}`)
  return (
    <span className="inline-flex w-40 flex-col gap-1">
      <span>{label}</span>
      <Progress max={total} value={done} label={label} />
      <span className="text-12 text-ink-2">
        {t('finance.runDone', { done: formatCount(done), total: formatCount(total) })}
        {failed > 0 && ` · ${t('finance.runFailed', { count: failed })}`}
        {rejected > 0 && ` · ${t('finance.runRejected', { count: rejected })}`}
      </span>
    </span>
  )
}
