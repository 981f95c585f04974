import { useId, useState, type FormEvent } from 'react'
import { isReason } from '@hissa/contracts'
import { useDraftText } from '../../api/use-draft.js'
import { useT } from '../../i18n/i18n.js'
import { showToast } from '../../lib/toast.js'
import { Button } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import { Form, TextField } from '../../ui/form.js'
import { Notice } from '../../ui/states.js'
import {
  useDecideResolutionMutation,
  useProposeResolutionMutation,
  useRetryWorkMutation,
  type Subject,
} from './finance-api.js'
import { DetailFields } from './detail-fields.js'
import { actionFrom, fieldsOf, isFilled, refusalText, type ActionType, type Details } from './finance.js'

/** The action that the dialog confirms, and in words what it is about. */
export type Task = { about: string } & (
  | { task: 'propose'; subject: Subject; type: ActionType }
  | { task: 'decide'; approvalId: string; verdict: 'approve' | 'reject' }
  | { task: 'retry'; subject: Subject }
)

const nameOf = (task: Task) =>
  task.task === 'propose' ? task.type : task.task === 'decide' ? task.verdict : ('retry' as const)

/** Proposes, decides or retries, always with a reason, which is recorded in the audit log. */
export function ResolveDialog({ task, onClose }: { task: Task; onClose: () => void }) {
  const t = useT()
  const formId = useId()
  const draft = `finance.${task.task}.${JSON.stringify('subject' in task ? task.subject : task.approvalId)}`
  const [reason, setReason, dropReason] = useDraftText(draft)
  const [details, setDetails, dropDetails] = useDraftDetails(`${draft}.details`)
  const [judged, setJudged] = useState(false)
  const { send, busy, error } = useSend(task)
  const fields = task.task === 'propose' ? fieldsOf(task.type) : []
  const isComplete = isReason(reason) && fields.every((field) => isFilled(field, details[field]))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setJudged(true)
    if (!isComplete || busy || !(await send(reason.trim(), details))) return
    dropReason()
    dropDetails()
    showToast({ kind: 'success', text: t(`finance.done.${task.task}`) })
    onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(`finance.action.${nameOf(task)}`)}
      actions={
        <>
          <Button kind="secondary" onClick={onClose}>
            {t('finance.cancel')}
          </Button>
          <Button type="submit" form={formId} busyText={busy && t('finance.sending')}>
            {t(`finance.action.${nameOf(task)}`)}
          </Button>
        </>
      }
    >
      <Form id={formId} onSubmit={(event) => void submit(event)} className="gap-4">
        {error !== undefined && <Notice tone="bad">{t(refusalText(error))}</Notice>}
        <p className="text-15 font-medium text-ink">
          <bdi>{task.about}</bdi>
        </p>
        <p className="text-13">{t(`finance.explain.${nameOf(task)}`)}</p>
        <DetailFields {...{ fields, details, judged }} onChange={setDetails} />
        <TextField
          label={t('finance.field.reason')}
          value={reason}
          maxLength={500}
          dir="auto"
          onChange={(event) => setReason(event.target.value)}
          error={judged && !isReason(reason) ? t('finance.missing.reason') : undefined}
        />
      </Form>
    </Dialog>
  )
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
  const send = async (reason: string, details: Details): Promise<boolean> => {
    if (task.task === 'propose') {
      const { subject, type } = task
      return !('error' in (await propose({ subject, action: actionFrom(type, details), reason })))
    }
    if (task.task === 'retry') return !('error' in (await retry({ subject: task.subject, reason })))
    const { approvalId, verdict } = task
    return !('error' in (await decide({ approvalId, verdict, reason })))
  }
  const all = [proposed, decided, retried]
  return { send, busy: all.some(({ isLoading }) => isLoading), error: all.find(({ error }) => error)?.error }
}
