import { useId, useState } from 'react'
import { useServices } from '../../api/services.js'
import { Text, useLocale, useT, type MessageId } from '../../i18n/i18n.js'
import { latinDigits } from '../../lib/phone.js'
import { showToast } from '../../lib/toast.js'
import { useRulesForm, type RulesForm } from '../../lib/use-rules-form.js'
import { Button } from '../../ui/button.js'
import { ErrorSummary, Form, TextField } from '../../ui/form.js'
import { PageHead } from '../../ui/page-head.js'
import { Notice } from '../../ui/states.js'
import { AuthLayout } from './auth-layout.js'
import { resetError } from '../../api/pool-outcomes.js'
import { PasswordConditions, PasswordField } from '../../ui/password-field.js'
import { requestResetCode, submitReset } from './pool-calls.js'
import { RefusalText } from '../../api/refusal-text.js'
import { ResendCode } from './resend-code.js'
import { ResetRules, type ResetValues } from './rules.js'

interface ResetFormProps {
  email: string
  /** Whether a code was just sent to `email`; if not, the address can be typed here. */
  isSent: boolean
  onBack: () => void
  onDone: (email: string) => void
}

/** Submits the code and the new password. */
export function ResetForm({ email, isSent, onBack, onDone }: ResetFormProps) {
  const t = useT()
  const { config } = useServices()
  const locale = useLocale()
  const rules = useRulesForm<ResetValues>(ResetRules, { email, code: '', password: '' })
  const { error, clear, send } = useReset(rules, onDone)
  const typed = rules.form.watch('email').trim()
  return (
    <AuthLayout title={t('auth.reset.title')} lead={isSent ? <SentTo email={email} /> : t('auth.reset.lead')} focus>
      <PageHead title={t('auth.reset.title')} private />
      <Form onSubmit={rules.submit(send)} onEntry={clear}>
        <ErrorSummary errors={rules.summary(['email', 'code', 'password'])} attempt={rules.attempt} />
        {error && (
          <Notice tone="bad">
            <RefusalText id={error} />
          </Notice>
        )}
        <Fields {...rules} hasEmail={!isSent} />
        <Button type="submit" size="l" busyText={rules.form.formState.isSubmitting && t('auth.reset.busy')}>
          {t('auth.reset.submit')}
        </Button>
      </Form>
      <ResendCode
        email={typed}
        request={() => requestResetCode(config.idp, typed, locale)}
        sent="auth.toast.resetSent"
      />
      <Button kind="secondary" className="mt-3" onClick={onBack}>
        {t('auth.reset.another')}
      </Button>
    </AuthLayout>
  )
}

function SentTo({ email }: { email: string }) {
  return (
    <Text
      id="auth.reset.sentTo"
      values={{ email }}
      components={{ address: <bdi dir="ltr" className="font-medium break-all text-ink" /> }}
    />
  )
}

function Fields({ form, field, set, hasEmail }: RulesForm<ResetValues> & { hasEmail: boolean }) {
  const t = useT()
  const requirementsId = useId()
  return (
    <>
      {hasEmail && (
        <TextField
          {...field('email')}
          type="email"
          dir="ltr"
          autoComplete="username"
          label={t('auth.email')}
          required
        />
      )}
      <TextField
        {...field('code')}
        onInput={(event) => set('code', latinDigits(event.currentTarget.value).replace(/\D/g, '').slice(0, 6))}
        dir="ltr"
        inputMode="numeric"
        autoComplete="one-time-code"
        label={t('auth.reset.code')}
        hint={t('auth.confirm.codeHint')}
        style={{ fontSize: 22, letterSpacing: '0.3em' }}
        required
      />
      <div className="flex flex-col gap-2">
        <PasswordField {...field('password')} autoComplete="new-password" label={t('auth.reset.password')} required />
        <PasswordConditions
          id={requirementsId}
          password={form.watch('password')}
          owner={{ email: form.watch('email') }}
        />
      </div>
    </>
  )
}

function useReset(rules: RulesForm<ResetValues>, onDone: (email: string) => void) {
  const { config } = useServices()
  const t = useT()
  const [error, setError] = useState<MessageId | null>(null)
  const send = async (values: ResetValues) => {
    const email = values.email.trim()
    const outcome = await submitReset(config.idp, { ...values, email })
    if (outcome.kind === 'done') {
      showToast({ kind: 'success', text: t('auth.toast.reset') })
      return onDone(email)
    }
    const { field, text } = resetError(outcome.refusal)
    if (field) rules.fail([{ name: field, text: t(text) }])
    else setError(text)
  }
  return { error, clear: () => setError(null), send }
}
