import * as z from 'zod/mini'
import { isoDateTime } from '../core.js'
import { defineError } from '../result.js'

export const WALLET_NO_SHARES = defineError({
  code: 'WALLET_NO_SHARES',
  status: 409,
  description: 'The caller has no registered shares yet, so there is nothing to hold in a wallet.',
})

export const WALLET_TAKEN = defineError({
  code: 'WALLET_TAKEN',
  status: 409,
  description: 'The address belongs to another account or to a contract of the platform. Use another wallet.',
})

export const WALLET_IN_USE = defineError({
  code: 'WALLET_IN_USE',
  status: 409,
  description: 'The caller’s shares are already held at this address.',
})

export const WALLET_REQUEST_PENDING = defineError({
  code: 'WALLET_REQUEST_PENDING',
  status: 409,
  description: 'A request of the caller is being reviewed or carried out. Wait for it, or withdraw it first.',
})

export const WALLET_REQUEST_CLOSED = defineError({
  code: 'WALLET_REQUEST_CLOSED',
  status: 409,
  description: 'The request is already approved, declined or withdrawn.',
})

export const WALLET_FROZEN = defineError({
  code: 'WALLET_FROZEN',
  status: 409,
  description: 'Shares of the caller are frozen, so they can’t be moved at the caller’s request.',
})

export const WALLET_REFUSED = defineError({
  code: 'WALLET_REFUSED',
  status: 403,
  description: 'Shares can’t be moved to this address.',
})

export const WALLET_CHALLENGE_ENDED = defineError({
  code: 'WALLET_CHALLENGE_ENDED',
  status: 409,
  description: 'The message has expired or was already used. Ask for a new one and sign it.',
})

export const WALLET_SIGNATURE_INVALID = defineError({
  code: 'WALLET_SIGNATURE_INVALID',
  status: 422,
  description: 'The signature is not of the given message by the key of the given address.',
})

export const WALLET_CHAIN_UNAVAILABLE = defineError({
  code: 'WALLET_CHAIN_UNAVAILABLE',
  status: 503,
  description: 'The blockchain could not be reached to check the signature of a contract wallet. Try again.',
})

export const WALLET_TOO_MANY_CHALLENGES = defineError({
  code: 'WALLET_TOO_MANY_CHALLENGES',
  status: 429,
  extra: { retryAt: isoDateTime },
  description: 'Too many messages were requested. Try again after `retryAt`.',
})

/** Why an action on a shareholder is not possible now. */
export const ShareActionRefusal = z.enum([
  /** It is frozen already, for this property or for all. */
  'already_frozen',
  /** There is no such freeze, or it has been lifted. */
  'not_frozen',
  /** The shares are frozen: they can't be moved at the investor's request. */
  'frozen',
  /** The investor's account is suspended: the shares can't be moved at the investor's request. */
  'suspended',
  /** The shares are held by the platform: there is no wallet to recover. */
  'custodial',
  /** The request has ended, or its shares are moving already. */
  'request_closed',
  /** Another movement of this investor's shares is in progress. */
  'moving',
  /** The address is on a sanctions list, or could not be screened. */
  'screening',
  /** The investor's account is not registered on the chain yet. */
  'not_registered',
  /** There is no such move, or it has ended. */
  'not_moving',
  /** A transaction of the move may still be executed. */
  'in_flight',
  /** Shares have left the lost wallet already, and they don't go back there. */
  'partly_moved',
  /** The chain has not refused the last step of the move. */
  'not_refused',
])
export type ShareActionRefusal = z.infer<typeof ShareActionRefusal>

export const SHARE_ACTION_NOT_POSSIBLE = defineError({
  code: 'SHARE_ACTION_NOT_POSSIBLE',
  status: 409,
  extra: { why: ShareActionRefusal },
  description: 'The action is not possible now; `why` states the reason.',
})
