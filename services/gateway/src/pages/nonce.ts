import { randomBytes } from 'node:crypto'

const NONCE_BYTES = 16

/**
 * Stands in a cached page where the nonce of each answer goes. Random for each process: a constant could be published
 * in a property's text, and the script after it would run with the reader's nonce.
 */
export const NONCE_PLACEHOLDER = randomBytes(NONCE_BYTES).toString('base64url')

/** Returns the page with a fresh nonce in every place of the placeholder, and that nonce for the policy. */
export function withNonce(html: string): { html: string; nonce: string } {
  const nonce = randomBytes(NONCE_BYTES).toString('base64')
  return { html: html.replaceAll(NONCE_PLACEHOLDER, nonce), nonce }
}
