import type { PendingResolution } from '@hissa/contracts/investment'
import { useT } from '../../i18n/i18n.js'
import { showToast } from '../../lib/toast.js'
import { Button } from '../../ui/button.js'
import { useWithdrawResolutionMutation, type Subject } from './finance-api.js'
import { FINANCE_KEYS } from './finance-keys.js'
import { refusalText, type ActionType } from './finance.js'
import type { Task } from './resolve-dialog.js'

interface ResolutionActionsProps {
  userId: string
  onTask: (task: Task) => void
  subject: Subject
  types: readonly ActionType[]
  retry: boolean
  pending: PendingResolution | undefined
  /** Whether the item concerns the user's own money. */
  own: boolean | undefined
  /** Text shown if there is nothing to do. */
  none?: string
}

/** Offers the user's actions: propose, decide another person's proposal, or withdraw one's own. */
export function ResolutionActions(props: ResolutionActionsProps) {
  const { userId, onTask, subject, types, retry, pending, own, none = '–' } = props
  const t = useT()
  if (own) return <span className="text-13 text-ink-2">{t('finance.ownMoney')}</span>
  if (pending?.maker === userId) return <Withdraw approvalId={pending.approvalId} />
  const tasks: Array<readonly [ActionType | 'approve' | 'reject' | 'retry', Task]> = [
    ...types.map((type) => [type, { task: 'propose', subject, type }] as const),
    ...(retry ? [['retry', { task: 'retry', subject }] as const] : []),
    ...(pending
      ? (['approve', 'reject'] as const).map(
          (verdict) => [verdict, { task: 'decide', approvalId: pending.approvalId, verdict }] as const,
        )
      : []),
  ]
  if (tasks.length === 0) return <span className="text-13 text-ink-2">{none}</span>
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-2">
      {tasks.map(([name, task]) => (
        <Button
          key={name}
          size="s"
          kind={name === 'approve' ? 'primary' : 'secondary'}
          aria-keyshortcuts={name === 'approve' || name === 'reject' ? FINANCE_KEYS[name] : undefined}
          onClick={() => onTask(task)}
        >
          {t(`finance.action.${name}`)}
        </Button>
      ))}
    </span>
  )
}

function Withdraw({ approvalId }: { approvalId: string }) {
  const t = useT()
  const [withdraw, { isLoading }] = useWithdrawResolutionMutation()
  const run = async () => {
    const { error } = await withdraw(approvalId)
    showToast(
      error ? { kind: 'error', text: t(refusalText(error)) } : { kind: 'success', text: t('finance.done.withdrawn') },
    )
  }
  return (
    <span className="inline-flex flex-col items-end gap-1 text-end">
      <Button size="s" kind="secondary" busyText={isLoading && t('finance.sending')} onClick={() => void run()}>
        {t('finance.action.withdrawProposal')}
      </Button>
      <span className="text-13 text-ink-2">{t('finance.awaitsOther')}</span>
    </span>
  )
}
