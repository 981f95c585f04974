import { isReason } from '@hissa/contracts'
import { DecisionReason, disclosedReasons, isFinal, type TicketDetail } from '@hissa/contracts/kyc'
import { useId, useState, type FormEvent } from 'react'
import { useDraftText } from '../../api/use-draft.js'
import { useT } from '../../i18n/i18n.js'
import { showToast } from '../../lib/toast.js'
import { Button } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import { Checkbox, CONTROL, Field, FieldError, Form } from '../../ui/form.js'
import { Notice } from '../../ui/states.js'
import { refusalOf, shortId } from './desk.js'
import { MessagePreview } from './message-preview.js'
import { useDecideTicketMutation } from './tickets-api.js'
import { submitOnEnter, useFirstField } from './use-first-field.js'

export type Verdict = 'approve' | 'resubmit' | 'reject'

interface DecisionDialogProps {
  verdict: Verdict
  ticket: TicketDetail
  onClose: () => void
}

/** Confirms a decision with its reasons, which the applicant reads, and an internal note. */
export function DecisionDialog({ verdict, ticket, onClose }: DecisionDialogProps) {
  const t = useT()
  const [reasons, setReasons] = useState<DecisionReason[]>([])
  const [note, setNote, dropNote] = useDraftText(`note.${ticket.caseId}`)
  const [judged, setJudged] = useState(false)
  const formId = useId()
  const first = useFirstField(true)
  const [decide, { isLoading, error }] = useDecideTicketMutation()
  const needsReason = verdict !== 'approve'
  const missing = needsReason && reasons.length === 0
  const proposes = isProposal(verdict, reasons, ticket)
  const needsNote = proposes || (verdict === 'approve' && ticket.screening.hits.length > 0)
  const noteMissing = needsNote ? !isReason(note) : note.trim() !== '' && !isReason(note)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setJudged(true)
    if (missing || noteMissing || isLoading) return
    const result = await decide({
      caseId: ticket.caseId,
      decision: verdict,
      reasonCodes: reasons,
      version: ticket.version,
      ...(note.trim() && { note: note.trim() }),
    })
    if ('error' in result) return
    dropNote()
    showToast({
      kind: 'success',
      text: t(result.data.proposal ? 'staff.decided.proposed' : `staff.decided.${verdict}`),
    })
    onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(`staff.confirm.${verdict}`)}
      actions={
        <>
          <Button kind="secondary" onClick={onClose}>
            {t('staff.keepOpen')}
          </Button>
          <Button
            type="submit"
            form={formId}
            kind={verdict === 'reject' ? 'danger' : 'primary'}
            busyText={isLoading && t('staff.deciding')}
          >
            {t(proposes && verdict !== 'resubmit' ? `staff.propose.${verdict}` : `staff.verdict.${verdict}`)}
          </Button>
        </>
      }
    >
      <Form id={formId} onSubmit={(event) => void submit(event)} onKeyDown={submitOnEnter} className="gap-4">
        {error !== undefined && <Refusal error={error} />}
        <p ref={first} className="text-13">
          {t(proposes ? 'staff.second.needed' : `staff.confirmText.${verdict}`)}
        </p>
        {needsReason && (
          <Reasons verdict={verdict} chosen={reasons} onChosen={setReasons} missing={judged && missing} />
        )}
        {!missing && <MessagePreview decision={verdict} reasonCodes={reasons} />}
        <Note note={note} onNote={setNote} required={needsNote} missing={judged && noteMissing} />
        <p className="text-12">{t('staff.submitHint')}</p>
      </Form>
    </Dialog>
  )
}

function Refusal({ error }: { error: unknown }) {
  const t = useT()
  const { text, who } = refusalOf(error)
  return (
    <Notice tone="bad">
      {t(text)} {who && <bdi dir="ltr">{shortId(who)}</bdi>}
    </Notice>
  )
}

/** Returns whether a second reviewer must approve this decision. The server enforces it. */
function isProposal(verdict: Verdict, reasons: readonly DecisionReason[], { secondReviewer }: TicketDetail): boolean {
  if (verdict === 'resubmit') return false
  return secondReviewer[verdict] || reasons.includes('SANCTIONS_MATCH')
}

interface NoteProps {
  note: string
  onNote: (note: string) => void
  required: boolean
  missing: boolean
}

/** The note for colleagues, hidden from the applicant. */
function Note({ note, onNote, required, missing }: NoteProps) {
  const t = useT()
  return (
    <Field
      label={t(required ? 'staff.noteRequired' : 'staff.note')}
      hint={t('staff.noteHint')}
      required={required}
      error={missing ? t('staff.noteMissing') : undefined}
    >
      {(ids) => (
        <textarea
          {...ids}
          rows={3}
          maxLength={2_000}
          dir="auto"
          value={note}
          onChange={(event) => onNote(event.target.value)}
          className={`${CONTROL} py-2`}
        />
      )}
    </Field>
  )
}

interface ReasonsProps {
  verdict: Verdict
  chosen: readonly DecisionReason[]
  onChosen: (reasons: DecisionReason[]) => void
  missing: boolean
}

function Reasons({ verdict, chosen, onChosen, missing }: ReasonsProps) {
  const t = useT()
  const offered = DecisionReason.options.filter((reason) => verdict === 'reject' || !isFinal(reason))
  const toggle = (reason: DecisionReason, on: boolean) =>
    onChosen(on ? [...chosen, reason] : chosen.filter((other) => other !== reason))
  return (
    <fieldset aria-describedby={missing ? 'reasons-error' : undefined}>
      <legend className="pb-1 text-13 font-medium text-ink">{t('staff.reasons')}</legend>
      <div className="flex flex-col">
        {offered.map((reason) => (
          <Checkbox
            key={reason}
            className="-my-1"
            checked={chosen.includes(reason)}
            onChange={(event) => toggle(reason, event.target.checked)}
            label={<ReasonLabel reason={reason} />}
          />
        ))}
      </div>
      <FieldError id="reasons-error" text={missing ? t('staff.reasonsMissing') : undefined} />
    </fieldset>
  )
}

/** Names a reason, and says what the applicant reads in place of a confidential one. */
function ReasonLabel({ reason }: { reason: DecisionReason }) {
  const t = useT()
  return (
    <span className="text-13">
      {t(`staff.decision.${reason}`)}
      {disclosedReasons([reason])[0] === 'DECLINED' && (
        <span className="block text-ink-2">{t('staff.internalReason')}</span>
      )}
    </span>
  )
}
