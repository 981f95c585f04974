import * as z from 'zod/mini'
import { Locale, version } from '../core.js'
import { Address, CountryCode, Profile, ProfileForm, SessionUser } from './http.js'

/**
 * What notices are about. The switches cover news about progress; those of `security`, among them all that state a right,
 * a deadline or money, can't be switched off.
 */
export const NoticeTopic = z.enum(['security', 'investments', 'verification', 'transfers'])
export type NoticeTopic = z.infer<typeof NoticeTopic>

/** The topics whose emails can be switched off. */
export const QuietableTopic = z.enum(['investments', 'verification', 'transfers'])
export type QuietableTopic = z.infer<typeof QuietableTopic>

/** The signed link of an email, with which its reader switches off emails of that kind without signing in. */
export const EmailLinkToken = z.string().check(z.minLength(1), z.maxLength(512))

/** Whether a person gets emails about a topic. */
export const EmailPreference = z.object({ topic: QuietableTopic, email: z.boolean() })
export type EmailPreference = z.infer<typeof EmailPreference>

/** Query of `GET /email-preferences`, and of the address to which mailboxes send a one-click unsubscription. */
export const EmailLinkQuery = z.object({ token: EmailLinkToken })

/** Body of `PUT /email-preferences`. */
export const EmailPreferenceChange = z.object({ token: EmailLinkToken, email: z.boolean() })

/** Body of a one-click unsubscription (RFC 8058). */
export const OneClick = z.object({ 'List-Unsubscribe': z.literal('One-Click') })

const channels = { email: z.boolean() }
const Channels = z.object(channels)
const SomeChannels = z.partial(Channels)

export const Theme = z.enum(['light', 'dark', 'system'])

/** The settings of an account, which every device of its owner applies. */
export const AccountSettings = z.object({
  /** The language of emails, and of pages where it has texts. */
  language: Locale,
  theme: Theme,
  /** The pointer of the brand, where the device and the user's system allow one. */
  customCursor: z.boolean(),
  /** Amounts are hidden until they are asked for. */
  hideAmounts: z.boolean(),
  /** Which notices arrive by which channel. */
  notices: z.object({ security: Channels, investments: Channels, verification: Channels, transfers: Channels }),
})
export type AccountSettings = z.infer<typeof AccountSettings>

const ON = { email: true }

/** The settings of a new account. The language is that of its sign-up. */
export const DEFAULT_SETTINGS: Omit<AccountSettings, 'language'> = {
  theme: 'system',
  customCursor: false,
  hideAmounts: false,
  notices: { security: ON, investments: ON, verification: ON, transfers: ON },
}

/** A change of some settings; the others stay. */
export const AccountSettingsChange = z.partial(
  z.extend(AccountSettings, {
    notices: z.partial(
      z.object({
        security: SomeChannels,
        investments: SomeChannels,
        verification: SomeChannels,
        transfers: SomeChannels,
      }),
    ),
  }),
)
export type AccountSettingsChange = z.infer<typeof AccountSettingsChange>

/** Where a person pays tax, and their tax number there if they have one. */
export const TaxResidence = z.object({
  country: CountryCode,
  number: z.optional(
    z.string().check(z.trim(), z.maxLength(32), z.regex(/^[\p{L}\p{N} ./-]*$/u, 'Enter the number as it is written')),
  ),
})
export type TaxResidence = z.infer<typeof TaxResidence>

/** Why name, date of birth and nationality can't be changed: KYC is deciding on them, or has approved them. */
export const IdentityLock = z.enum(['none', 'pending', 'approved'])
export type IdentityLock = z.infer<typeof IdentityLock>

/** The signed-in user with profile and settings. */
export const CurrentUser = z.extend(SessionUser, {
  profile: z.extend(z.pick(Profile, { dateOfBirth: true, nationality: true, countryOfResidence: true }), {
    address: z.nullable(Address),
    taxResidence: z.nullable(TaxResidence),
  }),
  identityLock: IdentityLock,
  settings: AccountSettings,
  /** Version of profile and settings together, for `If-Match`. */
  version,
})
export type CurrentUser = z.infer<typeof CurrentUser>

/** Body of `PATCH /users/me`. Fields that it lacks stay as they are. */
export const CurrentUserChange = z.extend(z.partial(z.omit(ProfileForm, { language: true, version: true })), {
  taxResidence: z.optional(z.nullable(TaxResidence)),
  settings: z.optional(AccountSettingsChange),
})
export type CurrentUserChange = z.infer<typeof CurrentUserChange>

/** `GET` and `PATCH /users/me`. */
export const CurrentUserBody = z.object({ success: z.literal(true), user: CurrentUser })
