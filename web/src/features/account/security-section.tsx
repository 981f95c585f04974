import { useId, useState } from 'react'
import * as z from 'zod/mini'
import { codeError, passwordError } from '../../api/pool-outcomes.js'
import { RefusalText } from '../../api/refusal-text.js'
import { useServices } from '../../api/services.js'
import { useT, type MessageId } from '../../i18n/i18n.js'
import { newPassword } from '../../lib/password-rules.js'
import { showToast } from '../../lib/toast.js'
import { useRulesForm } from '../../lib/use-rules-form.js'
import { Button } from '../../ui/button.js'
import { ErrorSummary, Form } from '../../ui/form.js'
import { PasswordConditions, PasswordField } from '../../ui/password-field.js'
import { Notice } from '../../ui/states.js'
import { loadAccountPool } from '../../api/account-pool-calls.js'
import type { SectionProps } from './settings-page.js'

const Rules = z.object({
  previous: z.string().check(z.minLength(1, 'auth.error.passwordRequired')),
  password: newPassword,
})
type Values = z.infer<typeof Rules>

/** Changes the password. There is no second factor yet. */
export default function SecuritySection({ user }: SectionProps) {
  const t = useT()
  return (
    <div className="flex flex-col gap-10">
      <PasswordForm user={user} />
      <div>
        <h3 className="pb-2 text-18 font-medium">{t('account.security.twoFactor')}</h3>
        <p className="text-13 text-ink-2">{t('account.security.twoFactorLater')}</p>
      </div>
    </div>
  )
}

function PasswordForm({ user }: Pick<SectionProps, 'user'>) {
  const t = useT()
  const requirementsId = useId()
  const rules = useRulesForm<Values>(Rules, { previous: '', password: '' })
  const [error, send, clear] = useChange(rules)
  return (
    <Form onSubmit={rules.submit(send)} onEntry={clear}>
      <div>
        <h3 className="text-18 font-medium">{t('account.security.password')}</h3>
        <p className="text-13 text-ink-2">{t('account.security.passwordText')}</p>
      </div>
      <ErrorSummary errors={rules.summary(['previous', 'password'])} attempt={rules.attempt} />
      {error && (
        <Notice tone="bad">
          <RefusalText id={error} />
        </Notice>
      )}
      {/* Tells password managers whose password this is. */}
      <input type="text" autoComplete="username" value={user.email} readOnly hidden />
      <PasswordField
        {...rules.field('previous')}
        autoComplete="current-password"
        label={t('account.security.previous')}
        required
      />
      <div className="flex flex-col gap-2">
        <PasswordField
          {...rules.field('password')}
          autoComplete="new-password"
          label={t('account.security.next')}
          required
        />
        <PasswordConditions
          id={requirementsId}
          password={rules.form.watch('password')}
          owner={{ email: user.email, name: user.fullName }}
        />
      </div>
      <div>
        <Button type="submit" busyText={rules.form.formState.isSubmitting && t('account.saving')}>
          {t('account.security.change')}
        </Button>
      </div>
    </Form>
  )
}

function useChange(rules: ReturnType<typeof useRulesForm<Values>>) {
  const t = useT()
  const services = useServices()
  const [error, setError] = useState<MessageId | null>(null)
  const send = async ({ previous, password }: Values) => {
    const pool = await loadAccountPool().catch(() => null)
    if (!pool) return setError('ui.connectionLost')
    const outcome = await pool.changePassword(services, previous, password)
    if (outcome.kind === 'done') {
      rules.form.reset()
      return showToast({ kind: 'success', text: t('account.security.changed') })
    }
    const { refusal } = outcome
    const policy = passwordError(refusal)
    if (policy) return rules.fail([{ name: 'password', text: t(policy) }])
    if (refusal === 'credentials') return rules.fail([{ name: 'previous', text: t('account.security.wrong') }])
    setError(codeError(refusal))
  }
  return [error, send, () => setError(null)] as const
}
