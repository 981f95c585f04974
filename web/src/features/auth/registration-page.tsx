import { useId, useState } from 'react'
import { Navigate, useNavigate } from 'react-router-dom'
import { isConnectionLost } from '../../api/problem.js'
import { useServices, useSession } from '../../api/services.js'
import { useFormDraft } from '../../api/use-draft.js'
import { useLocale, useT, type MessageId } from '../../i18n/i18n.js'
import { dropDraft, readDraft } from '../../lib/draft.js'
import { localePath } from '../../lib/locale.js'
import { log } from '../../lib/log.js'
import { showToast } from '../../lib/toast.js'
import { useRulesForm, type RulesForm } from '../../lib/use-rules-form.js'
import { Button } from '../../ui/button.js'
import { ErrorSummary, Form, TextField } from '../../ui/form.js'
import { TextLink } from '../../ui/link.js'
import { PageHead } from '../../ui/page-head.js'
import { PhoneField } from '../../ui/phone-field.js'
import { Notice } from '../../ui/states.js'
import { AuthLayout } from './auth-layout.js'
import { SignUpLegal } from './legal-links.js'
import { landing, useNext, withNext } from './next.js'
import { signUpError } from '../../api/pool-outcomes.js'
import { PasswordConditions, PasswordField } from '../../ui/password-field.js'
import { rememberPending } from './pending.js'
import { forgetReferralCode, useReferralCode } from './referral.js'
import { loadPool } from './pool-calls.js'
import { SignUpRules, type SignUpValues } from './rules.js'

const DRAFT = 'registration.visitor'
const EMPTY: SignUpValues = { email: '', password: '', fullName: '', phone: '' }
const FIELDS = ['email', 'password', 'fullName', 'phone'] as const

/** `/registration`: creates an account, whose email address is confirmed on the next page. */
export default function RegistrationPage() {
  const t = useT()
  const next = useNext()
  const session = useSession()
  const locale = useLocale()
  const [start] = useState(() => ({ ...EMPTY, ...readDraft<SignUpValues>(DRAFT), password: '' }))
  const rules = useRulesForm<SignUpValues>(SignUpRules, start)
  useFormDraft(rules.form, DRAFT, ['password'])
  const referralCode = useReferralCode()
  const { error, clear, send } = useSignUp(rules, next, referralCode)
  if (session) return <Navigate replace to={localePath(landing(next, session.user.roles), locale)} />
  return (
    <AuthLayout title={t('auth.signUp.title')} lead={t('auth.signUp.lead')}>
      <PageHead title={t('auth.signUp.title')} private />
      {referralCode && (
        <p className="mb-6 text-15 text-ink-2">
          {t('auth.signUp.invited')}{' '}
          <TextLink to="/rewards" className="inline-flex min-h-11 items-center">
            {t('auth.signUp.program')}
          </TextLink>
        </p>
      )}
      <Form onSubmit={rules.submit(send)} onEntry={clear}>
        <Summary {...rules} />
        {error && <Notice tone="bad">{t(error)}</Notice>}
        <Fields {...rules} />
        <SignUpLegal />
        <Button type="submit" size="l" busyText={rules.form.formState.isSubmitting && t('auth.signUp.busy')}>
          {t('auth.signUp.submit')}
        </Button>
      </Form>
      <p className="mt-6 text-15 text-ink-2">
        {t('auth.signUp.haveAccount')}{' '}
        <TextLink to={withNext('/signin', next)} className="inline-flex min-h-11 items-center">
          {t('auth.signUp.signIn')}
        </TextLink>
      </p>
    </AuthLayout>
  )
}

/** Lists the errors as links. If email and password are both missing, the title says so. */
function Summary({ form, summary, idOf, attempt }: RulesForm<SignUpValues>) {
  const t = useT()
  const { email, password } = form.formState.errors
  const errors = summary(FIELDS)
  const bothMissing = [email, password].every((error) => /Required$/.test(error?.message ?? ''))
  if (!bothMissing) return <ErrorSummary errors={errors} attempt={attempt} />
  const names = { [idOf('email')]: t('auth.email'), [idOf('password')]: t('auth.password') }
  return (
    <ErrorSummary
      title={t('auth.error.bothRequired')}
      errors={errors.map((error) => ({ ...error, message: names[error.fieldId ?? ''] ?? error.message }))}
      attempt={attempt}
    />
  )
}

function Fields({ form, field, idOf, errorOf, set, judge }: RulesForm<SignUpValues>) {
  const t = useT()
  const requirementsId = useId()
  return (
    <>
      <TextField
        {...field('email')}
        type="email"
        dir="ltr"
        autoComplete="email"
        inputMode="email"
        label={t('auth.email')}
        required
      />
      <div className="flex flex-col gap-2">
        <PasswordField {...field('password')} autoComplete="new-password" label={t('auth.password')} required />
        <PasswordConditions
          id={requirementsId}
          password={form.watch('password')}
          owner={{ email: form.watch('email'), name: form.watch('fullName') }}
        />
      </div>
      <TextField
        {...field('fullName')}
        autoComplete="name"
        dir="auto"
        label={t('auth.fullName')}
        hint={t('auth.fullName.hint')}
      />
      <PhoneField
        id={idOf('phone')}
        label={t('auth.phone')}
        error={errorOf('phone')}
        value={form.watch('phone')}
        onValue={(value) => set('phone', value)}
        onBlur={() => judge('phone')}
      />
    </>
  )
}

function useSignUp(rules: RulesForm<SignUpValues>, next: string | null, referralCode: string | undefined) {
  const { config } = useServices()
  const [error, setError] = useState<MessageId | null>(null)
  const navigate = useNavigate()
  const locale = useLocale()
  const t = useT()
  const send = async (values: SignUpValues) => {
    try {
      const { signUp } = await loadPool()
      const outcome = await signUp(config.idp, values, locale, referralCode)
      if (outcome.kind === 'created') {
        dropDraft(DRAFT)
        forgetReferralCode()
        rememberPending(values.email, values.password, outcome.userId)
        showToast({ kind: 'success', text: t('auth.toast.created'), at: '/email-confirmation' })
        return await navigate(localePath(withNext('/email-confirmation', next), locale))
      }
      const { field, text } = signUpError(outcome.refusal)
      if (field) rules.fail([{ name: field, text: t(text) }])
      else setError(text)
    } catch (cause) {
      log('error', 'Sign-up failed', cause)
      setError(isConnectionLost(cause) ? 'ui.connectionLost' : 'auth.error.signUp')
    }
  }
  return { error, clear: () => setError(null), send }
}
