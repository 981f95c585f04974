import { isReason } from '@hissa/contracts'
import type { Publication } from '@hissa/contracts/property'
import { useId, useState, type FormEvent } from 'react'
import { isApiError, isConnectionLost } from '../../api/problem.js'
import { useDraftText } from '../../api/use-draft.js'
import { useT, type MessageId } from '../../i18n/i18n.js'
import { showToast } from '../../lib/toast.js'
import { Button } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import { CONTROL, Field, Form } from '../../ui/form.js'
import { Notice } from '../../ui/states.js'
import { useActOnPublicationMutation, type PublicationAct } from './publications-api.js'

interface PublicationDialogProps {
  act: PublicationAct
  publication: Publication
  onClose: () => void
}

const LABELS = { approve: 'content.approve', reject: 'content.reject', withdraw: 'content.withdraw' } as const

/** Confirms an action on a proposal; approving and rejecting need a reason. */
export function PublicationDialog({ act, publication, onClose }: PublicationDialogProps) {
  const t = useT()
  const [reason, setReason, dropReason] = useDraftText(`publication.${publication.approvalId}`)
  const [judged, setJudged] = useState(false)
  const formId = useId()
  const [run, { isLoading, error }] = useActOnPublicationMutation()
  const missing = act !== 'withdraw' && !isReason(reason)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setJudged(true)
    if (missing || isLoading) return
    const result = await run({ approvalId: publication.approvalId, act, reason: reason.trim() })
    if ('error' in result) return
    dropReason()
    showToast({ kind: 'success', text: t(`content.done.${act}`) })
    onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(`content.confirm.${act}`)}
      actions={
        <>
          <Button kind="secondary" onClick={onClose}>
            {t('content.cancel')}
          </Button>
          <Button type="submit" form={formId} busyText={isLoading && t('content.deciding')}>
            {t(LABELS[act])}
          </Button>
        </>
      }
    >
      <Form id={formId} onSubmit={(event) => void submit(event)} className="gap-4">
        {error !== undefined && <Notice tone="bad">{t(refusalOf(error))}</Notice>}
        <p>{t(`content.text.${act}`)}</p>
        {act !== 'withdraw' && (
          <Field
            label={t('content.reasonLabel')}
            hint={t('content.reasonHint')}
            required
            error={judged && missing ? t('content.reasonMissing') : undefined}
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
  APPROVAL_SAME_PERSON: 'content.refused.samePerson',
  APPROVAL_NOT_PENDING: 'content.refused.notPending',
  APPROVAL_EVIDENCE_CHANGED: 'content.refused.changed',
  VALIDATION_FAILED: 'content.refused.terms',
  FORBIDDEN: 'content.refused.forbidden',
}

function refusalOf(error: unknown): MessageId {
  if (isConnectionLost(error)) return 'ui.connectionLost'
  return (isApiError(error) && REFUSALS[error.code]) || 'content.refused.failed'
}
