import { useState } from 'react'
import { useLocale, useT, type MessageId } from '../../i18n/i18n.js'
import { useRulesForm } from '../../lib/use-rules-form.js'
import { Button } from '../../ui/button.js'
import { CONTROL, ErrorSummary, Field, Form, Select, TextField } from '../../ui/form.js'
import { Notice } from '../../ui/states.js'
import { ContactRules, LONGEST, TOPICS, type ContactValues } from './form-rules.js'
import { formError, useSendMessageMutation } from './forms-api.js'
import { HiddenField } from './hidden-field.js'

const EMPTY = { name: '', email: '', topic: '' as never, message: '', website: '' }
const FIELDS = ['name', 'email', 'topic', 'message'] as const

/** Sends a message to the team and shows its reference. What was typed is kept if sending fails. */
export function ContactForm() {
  const t = useT()
  const locale = useLocale()
  const [send] = useSendMessageMutation()
  const [error, setError] = useState<MessageId | null>(null)
  const [reference, setReference] = useState<string | null>(null)
  const { form, field, summary, attempt, submit, idOf, errorOf } = useRulesForm<ContactValues>(ContactRules, EMPTY)
  const run = async (values: ContactValues) => {
    const result = await send({ ...values, language: locale })
    if (!result.data) return setError(formError(result.error))
    form.reset(EMPTY)
    setReference(result.data.reference)
  }
  if (reference !== null) return <Sent reference={reference} onAnother={() => setReference(null)} />
  return (
    <Form onSubmit={submit(run)} onEntry={() => setError(null)}>
      <ErrorSummary errors={summary(FIELDS)} attempt={attempt} />
      {error && <Notice tone="bad">{t(error)}</Notice>}
      <TextField
        {...field('name')}
        label={t('company.form.name')}
        autoComplete="name"
        maxLength={LONGEST.name}
        required
      />
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
      <Select {...field('topic')} label={t('company.form.topic')} required>
        <option value="">{t('company.form.choose')}</option>
        {TOPICS.map((topic) => (
          <option key={topic} value={topic}>
            {t(`company.contact.${topic}.title`)}
          </option>
        ))}
      </Select>
      <Field
        id={idOf('message')}
        label={t('company.form.message')}
        hint={t('company.contact.never')}
        error={errorOf('message')}
        required
      >
        {(ids) => (
          <textarea
            {...form.register('message', { onChange: () => form.clearErrors('message') })}
            {...ids}
            rows={7}
            maxLength={LONGEST.message}
            className={`${CONTROL} py-3`}
          />
        )}
      </Field>
      <HiddenField {...form.register('website')} />
      <Button type="submit" size="l" busyText={form.formState.isSubmitting && t('company.form.busy')}>
        {t('company.form.send')}
      </Button>
    </Form>
  )
}

function Sent({ reference, onAnother }: { reference: string; onAnother: () => void }) {
  const t = useT()
  return (
    <div role="status" className="flex flex-col items-start gap-4">
      <Notice tone="good" title={t('company.form.sent.title')}>
        {t('company.form.sent.text')}
      </Notice>
      <p className="text-15 text-ink-2">
        {t('company.form.sent.reference')}{' '}
        <bdi dir="ltr" className="font-medium text-ink">
          {reference}
        </bdi>
      </p>
      <Button kind="secondary" onClick={onAnother}>
        {t('company.form.sent.another')}
      </Button>
    </div>
  )
}
