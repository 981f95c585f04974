import type { Profile } from '@hissa/contracts/identity'
import { useMemo, useState } from 'react'
import { isApiError } from '../../api/problem.js'
import { useServices } from '../../api/services.js'
import { useFormDraft } from '../../api/use-draft.js'
import { useLocale, useT, type MessageId } from '../../i18n/i18n.js'
import { dropDraft, readDraft } from '../../lib/draft.js'
import { showToast } from '../../lib/toast.js'
import { useRulesForm, type RulesForm } from '../../lib/use-rules-form.js'
import { Button } from '../../ui/button.js'
import { CountrySelect } from '../../ui/country-select.js'
import { DateField } from '../../ui/date-field.js'
import { ErrorSummary, Form, TextField } from '../../ui/form.js'
import { PhoneField } from '../../ui/phone-field.js'
import { Notice } from '../../ui/states.js'
import { useSaveProfileMutation } from './kyc-api.js'
import {
  PROFILE_FIELDS,
  PROFILE_LABELS,
  profileRules,
  saveErrorOf,
  sortServerErrors,
  startValues,
  toProfileForm,
  type ProfileValues,
} from './profile-rules.js'

/** Renders the first step: the profile form, whose entries are kept in the tab until they are submitted. */
export function ProfileStep({ profile, onSaved }: { profile: Profile; onSaved: () => void }) {
  const t = useT()
  const { nowMs } = useServices()
  const draftKey = `profile.${profile.userId}`
  const schema = useMemo(() => profileRules(new Date(nowMs).toISOString().slice(0, 10)), [nowMs])
  const [start] = useState(() => startValues(profile, readDraft<ProfileValues>(draftKey)))
  const rules = useRulesForm<ProfileValues>(schema, start)
  useFormDraft(rules.form, draftKey)
  const labels = Object.fromEntries(PROFILE_FIELDS.map((field) => [field, t(PROFILE_LABELS[field])]))
  const { error, send } = useSave(rules, profile, () => {
    dropDraft(draftKey)
    onSaved()
  })
  return (
    <>
      <h2 tabIndex={-1} className="text-26">
        {t('onboarding.profile.title')}
      </h2>
      <p className="mt-2 mb-6 text-15 text-ink-2">{t('onboarding.profile.lead')}</p>
      <Form onSubmit={rules.submit(send)}>
        <ErrorSummary errors={rules.summary(PROFILE_FIELDS, labels)} attempt={rules.attempt} />
        {error && <Notice tone="bad">{t(error)}</Notice>}
        <PersonFields {...rules} />
        <AddressFields {...rules} />
        <Button type="submit" size="l" busyText={rules.form.formState.isSubmitting && t('onboarding.saving')}>
          {t('onboarding.profile.submit')}
        </Button>
      </Form>
    </>
  )
}

function PersonFields({ form, field, idOf, errorOf, set, judge }: RulesForm<ProfileValues>) {
  const t = useT()
  return (
    <div className="flex flex-col gap-5">
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
      <PhoneField
        id={idOf('phoneNumber')}
        label={t('onboarding.phone')}
        error={errorOf('phoneNumber')}
        value={form.getValues('phoneNumber')}
        onValue={(value) => set('phoneNumber', value)}
        onBlur={() => judge('phoneNumber')}
        required
      />
      <div className="grid gap-5 md:grid-cols-2">
        <CountrySelect {...field('nationality')} label={t('onboarding.nationality')} required />
        <CountrySelect
          {...field('countryOfResidence')}
          autoComplete="country"
          label={t('onboarding.residence')}
          required
        />
      </div>
    </div>
  )
}

/** Renders the lines of an address. */
export function AddressFields({ field }: RulesForm<ProfileValues>) {
  const t = useT()
  return (
    <fieldset className="flex flex-col gap-5 border-t border-line pt-6">
      <legend className="sr-only">{t('onboarding.address')}</legend>
      <TextField
        {...field('address.line1')}
        dir="auto"
        autoComplete="address-line1"
        label={t('onboarding.line1')}
        hint={t('onboarding.line1.hint')}
        required
      />
      <TextField {...field('address.line2')} dir="auto" autoComplete="address-line2" label={t('onboarding.line2')} />
      <div className="grid gap-5 md:grid-cols-2">
        <TextField
          {...field('address.city')}
          dir="auto"
          autoComplete="address-level2"
          label={t('onboarding.city')}
          required
        />
        <TextField
          {...field('address.region')}
          dir="auto"
          autoComplete="address-level1"
          label={t('onboarding.region')}
        />
        <TextField
          {...field('address.postalCode')}
          dir="ltr"
          autoComplete="postal-code"
          label={t('onboarding.postalCode')}
        />
      </div>
    </fieldset>
  )
}

function useSave(rules: RulesForm<ProfileValues>, profile: Profile, onSaved: () => void) {
  const t = useT()
  const locale = useLocale()
  const [save] = useSaveProfileMutation()
  const [error, setError] = useState<MessageId | null>(null)
  const send = async (values: ProfileValues) => {
    setError(null)
    const result = await save(toProfileForm(values, profile.version, locale))
    if (!('error' in result)) {
      showToast({ kind: 'success', text: t('onboarding.profile.saved') })
      return onSaved()
    }
    const failure = isApiError(result.error) ? result.error : undefined
    const { known, rest } = sortServerErrors(failure?.errors ?? [])
    // The server's messages are English; in other languages only the field is marked.
    if (known.length > 0)
      rules.fail(known.map(({ name, text }) => ({ name, text: locale === 'en' ? text : t('onboarding.error.server') })))
    if (known.length === 0 || rest.length > 0) {
      setError(saveErrorOf(failure))
    }
  }
  return { error, send }
}
