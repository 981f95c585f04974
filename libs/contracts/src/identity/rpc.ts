import * as z from 'zod/mini'
import { cursor, Locale, defineRpc, id, isoDateTime, MAX_NAMES, PersonName, version } from '../core.js'
import { ACCOUNT_SUSPENDED, INVALID_FIELDS, NOT_FOUND, VALIDATION_FAILED } from '../errors.js'
import { serviceNames } from '../services.js'
import {
  CODE_SUPERSEDED,
  CURRENT_USER_CHANGED,
  EMAIL_LINK_EXPIRED,
  EMAIL_LINK_INVALID,
  PROFILE_LOCKED,
  PROFILE_VERSION_CONFLICT,
} from './errors.js'
import { CodePurpose } from './events.js'
import { CountryCode, OpenSession, Profile, ProfileForm, SessionUser } from './http.js'
import {
  CurrentUser,
  CurrentUserChange,
  EmailLinkQuery,
  EmailPreference,
  EmailPreferenceChange,
  NoticeTopic,
  QuietableTopic,
} from './settings.js'

/** Returns the caller's own profile. */
export const GetProfile = defineRpc({
  name: 'identity.getProfile',
  access: 'user',
  input: z.object({}),
  output: z.object({ profile: Profile }),
  errors: [NOT_FOUND],
})

/** Saves the caller's own profile. */
export const SaveProfile = defineRpc({
  name: 'identity.saveProfile',
  access: 'user',
  input: ProfileForm,
  output: z.object({ profile: Profile }),
  errors: [INVALID_FIELDS, PROFILE_VERSION_CONFLICT, PROFILE_LOCKED, NOT_FOUND, ACCOUNT_SUSPENDED],
})

/** Returns the signed-in user and when the presented token expires (milliseconds since 1970). */
export const GetSession = defineRpc({
  name: 'identity.getSession',
  access: 'user',
  input: z.object({}),
  output: z.object({ user: SessionUser, expiresAt: z.int() }),
  errors: [NOT_FOUND],
})

/** Returns the caller with profile and settings. */
export const GetCurrentUser = defineRpc({
  name: 'identity.getCurrentUser',
  access: 'user',
  input: z.object({}),
  output: z.object({ user: CurrentUser }),
  errors: [NOT_FOUND],
})

/** Changes some fields of the caller's profile and settings. With `version`, only if that is the current version. */
export const ChangeCurrentUser = defineRpc({
  name: 'identity.changeCurrentUser',
  access: 'user',
  input: z.extend(CurrentUserChange, { version: z.optional(version) }),
  output: z.object({ user: CurrentUser }),
  errors: [INVALID_FIELDS, CURRENT_USER_CHANGED, PROFILE_LOCKED, NOT_FOUND, ACCOUNT_SUSPENDED],
})

/** Returns the open sessions of the caller, the present one first. */
export const ListSessions = defineRpc({
  name: 'identity.listSessions',
  access: 'user',
  input: z.object({}),
  output: z.object({ sessions: z.array(OpenSession) }),
  errors: [],
})

/** Ends an open session of the caller, as signing out on that device does. */
export const EndSession = defineRpc({
  name: 'identity.endSession',
  access: 'user',
  input: z.object({ sessionId: id }),
  output: z.object({}),
  errors: [NOT_FOUND],
})

/**
 * Returns how to address a person in a message, and what they don't want emails about (`quietTopics`). With
 * `emailChange`, the `issue` of an `identity.email.changed` of the last seven days, `email` is the previous address. With
 * `unsubscribeFrom`, `unsubscribeToken` lets its holder switch off emails about that topic, and nothing else.
 */
export const DescribeSubject = defineRpc({
  name: 'identity.describeSubject',
  access: 'service',
  callers: ['notification'],
  input: z.object({
    userId: id,
    emailChange: z.optional(z.int().check(z.positive())),
    unsubscribeFrom: z.optional(QuietableTopic),
  }),
  output: z.object({
    userId: id,
    email: z.string(),
    fullName: z.string(),
    language: Locale,
    phoneNumber: z.optional(z.string()),
    quietTopics: z._default(z.array(NoticeTopic), []),
    unsubscribeToken: z.optional(z.string()),
  }),
  errors: [NOT_FOUND],
})

/** Returns what the link of an email is about: one topic of one account, for who holds the link. */
export const GetEmailPreference = defineRpc({
  name: 'identity.getEmailPreference',
  access: 'public',
  input: EmailLinkQuery,
  output: EmailPreference,
  errors: [EMAIL_LINK_INVALID, EMAIL_LINK_EXPIRED],
})

/** Switches emails about the topic of a link off or on again. Repeating it changes nothing. */
export const ChangeEmailPreference = defineRpc({
  name: 'identity.changeEmailPreference',
  access: 'public',
  input: EmailPreferenceChange,
  output: EmailPreference,
  errors: [EMAIL_LINK_INVALID, EMAIL_LINK_EXPIRED],
})

/**
 * Returns what a document must match, and where the person lives. `profileComplete` is whether a profile was ever
 * saved. Countries are ISO 3166-1 alpha-2. With `lock`, name, date of birth and nationality can't be changed for ten
 * minutes, so that a submission and its event describe the same person.
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
  errors: [NOT_FOUND],
})

/**
 * Returns whether two accounts seem to belong to one person: the same mailbox apart from case, dots and tags, the same
 * phone number, or the same name and date of birth. Returns false for an account that doesn't exist.
 */
export const IsSamePerson = defineRpc({
  name: 'identity.isSamePerson',
  access: 'service',
  callers: ['investment'],
  input: z.object({ userIds: z.array(id).check(z.length(2)) }),
  output: z.object({ same: z.boolean() }),
  errors: [],
})

/** Returns where a person lives, as ISO 3166-1 alpha-2; null if they have not said so. */
export const GetResidence = defineRpc({
  name: 'identity.getResidence',
  access: 'service',
  callers: ['tokenisation'],
  input: z.object({ userId: id }),
  output: z.object({ country: z.nullable(CountryCode) }),
  errors: [NOT_FOUND],
})

/** Returns the name of a staff member, or their email address if they have none. An investor's id is not found. */
export const GetStaffName = defineRpc({
  name: 'identity.getStaffName',
  access: 'service',
  callers: ['property'],
  input: z.object({ userId: id }),
  output: z.object({ name: z.string() }),
  errors: [NOT_FOUND],
})

/**
 * Returns the names of users: of staff without a name their email address. Users without a name and unknown ones are
 * left out. The caller records who read them and stores no name.
 */
export const ListNames = defineRpc({
  name: 'identity.listNames',
  access: 'service',
  callers: ['investment'],
  input: z.object({ userIds: z.array(id).check(z.minLength(1), z.maxLength(MAX_NAMES)) }),
  output: z.object({ names: z.array(PersonName) }),
  errors: [],
})

/** Returns a user's name and when the account was made. NOT_FOUND without a name. The caller stores no name. */
export const GetMember = defineRpc({
  name: 'identity.getMember',
  access: 'service',
  callers: ['investment'],
  input: z.object({ userId: id }),
  output: z.object({ name: z.string(), joinedAt: isoDateTime }),
  errors: [NOT_FOUND],
})

/**
 * Returns the id of the confirmed account of an email address, which must match exactly except for case. Returns no
 * other data; the caller records who searched.
 */
export const FindUserByEmail = defineRpc({
  name: 'identity.findUserByEmail',
  access: 'service',
  callers: ['investment'],
  input: z.object({ email: z.string().check(z.trim(), z.minLength(3), z.maxLength(254)) }),
  output: z.object({ userId: z.nullable(id) }),
  errors: [],
})

/** Returns the code that `identity.code.requested.v1` refers to. It is computed on delivery and never stored. */
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
  errors: [NOT_FOUND, CODE_SUPERSEDED],
})

/**
 * Lists the revoked sessions whose tokens may still be valid, in pages. A verifier replays them when it starts and
 * after it has lost the bus. `next` is the `after` of the following page.
 */
export const ListRevocations = defineRpc({
  name: 'identity.listRevocations',
  access: 'service',
  callers: serviceNames,
  timeoutMs: 2_000,
  input: z.object({
    after: z.optional(cursor),
    limit: z._default(z.int().check(z.gte(1), z.lte(2_000)), 2_000),
  }),
  output: z.object({
    revocations: z.array(z.object({ sessionId: id, revokedAt: isoDateTime, tokensExpireAt: isoDateTime })),
    next: z.nullable(z.string()),
  }),
  errors: [VALIDATION_FAILED],
})
