import { isReason } from '@hissa/contracts'
import { useId, useState, type FormEvent, type ReactNode } from 'react'
import { useDraftText } from '../../api/use-draft.js'
import { useT } from '../../i18n/i18n.js'
import { cx } from '../../lib/cx.js'
import { showToast } from '../../lib/toast.js'
import { Button } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import { Form, TextField } from '../../ui/form.js'
import { Notice } from '../../ui/states.js'

interface DecisionDialogProps {
  /** Names the action, in the heading and on the button. */
  title: string
  explanation: string
  /** Names on the button an act that can't be undone, with its figures. Without it the button repeats the title. */
  act?: string | undefined
  /** The key under which the reason is kept while the tab is open. */
  draft: string
  /** What the decision is about: a heading, and facts. */
  about: ReactNode
  /** The text of a refusal, or nothing. */
  refusal: string | undefined
  busy: boolean
  /** Set while what is to be decided is not shown yet, so that it can't be confirmed. */
  isLoading?: boolean
  /** The details that the action needs besides its reason; `judged` once the user has tried to confirm. */
  fields?: (judged: boolean) => ReactNode
  /** Whether the details are complete. */
  isComplete?: boolean
  /** Sends the decision; resolves with whether it was accepted. */
  send: (reason: string) => Promise<boolean>
  /** The message after it was accepted. */
  done: string
  onClose: () => void
}

/** Confirms a proposal or a decision, always with a reason, which is recorded in the audit log. */
export function DecisionDialog({
  title,
  explanation,
  act,
  draft,
  about,
  refusal,
  busy,
  ...props
}: DecisionDialogProps) {
  const t = useT()
  const formId = useId()
  const { isLoading = false, isComplete = true, fields, send, done, onClose } = props
  const [reason, setReason, dropReason] = useDraftText(draft)
  const [judged, setJudged] = useState(false)
  // The text of an act can be as long as the dialog is wide: the two buttons then fill a row each.
  const wide = act === undefined ? '' : 'flex-auto'
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setJudged(true)
    if (!isReason(reason) || !isComplete || busy || isLoading || !(await send(reason.trim()))) return
    dropReason()
    showToast({ kind: 'success', text: done })
    onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button kind="secondary" className={wide} onClick={onClose}>
            {t('finance.cancel')}
          </Button>
          {!isLoading && (
            <Button
              type="submit"
              form={formId}
              kind={act === undefined ? 'primary' : 'destructive'}
              className={cx('py-2', wide)}
              busyText={busy && t('finance.sending')}
            >
              {act ?? title}
            </Button>
          )}
        </>
      }
    >
      <Form id={formId} onSubmit={(event) => void submit(event)} className="gap-4">
        {refusal !== undefined && <Notice tone="bad">{refusal}</Notice>}
        {about}
        <p className="text-13">{explanation}</p>
        {fields?.(judged)}
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
