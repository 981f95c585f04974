import * as z from 'zod/mini'
import { Locale, defineRpc, id, isoDateTime, serviceNames } from '../core.js'
import { CodePurpose } from './events.js'
import { CountryCode, Profile, ProfileForm, SessionUser } from './http.js'

/** The caller's own profile. Errors: NOT_FOUND. */
export const GetProfile = defineRpc({
  name: 'identity.getProfile',
  access: 'user',
  input: z.object({}),
  output: z.object({ profile: Profile }),
})

/**
 * Saves the caller's own profile. Errors: VALIDATION_FAILED (422, by field), VERSION_CONFLICT (409), PROFILE_LOCKED (409:
 * name, date of birth or nationality differ from those that KYC is deciding on or has approved), NOT_FOUND.
 */
export const SaveProfile = defineRpc({
  name: 'identity.saveProfile',
  access: 'user',
  input: ProfileForm,
  output: z.object({ profile: Profile }),
})

/** The signed-in user and when the presented token ends (milliseconds since 1970). */
export const GetSession = defineRpc({
  name: 'identity.getSession',
  access: 'user',
  input: z.object({}),
  output: z.object({ user: SessionUser, expiresAt: z.int() }),
})

/** How to address a person in a message. Errors: NOT_FOUND. */
export const DescribeSubject = defineRpc({
  name: 'identity.describeSubject',
  access: 'service',
  callers: ['notification'],
  input: z.object({ userId: id }),
  output: z.object({
    userId: id,
    email: z.string(),
    fullName: z.string(),
    language: Locale,
    phoneNumber: z.optional(z.string()),
  }),
})

/**
 * What a document must agree with, and where the person lives; `profileComplete` says whether a profile was ever saved.
 * Countries are ISO 3166-1 alpha-2. With `lock`, name, date of birth and nationality can't be changed for ten minutes,
 * so that a submission and its event describe the same person. Errors: NOT_FOUND.
 */
export const GetSubjectFacts = defineRpc({
  name: 'identity.getSubjectFacts',
  access: 'service',
  callers: ['kyc'],
  input: z.object({ userId: id, lock: z.optional(z.boolean()) }),
  output: z.object({
    fullName: z.string(),
    dateOfBirth: z.nullable(z.iso.date()),
    nationality: z.nullable(CountryCode),
    countryOfResidence: z.nullable(CountryCode),
    profileComplete: z.boolean(),
  }),
})

/** Returns the name of a staff member, or their email address if they have none. Errors: NOT_FOUND (no such user, or an investor). */
export const GetStaffName = defineRpc({
  name: 'identity.getStaffName',
  access: 'service',
  callers: ['property'],
  input: z.object({ userId: id }),
  output: z.object({ name: z.string() }),
})

/**
 * The code that `identity.code.requested.v1` speaks of, computed when it is delivered and stored nowhere.
 * Errors: NOT_FOUND (no such user), CODE_SUPERSEDED (409: a newer one was issued, or this one was used or has expired).
 */
export const GetCode = defineRpc({
  name: 'identity.getCode',
  access: 'service',
  callers: ['notification'],
  input: z.object({ userId: id, purpose: CodePurpose, issue: z.int().check(z.positive()) }),
  output: z.object({
    code: z.string(),
    email: z.string(),
    fullName: z.string(),
    language: Locale,
    expiresAt: isoDateTime,
  }),
})

/**
 * Lists the revoked sessions whose tokens may still be valid, in pages. A verifier replays them when it starts and after
 * it has lost the bus. `next` is the `after` of the following page.
 */
export const ListRevocations = defineRpc({
  name: 'identity.listRevocations',
  access: 'service',
  callers: serviceNames,
  timeoutMs: 2_000,
  input: z.object({
    after: z.optional(z.string().check(z.maxLength(256))),
    limit: z._default(z.int().check(z.gte(1), z.lte(2_000)), 2_000),
  }),
  output: z.object({
    revocations: z.array(z.object({ sessionId: id, revokedAt: isoDateTime, tokensExpireAt: isoDateTime })),
    next: z.nullable(z.string()),
  }),
})
