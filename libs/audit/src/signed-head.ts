import { publicKeyOf, type SigningKey, signingKey } from '@hissa/kernel'
import { sign, verify, type KeyObject } from 'node:crypto'
import type { ChainHead } from './audit-row.js'

/** Signing key of one service. `publicKey` is Ed25519, raw, base64url; verifiers must not get it from the store. */
export interface AuditKey extends SigningKey {
  readonly service: string
}

/** The end of a service's chain at a time, signed. */
export interface SignedHead extends ChainHead {
  service: string
  at: Date
  publicKey: string
  /** Ed25519 over service, seq, hash and at, base64url. */
  signature: string
}

/** Returns the signing key of a service's audit log, derived from its master key, which is not in the store. */
export const auditKey = (service: string, masterKey: Buffer): AuditKey => ({
  service,
  ...signingKey(masterKey, `hissa audit ${service}`),
})

/** Signs the head of a chain with a service's key, at time `at`. */
export function signHead({ seq, hash }: ChainHead, at: Date, { service, publicKey, privateKey }: AuditKey): SignedHead {
  const head = { service, seq, hash, at, publicKey }
  return { ...head, signature: sign(null, textOf(head), privateKey).toString('base64url') }
}

/** Returns whether `publicKey` signed this head, whatever key the head itself names. */
export function isSignedBy(head: SignedHead, publicKey: string): boolean {
  const key = keyOf(publicKey)
  return key !== undefined && isSignedWith(head, key)
}

/** Heads whose signatures are verified without a pause: a few milliseconds. */
const WITHOUT_PAUSE = 50

/** Returns the first head that the service didn't sign. Imports the key once, and lets other work run in between. */
export async function findForged(
  heads: readonly SignedHead[],
  { service, publicKey }: Pick<AuditKey, 'service' | 'publicKey'>,
): Promise<SignedHead | undefined> {
  const key = keyOf(publicKey)
  for (const [index, head] of heads.entries()) {
    if (index % WITHOUT_PAUSE === WITHOUT_PAUSE - 1) await new Promise((resolve) => setImmediate(resolve))
    if (head.service !== service || !key || !isSignedWith(head, key)) return head
  }
  return undefined
}

function keyOf(publicKey: string): KeyObject | undefined {
  try {
    return publicKeyOf(publicKey)
  } catch {
    return undefined // not a valid key
  }
}

const isSignedWith = (head: SignedHead, key: KeyObject) =>
  verify(null, textOf(head), key, Buffer.from(head.signature, 'base64url'))

const textOf = ({ service, seq, hash, at }: Omit<SignedHead, 'publicKey' | 'signature'>) =>
  Buffer.from(JSON.stringify([service, seq, hash, at.toISOString()]))
