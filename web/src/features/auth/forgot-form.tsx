import { useState } from 'react'
import { useServices } from '../../api/services.js'
import { useLocale, useT, type MessageId } from '../../i18n/i18n.js'
import { showToast } from '../../lib/toast.js'
import { useRulesForm } from '../../lib/use-rules-form.js'
import { Button } from '../../ui/button.js'
import { ErrorSummary, Form, TextField } from '../../ui/form.js'
import { TextLink } from '../../ui/link.js'
import { PageHead } from '../../ui/page-head.js'
import { Notice } from '../../ui/states.js'
import { AuthLayout } from './auth-layout.js'
import { useNext, withNext } from './next.js'
import { codeError } from '../../api/pool-outcomes.js'
import { requestResetCode } from './pool-calls.js'
import { RefusalText } from '../../api/refusal-text.js'
import { ForgotRules, type ForgotValues } from './rules.js'

interface ForgotFormProps {
  email: string
  /** `isSent` is whether a code has just been requested. */
  onCode: (email: string, isSent: boolean) => void
}

/** Requests a password reset code; the response is the same whether or not the address is registered. */
export function ForgotForm({ email, onCode }: ForgotFormProps) {
  const t = useT()
  const next = useNext()
  const { config } = useServices()
  const locale = useLocale()
  const [error, setError] = useState<MessageId | null>(null)
  const { form, field, summary, attempt, submit } = useRulesForm<ForgotValues>(ForgotRules, { email })
  const clear = () => setError(null)
  const send = async (values: ForgotValues) => {
    const typed = values.email.trim()
    const outcome = await requestResetCode(config.idp, typed, locale)
    if (outcome.kind === 'refused') return setError(codeError(outcome.refusal))
    showToast({ kind: 'success', text: t('auth.toast.resetSent') })
    onCode(typed, true)
  }
  return (
    <AuthLayout title={t('auth.forgot.title')} lead={t('auth.forgot.lead')}>
      <PageHead title={t('auth.forgot.title')} private />
      <Form onSubmit={submit(send)} onEntry={clear}>
        <ErrorSummary errors={summary(['email'])} attempt={attempt} />
        {error && (
          <Notice tone="bad">
            <RefusalText id={error} />
          </Notice>
        )}
        <TextField
          {...field('email')}
          type="email"
          dir="ltr"
          autoComplete="username"
          inputMode="email"
          label={t('auth.email')}
          required
        />
        <Button type="submit" size="l" busyText={form.formState.isSubmitting && t('auth.forgot.busy')}>
          {t('auth.forgot.submit')}
        </Button>
      </Form>
      <div className="mt-6 flex flex-col items-start gap-3">
        <Button kind="secondary" onClick={() => onCode(form.getValues('email').trim(), false)}>
          {t('auth.forgot.haveCode')}
        </Button>
        <TextLink to={withNext('/signin', next)} className="inline-flex min-h-11 items-center text-15">
          {t('auth.forgot.back')}
        </TextLink>
      </div>
    </AuthLayout>
  )
}
