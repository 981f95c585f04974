import type { FieldError } from '@hissa/contracts'
import { CountryCode, type Profile, type ProfileForm } from '@hissa/contracts/identity'
import * as z from 'zod/mini'
import { isConnectionLost, type ApiError } from '../../api/problem.js'
import type { MessageId } from '../../i18n/i18n.js'
import { ageOn, isCalendarDate } from '../../lib/birth-date.js'
import type { AppLocale } from '../../lib/locale.js'
import { isInternationalPhone } from '../../lib/phone.js'

const MIN_AGE = 18

const required = (missing: string, maxLength: number) =>
  z
    .string()
    .check(z.trim(), z.minLength(1, { error: missing, abort: true }), z.maxLength(maxLength, 'onboarding.error.long'))
const optional = (maxLength: number) => z.string().check(z.trim(), z.maxLength(maxLength, 'onboarding.error.long'))
const country = (missing: string) =>
  z.string().check(z.refine((code) => z.safeParse(CountryCode, code).success, { error: missing }))

/** Returns the schema of the profile form; errors are message ids. `today` is `YYYY-MM-DD` in business time. */
export function profileRules(today: string) {
  return z.object({
    fullName: required('onboarding.error.fullName', 200),
    phoneNumber: z
      .string()
      .check(
        z.minLength(1, { error: 'onboarding.error.phoneRequired', abort: true }),
        z.refine(isInternationalPhone, { error: 'onboarding.error.phone' }),
      ),
    dateOfBirth: z.string().check(
      z.minLength(1, { error: 'onboarding.error.birthDateRequired', abort: true }),
      z.refine(isCalendarDate, { error: 'onboarding.error.birthDate', abort: true }),
      z.refine((birth) => birth < today && ageOn(birth, today) < 130, {
        error: 'onboarding.error.birthDate',
        abort: true,
      }),
      z.refine((birth) => ageOn(birth, today) >= MIN_AGE, { error: 'onboarding.error.age' }),
    ),
    nationality: country('onboarding.error.nationality'),
    countryOfResidence: country('onboarding.error.residence'),
    address: z.object({
      line1: required('onboarding.error.line1', 200),
      line2: optional(200),
      city: required('onboarding.error.city', 100),
      region: optional(100),
      postalCode: optional(20),
    }),
  })
}
export type ProfileValues = z.infer<ReturnType<typeof profileRules>>

/** In the order of the screen. */
export const PROFILE_FIELDS = [
  'fullName',
  'dateOfBirth',
  'phoneNumber',
  'nationality',
  'countryOfResidence',
  'address.line1',
  'address.line2',
  'address.city',
  'address.region',
  'address.postalCode',
] as const
export type ProfileField = (typeof PROFILE_FIELDS)[number]

export const PROFILE_LABELS = {
  fullName: 'onboarding.fullName',
  dateOfBirth: 'onboarding.birthDate',
  phoneNumber: 'onboarding.phone',
  nationality: 'onboarding.nationality',
  countryOfResidence: 'onboarding.residence',
  'address.line1': 'onboarding.line1',
  'address.line2': 'onboarding.line2',
  'address.city': 'onboarding.city',
  'address.region': 'onboarding.region',
  'address.postalCode': 'onboarding.postalCode',
} as const satisfies Record<ProfileField, MessageId>

type StoredValues = Pick<
  Profile,
  'fullName' | 'phoneNumber' | 'dateOfBirth' | 'nationality' | 'countryOfResidence' | 'address'
>

/** Returns the form's initial values: the stored profile, overridden by the draft. */
export function startValues(profile: StoredValues, draft: Partial<ProfileValues>): ProfileValues {
  const { address } = profile
  const stored: ProfileValues = {
    fullName: profile.fullName,
    phoneNumber: profile.phoneNumber ?? '',
    dateOfBirth: profile.dateOfBirth ?? '',
    nationality: profile.nationality ?? '',
    countryOfResidence: profile.countryOfResidence ?? 'AE',
    address: {
      line1: address?.line1 ?? '',
      line2: address?.line2 ?? '',
      city: address?.city ?? '',
      region: address?.region ?? '',
      postalCode: address?.postalCode ?? '',
    },
  }
  return { ...stored, ...draft, address: { ...stored.address, ...draft.address } }
}

/** Returns the request body without empty optional lines. `language`, the user's own, becomes the mailing language. */
export function toProfileForm(values: ProfileValues, version: number, language: AppLocale): ProfileForm {
  const { line1, city, ...rest } = values.address
  const filled = Object.fromEntries(Object.entries(rest).filter(([, text]) => text.trim() !== ''))
  return { ...values, address: { line1, city, ...filled }, language, version }
}

/** Splits the server's errors into those of known fields and the rest. */
export function sortServerErrors(errors: readonly FieldError[]): {
  known: { name: ProfileField; text: string }[]
  rest: string[]
} {
  const known: { name: ProfileField; text: string }[] = []
  const rest: string[] = []
  for (const { path, message } of errors) {
    const name = PROFILE_FIELDS.find((field) => field === path.replace(/^\//, '').replaceAll('/', '.'))
    if (name) known.push({ name, text: message })
    else rest.push(message)
  }
  return { known, rest }
}

/** Returns the message for a failed save, by the server's code. */
export function saveErrorOf(error: ApiError | undefined): MessageId {
  const code = error?.code
  if (isConnectionLost(error)) return 'ui.connectionLost'
  if (code === 'VERSION_CONFLICT') return 'onboarding.error.conflict'
  return code === 'PROFILE_LOCKED' ? 'onboarding.error.locked' : 'onboarding.error.save'
}
