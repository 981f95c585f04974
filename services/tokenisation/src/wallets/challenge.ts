import { randomBytes } from 'node:crypto'
import type { Address } from 'viem'
import { createSiweMessage } from 'viem/siwe'

/** A message by which an investor proves that a wallet is theirs. */
export interface Challenge {
  _id: string
  userId: string
  /** Which of the investor's challenges it is, so that their number is limited. */
  slot: number
  address: Address
  /** The exact text that has to be signed; only this one is ever verified. */
  message: string
  /** Wall time. */
  expiresAt: Date
  /** Signatures that were checked. */
  attempts: number
  usedAt?: Date
}

export const CHALLENGE_LIFE_MS = 10 * 60_000
/** Challenges of one investor within their lifetime. */
export const MOST_CHALLENGES = 5
/** Signatures that are checked for one challenge, because each may cost calls to the node. */
export const MOST_ATTEMPTS = 5

const NONCE_BYTES = 16
const STATEMENT =
  'I own this wallet, and I ask Hissa to hold my shares in it. Signing is free and moves nothing until Hissa approves it.'

/** Returns the message to sign (EIP-4361). `publicUrl` is the product's address, whose host the wallet shows. */
export function messageOf(
  { address, expiresAt }: Pick<Challenge, 'address' | 'expiresAt'>,
  { publicUrl, chainId, now }: { publicUrl: string; chainId: number; now: Date },
): string {
  const { host, origin } = new URL(publicUrl)
  return createSiweMessage({
    ...{ domain: host, uri: origin, version: '1', chainId, address, statement: STATEMENT },
    nonce: randomBytes(NONCE_BYTES).toString('hex'),
    ...{ issuedAt: now, expirationTime: expiresAt },
  })
}
