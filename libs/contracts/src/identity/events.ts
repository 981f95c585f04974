import * as z from 'zod/mini'
import { UserStatus, Locale, defineEvent, id, isoDateTime, version } from '../core.js'

/** What a one-time code confirms: a new account's address, a changed address, or a password reset. */
export const CodePurpose = z.enum(['sign-up', 'attribute', 'reset'])
export type CodePurpose = z.infer<typeof CodePurpose>

/** An account was created; its address is not confirmed yet. */
export const UserRegistered = defineEvent({
  type: 'identity.user.registered.v1',
  data: z.object({ userId: id, language: Locale }),
})

/**
 * The account's address was confirmed: the user can sign in from now on. `referralCode` is the code with which the
 * account was created. No member may have that code.
 */
export const UserConfirmed = defineEvent({
  type: 'identity.user.confirmed.v1',
  data: z.object({ userId: id, referralCode: z.optional(z.string()) }),
})

/**
 * A one-time code must be delivered. The event carries no code: the sender requests it with `identity.getCode` and the
 * same three values when it sends the email. `language` is that of the page on which the code was requested, if known;
 * otherwise the account's applies.
 */
export const CodeRequested = defineEvent({
  type: 'identity.code.requested.v1',
  data: z.object({
    userId: id,
    purpose: CodePurpose,
    issue: z.int().check(z.positive()),
    language: z.optional(Locale),
  }),
})

/** Why sessions ended before their tokens expired. */
export const RevocationReason = z.enum([
  'sign-out',
  'sign-out-everywhere',
  'suspended',
  'roles-changed',
  'password-reset',
])
export type RevocationReason = z.infer<typeof RevocationReason>

/**
 * Sessions that ended while their tokens may still be valid. Each verifier rejects every token whose `origin_jti` is
 * listed and closes its sockets. A user with more than 500 sessions has several events. Times are wall time;
 * `tokensExpireAt` is when the last of these tokens expires.
 */
export const SessionRevoked = defineEvent({
  type: 'identity.session.revoked.v1',
  data: z.object({
    userId: id,
    sessionIds: z.array(id).check(z.minLength(1), z.maxLength(500)),
    reason: RevocationReason,
    revokedAt: isoDateTime,
    tokensExpireAt: isoDateTime,
  }),
})

/**
 * The investor's status changed, along `registered → … → investor_active`; `version` orders the changes of one user.
 */
export const UserStatusChanged = defineEvent({
  type: 'identity.userStatus.changed.v1',
  data: z.object({ userId: id, status: UserStatus, version }),
})

/**
 * The settings of an account changed. Says neither which nor to what: readers ask identity. `version` counts the changes
 * of one user.
 */
export const SettingsChanged = defineEvent({
  type: 'identity.settings.changed.v1',
  data: z.object({ userId: id, version }),
})

/** The password of an account was replaced: by its owner, or by who had a code sent to its address. */
export const PasswordChanged = defineEvent({
  type: 'identity.password.changed.v1',
  data: z.object({ userId: id }),
})

/**
 * Another address has become that of an account. The event carries no address: `identity.describeSubject` with
 * `emailChange` returns the previous one. `issue` is the number of the code by which the new one was confirmed.
 */
export const EmailChanged = defineEvent({
  type: 'identity.email.changed.v1',
  data: z.object({ userId: id, issue: z.int().check(z.positive()) }),
})
