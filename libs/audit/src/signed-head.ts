import { publicKeyOf, type SigningKey, signingKey } from '@hissa/kernel'
import { sign, verify } from 'node:crypto'
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
  try {
    return verify(null, textOf(head), publicKeyOf(publicKey), Buffer.from(head.signature, 'base64url'))
  } catch {
    return false // not a valid key
  }
}

const textOf = ({ service, seq, hash, at }: Omit<SignedHead, 'publicKey' | 'signature'>) =>
  Buffer.from(JSON.stringify([service, seq, hash, at.toISOString()]))
