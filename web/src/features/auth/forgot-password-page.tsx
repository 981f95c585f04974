import { useState } from 'react'
import { useT } from '../../i18n/i18n.js'
import { ButtonLink } from '../../ui/button.js'
import { PageHead } from '../../ui/page-head.js'
import { AuthLayout } from './auth-layout.js'
import { ForgotForm } from './forgot-form.js'
import { useNavigationState, useNext, withNext } from './next.js'
import { ResetForm } from './reset-form.js'

type Step = { at: 'request' } | { at: 'reset'; isSent: boolean } | { at: 'done' }

/** `/forgot-password`: requests a code, submits it with a new password and links back to sign-in. */
export default function ForgotPasswordPage() {
  const [email, setEmail] = useState(useNavigationState<{ email: string }>().email ?? '')
  const [step, setStep] = useState<Step>({ at: 'request' })
  const toReset = (typed: string, isSent: boolean) => {
    setEmail(typed)
    setStep({ at: 'reset', isSent })
  }
  if (step.at === 'request') return <ForgotForm email={email} onCode={toReset} />
  if (step.at === 'reset')
    return (
      <ResetForm
        email={email}
        isSent={step.isSent}
        onBack={() => setStep({ at: 'request' })}
        onDone={(typed) => {
          setEmail(typed)
          setStep({ at: 'done' })
        }}
      />
    )
  return <Done email={email} />
}

function Done({ email }: { email: string }) {
  const t = useT()
  const next = useNext()
  return (
    <AuthLayout title={t('auth.reset.doneTitle')} lead={t('auth.reset.doneText')} focus>
      <PageHead title={t('auth.reset.doneTitle')} private />
      <ButtonLink to={withNext('/signin', next)} state={{ email }} size="l">
        {t('auth.reset.signIn')}
      </ButtonLink>
    </AuthLayout>
  )
}
