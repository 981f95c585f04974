import type { CurrentUser, CurrentUserChange } from '@hissa/contracts/identity'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import * as z from 'zod/mini'
import { useChangeCurrentUserMutation } from '../../api/account-api.js'
import { api } from '../../api/api.js'
import { isApiError } from '../../api/problem.js'
import { useServices } from '../../api/services.js'
import { useLocale, useT, type MessageId } from '../../i18n/i18n.js'
import { showToast } from '../../lib/toast.js'
import { useRulesForm } from '../../lib/use-rules-form.js'
import {
  PROFILE_FIELDS,
  profileRules,
  saveErrorOf,
  sortServerErrors,
  startValues,
  toProfileForm,
} from './profile-rules.js'

const editRules = (today: string) =>
  z.extend(profileRules(today), {
    /** Empty if not stated. */
    taxCountry: z.string(),
    taxNumber: z.string().check(z.trim(), z.maxLength(32, 'onboarding.error.long')),
  })
export type EditValues = z.infer<ReturnType<typeof editRules>>

/** In the order of the screen. */
export const EDIT_FIELDS = [...PROFILE_FIELDS, 'taxCountry', 'taxNumber'] as const

const LOCKED = ['fullName', 'dateOfBirth', 'nationality']

const valuesOf = (user: CurrentUser): EditValues => ({
  ...startValues({ ...user, ...user.profile }, {}),
  taxCountry: user.profile.taxResidence?.country ?? '',
  taxNumber: user.profile.taxResidence?.number ?? '',
})

/** Returns the values of a form as the API takes them. */
function bodyOf({ taxCountry, taxNumber, ...profile }: EditValues): CurrentUserChange {
  const { language: _language, version: _version, ...fields } = toProfileForm(profile, 0, 'en')
  const number = taxNumber.trim()
  return { ...fields, taxResidence: taxCountry ? { country: taxCountry, ...(number && { number }) } : null }
}

/** Returns only what the entries change of what was read, without what is locked. */
function changeOf(start: EditValues, values: EditValues, isLocked: boolean): CurrentUserChange {
  const before: Record<string, unknown> = bodyOf(start)
  const changed = Object.entries(bodyOf(values)).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(before[key]) && !(isLocked && LOCKED.includes(key)),
  )
  return Object.fromEntries(changed)
}

/** Holds the entries of the form until they are saved. */
export function useProfileEdit(user: CurrentUser, today: string) {
  const t = useT()
  const locale = useLocale()
  const navigate = useNavigate()
  const { store } = useServices()
  const schema = useMemo(() => editRules(today), [today])
  const [start] = useState(() => ({ values: valuesOf(user), version: user.version }))
  const rules = useRulesForm<EditValues>(schema, start.values)
  const [save] = useChangeCurrentUserMutation()
  const [error, setError] = useState<MessageId | null>(null)
  const isOvertaken = start.version !== user.version
  const send = async (values: EditValues) => {
    setError(null)
    const change = changeOf(start.values, values, user.identityLock !== 'none')
    const result = await save({ change, version: user.version })
    if (!('error' in result)) {
      showToast({ kind: 'success', text: t('onboarding.edit.saved'), at: '/profile' })
      return navigate('/profile')
    }
    const failure = isApiError(result.error) ? result.error : undefined
    // Another device was first: the page reads what it saved, and asks.
    if (failure?.status === 412) return void store.dispatch(api.util.invalidateTags(['Account']))
    const { known, rest } = sortServerErrors(failure?.errors ?? [])
    // The server's messages are English; in other languages only the field is marked.
    if (known.length > 0)
      rules.fail(known.map(({ name, text }) => ({ name, text: locale === 'en' ? text : t('onboarding.error.server') })))
    if (known.length === 0 || rest.length > 0) setError(saveErrorOf(failure))
  }
  return { rules, error, isOvertaken, send }
}
