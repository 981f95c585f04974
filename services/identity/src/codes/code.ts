import type { CodePurpose } from '@hissa/contracts/identity'
import type { Keyring } from '../crypto/keyring.js'

/** All that is kept of a code: which issue it is, never its digits. */
export interface CodeState {
  issue: number
  issuedAt: Date
  /** Tries at this issue, each counted before it is looked at. */
  attempts: number
  /** False once it has been used. */
  open: boolean
}

const HOUR_MS = 3_600_000
const LIFE_MS: Record<CodePurpose, number> = { 'sign-up': 24 * HOUR_MS, attribute: 24 * HOUR_MS, reset: HOUR_MS }
export const MAX_ATTEMPTS = 5

/** The next issue; whatever was sent before stops working. */
export const issueCode = (before: CodeState | undefined, now: Date): CodeState => ({
  issue: (before?.issue ?? 0) + 1,
  issuedAt: now,
  attempts: 0,
  open: true,
})

/** Six digits that follow from user, purpose and issue alone, so that nobody stores or sends them before they are needed. */
export function codeDigits(keys: Keyring, userId: string, purpose: CodePurpose, issue: number): string {
  const digest = keys.digest('code', userId, purpose, String(issue))
  return String(digest.readUIntBE(0, 6) % 1_000_000).padStart(6, '0')
}

export const codeExpiresAt = (state: CodeState, purpose: CodePurpose): Date =>
  new Date(state.issuedAt.getTime() + LIFE_MS[purpose])

export type CodeVerdict = 'accepted' | 'mismatch' | 'expired' | 'exhausted'

/**
 * Judges one try at the code that was read. `counted` is whether the try was still among those that are granted: a right
 * code is of no use after too many tries.
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

export const closeCode = (state: CodeState): CodeState => ({ ...state, open: false })
