import type { ActionFigures, PendingResolution } from '@hissa/contracts/investment'
import { lazy, Suspense } from 'react'
import { useDraftText } from '../../api/use-draft.js'
import { useT } from '../../i18n/i18n.js'
import { DecisionDialog } from './decision-dialog.js'
import { StackedFacts, useProposedFacts, WholePerson } from './decision-facts.js'
import {
  useDecideResolutionMutation,
  useProposeResolutionMutation,
  useRetryWorkMutation,
  type Subject,
} from './finance-api.js'
import { FiguresList, useActText, useFigures } from './figures.js'
import { Skeleton } from '../../ui/states.js'
import { ActionFacts, ownerOf } from './parts.js'
import { actionFrom, fieldsOf, isFilled, refusalText, type ActionType, type Details } from './finance.js'

/** Loaded with the dialog that asks for details, because most actions have none. */
const DetailFields = lazy(() => import('./detail-fields.js'))
const StoredDeeds = lazy(() => import('./stored-deeds.js'))

/** The action that the dialog confirms, and in words what it is about. */
export type Task = { about: string } & (
  | { task: 'propose'; subject: Subject; type: ActionType }
  | { task: 'decide'; subject: Subject; pending: PendingResolution; verdict: 'approve' | 'reject' }
  | { task: 'retry'; subject: Subject }
)

const nameOf = (task: Task) =>
  task.task === 'propose' ? task.type : task.task === 'decide' ? task.verdict : ('retry' as const)

/** Proposes, decides or retries, always with a reason, which is recorded in the audit log. */
export default function ResolveDialog({ task, onClose }: { task: Task; onClose: () => void }) {
  const t = useT()
  const name = nameOf(task)
  const draft = `finance.${task.task}.${JSON.stringify(task.task === 'decide' ? task.pending.approvalId : task.subject)}`
  const [details, setDetails, dropDetails] = useDraftDetails(`${draft}.details`)
  const { send, busy, error } = useSend(task)
  const now = useFigures(task, error)
  const refused = error ?? now.error
  const fields = task.task === 'propose' ? fieldsOf(task.type) : []
  const sendAndForget = async (reason: string) => {
    const sent = await send(reason, details, now.figures)
    if (sent) dropDetails()
    return sent
  }
  return (
    <DecisionDialog
      title={t(`finance.action.${name}`)}
      explanation={t(`finance.explain.${name}`)}
      act={useActText(task, now)}
      isLoading={now.isNeeded && !now.figures}
      refusal={refused === undefined ? undefined : t(refusalText(refused))}
      isComplete={fields.every((field) => isFilled(field, details[field]))}
      send={sendAndForget}
      done={t(`finance.done.${task.task}`)}
      {...{ draft, busy, onClose }}
      about={
        <>
          <p className="text-15 font-medium text-ink">
            <bdi>{task.about}</bdi>
          </p>
          {task.task === 'decide' && <PendingFacts {...task} />}
          <FiguresList now={now} />
        </>
      }
      fields={(judged) =>
        fields.length > 0 && (
          <Suspense fallback={<Skeleton className="h-18 w-full" />}>
            <DetailFields subjectId={task.subject.id} {...{ fields, details, judged }} onChange={setDetails} />
          </Suspense>
        )
      }
    />
  )
}

/** Shows a proposal with its details, reason, maker and time: everything that a checker approves. */
function PendingFacts({ subject, pending }: { subject: Subject; pending: PendingResolution }) {
  const t = useT()
  const proposed = useProposedFacts(pending)
  const proposal = { term: t('finance.column.proposal'), value: <ActionFacts action={pending.action} /> }
  const holder = {
    term: t('finance.fromUserId'),
    value: <WholePerson id={ownerOf(subject.id)} />,
  }
  const { action } = pending
  const deed = {
    term: t('finance.field.document'),
    value: action.type === 'file_deed' && (
      <Suspense fallback={<Skeleton className="h-18 w-full" />}>
        <StoredDeeds propertyId={subject.id} deeds={[{ sha256: action.documentSha256 }]} />
      </Suspense>
    ),
  }
  const facts = [...(subject.kind === 'holding' ? [holder] : []), proposal, ...(deed.value ? [deed] : []), ...proposed]
  return <StackedFacts facts={facts} />
}

/** Keeps the entered details, as `useDraftText` keeps a text. */
function useDraftDetails(name: string): [Details, (details: Details) => void, () => void] {
  const [text, setText, drop] = useDraftText(name)
  const details = text === '' ? {} : (JSON.parse(text) as Details)
  return [details, (entered) => setText(JSON.stringify(entered)), drop]
}

function useSend(task: Task) {
  const [propose, proposed] = useProposeResolutionMutation()
  const [decide, decided] = useDecideResolutionMutation()
  const [retry, retried] = useRetryWorkMutation()
  const send = async (reason: string, details: Details, figures: ActionFigures | undefined): Promise<boolean> => {
    const shown = figures ? { shown: figures } : {}
    if (task.task === 'propose') {
      const { subject, type } = task
      return !('error' in (await propose({ subject, action: actionFrom(type, details), reason, ...shown })))
    }
    if (task.task === 'retry') return !('error' in (await retry({ subject: task.subject, reason })))
    const { pending, verdict } = task
    return !('error' in (await decide({ approvalId: pending.approvalId, verdict, reason, ...shown })))
  }
  const all = [proposed, decided, retried]
  return { send, busy: all.some(({ isLoading }) => isLoading), error: all.find(({ error }) => error)?.error }
}
