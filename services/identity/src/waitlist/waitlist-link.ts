import { timingSafeEqual } from 'node:crypto'
import type { Keyring } from '../crypto/keyring.js'

const LINK_LIFE_MS = 7 * 86_400_000

/** Returns until when the link of a request confirms it: seven days. */
export const confirmBefore = (requestedAt: Date): Date => new Date(requestedAt.getTime() + LINK_LIFE_MS)

/** Returns the token that confirms a place: its id, the end of its validity in seconds, and their keyed digest. */
export function confirmTokenOf(keys: Keyring, entryId: string, requestedAt: Date): string {
  const until = String(Math.floor(confirmBefore(requestedAt).getTime() / 1_000))
  return [entryId, until, sign(keys, 'confirm', entryId, until)].join('.')
}

/** Returns the token that deletes a place, which never expires: every email has it. */
export const leaveTokenOf = (keys: Keyring, entryId: string): string =>
  [entryId, sign(keys, 'leave', entryId)].join('.')

/** Returns the id of the place that a token confirms; undefined if it was changed or has expired. */
export function readConfirmToken(keys: Keyring, token: string, now: Date): string | undefined {
  const [entryId = '', until = '', signature = '', ...rest] = token.split('.')
  if (rest.length > 0 || !equals(signature, sign(keys, 'confirm', entryId, until))) return undefined
  return Number(until) * 1_000 > now.getTime() ? entryId : undefined
}

/** Returns the id of the place that a token deletes; undefined if it was changed. */
export function readLeaveToken(keys: Keyring, token: string): string | undefined {
  const [entryId = '', signature = '', ...rest] = token.split('.')
  return rest.length === 0 && equals(signature, sign(keys, 'leave', entryId)) ? entryId : undefined
}

const sign = (keys: Keyring, purpose: string, ...parts: readonly string[]): string =>
  keys.digest('code', 'waitlist', purpose, ...parts).toString('base64url')

function equals(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
