import { isApiError, isConnectionLost } from '../../api/problem.js'
import type { MessageId } from '../../i18n/i18n.js'

const REFUSALS: Readonly<Record<string, MessageId>> = {
  ACCOUNT_SUSPENDED: 'cash.refused.suspended',
  KYC_REQUIRED: 'cash.refused.unverified',
  IBAN_INVALID: 'cash.refused.iban',
  HOLDER_NAME_MISMATCH: 'cash.refused.holder',
  BANK_ACCOUNT_KNOWN: 'cash.refused.known',
  TOO_MANY_BANK_ACCOUNTS: 'cash.refused.tooMany',
  BANK_ACCOUNTS_TOO_OFTEN: 'cash.refused.addedTooOften',
  TOO_MANY_WITHDRAWALS: 'cash.refused.tooManyWithdrawals',
  PAYOUT_BLOCKED: 'cash.refused.blocked',
  BANK_ACCOUNT_IN_USE: 'cash.refused.inUse',
  BANK_CODE_WRONG: 'cash.refused.codeWrong',
  BANK_CODE_EXPIRED: 'cash.refused.codeExpired',
  BANK_CODES_EXHAUSTED: 'cash.refused.codesExhausted',
  BANK_ACCOUNT_UNCONFIRMED: 'cash.refused.unconfirmed',
  BANK_ACCOUNT_WAITING: 'cash.refused.waiting',
  WITHDRAWAL_BELOW_MINIMUM: 'cash.refused.minimum',
  CASH_INSUFFICIENT: 'cash.refused.insufficient',
  WITHDRAWAL_NOT_CANCELLABLE: 'cash.refused.sent',
  IDEMPOTENCY_KEY_REUSED: 'cash.refused.failed',
  RATE_LIMITED: 'cash.refused.tooOften',
}

/** Returns the message of a refused call about cash. */
export function cashRefusal(error: unknown): MessageId {
  if (isConnectionLost(error)) return 'ui.connectionLost'
  return (isApiError(error) && REFUSALS[error.code]) || 'cash.refused.failed'
}
