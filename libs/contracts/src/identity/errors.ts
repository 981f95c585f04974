import { version } from '../core.js'
import { defineError } from '../result.js'

/** Shares its code with VERSION_CONFLICT and adds the current version. */
export const PROFILE_VERSION_CONFLICT = defineError({
  code: 'VERSION_CONFLICT',
  status: 409,
  extra: { version },
  description: 'The profile has been saved since the form was read. `version` is the current one.',
})

/** Shares its code with VERSION_CONFLICT and adds the current version. */
export const CURRENT_USER_CHANGED = defineError({
  code: 'VERSION_CONFLICT',
  status: 412,
  extra: { version },
  description:
    'Profile or settings have changed since they were read, perhaps on another device. Read them again, ask the user, ' +
    'then repeat the change.',
})

export const PROFILE_LOCKED = defineError({
  code: 'PROFILE_LOCKED',
  status: 409,
  description: 'Name, date of birth or nationality differ from those that KYC is deciding on or has approved.',
})

export const EMAIL_LINK_INVALID = defineError({
  code: 'EMAIL_LINK_INVALID',
  status: 403,
  description: 'The link of the email is incomplete or was altered, or its account no longer exists.',
})

export const EMAIL_LINK_EXPIRED = defineError({
  code: 'EMAIL_LINK_EXPIRED',
  status: 410,
  description: 'The link of the email is more than a year old. Sign in to choose emails, or use a newer email.',
})

export const CODE_SUPERSEDED = defineError({
  code: 'CODE_SUPERSEDED',
  status: 409,
  description: 'A newer code was issued, or this one was used or has expired.',
})

export const TOO_MANY_MESSAGES = defineError({
  code: 'TOO_MANY_MESSAGES',
  status: 429,
  description: 'Too many messages were sent from this network or with this email address. Try again in an hour.',
})

export const WAITLIST_LINK_INVALID = defineError({
  code: 'WAITLIST_LINK_INVALID',
  status: 410,
  description: 'The link is incomplete or has expired, or its place was deleted. Ask for a place again.',
})

export const OWN_ACCOUNT = defineError({
  code: 'OWN_ACCOUNT',
  status: 403,
  description: 'The account belongs to the caller or seems to belong to the same person. A colleague has to act on it.',
})

export const STAFF_ACCOUNT = defineError({
  code: 'STAFF_ACCOUNT',
  status: 403,
  description: 'The account has a staff role. Only an administrator may act on it.',
})

export const STANDING_UNCHANGED = defineError({
  code: 'STANDING_UNCHANGED',
  status: 409,
  description: 'The account is already suspended, or is not suspended. Read it again.',
})
