import { randomBytes } from 'node:crypto'

const NONCE_BYTES = 16

/**
 * Placeholder in a cached page for the nonce of each response. Random for each process: if it were constant, a
 * property's text could contain it, and the script after it would run with the reader's nonce.
 */
export const NONCE_PLACEHOLDER = randomBytes(NONCE_BYTES).toString('base64url')

/** Returns the page with a fresh nonce in place of every placeholder, and that nonce for the policy. */
export function withNonce(html: string): { html: string; nonce: string } {
  const nonce = randomBytes(NONCE_BYTES).toString('base64')
  return { html: html.replaceAll(NONCE_PLACEHOLDER, nonce), nonce }
}
