import { isReason } from '@hissa/contracts'
import { useId, useState, type FormEvent } from 'react'
import { isApiError, isConnectionLost } from '../../api/problem.js'
import { useDraftText } from '../../api/use-draft.js'
import { useT, type MessageId } from '../../i18n/i18n.js'
import { showToast } from '../../lib/toast.js'
import { Button } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import { CONTROL, Field, Form } from '../../ui/form.js'
import { Notice } from '../../ui/states.js'
import { useMoveArticleMutation, type ArticleStep } from './knowledge-api.js'

type WithoutReason<T> = T extends unknown ? Omit<T, 'reason'> : never
/** A step that is about to be confirmed. */
export type Step = WithoutReason<ArticleStep>

/** Confirms a step in the life of an article; every step but a withdrawal needs a reason. */
export function StepDialog({ step, onClose }: { step: Step; onClose: () => void }) {
  const t = useT()
  const subject = 'articleId' in step ? step.articleId : step.approvalId
  const [reason, setReason, dropReason] = useDraftText(`knowledge.${step.act}.${subject}`)
  const [judged, setJudged] = useState(false)
  const formId = useId()
  const [run, { isLoading, error }] = useMoveArticleMutation()
  const missing = step.act !== 'withdraw' && !isReason(reason)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setJudged(true)
    if (missing || isLoading) return
    const result = await run({ ...step, reason: reason.trim() })
    if ('error' in result) return
    dropReason()
    showToast({ kind: 'success', text: t(`knowledge.done.${step.act}`) })
    onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(`knowledge.confirm.${step.act}`)}
      actions={
        <>
          <Button kind="secondary" onClick={onClose}>
            {t('knowledge.cancel')}
          </Button>
          <Button type="submit" form={formId} busyText={isLoading && t('knowledge.sending')}>
            {t(`knowledge.act.${step.act}`)}
          </Button>
        </>
      }
    >
      <Form id={formId} onSubmit={(event) => void submit(event)} className="gap-4">
        {error !== undefined && <Notice tone="bad">{t(refusalOf(error))}</Notice>}
        <p>{t(`knowledge.text.${step.act}`)}</p>
        {step.act !== 'withdraw' && (
          <Field
            label={t('knowledge.reason')}
            hint={t('knowledge.reasonHint')}
            required
            error={judged && missing ? t('knowledge.reasonMissing') : undefined}
          >
            {(ids) => (
              <textarea
                {...ids}
                rows={3}
                maxLength={500}
                dir="auto"
                value={reason}
                onChange={(event) => setReason(event.target.value)}
                className={`${CONTROL} py-2`}
              />
            )}
          </Field>
        )}
      </Form>
    </Dialog>
  )
}

const REFUSALS: Record<string, MessageId> = {
  APPROVAL_SAME_PERSON: 'knowledge.refused.samePerson',
  APPROVAL_NOT_MAKER: 'knowledge.refused.notMaker',
  APPROVAL_NOT_PENDING: 'knowledge.refused.notPending',
  APPROVAL_PENDING: 'knowledge.refused.pending',
  APPROVAL_EVIDENCE_CHANGED: 'knowledge.refused.changed',
  VALIDATION_FAILED: 'knowledge.refused.incomplete',
  NOT_FOUND: 'knowledge.notFound',
  FORBIDDEN: 'knowledge.notForYouText',
}

function refusalOf(error: unknown): MessageId {
  if (isConnectionLost(error)) return 'ui.connectionLost'
  return (isApiError(error) && REFUSALS[error.code]) || 'knowledge.refused.failed'
}
