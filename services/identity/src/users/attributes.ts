import { cleanName, type Locale } from '@hissa/contracts'
import { isDisposable, isEmail } from '../emails/email.js'
import { invalidParameter, unauthorizedAttribute } from '../errors/pool-error.js'
import { splitName } from '../identifiers/names.js'
import { plain } from '../identifiers/username.js'
import { normalisePhone } from '../identifiers/phone.js'

export interface Attribute {
  Name: string
  Value?: string | null
}

/** What a client may write about itself and reads back. All else, `custom:*` and `*_verified` above all, is the service's. */
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
 * Reads the attributes that a client sends, in their stored form; an empty text takes an attribute away.
 * Errors: NotAuthorized for an attribute that clients may not write; InvalidParameter for a value of the wrong form.
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

/** Errors: InvalidParameter for what is no address, or one that anybody can read. */
export function checkedEmail(email: string): string {
  if (!isEmail(email)) throw invalidParameter('Invalid email address format.')
  if (isDisposable(email)) {
    throw invalidParameter('Throw-away e-mail addresses are not accepted. Please use an address that you keep.')
  }
  return email
}

/** The three names agree: a full name without its parts is split, parts without a full name are joined. */
function withNames(values: Record<string, string>): Record<string, string> {
  if (values.name && !values.given_name && !values.family_name) {
    const { fullName, firstName, lastName } = splitName(values.name)
    return { ...values, name: fullName, given_name: firstName, family_name: lastName }
  }
  if (values.name || !(values.given_name && values.family_name)) return values
  return { ...values, name: `${values.given_name} ${values.family_name}` }
}

/** The language of a BCP 47 tag if it is one that is spoken here. */
export function languageOf(tag: string | undefined): Locale | undefined {
  const language = tag?.slice(0, 2).toLowerCase()
  return (['en', 'ar', 'fr', 'es'] as const).find((known) => known === language)
}
