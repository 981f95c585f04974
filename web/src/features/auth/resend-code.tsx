import { useEffect, useState } from 'react'
import { useT, type MessageId } from '../../i18n/i18n.js'
import { Button } from '../../ui/button.js'
import { Notice } from '../../ui/states.js'
import { codeError, type CodeOutcome } from '../../api/pool-outcomes.js'
import { RefusalText } from '../../api/refusal-text.js'

const RESEND_PAUSE_S = 30

interface ResendCodeProps {
  email: string
  request: () => Promise<CodeOutcome>
  /** Text shown when another code has been sent. */
  sent: MessageId
}

/** Requests another code, at most every 30 s, and shows the result. */
export function ResendCode({ email, request, sent }: ResendCodeProps) {
  const t = useT()
  const [wait, setWait] = useState(0)
  const [busy, setBusy] = useState(false)
  const [notice, setNotice] = useState<{ tone: 'good' | 'bad'; text: MessageId } | null>(null)
  useEffect(() => {
    if (wait === 0) return
    const timer = setTimeout(() => setWait(wait - 1), 1_000)
    return () => clearTimeout(timer)
  }, [wait])
  const resend = async () => {
    setBusy(true)
    const outcome = await request()
    setBusy(false)
    if (outcome.kind === 'done') {
      setWait(RESEND_PAUSE_S)
      setNotice({ tone: 'good', text: sent })
    } else setNotice({ tone: 'bad', text: codeError(outcome.refusal) })
  }
  return (
    <div className="mt-6 flex flex-col items-start gap-3">
      <Button
        kind="secondary"
        busyText={busy && t('auth.confirm.resending')}
        aria-disabled={wait > 0 || !email}
        onClick={() => wait === 0 && email && void resend()}
      >
        {wait > 0 ? t('auth.confirm.resendIn', { seconds: wait }) : t('auth.confirm.resend')}
      </Button>
      <div role="status" className="w-full">
        {notice && (
          <Notice tone={notice.tone}>
            <RefusalText id={notice.text} />
          </Notice>
        )}
      </div>
    </div>
  )
}
