import type { PendingResolution } from '@hissa/contracts/investment'
import { useT } from '../../i18n/i18n.js'
import type { ButtonProps } from '../../ui/button.js'
import { useWithdrawResolutionMutation, type Subject } from './finance-api.js'
import { refusalText, type ActionType } from './finance.js'
import type { Task } from './resolve-dialog.js'
import { ActionButtons, WithdrawProposal } from './withdraw-proposal.js'

interface ResolutionActionsProps {
  userId: string
  onTask: (task: Task) => void
  subject: Subject
  /** The raise, order or item in words, which the dialog repeats. */
  about: string
  types: readonly ActionType[]
  retry: boolean
  pending: PendingResolution | undefined
  /** Whether the item concerns the user's own money. */
  own: boolean | undefined
  /** Text shown if there is nothing to do. */
  none?: string
  /** In the details the actions are the subject of the view; in a row they are one of many. */
  inDetail?: boolean
}

/** Offers the user's actions: propose, decide another person's proposal, or withdraw one's own. */
export function ResolutionActions(props: ResolutionActionsProps) {
  const { userId, onTask, subject, about, types, retry, pending, own, none = '', inDetail = false } = props
  const t = useT()
  if (own) return <span className="text-13 text-ink-2">{t('finance.ownMoney')}</span>
  if (pending?.maker === userId) return <Withdraw approvalId={pending.approvalId} inDetail={inDetail} />
  const tasks: Array<readonly [ActionType | 'approve' | 'reject' | 'retry', Task]> = [
    ...types.map((type) => [type, { task: 'propose', about, subject, type }] as const),
    ...(retry ? [['retry', { task: 'retry', about, subject }] as const] : []),
    ...(pending
      ? (['approve', 'reject'] as const).map(
          (verdict) => [verdict, { task: 'decide', about, subject, pending, verdict }] as const,
        )
      : []),
  ]
  if (tasks.length === 0) return none && <span className="text-13 text-ink-2">{none}</span>
  const buttons = tasks.map(([name, task]) => ({
    name,
    text: t(`finance.action.${name}`),
    kind: kindOf(name, inDetail),
    onClick: () => onTask(task),
  }))
  return <ActionButtons {...{ buttons, inDetail }} />
}

function kindOf(name: ActionType | 'approve' | 'reject' | 'retry', inDetail: boolean): ButtonProps['kind'] {
  if (name === 'approve') return inDetail ? 'primary' : 'soft'
  return name === 'fail' || name === 'cancel' ? 'danger' : 'secondary'
}

function Withdraw({ approvalId, inDetail }: { approvalId: string; inDetail: boolean }) {
  const t = useT()
  const [withdraw, { isLoading }] = useWithdrawResolutionMutation()
  const run = async () => {
    const { error } = await withdraw(approvalId)
    return error && t(refusalText(error))
  }
  return <WithdrawProposal withdraw={run} {...{ isLoading, inDetail }} />
}
