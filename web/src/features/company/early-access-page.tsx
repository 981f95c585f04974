import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useLocale, useT, type MessageId } from '../../i18n/i18n.js'
import { useRulesForm } from '../../lib/use-rules-form.js'
import { Button, ButtonLink } from '../../ui/button.js'
import { ErrorSummary, Form, TextField } from '../../ui/form.js'
import { Card, PageHeader } from '../../ui/layout.js'
import { TextLink } from '../../ui/link.js'
import { PageHead } from '../../ui/page-head.js'
import { Notice } from '../../ui/states.js'
import { WaitlistRules, LONGEST, type WaitlistValues } from './form-rules.js'
import { formError, useFollowLinkMutation, useJoinWaitlistMutation } from './forms-api.js'
import { HiddenField } from './hidden-field.js'

const POINTS = ['what', 'next', 'data'] as const
const EMPTY = { email: '', website: '' }

interface EmailLink {
  action: 'confirm' | 'leave'
  token: string
}

/** `/early-access`: asks for a place on the waitlist, and confirms or deletes it by the link of an email. */
export default function EarlyAccessPage() {
  const t = useT()
  const link = useEmailLink()
  return (
    <div className="frame pb-24">
      <PageHead title={t('company.early.title')} description={t('company.early.description')} />
      <PageHeader title={t('company.early.title')} lead={t('company.early.lead')} />
      <div className="grid items-start gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,1fr)_420px]">
        <ol className="divide-y divide-line border-y border-line max-lg:order-2">
          {POINTS.map((point) => (
            <li key={point} className="grid gap-x-8 gap-y-1 py-5 md:grid-cols-[1fr_2fr]">
              <h2 className="text-15 font-medium">{t(`company.early.${point}.title`)}</h2>
              <p className="text-15 text-ink-2">{t(`company.early.${point}.text`)}</p>
            </li>
          ))}
        </ol>
        <Card className="p-6">{link ? <LinkStep key={link.token} link={link} /> : <JoinForm />}</Card>
      </div>
    </div>
  )
}

/**
 * Returns the link of an email that was opened. It is in the fragment, which only the browser knows, so the first render
 * is that of the server.
 */
function useEmailLink(): EmailLink | null {
  const { hash } = useLocation()
  const [link, setLink] = useState<EmailLink | null>(null)
  useEffect(() => {
    const [, action, token] = /^#(confirm|leave)=([\w.-]{1,200})$/.exec(hash) ?? []
    setLink(action && token ? { action: action as EmailLink['action'], token } : null)
  }, [hash])
  return link
}

function JoinForm() {
  const t = useT()
  const locale = useLocale()
  const [join] = useJoinWaitlistMutation()
  const [error, setError] = useState<MessageId | null>(null)
  const [email, setEmail] = useState<string | null>(null)
  const { form, field, summary, attempt, submit } = useRulesForm<WaitlistValues>(WaitlistRules, EMPTY)
  const run = async (values: WaitlistValues) => {
    const result = await join({ ...values, language: locale })
    if (result.error) return setError(formError(result.error))
    setEmail(values.email.trim())
  }
  if (email !== null)
    return (
      <div role="status" className="flex flex-col gap-3">
        <h2 className="text-22">{t('company.early.sent.title')}</h2>
        <p className="text-15 text-ink-2">
          {t('company.early.sent.text')} <bdi dir="ltr">{email}</bdi>
        </p>
        <p className="text-13 text-ink-2">{t('company.early.sent.missing')}</p>
      </div>
    )
  return (
    <Form onSubmit={submit(run)} onEntry={() => setError(null)}>
      <h2 className="text-22">{t('company.early.join.title')}</h2>
      <ErrorSummary errors={summary(['email'])} attempt={attempt} />
      {error && <Notice tone="bad">{t(error)}</Notice>}
      <TextField
        {...field('email')}
        type="email"
        dir="ltr"
        inputMode="email"
        autoComplete="email"
        maxLength={LONGEST.email}
        label={t('company.form.email')}
        required
      />
      <HiddenField {...form.register('website')} />
      <Button type="submit" size="l" busyText={form.formState.isSubmitting && t('company.form.busy')}>
        {t('company.early.join.button')}
      </Button>
      <p className="text-13 text-ink-2">{t('company.early.join.note')}</p>
    </Form>
  )
}

/** Asks before it acts, because programs that check emails open their links too. */
function LinkStep({ link: { action, token } }: { link: EmailLink }) {
  const t = useT()
  const [follow, { isLoading, isSuccess, error }] = useFollowLinkMutation()
  if (isSuccess)
    return (
      <div role="status" className="flex flex-col items-start gap-4">
        <h2 className="text-22">{t(`company.early.${action}.done.title`)}</h2>
        <p className="text-15 text-ink-2">{t(`company.early.${action}.done.text`)}</p>
        <ButtonLink to="/properties" kind="secondary">
          {t('company.about.browse')}
        </ButtonLink>
      </div>
    )
  return (
    <div className="flex flex-col items-start gap-4">
      <h2 className="text-22">{t(`company.early.${action}.title`)}</h2>
      {error ? (
        <Notice tone="bad">{t(formError(error))}</Notice>
      ) : (
        <p className="text-15 text-ink-2">{t(`company.early.${action}.text`)}</p>
      )}
      <Button busyText={isLoading && t('company.form.busy')} onClick={() => void follow({ action, token })}>
        {t(`company.early.${action}.button`)}
      </Button>
      <TextLink to="/early-access" className="inline-flex min-h-11 items-center text-15">
        {t('company.early.askAgain')}
      </TextLink>
    </div>
  )
}
