import type { CodePurpose } from '@hissa/contracts/identity'
import type { Keyring } from '../crypto/keyring.js'

/** The stored state of a code. Its digits are derived, never stored. */
export interface CodeState {
  issue: number
  issuedAt: Date
  /** Attempts at this issue, each counted before the code is compared. */
  attempts: number
  /** False once the code has been used. */
  open: boolean
}

const HOUR_MS = 3_600_000
const LIFE_MS: Record<CodePurpose, number> = { 'sign-up': 24 * HOUR_MS, attribute: 24 * HOUR_MS, reset: HOUR_MS }
export const MAX_ATTEMPTS = 5

/** Returns the next issue, which invalidates all earlier codes. */
export const issueCode = (before: CodeState | undefined, now: Date): CodeState => ({
  issue: (before?.issue ?? 0) + 1,
  issuedAt: now,
  attempts: 0,
  open: true,
})

/** Derives six digits from user, purpose and issue, so that they need not be stored or published in events. */
export function codeDigits(keys: Keyring, userId: string, purpose: CodePurpose, issue: number): string {
  const digest = keys.digest('code', userId, purpose, String(issue))
  return String(digest.readUIntBE(0, 6) % 1_000_000).padStart(6, '0')
}

/** Returns when a code expires. */
export const codeExpiresAt = (state: CodeState, purpose: CodePurpose): Date =>
  new Date(state.issuedAt.getTime() + LIFE_MS[purpose])

export type CodeVerdict = 'accepted' | 'mismatch' | 'expired' | 'exhausted'

/**
 * Returns the verdict on an attempt at the code that was read. `counted` is whether the attempt was within the limit:
 * even a correct code is rejected after too many attempts.
 */
export function judgeCode(
  state: CodeState | undefined,
  purpose: CodePurpose,
  { counted, matches }: { counted: boolean; matches: boolean },
  now: Date,
): CodeVerdict {
  if (!state?.open || now >= codeExpiresAt(state, purpose)) return 'expired'
  if (!counted) return 'exhausted'
  return matches ? 'accepted' : 'mismatch'
}

/** Returns the state of a code that can no longer be used. */
export const closeCode = (state: CodeState): CodeState => ({ ...state, open: false })
