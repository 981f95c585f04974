import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useServices } from '../../api/services.js'
import { Text, useLocale, useT, type MessageId } from '../../i18n/i18n.js'
import { localePath } from '../../lib/locale.js'
import { latinDigits } from '../../lib/phone.js'
import { showToast } from '../../lib/toast.js'
import { useRulesForm } from '../../lib/use-rules-form.js'
import { Button } from '../../ui/button.js'
import { ErrorSummary, Form, TextField } from '../../ui/form.js'
import { TextLink } from '../../ui/link.js'
import { PageHead } from '../../ui/page-head.js'
import { Notice } from '../../ui/states.js'
import { AuthLayout } from './auth-layout.js'
import { firstLanding, useNext, withNext } from './next.js'
import { codeError } from '../../api/pool-outcomes.js'
import { forgetPending, pendingEmail, takePassword } from './pending.js'
import { requestCode, signInQuietly, submitCode } from './pool-calls.js'
import { RefusalText } from '../../api/refusal-text.js'
import { ResendCode } from './resend-code.js'
import { ConfirmationRules, type ConfirmationValues } from './rules.js'

/**
 * `/email-confirmation`: confirms the email address with the emailed code. Then signs the user in if the page still
 * knows the password.
 */
export default function ConfirmationPage() {
  const t = useT()
  const next = useNext()
  const [known] = useState(pendingEmail)
  const { form, field, set, summary, attempt, submit } = useRulesForm<ConfirmationValues>(ConfirmationRules, {
    email: known,
    code: '',
  })
  const { error, clear, send } = useConfirm(next)
  const { config } = useServices()
  const locale = useLocale()
  const email = form.watch('email')
  return (
    <AuthLayout
      title={t('auth.confirm.title')}
      lead={
        known ? (
          <Text
            id="auth.confirm.sentTo"
            values={{ email: known }}
            components={{ address: <bdi dir="ltr" className="font-medium text-ink" /> }}
          />
        ) : (
          t('auth.confirm.lead')
        )
      }
    >
      <PageHead title={t('auth.confirm.title')} private />
      <Form onSubmit={submit(send)} onEntry={clear}>
        <ErrorSummary errors={summary(['email', 'code'])} attempt={attempt} />
        {error && (
          <Notice tone="bad">
            <RefusalText id={error} />
          </Notice>
        )}
        {!known && (
          <TextField {...field('email')} type="email" dir="ltr" autoComplete="email" label={t('auth.email')} required />
        )}
        <TextField
          {...field('code')}
          onInput={(event) => set('code', latinDigits(event.currentTarget.value).replace(/\D/g, '').slice(0, 6))}
          dir="ltr"
          inputMode="numeric"
          autoComplete="one-time-code"
          label={t('auth.confirm.code')}
          hint={t('auth.confirm.codeHint')}
          style={{ fontSize: 22, letterSpacing: '0.3em' }}
          required
        />
        <Button type="submit" size="l" busyText={form.formState.isSubmitting && t('auth.confirm.busy')}>
          {t('auth.confirm.submit')}
        </Button>
      </Form>
      <ResendCode
        email={email.trim()}
        request={() => requestCode(config.idp, email.trim(), locale)}
        sent="auth.toast.resent"
      />
      <p className="mt-6 text-15 text-ink-2">
        {t('auth.confirm.wrongAddress')}{' '}
        <TextLink to={withNext('/registration', next)} className="inline-flex min-h-11 items-center">
          {t('auth.confirm.again')}
        </TextLink>
      </p>
    </AuthLayout>
  )
}

function useConfirm(next: string | null) {
  const { config, session } = useServices()
  const [error, setError] = useState<MessageId | null>(null)
  const navigate = useNavigate()
  const locale = useLocale()
  const t = useT()
  const send = async (values: ConfirmationValues) => {
    const email = values.email.trim()
    const outcome = await submitCode(config.idp, email, values.code)
    if (outcome.kind === 'refused' && outcome.refusal !== 'confirmed') return setError(codeError(outcome.refusal))
    showToast({ kind: 'success', text: t('auth.toast.confirmed'), at: '/signin' })
    const password = takePassword(email)
    forgetPending()
    if (password && (await signInQuietly(config.idp, email, password)).kind === 'signedIn') {
      session?.changed()
      return navigate(localePath(firstLanding(next), locale), { replace: true })
    }
    await navigate(localePath(withNext('/signin', next), locale), { replace: true, state: { email } })
  }
  return { error, clear: () => setError(null), send }
}
