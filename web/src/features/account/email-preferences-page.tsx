import { useLocation, Navigate, useSearchParams } from 'react-router-dom'
import type { CurrentUser } from '@hissa/contracts/identity'
import { useGetCurrentUserQuery } from '../../api/account-api.js'
import type { ApiError } from '../../api/problem.js'
import { useSession } from '../../api/services.js'
import { useLocale, useT } from '../../i18n/i18n.js'
import { signInPath } from '../../lib/intent.js'
import { localePath } from '../../lib/locale.js'
import { Button } from '../../ui/button.js'
import { PageHeader } from '../../ui/layout.js'
import { PageHead } from '../../ui/page-head.js'
import { ErrorState, Loading, Skeleton } from '../../ui/states.js'
import { LinkedPreference } from './linked-preference.js'
import { NoticesSection } from './notices-section.js'
import { SaveBar, SettingsGuard } from './save-bar.js'
import { useSettingsForm } from './settings-form.js'

/** `/email-preferences`: all kinds of emails for who is signed in, or the one kind that the link of an email is about. */
export default function EmailPreferencesPage() {
  const t = useT()
  const token = useSearchParams()[0].get('token')
  return (
    <div className="frame pb-24">
      <PageHead title={t('account.emails.title')} private />
      <PageHeader title={t('account.emails.title')} lead={t('account.emails.lead')} />
      <div className="max-w-[640px]">{token ? <LinkedPreference key={token} token={token} /> : <OwnPreferences />}</div>
    </div>
  )
}

function OwnPreferences() {
  const t = useT()
  const session = useSession()
  const location = useLocation()
  const locale = useLocale()
  const { data, error, refetch } = useGetCurrentUserQuery(undefined, { skip: !session })
  if (session === null) return <Navigate replace to={localePath(signInPath(location), locale)} />
  if (data) return <Form user={data} />
  if (error)
    return (
      <ErrorState
        title={t('account.emails.error')}
        reference={(error as ApiError).reference}
        action={<Button onClick={() => void refetch()}>{t('ui.tryAgain')}</Button>}
      />
    )
  return (
    <Loading label={t('ui.loading')} {...(session && { onRetry: () => void refetch() })}>
      <Skeleton className="h-80 w-full" />
    </Loading>
  )
}

function Form({ user }: { user: CurrentUser }) {
  const form = useSettingsForm(user)
  return (
    <>
      <NoticesSection user={user} form={form} />
      <SaveBar form={form} canReset={false} />
      <SettingsGuard isOn={form.isChanged} />
    </>
  )
}
