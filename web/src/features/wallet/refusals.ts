import { isApiError, isConnectionLost } from '../../api/problem.js'
import type { MessageId } from '../../i18n/i18n.js'

const REFUSALS: Readonly<Record<string, MessageId>> = {
  ACCOUNT_SUSPENDED: 'wallet.refused.suspended',
  RATE_LIMITED: 'wallet.refused.tooMany',
  WALLET_CHAIN_UNAVAILABLE: 'wallet.refused.chain',
  WALLET_CHALLENGE_ENDED: 'wallet.refused.ended',
  WALLET_FROZEN: 'wallet.refused.frozen',
  WALLET_IN_USE: 'wallet.refused.inUse',
  WALLET_NO_SHARES: 'wallet.refused.noShares',
  WALLET_REFUSED: 'wallet.refused.address',
  WALLET_REQUEST_CLOSED: 'wallet.refused.closed',
  WALLET_REQUEST_PENDING: 'wallet.refused.pending',
  WALLET_SIGNATURE_INVALID: 'wallet.refused.signature',
  WALLET_TAKEN: 'wallet.refused.taken',
  WALLET_TOO_MANY_CHALLENGES: 'wallet.refused.tooManyUntil',
}

/** Returns the text for a rejected call about a wallet; undefined if the error is not one of the API. */
export function refusalText(error: unknown): MessageId | undefined {
  if (isConnectionLost(error)) return 'ui.connectionLost'
  return isApiError(error) ? (REFUSALS[error.code] ?? 'wallet.refused.failed') : undefined
}

/** Returns when a call that was made too often can be repeated. */
export function retryAtOf(error: unknown): string | undefined {
  const at = isApiError(error) ? error.problem['retryAt'] : undefined
  return typeof at === 'string' ? at : undefined
}
