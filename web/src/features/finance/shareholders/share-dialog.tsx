import type { ShareAction } from '@hissa/contracts/tokenisation'
import { useState } from 'react'
import { useT } from '../../../i18n/i18n.js'
import { Button } from '../../../ui/button.js'
import { Select } from '../../../ui/form.js'
import { Loading, Notice } from '../../../ui/states.js'
import { DecisionDialog } from '../decision-dialog.js'
import { ShareActionFacts, ShareDecisionFacts } from './share-action-facts.js'
import {
  useDecideShareActionMutation,
  useDeclineRelocationMutation,
  useGetShareholderQuery,
  useProposeShareActionMutation,
} from './shareholders-api.js'
import { nameOf, refusalText, type ShareTask } from './shareholders.js'

/** Proposes, decides or declines, always with a reason, which is recorded in the audit log. */
export function ShareDialog({ task, onClose }: { task: ShareTask; onClose: () => void }) {
  const t = useT()
  const name = nameOf(task)
  const [choice, setChoice] = useState(0)
  const { send, busy, error } = useSend(task)
  // A task is confirmed only while everything that it changes is shown.
  const read = useGetShareholderQuery(task.userId)
  return (
    <DecisionDialog
      title={t(name === 'approve' || name === 'reject' ? `finance.action.${name}` : `shareholders.action.${name}`)}
      explanation={t(`shareholders.explain.${name}`)}
      draft={`shareholders.${name}.${task.userId}`}
      refusal={error === undefined ? undefined : t(refusalText(error))}
      isLoading={!read.data}
      send={(reason) => send(reason, choice)}
      done={t(DONE[task.task])}
      {...{ busy, onClose }}
      about={<About {...{ task, choice }} />}
      fields={() =>
        task.task === 'propose' && task.options.length > 1 && <Scope {...{ task, choice }} onChoose={setChoice} />
      }
    />
  )
}

const DONE = {
  propose: 'finance.done.propose',
  decide: 'finance.done.decide',
  decline: 'shareholders.done.decline',
} as const

/** Shows what a task changes, once the shareholder is loaded. */
function About({ task, choice }: { task: ShareTask; choice: number }) {
  const t = useT()
  const { data, error, isFetching, refetch } = useGetShareholderQuery(task.userId)
  if (!data) {
    if (!error || isFetching) return <Loading label={t('finance.loading')} />
    return (
      <Notice tone="bad" title={t('shareholders.notShown')}>
        <p>{t('shareholders.notShownText')}</p>
        <Button size="s" kind="secondary" className="mt-2" onClick={() => void refetch()}>
          {t('ui.tryAgain')}
        </Button>
      </Notice>
    )
  }
  if (task.task === 'decide') {
    return (
      <>
        <p className="text-15 font-medium text-ink">{t(`shareholders.action.${task.decision.action.type}`)}</p>
        {task.decision.isStale && <Notice tone="warn">{t('shareholders.staleText')}</Notice>}
        <ShareDecisionFacts {...data} decision={task.decision} />
      </>
    )
  }
  const { relocationId } = task.task === 'decline' ? task : { relocationId: '' }
  const action: ShareAction =
    task.task === 'propose' ? (task.options[choice] ?? task.options[0]) : { type: 'move', relocationId }
  return <ShareActionFacts {...data} action={action} />
}

interface ScopeProps {
  task: Extract<ShareTask, { task: 'propose' }>
  choice: number
  onChoose: (index: number) => void
}

/** Chooses between freezing all properties and one of them. */
function Scope({ task: { userId, options }, choice, onChoose }: ScopeProps) {
  const t = useT()
  const { data } = useGetShareholderQuery(userId)
  const titleOf = (id: string) =>
    data?.shareholder.tokens.find(({ property }) => property.propertyId === id)?.property.title ?? id
  const textOf = (action: ShareAction) =>
    action.type === 'freeze' && action.propertyId ? titleOf(action.propertyId) : t('shareholders.allProperties')
  return (
    <Select
      label={t('shareholders.scope')}
      value={String(choice)}
      onChange={(event) => onChoose(Number(event.target.value))}
    >
      {options.map((action, index) => (
        <option key={index} value={index}>
          {textOf(action)}
        </option>
      ))}
    </Select>
  )
}

function useSend(task: ShareTask) {
  const [propose, proposed] = useProposeShareActionMutation()
  const [decide, decided] = useDecideShareActionMutation()
  const [decline, declined] = useDeclineRelocationMutation()
  const send = async (reason: string, choice: number): Promise<boolean> => {
    if (task.task === 'propose') {
      const action = task.options[choice] ?? task.options[0]
      return !('error' in (await propose({ userId: task.userId, action, reason })))
    }
    if (task.task === 'decline') return !('error' in (await decline({ relocationId: task.relocationId, reason })))
    const { decision, verdict } = task
    return !('error' in (await decide({ approvalId: decision.approvalId, verdict, reason })))
  }
  const all = [proposed, decided, declined]
  return { send, busy: all.some(({ isLoading }) => isLoading), error: all.find(({ error }) => error)?.error }
}
