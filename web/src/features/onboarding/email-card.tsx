import type { CurrentUser } from '@hissa/contracts/identity'
import { useState, type SubmitEvent } from 'react'
import { loadAccountPool } from '../../api/account-pool-calls.js'
import { api } from '../../api/api.js'
import { codeError, type CodeOutcome } from '../../api/pool-outcomes.js'
import { RefusalText } from '../../api/refusal-text.js'
import { useServices, type AppServices } from '../../api/services.js'
import { Text, useT, type MessageId } from '../../i18n/i18n.js'
import { latinDigits } from '../../lib/phone.js'
import { showToast } from '../../lib/toast.js'
import { Button } from '../../ui/button.js'
import { Form, TextField } from '../../ui/form.js'
import { Card } from '../../ui/layout.js'
import { Notice } from '../../ui/states.js'
import { StatusBadge } from '../../ui/status.js'

type Pool = Awaited<ReturnType<typeof loadAccountPool>>

/** Changes the email address: the new one is confirmed by the code that is sent to it. */
export function EmailCard({ user }: { user: CurrentUser }) {
  const t = useT()
  const [step, setStep] = useState<'shown' | 'typing' | 'code'>(user.emailVerified ? 'shown' : 'code')
  return (
    <section aria-labelledby="email-title">
      <h2 id="email-title" className="pb-3 text-22">
        {t('onboarding.edit.email')}
      </h2>
      <Card className="flex flex-col gap-4 px-5 py-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="flex flex-wrap items-center gap-3 text-15">
            <bdi dir="ltr" className="break-all">
              {user.email}
            </bdi>
            <Verified is={user.emailVerified} />
          </p>
          {step === 'shown' && (
            <Button kind="secondary" size="s" onClick={() => setStep('typing')}>
              {t('onboarding.edit.emailChange')}
            </Button>
          )}
        </div>
        {step === 'typing' && <AddressForm onSent={() => setStep('code')} />}
        {step === 'code' && (
          <CodeForm email={user.email} onDone={() => setStep('shown')} onOther={() => setStep('typing')} />
        )}
      </Card>
    </section>
  )
}

/** Says whether an address or number was confirmed by a code. */
export function Verified({ is }: { is: boolean }) {
  const t = useT()
  return (
    <StatusBadge tone={is ? 'good' : 'neutral'}>{t(is ? 'onboarding.verified' : 'onboarding.unverified')}</StatusBadge>
  )
}

/** Runs calls of the pool, and holds the text of the last refusal. */
function usePool() {
  const services = useServices()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<MessageId | null>(null)
  const run = async (act: (pool: Pool, services: AppServices) => Promise<CodeOutcome>): Promise<boolean> => {
    setBusy(true)
    setError(null)
    const pool = await loadAccountPool().catch(() => null)
    const outcome = await (pool && act(pool, services))
    if (outcome?.kind === 'done') services.store.dispatch(api.util.invalidateTags(['Account', 'Profile']))
    else setError(outcome ? textOf(outcome.refusal) : 'ui.connectionLost')
    setBusy(false)
    return outcome?.kind === 'done'
  }
  return { busy, error, run }
}

const textOf = (refusal: Parameters<typeof codeError>[0]): MessageId =>
  refusal === 'exists' ? 'onboarding.edit.emailTaken' : codeError(refusal)

function Refused({ error }: { error: MessageId | null }) {
  return error ? (
    <Notice tone="bad">
      <RefusalText id={error} />
    </Notice>
  ) : null
}

function AddressForm({ onSent }: { onSent: () => void }) {
  const t = useT()
  const { busy, error, run } = usePool()
  const [email, setEmail] = useState('')
  const [invalid, setInvalid] = useState(false)
  const send = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const isEmail = /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim())
    setInvalid(!isEmail)
    if (isEmail && !busy && (await run((pool, services) => pool.changeEmail(services, email.trim())))) onSent()
  }
  return (
    <Form onSubmit={(event) => void send(event)} className="gap-4">
      <Refused error={error} />
      <TextField
        label={t('onboarding.edit.emailNew')}
        hint={t('onboarding.edit.emailHint')}
        error={invalid ? t('auth.error.emailInvalid') : undefined}
        type="email"
        dir="ltr"
        autoComplete="email"
        value={email}
        onChange={({ target }) => setEmail(target.value)}
        required
      />
      <div>
        <Button type="submit" busyText={busy && t('account.saving')}>
          {t('onboarding.edit.emailSend')}
        </Button>
      </div>
    </Form>
  )
}

function CodeForm({ email, onDone, onOther }: { email: string; onDone: () => void; onOther: () => void }) {
  const t = useT()
  const { busy, error, run } = usePool()
  const [code, setCode] = useState('')
  const verify = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy || !(await run((pool, services) => pool.verifyEmail(services, code)))) return
    showToast({ kind: 'success', text: t('onboarding.edit.emailDone') })
    onDone()
  }
  const resend = async () => {
    if (await run((pool, services) => pool.resendEmailCode(services)))
      showToast({ kind: 'success', text: t('onboarding.edit.emailResent') })
  }
  return (
    <Form onSubmit={(event) => void verify(event)} className="gap-4">
      <p className="text-15 text-ink-2">
        <Text
          id="onboarding.edit.emailSent"
          values={{ email }}
          components={{ address: <bdi dir="ltr" className="font-medium break-all text-ink" /> }}
        />
      </p>
      <Refused error={error} />
      <TextField
        label={t('onboarding.edit.code')}
        dir="ltr"
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        onChange={({ target }) => setCode(latinDigits(target.value).replace(/\D/g, '').slice(0, 6))}
        required
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busyText={busy && t('account.saving')}>
          {t('onboarding.edit.emailVerify')}
        </Button>
        <Button kind="secondary" onClick={() => void resend()}>
          {t('onboarding.edit.emailResend')}
        </Button>
        <Button kind="quiet" onClick={onOther}>
          {t('onboarding.edit.emailOther')}
        </Button>
      </div>
    </Form>
  )
}
