import * as z from 'zod/mini'
import { UserStatus, Locale, defineEvent, id, version } from '../core.js'

/** What a one-time code proves: a new account's address, a changed address, or the right to choose a new password. */
export const CodePurpose = z.enum(['sign-up', 'attribute', 'reset'])
export type CodePurpose = z.infer<typeof CodePurpose>

/** A person made an account; its address is not confirmed yet. */
export const UserRegistered = defineEvent({
  type: 'identity.user.registered.v1',
  data: z.object({ userId: id, language: Locale }),
})

/** The account's address was confirmed: it can sign in from now on. */
export const UserConfirmed = defineEvent({
  type: 'identity.user.confirmed.v1',
  data: z.object({ userId: id }),
})

/**
 * A one-time code is to be delivered, the first or a new one. Carries no code: whoever delivers asks `identity.getCode`
 * with the same three values at the moment of sending.
 */
export const CodeRequested = defineEvent({
  type: 'identity.code.requested.v1',
  data: z.object({ userId: id, purpose: CodePurpose, issue: z.int().check(z.positive()) }),
})

/** The investor moved along `registered → … → investor_active`; `version` orders the changes of one user. */
export const UserStatusChanged = defineEvent({
  type: 'identity.userStatus.changed.v1',
  data: z.object({ userId: id, status: UserStatus, version }),
})
