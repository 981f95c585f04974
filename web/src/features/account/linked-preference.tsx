import type { EmailPreference } from '@hissa/contracts/identity'
import { api } from '../../api/api.js'
import { codeOf, type ApiError } from '../../api/problem.js'
import { useT } from '../../i18n/i18n.js'
import { showToast } from '../../lib/toast.js'
import { Button, ButtonLink } from '../../ui/button.js'
import { Card } from '../../ui/layout.js'
import { TextLink } from '../../ui/link.js'
import { ErrorState, Loading, Skeleton } from '../../ui/states.js'

const linkApi = api.injectEndpoints({
  endpoints: (build) => ({
    getEmailPreference: build.query<EmailPreference, string>({
      query: (token) => ({ url: '/email-preferences', params: { token } }),
      keepUnusedDataFor: 0,
    }),
    changeEmailPreference: build.mutation<EmailPreference, { token: string; email: boolean }>({
      query: (body) => ({ url: '/email-preferences', method: 'PUT', body }),
      onQueryStarted: async ({ token }, { dispatch, queryFulfilled }) => {
        const saved = await queryFulfilled.catch(() => undefined)
        if (saved) await dispatch(linkApi.util.upsertQueryData('getEmailPreference', token, saved.data))
      },
      invalidatesTags: ['Account'],
    }),
  }),
})

const { useGetEmailPreferenceQuery, useChangeEmailPreferenceMutation } = linkApi

/** Shows the one kind of email that a link is about, and switches it off or on again. Works without signing in. */
export function LinkedPreference({ token }: { token: string }) {
  const t = useT()
  const { data, error, isFetching, refetch } = useGetEmailPreferenceQuery(token)
  if (data) return <Preference token={token} preference={data} />
  if (error && !isFetching) return <Refused error={error as ApiError} onRetry={() => void refetch()} />
  return (
    <Loading label={t('ui.loading')} onRetry={() => void refetch()}>
      <Skeleton className="h-56 w-full" />
    </Loading>
  )
}

function Preference({ token, preference }: { token: string; preference: EmailPreference }) {
  const t = useT()
  const [change, { isLoading }] = useChangeEmailPreferenceMutation()
  const { topic, email } = preference
  const set = async (wanted: boolean) => {
    const { error } = await change({ token, email: wanted })
    if (error) showToast({ kind: 'error', text: t('account.emails.failed') })
  }
  return (
    <Card className="flex flex-col items-start gap-4 p-6">
      <div role="status">
        <h2 className="text-22">{t(email ? 'account.emails.on' : 'account.emails.off')}</h2>
        <p className="pt-2 text-15 text-ink-2">
          {t('account.emails.about', {
            topic: t(`account.notices.${topic}`),
            hint: t(`account.notices.${topic}Hint`),
          })}
        </p>
        {!email && <p className="pt-2 text-15 text-ink-2">{t('account.emails.offText')}</p>}
      </div>
      {email ? (
        <Button busyText={isLoading && t('account.emails.stopping')} onClick={() => void set(false)}>
          {t('account.emails.stop')}
        </Button>
      ) : (
        <Button kind="secondary" busyText={isLoading && t('account.emails.undoing')} onClick={() => void set(true)}>
          {t('account.emails.undo')}
        </Button>
      )}
      <TextLink to="/email-preferences" className="inline-flex min-h-11 items-center text-15">
        {t('account.emails.all')}
      </TextLink>
    </Card>
  )
}

/** Explains why a link doesn't work. The account's owner can choose emails by signing in. */
function Refused({ error, onRetry }: { error: ApiError; onRetry: () => void }) {
  const t = useT()
  const code = codeOf(error)
  const all = <ButtonLink to="/email-preferences">{t('account.emails.all')}</ButtonLink>
  if (code === 'EMAIL_LINK_EXPIRED')
    return <ErrorState title={t('account.emails.expired')} text={t('account.emails.expiredText')} action={all} />
  if (code === 'EMAIL_LINK_INVALID' || code === 'VALIDATION_FAILED')
    return <ErrorState title={t('account.emails.invalid')} text={t('account.emails.invalidText')} action={all} />
  return (
    <ErrorState
      title={t('account.emails.error')}
      reference={error.reference}
      action={<Button onClick={onRetry}>{t('ui.tryAgain')}</Button>}
    />
  )
}
