import { isReason } from '@hissa/contracts'
import type { ReinstatementReason, SuspensionReason } from '@hissa/contracts/identity'
import { useId, useState, type FormEvent } from 'react'
import { useT } from '../../i18n/i18n.js'
import { showToast } from '../../lib/toast.js'
import { Button } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import { CONTROL, Field, Form, Select } from '../../ui/form.js'
import { Notice } from '../../ui/states.js'
import { useActOnAccountMutation, type AccountStep } from './oversight-api.js'
import { refusalText } from './oversight.js'

export type Act = AccountStep['act']

const SUSPENSION: readonly SuspensionReason[] = [
  'fraud_suspected',
  'sanctions_match',
  'account_takeover',
  'identity_doubts',
  'authority_order',
  'user_request',
]
const REINSTATEMENT: readonly ReinstatementReason[] = [
  'cleared',
  'identity_confirmed',
  'order_lifted',
  'user_request',
  'mistake',
]
const CODES = { suspend: SUSPENSION, reinstate: REINSTATEMENT, endSessions: [], note: [] } as const
const MAX_TEXT = { suspend: 500, reinstate: 500, endSessions: 500, note: 2_000 } as const

interface AccountDialogProps {
  act: Act
  userId: string
  onClose: () => void
}

/** Confirms an act on an account with its reason, or takes a note. */
export function AccountDialog({ act, userId, onClose }: AccountDialogProps) {
  const t = useT()
  const [code, setCode] = useState('')
  const [text, setText] = useState('')
  const [judged, setJudged] = useState(false)
  const formId = useId()
  const [run, { isLoading, error }] = useActOnAccountMutation()
  const codes: ReasonSelectProps['codes'] = CODES[act]
  const isIncomplete = !isReason(text) || (codes.length > 0 && code === '')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setJudged(true)
    if (isIncomplete || isLoading) return
    const result = await run({ ...stepOf(act, code, text.trim()), userId })
    if ('error' in result) return
    showToast({ kind: 'success', text: t(`oversight.saved.${act}`) })
    onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(`oversight.act.${act}`)}
      actions={
        <>
          <Button kind="secondary" onClick={onClose}>
            {t('oversight.cancel')}
          </Button>
          <Button
            type="submit"
            form={formId}
            kind={act === 'suspend' ? 'danger' : 'primary'}
            busyText={isLoading && t('oversight.sending')}
          >
            {t(`oversight.act.${act}`)}
          </Button>
        </>
      }
    >
      <Form id={formId} onSubmit={(event) => void submit(event)} className="gap-4">
        {error !== undefined && <Notice tone="bad">{t(refusalText(error))}</Notice>}
        <p>{t(`oversight.about.${act}`)}</p>
        {codes.length > 0 && (
          <ReasonSelect codes={codes} value={code} onValue={setCode} isMissing={judged && code === ''} />
        )}
        <Field
          label={t(act === 'note' ? 'oversight.note' : 'oversight.reasonText')}
          required
          error={judged && !isReason(text) ? t('oversight.reasonMissing') : undefined}
        >
          {(ids) => (
            <textarea
              {...ids}
              rows={4}
              maxLength={MAX_TEXT[act]}
              dir="auto"
              value={text}
              onChange={(event) => setText(event.target.value)}
              className={`${CONTROL} py-2`}
            />
          )}
        </Field>
      </Form>
    </Dialog>
  )
}

interface ReasonSelectProps {
  codes: readonly (SuspensionReason | ReinstatementReason)[]
  value: string
  onValue: (code: string) => void
  isMissing: boolean
}

function ReasonSelect({ codes, value, onValue, isMissing }: ReasonSelectProps) {
  const t = useT()
  return (
    <Select
      label={t('oversight.reasonCode')}
      required
      value={value}
      onChange={(event) => onValue(event.target.value)}
      error={isMissing ? t('oversight.reasonCodeMissing') : undefined}
    >
      <option value="">{t('oversight.choose')}</option>
      {codes.map((one) => (
        <option key={one} value={one}>
          {t(`oversight.reason.${one}`)}
        </option>
      ))}
    </Select>
  )
}

function stepOf(act: Act, code: string, text: string): AccountStep {
  if (act === 'note') return { act, text }
  if (act === 'endSessions') return { act, reason: text }
  if (act === 'suspend') return { act, reasonCode: code as SuspensionReason, reason: text }
  return { act, reasonCode: code as ReinstatementReason, reason: text }
}
