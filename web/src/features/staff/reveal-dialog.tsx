import { useId, useState, type FormEvent } from 'react'
import { useT } from '../../i18n/i18n.js'
import { Button } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import { Form, TextField } from '../../ui/form.js'

const LEAST_LENGTH = 3

/** Names, numbers and dates are masked until somebody says why they must be seen; the reason is kept with the read. */
export function RevealDialog({ onReveal }: { onReveal: (reason: string) => void }) {
  const t = useT()
  const [open, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const [judged, setJudged] = useState(false)
  const formId = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setJudged(true)
    if (reason.trim().length < LEAST_LENGTH) return
    setOpen(false)
    onReveal(reason.trim())
  }
  return (
    <>
      <Button size="s" kind="secondary" onClick={() => setOpen(true)}>
        {t('staff.reveal')}
      </Button>
      {open && (
        <Dialog
          open
          onClose={() => setOpen(false)}
          title={t('staff.reveal.title')}
          actions={
            <Button type="submit" form={formId}>
              {t('staff.reveal.submit')}
            </Button>
          }
        >
          <Form id={formId} onSubmit={submit} className="gap-4">
            <p>{t('staff.reveal.text')}</p>
            <TextField
              label={t('staff.reveal.reason')}
              value={reason}
              maxLength={200}
              dir="auto"
              onChange={(event) => setReason(event.target.value)}
              error={judged && reason.trim().length < LEAST_LENGTH ? t('staff.reveal.missing') : undefined}
            />
          </Form>
        </Dialog>
      )}
    </>
  )
}
