import * as z from 'zod/mini'
import { Locale, Role, UserStatus, id, isoDateTime, version } from '../core.js'
import { cleanName, personName } from '../names.js'

const text = (maxLength: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(maxLength))
/** Lines of an address are cleaned like names, because staff read both. */
const place = personName
const optionalPlace = (maxLength: number) =>
  z.optional(z.string().check(z.overwrite(cleanName), z.maxLength(maxLength)))

/** ISO 3166-1 alpha-2, upper case. */
export const CountryCode = z.string().check(z.regex(/^[A-Z]{2}$/, 'Choose a country'))
export type CountryCode = z.infer<typeof CountryCode>

export const Address = z.object({
  line1: place(200),
  line2: optionalPlace(200),
  city: place(100),
  region: optionalPlace(100),
  postalCode: optionalPlace(20),
})
export type Address = z.infer<typeof Address>

/** Body of `PUT /profile`. `version` is the version that was read; without it the last write wins. */
export const ProfileForm = z.object({
  fullName: personName(200),
  /** International format. Without a leading plus, `+1` is prefixed to the digits. */
  phoneNumber: text(32),
  /** Calendar date `YYYY-MM-DD`; the person must be at least 18. */
  dateOfBirth: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'Enter a date as YYYY-MM-DD')),
  nationality: CountryCode,
  countryOfResidence: CountryCode,
  address: Address,
  language: z.optional(Locale),
  version: z.optional(version),
})
export type ProfileForm = z.infer<typeof ProfileForm>

export const KycStatus = z.enum(['approved', 'pending'])
export const InvestorStatus = z.enum(['active', 'pending', 'inactive'])

/** The person as stored. Values that were never stated are null. */
export const Profile = z.object({
  userId: id,
  email: z.string(),
  emailVerified: z.boolean(),
  fullName: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phoneNumber: z.nullable(z.string()),
  phoneNumberVerified: z.boolean(),
  dateOfBirth: z.nullable(z.string()),
  nationality: z.nullable(z.string()),
  countryOfResidence: z.nullable(z.string()),
  address: z.nullable(Address),
  language: Locale,
  userStatus: UserStatus,
  /** Profile saved and KYC submitted. */
  onboardingComplete: z.boolean(),
  kycStatus: KycStatus,
  investorStatus: InvestorStatus,
  /** Version of the profile, for `If-Match`; 0 before the first save. */
  version,
  createdAt: isoDateTime,
  updatedAt: isoDateTime,
})
export type Profile = z.infer<typeof Profile>

/** The signed-in user, as part of a session. */
export const SessionUser = z.object({
  id,
  email: z.string(),
  emailVerified: z.boolean(),
  fullName: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phoneNumber: z.nullable(z.string()),
  phoneNumberVerified: z.boolean(),
  kycStatus: KycStatus,
  investorStatus: InvestorStatus,
  userStatus: UserStatus,
  onboardingComplete: z.boolean(),
  roles: z.array(Role),
  language: Locale,
  createdAt: isoDateTime,
  updatedAt: isoDateTime,
})
export type SessionUser = z.infer<typeof SessionUser>

/** `GET` and `PUT /profile`. */
export const ProfileBody = z.object({ success: z.literal(true), profile: Profile })
/** `GET /auth/session`; `expiresAt` in milliseconds since 1970. */
export const SessionBody = z.object({ success: z.literal(true), user: SessionUser, expiresAt: z.int() })

/** One sign-in that has not ended. */
export const OpenSession = z.object({
  sessionId: id,
  /** Browser and system, as far as they are known; either may be empty. */
  device: z.nullable(z.object({ browser: z.string(), system: z.string() })),
  signedInAt: isoDateTime,
  /** When tokens were last issued. */
  lastUsedAt: isoDateTime,
  /** Whether it is the session of this request. */
  isCurrent: z.boolean(),
})
export type OpenSession = z.infer<typeof OpenSession>
