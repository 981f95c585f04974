import type { CurrentUser } from '@hissa/contracts/identity'
import { useState } from 'react'
import { useGetCurrentUserQuery } from '../../api/account-api.js'
import type { ApiError } from '../../api/problem.js'
import { useServices } from '../../api/services.js'
import { useLocale, useT } from '../../i18n/i18n.js'
import { nameOfCountry } from '../../lib/countries.js'
import { formatDate } from '../../lib/format.js'
import { Button, ButtonLink } from '../../ui/button.js'
import { CountrySelect } from '../../ui/country-select.js'
import { DateField } from '../../ui/date-field.js'
import { ErrorSummary, Form, TextField } from '../../ui/form.js'
import { Card, DefinitionList, PageHeader } from '../../ui/layout.js'
import { PageHead } from '../../ui/page-head.js'
import { PhoneField } from '../../ui/phone-field.js'
import { ErrorState, Loading, Notice, Skeleton } from '../../ui/states.js'
import type { RulesForm } from '../../lib/use-rules-form.js'
import { EmailCard } from './email-card.js'
import { AddressFields } from './profile-step.js'
import type { ProfileValues } from './profile-rules.js'
import { EDIT_FIELDS, useProfileEdit, type EditValues } from './profile-edit.js'

/** `/profile-management`: changes what the user may change of their profile. */
export default function ProfileEditPage() {
  const t = useT()
  const { data, error, refetch } = useGetCurrentUserQuery()
  const again = () => void refetch()
  return (
    <div className="frame pb-24">
      <PageHead title={t('onboarding.edit.title')} private />
      <div className="mx-auto max-w-[720px]">
        <PageHeader title={t('onboarding.edit.title')} lead={t('onboarding.edit.lead')} />
        {data ? (
          <div className="flex flex-col gap-10">
            <EmailCard user={data} />
            <Edit user={data} />
          </div>
        ) : error ? (
          <ErrorState
            title={t('onboarding.details.error')}
            reference={(error as ApiError).reference}
            action={<Button onClick={again}>{t('ui.tryAgain')}</Button>}
          />
        ) : (
          <Loading label={t('ui.loading')} onRetry={again}>
            <Skeleton className="h-96 w-full" />
          </Loading>
        )}
      </div>
    </div>
  )
}

/** Starts again from the stored profile when the user discards their entries after a change on another device. */
function Edit({ user }: { user: CurrentUser }) {
  const [round, setRound] = useState(0)
  return <EditForm key={round} user={user} onRestart={() => setRound(round + 1)} />
}

function EditForm({ user, onRestart }: { user: CurrentUser; onRestart: () => void }) {
  const t = useT()
  const { nowMs } = useServices()
  const { rules, error, isOvertaken, send } = useProfileEdit(user, new Date(nowMs).toISOString().slice(0, 10))
  const { form, field, idOf, errorOf, set, judge, attempt } = rules
  return (
    <Form onSubmit={rules.submit(send)}>
      <ErrorSummary errors={rules.summary(EDIT_FIELDS)} attempt={attempt} />
      {error && <Notice tone="bad">{t(error)}</Notice>}
      {isOvertaken && (
        <Notice tone="warn" title={t('account.overtaken')}>
          <p>{t('onboarding.edit.overtaken')}</p>
          <Button kind="secondary" size="s" className="mt-3" onClick={onRestart}>
            {t('account.overtakenDiscard')}
          </Button>
        </Notice>
      )}
      <h2 className="text-22">{t('onboarding.edit.identity')}</h2>
      {user.identityLock === 'none' ? <IdentityFields {...rules} /> : <LockedIdentity user={user} />}
      <h2 className="text-22">{t('onboarding.edit.contact')}</h2>
      <PhoneField
        id={idOf('phoneNumber')}
        label={t('onboarding.phone')}
        error={errorOf('phoneNumber')}
        value={form.getValues('phoneNumber')}
        onValue={(value) => set('phoneNumber', value)}
        onBlur={() => judge('phoneNumber')}
        required
      />
      <CountrySelect
        {...field('countryOfResidence')}
        autoComplete="country"
        label={t('onboarding.residence')}
        required
      />
      <AddressFields {...(rules as unknown as RulesForm<ProfileValues>)} />
      <h2 className="text-22">{t('onboarding.edit.tax')}</h2>
      <div className="grid gap-5 md:grid-cols-2">
        <CountrySelect {...field('taxCountry')} label={t('onboarding.edit.taxCountry')} />
        <TextField {...field('taxNumber')} dir="ltr" label={t('onboarding.edit.taxNumber')} />
      </div>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busyText={form.formState.isSubmitting && t('account.saving')}>
          {t(isOvertaken ? 'account.overtakenSave' : 'account.save')}
        </Button>
        <ButtonLink to="/profile" kind="secondary">
          {t('onboarding.edit.back')}
        </ButtonLink>
      </div>
    </Form>
  )
}

function IdentityFields({ form, field, idOf, errorOf, set, judge }: RulesForm<EditValues>) {
  const t = useT()
  return (
    <>
      <TextField
        {...field('fullName')}
        dir="auto"
        autoComplete="name"
        label={t('onboarding.fullName')}
        hint={t('onboarding.fullName.hint')}
        required
      />
      <DateField
        id={idOf('dateOfBirth')}
        label={t('onboarding.birthDate')}
        error={errorOf('dateOfBirth')}
        value={form.getValues('dateOfBirth')}
        onValue={(value) => set('dateOfBirth', value)}
        onLeave={() => judge('dateOfBirth')}
        autoComplete="bday"
      />
      <CountrySelect {...field('nationality')} label={t('onboarding.nationality')} required />
    </>
  )
}

/** Shows what identity verification is deciding on or has approved, and why it can't be changed. */
function LockedIdentity({ user }: { user: CurrentUser }) {
  const t = useT()
  const locale = useLocale()
  const { dateOfBirth, nationality } = user.profile
  return (
    <div className="flex flex-col gap-3">
      <Card className="px-5 py-3">
        <DefinitionList
          facts={[
            { term: t('onboarding.fullName'), value: <bdi>{user.fullName}</bdi> },
            {
              term: t('onboarding.birthDate'),
              value: dateOfBirth ? formatDate(dateOfBirth, locale) : t('ui.notStated'),
            },
            {
              term: t('onboarding.nationality'),
              value: nationality ? nameOfCountry(nationality, locale) : t('ui.notStated'),
            },
          ]}
        />
      </Card>
      <p className="text-13 text-ink-2">
        {t(user.identityLock === 'approved' ? 'onboarding.edit.approved' : 'onboarding.edit.pending')}
      </p>
    </div>
  )
}
