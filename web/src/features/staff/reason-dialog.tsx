import { isReason } from '@hissa/contracts'
import { useId, useState, type FormEvent } from 'react'
import { useT } from '../../i18n/i18n.js'
import { Button } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import { Form, TextField } from '../../ui/form.js'
import { DESK_KEYS } from './desk-keys.js'
import { KeyHint } from './keys-dialog.js'
import { useFirstField } from './use-first-field.js'

const KEYS = { takeOver: 'claim', reveal: 'reveal' } as const

/**
 * Renders a button for actions that need a recorded reason: revealing masked data and taking over a colleague's case.
 */
export function ReasonDialog({ act, onReason }: { act: 'reveal' | 'takeOver'; onReason: (reason: string) => void }) {
  const t = useT()
  const [open, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const [judged, setJudged] = useState(false)
  const formId = useId()
  const form = useFirstField(open)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setJudged(true)
    if (!isReason(reason)) return
    setOpen(false)
    onReason(reason.trim())
  }
  return (
    <>
      <Button size="s" kind="secondary" aria-keyshortcuts={DESK_KEYS[KEYS[act]]} onClick={() => setOpen(true)}>
        {t(`staff.${act}`)}
        <KeyHint action={KEYS[act]} />
      </Button>
      {open && (
        <Dialog
          open
          onClose={() => setOpen(false)}
          title={t(`staff.${act}.title`)}
          actions={
            <Button type="submit" form={formId}>
              {t(`staff.${act}`)}
            </Button>
          }
        >
          <Form id={formId} onSubmit={submit} className="gap-4">
            <p ref={form}>{t(`staff.${act}.text`)}</p>
            <TextField
              label={t('staff.reason.label')}
              value={reason}
              maxLength={200}
              dir="auto"
              onChange={(event) => setReason(event.target.value)}
              error={judged && !isReason(reason) ? t('staff.reason.missing') : undefined}
            />
          </Form>
        </Dialog>
      )}
    </>
  )
}
