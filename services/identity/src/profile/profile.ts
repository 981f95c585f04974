import type { FieldError } from '@hissa/contracts'
import type { Address, Profile, ProfileForm, SessionUser } from '@hissa/contracts/identity'
import type { Role } from '@hissa/auth'
import { investorStatusOf, isOnboarded, kycStatusOf } from '../users/user-status.js'
import { splitName } from '../identifiers/names.js'
import { normalisePhone } from '../identifiers/phone.js'
import type { Personal, User } from '../users/user.js'

const regions = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
// CLDR regions that aren't countries: unions, pseudo-regions, unknown.
const NO_COUNTRY = new Set(['EU', 'EZ', 'UN', 'XA', 'XB', 'ZZ', 'QO'])
const ADULT_YEARS = 18
const OLDEST_YEARS = 120

/**
 * Validates a profile form. Returns its stored form, or the errors by field. `today` is business time; ages are
 * calculated in UTC.
 */
export function readProfile(
  form: ProfileForm,
  today: Date,
): { personal: Partial<Personal> } | { errors: FieldError[] } {
  const phone = normalisePhone(form.phoneNumber)
  const faults: [string, string, string | undefined][] = [
    ['/phoneNumber', 'invalid_phone', phone ? undefined : 'Enter a phone number with its country code'],
    ['/dateOfBirth', 'invalid_date', birthFault(form.dateOfBirth, today)],
    ['/nationality', 'invalid_country', isCountry(form.nationality) ? undefined : 'Choose a country'],
    ['/countryOfResidence', 'invalid_country', isCountry(form.countryOfResidence) ? undefined : 'Choose a country'],
  ]
  const errors = faults.flatMap(([path, code, message]) => (message ? [{ path, code, message }] : []))
  if (errors.length > 0 || !phone) return { errors }
  const { fullName, firstName, lastName } = splitName(form.fullName)
  return {
    personal: {
      name: fullName,
      given_name: firstName,
      family_name: lastName,
      phone_number: phone,
      dateOfBirth: form.dateOfBirth,
      nationality: form.nationality,
      countryOfResidence: form.countryOfResidence,
      address: JSON.stringify(form.address),
    },
  }
}

function birthFault(text: string, today: Date): string | undefined {
  const born = new Date(`${text}T00:00:00Z`)
  if (Number.isNaN(born.getTime()) || born.toISOString().slice(0, 10) !== text) return 'Enter a date that exists'
  if (born > yearsBefore(today, ADULT_YEARS)) return 'You must be at least 18 years old'
  return born < yearsBefore(today, OLDEST_YEARS) ? 'Enter your date of birth' : undefined
}

const yearsBefore = (today: Date, years: number) =>
  new Date(Date.UTC(today.getUTCFullYear() - years, today.getUTCMonth(), today.getUTCDate()))

/** Returns whether a code is that of a country. */
export const isCountry = (code: string) => !NO_COUNTRY.has(code) && regions.of(code) !== undefined

/** Returns the user as a profile. */
export function toProfile(user: User): Profile {
  const { personal } = user
  return {
    userId: user.userId,
    ...identityOf(user),
    dateOfBirth: personal.dateOfBirth ?? null,
    nationality: personal.nationality ?? null,
    countryOfResidence: personal.countryOfResidence ?? null,
    address: personal.address ? (JSON.parse(personal.address) as Address) : null,
    version: user.profileVersion,
  }
}

/** Returns the user as part of a session, with the roles of the token. */
export const toSessionUser = (user: User, roles: readonly Role[]): SessionUser => ({
  id: user.userId,
  ...identityOf(user),
  roles: [...roles],
})

function identityOf(user: User) {
  const { personal, userStatus } = user
  const split = splitName(personal.name ?? '')
  return {
    email: personal.email,
    emailVerified: user.emailVerified,
    fullName: personal.name ?? '',
    firstName: personal.given_name ?? split.firstName,
    lastName: personal.family_name ?? split.lastName,
    phoneNumber: personal.phone_number ?? null,
    phoneNumberVerified: user.phoneVerified,
    userStatus,
    onboardingComplete: isOnboarded(userStatus),
    kycStatus: kycStatusOf(userStatus),
    investorStatus: investorStatusOf(userStatus),
    language: user.language,
    createdAt: user.createdAt.toISOString(),
    updatedAt: user.updatedAt.toISOString(),
  }
}
