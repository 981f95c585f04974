import { codeMismatch, expiredCode, tooManyAttempts, type PoolError } from '../errors/pool-error.js'
import type { CodeVerdict } from './code.js'

/** The refusal that clients see for a code that was not accepted. */
export function refuseCode(verdict: Exclude<CodeVerdict, 'accepted'>): PoolError {
  if (verdict === 'expired') return expiredCode()
  return verdict === 'exhausted' ? tooManyAttempts() : codeMismatch()
}
