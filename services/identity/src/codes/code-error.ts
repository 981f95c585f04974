import { codeMismatch, expiredCode, tooManyAttempts, type PoolError } from '../errors/pool-error.js'
import type { CodeVerdict } from './code.js'

/** Returns the error for a code that was not accepted. */
export function codeError(verdict: Exclude<CodeVerdict, 'accepted'>): PoolError {
  if (verdict === 'expired') return expiredCode()
  return verdict === 'exhausted' ? tooManyAttempts() : codeMismatch()
}
