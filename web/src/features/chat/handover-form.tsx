import { useEffect, useRef, useState, type Ref } from 'react'
import { isConnectionLost } from '../../api/problem.js'
import { useSignedInUser } from '../../api/services.js'
import { useT, type MessageId } from '../../i18n/i18n.js'
import { log } from '../../lib/log.js'
import { Button } from '../../ui/button.js'
import { Checkbox, Form, TextField } from '../../ui/form.js'
import { Notice } from '../../ui/states.js'
import { useHandOverMutation } from './chat-api.js'

interface HandoverFormProps {
  conversationId: string
  /** When the user asked for a person; null if they haven't. */
  sentAt: string | null
  onSent: (at: string) => void
  onBack: () => void
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** Asks for a person. The transcript is shared only with consent; a visitor states an address to reply to. */
export function HandoverForm({ conversationId, sentAt, onSent, onBack }: HandoverFormProps) {
  const t = useT()
  const user = useSignedInUser()
  const [handOver, { isLoading }] = useHandOverMutation()
  const [email, setEmail] = useState('')
  const [hasAgreed, setAgreed] = useState(false)
  const [isChecked, setChecked] = useState(false)
  const [problem, setProblem] = useState<MessageId>()
  const title = useRef<HTMLHeadingElement>(null)
  const form = useRef<HTMLDivElement>(null)
  useEffect(() => title.current?.focus(), [sentAt])
  const isEmailMissing = !user && !EMAIL.test(email.trim())
  const send = async () => {
    setChecked(true)
    setProblem(undefined)
    if (isEmailMissing || !hasAgreed) {
      return form.current?.querySelector<HTMLInputElement>(isEmailMissing ? '[type=email]' : '[type=checkbox]')?.focus()
    }
    const body = { shareTranscript: true as const, ...(!user && { email: email.trim() }) }
    try {
      onSent((await handOver({ conversationId, ...body }).unwrap()).requestedAt)
    } catch (error) {
      log('warn', 'The request for a person was not sent', error)
      setProblem(isConnectionLost(error) ? 'ui.offline' : 'chat.handover.failed')
    }
  }
  if (sentAt !== null) return <Received title={title} isUser={user !== null} onBack={onBack} />
  return (
    <div ref={form} className="flex flex-col gap-4 p-5">
      <div>
        <h3 ref={title} tabIndex={-1} className="text-18">
          {t('chat.person')}
        </h3>
        <p className="mt-1 text-15 text-ink-2">{t(user ? 'chat.handover.textUser' : 'chat.handover.textVisitor')}</p>
      </div>
      <Form
        className="gap-4!"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isLoading) void send()
        }}
      >
        {!user && (
          <TextField
            label={t('chat.handover.email')}
            type="email"
            dir="ltr"
            autoComplete="email"
            maxLength={254}
            required
            value={email}
            onChange={(event) => setEmail(event.target.value)}
            error={isChecked && isEmailMissing ? t('chat.handover.emailError') : undefined}
          />
        )}
        <Checkbox
          label={t('chat.handover.consent')}
          checked={hasAgreed}
          onChange={(event) => setAgreed(event.target.checked)}
          {...(isChecked && !hasAgreed && { error: t('chat.handover.consentError') })}
        />
        {problem && <Notice tone="bad">{t(problem)}</Notice>}
        <Actions isLoading={isLoading} onBack={onBack} />
      </Form>
    </div>
  )
}

/** Confirms the request. */
function Received({ title, isUser, onBack }: { title: Ref<HTMLHeadingElement>; isUser: boolean; onBack: () => void }) {
  const t = useT()
  return (
    <div className="flex flex-col items-start gap-3 p-5">
      <h3 ref={title} tabIndex={-1} className="text-18">
        {t('chat.handover.done')}
      </h3>
      <p className="text-15 text-ink-2">{t(isUser ? 'chat.handover.doneUser' : 'chat.handover.doneVisitor')}</p>
      <Button kind="secondary" onClick={onBack}>
        {t('chat.handover.back')}
      </Button>
    </div>
  )
}

function Actions({ isLoading, onBack }: { isLoading: boolean; onBack: () => void }) {
  const t = useT()
  return (
    <div className="flex flex-wrap gap-3">
      <Button type="submit" busyText={isLoading && t('chat.handover.busy')}>
        {t('chat.handover.send')}
      </Button>
      <Button kind="secondary" onClick={onBack}>
        {t('chat.handover.back')}
      </Button>
    </div>
  )
}
