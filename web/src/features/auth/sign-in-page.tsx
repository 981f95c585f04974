import { useState } from 'react'
import { Navigate, useNavigate } from 'react-router-dom'
import { isConnectionLost } from '../../api/problem.js'
import { useServices, useSession } from '../../api/services.js'
import { useLocale, useT, type MessageId } from '../../i18n/i18n.js'
import { localePath } from '../../lib/locale.js'
import { log } from '../../lib/log.js'
import { showToast } from '../../lib/toast.js'
import { useRulesForm } from '../../lib/use-rules-form.js'
import { Button, ButtonLink } from '../../ui/button.js'
import { ErrorSummary, Form, TextField } from '../../ui/form.js'
import { TextLink } from '../../ui/link.js'
import { PageHead } from '../../ui/page-head.js'
import { Notice } from '../../ui/states.js'
import { AuthLayout } from './auth-layout.js'
import { LegalLinks } from './legal-links.js'
import { landing, useNavigationState, useNext, withNext } from './next.js'
import { signInError, type SignInOutcome } from '../../api/pool-outcomes.js'
import { PasswordField } from '../../ui/password-field.js'
import { RefusalText } from '../../api/refusal-text.js'
import { rememberPending } from './pending.js'
import { loadPool } from './pool-calls.js'
import { SignInRules, type SignInValues } from './rules.js'

/** `/signin`: signs in with email and password by SRP. A signed-in user is redirected. */
export default function SignInPage() {
  const t = useT()
  const next = useNext()
  const session = useSession()
  const locale = useLocale()
  const { email = '', sessionEnded } = useNavigationState<{ email: string; sessionEnded: boolean }>()
  const { form, field, summary, attempt, submit } = useRulesForm<SignInValues>(SignInRules, {
    email,
    password: '',
  })
  const { error, clear, send } = useSignIn(next)
  if (session) return <Navigate replace to={localePath(landing(next, session.user.roles), locale)} />
  return (
    <AuthLayout title={t('auth.signIn.title')} lead={t('auth.signIn.lead')}>
      <PageHead title={t('auth.signIn.title')} private />
      <Form onSubmit={submit(send)} onEntry={clear}>
        {/* Not in the first paint, which must equal the server's: history entries are unknown there. */}
        {session === null && sessionEnded && <Notice tone="warn">{t('shell.sessionEnded')}</Notice>}
        <ErrorSummary errors={summary(['email', 'password'])} attempt={attempt} />
        {error && (
          <Notice tone="bad" title={t(error.title)}>
            <RefusalText id={error.text} />
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
        <div className="flex flex-col items-start gap-2">
          <PasswordField
            {...field('password')}
            className="w-full"
            autoComplete="current-password"
            label={t('auth.password')}
            required
          />
          <TextLink
            to={withNext('/forgot-password', next)}
            state={{ email: form.watch('email').trim() }}
            className="inline-flex min-h-11 items-center text-15"
          >
            {t('auth.signIn.forgot')}
          </TextLink>
        </div>
        <Button type="submit" size="l" busyText={form.formState.isSubmitting && t('auth.signIn.busy')}>
          {t('auth.signIn.submit')}
        </Button>
      </Form>
      <p className="mt-6 text-15 text-ink-2">
        {t('auth.signIn.noAccount')}{' '}
        <TextLink to={withNext('/registration', next)} className="inline-flex min-h-11 items-center">
          {t('auth.signIn.signUp')}
        </TextLink>
      </p>
      <hr className="rule my-6" />
      <ButtonLink to="/" kind="secondary" size="s">
        {t('shell.account.globalAccess')}
      </ButtonLink>
      <LegalLinks />
    </AuthLayout>
  )
}

/** Submits the form: loads the user-pool library, signs in and redirects to confirmation or into the product. */
function useSignIn(next: string | null) {
  const { config, session } = useServices()
  const [error, setError] = useState<{ title: MessageId; text: MessageId } | null>(null)
  const navigate = useNavigate()
  const locale = useLocale()
  const t = useT()
  const finish = async (outcome: SignInOutcome, values: SignInValues) => {
    if (outcome.kind === 'unconfirmed') {
      rememberPending(values.email, values.password)
      return navigate(localePath(withNext('/email-confirmation', next), locale))
    }
    if (outcome.kind !== 'signedIn') return setError({ title: 'auth.error.signInFailed', text: signInError(outcome) })
    showToast({ kind: 'success', text: t('auth.toast.welcome'), at: '/investor-dashboard' })
    session?.changed() // subscribers see the session and redirect
  }
  const send = async (values: SignInValues) => {
    try {
      const { signIn } = await loadPool()
      await finish(await signIn(config.idp, values.email.trim(), values.password), values)
    } catch (cause) {
      log('error', 'Sign-in failed', cause)
      const text = isConnectionLost(cause) ? 'ui.connectionLost' : 'auth.error.signInBroke'
      setError({ title: 'auth.error.signInError', text })
    }
  }
  return { error, clear: () => setError(null), send }
}
