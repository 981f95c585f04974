import { cleanName, Locale } from '@hissa/contracts'
import { isDisposable, isEmail } from '../emails/email.js'
import { invalidParameter, unauthorizedAttribute } from '../errors/pool-error.js'
import { splitName } from '../identifiers/names.js'
import { plain } from '../identifiers/username.js'
import { normalisePhone } from '../identifiers/phone.js'

export interface Attribute {
  Name: string
  Value?: string | null
}

/**
 * Attributes that clients may write and read back. Only the service writes others, such as `custom:*` and `*_verified`.
 */
export const ownAttributes = [
  'email',
  'name',
  'given_name',
  'family_name',
  'middle_name',
  'nickname',
  'phone_number',
  'locale',
  'zoneinfo',
] as const

const isOwn = (name: string) => ownAttributes.some((own) => own === name)

const MAX_NAME_LENGTH = 200

/**
 * Returns the attributes that a client sends in their stored form. An empty text removes an attribute.
 * Errors: NotAuthorized for an attribute that clients may not write; InvalidParameter for an invalid value.
 */
export function readAttributes(attributes: readonly Attribute[]): Record<string, string> {
  if (!attributes.every(({ Name }) => isOwn(Name))) throw unauthorizedAttribute()
  const values = Object.fromEntries(
    attributes.map(({ Name, Value }) => [Name, readValue(Name, entered(Name, Value ?? ''))]),
  )
  return withNames(values)
}

const NAMES: readonly string[] = ['name', 'given_name', 'family_name', 'middle_name', 'nickname']
const entered = (name: string, value: string) => (NAMES.includes(name) ? cleanName(value) : value.trim())

function readValue(name: string, value: string): string {
  if (name === 'email') return checkedEmail(plain(value))
  if (value.length > (name === 'locale' || name === 'zoneinfo' ? 64 : MAX_NAME_LENGTH)) {
    throw invalidParameter(`Attribute value for ${name} is too long`)
  }
  if (name !== 'phone_number' || value === '') return value
  const phone = normalisePhone(value)
  if (!phone) throw invalidParameter('Invalid phone number format.')
  return phone
}

/** Returns the address. Errors: InvalidParameter for an invalid or disposable address. */
export function checkedEmail(email: string): string {
  if (!isEmail(email)) throw invalidParameter('Invalid email address format.')
  if (isDisposable(email)) {
    throw invalidParameter('Disposable email addresses are not accepted. Use an address that you keep.')
  }
  return email
}

/** Completes the names: splits a full name without parts, and joins parts without a full name. */
function withNames(values: Record<string, string>): Record<string, string> {
  if (values.name && !values.given_name && !values.family_name) {
    const { fullName, firstName, lastName } = splitName(values.name)
    return { ...values, name: fullName, given_name: firstName, family_name: lastName }
  }
  if (values.name || !(values.given_name && values.family_name)) return values
  return { ...values, name: `${values.given_name} ${values.family_name}` }
}

/** Returns the language of a BCP 47 tag, or undefined if it isn't supported. */
export function languageOf(tag: string | undefined): Locale | undefined {
  const language = tag?.slice(0, 2).toLowerCase()
  return Locale.options.find((known) => known === language)
}
