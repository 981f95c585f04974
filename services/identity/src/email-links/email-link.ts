import { ok, refuse, type ErrorOf, type Result } from '@hissa/contracts'
import { EMAIL_LINK_EXPIRED, EMAIL_LINK_INVALID, QuietableTopic } from '@hissa/contracts/identity'
import { timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import type { Keyring } from '../crypto/keyring.js'

const VALID_MS = 365 * 86_400_000

/** The account and the only topic that a link is about. */
export interface EmailLink {
  userId: string
  topic: QuietableTopic
}

/** User id, topic and when it was signed, in seconds since 1970. */
const Content = z.tuple([z.string(), QuietableTopic, z.int()])
type Refusal = ErrorOf<typeof EMAIL_LINK_INVALID | typeof EMAIL_LINK_EXPIRED>

/**
 * Returns the token of a link, `<content>.<signature>` in base64url. The content isn't secret: an opaque id and a topic,
 * to the owner of the account. Only the signature, an HMAC under a key of this purpose, gives the right.
 */
export function signEmailLink(keys: Keyring, { userId, topic }: EmailLink, now: Date): string {
  const content = JSON.stringify([userId, topic, Math.floor(now.getTime() / 1_000)])
  const encoded = Buffer.from(content).toString('base64url')
  return `${encoded}.${keys.digest('unsubscribe', encoded).toString('base64url')}`
}

/** Returns what a token is about. Errors: EMAIL_LINK_INVALID, EMAIL_LINK_EXPIRED after a year. */
export function readEmailLink(keys: Keyring, token: string, now: Date): Result<EmailLink, Refusal> {
  const [encoded = '', signature = '', ...rest] = token.split('.')
  const expected = keys.digest('unsubscribe', encoded).toString('base64url')
  // Compared as text, because different texts decode to the same bytes.
  if (rest.length > 0 || signature.length !== expected.length) return invalidLink()
  if (!timingSafeEqual(Buffer.from(signature), Buffer.from(expected))) return invalidLink()
  const [userId, topic, seconds] = z.parse(Content, JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8')))
  if (now.getTime() - seconds * 1_000 > VALID_MS)
    return refuse(EMAIL_LINK_EXPIRED, 'This link is too old. Sign in to choose which emails you get.')
  return ok({ userId, topic })
}

export const invalidLink = () => refuse(EMAIL_LINK_INVALID, 'This link is incomplete or has been changed.')
