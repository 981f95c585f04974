import { createPrivateKey, createPublicKey, hkdfSync, sign, verify, type KeyObject } from 'node:crypto'
import type { ChainHead } from './audit-row.js'

/** Signing key of one service. `publicKey` is Ed25519, raw, base64url; verifiers must not get it from the store. */
export interface AuditKey {
  readonly service: string
  readonly publicKey: string
  readonly privateKey: KeyObject
}

/** The end of a service's chain at a time, signed. */
export interface SignedHead extends ChainHead {
  service: string
  at: Date
  publicKey: string
  /** Ed25519 over service, seq, hash and at, base64url. */
  signature: string
}

// RFC 8410: the DER prefix of the 32 bytes of an Ed25519 key.
const PRIVATE_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')
const PUBLIC_PREFIX = Buffer.from('302a300506032b6570032100', 'hex')

/** Returns the signing key of a service's audit log, derived from its master key, which is not in the store. */
export function auditKey(service: string, masterKey: Buffer): AuditKey {
  const seed = Buffer.from(hkdfSync('sha256', masterKey, Buffer.alloc(0), `hissa audit ${service}`, 32))
  const privateKey = createPrivateKey({ key: Buffer.concat([PRIVATE_PREFIX, seed]), format: 'der', type: 'pkcs8' })
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' })
  return { service, privateKey, publicKey: spki.subarray(PUBLIC_PREFIX.length).toString('base64url') }
}

/** Signs the head of a chain with a service's key, at time `at`. */
export function signHead({ seq, hash }: ChainHead, at: Date, { service, publicKey, privateKey }: AuditKey): SignedHead {
  const head = { service, seq, hash, at, publicKey }
  return { ...head, signature: sign(null, textOf(head), privateKey).toString('base64url') }
}

/** Returns whether `publicKey` signed this head, whatever key the head itself names. */
export function isSignedBy(head: SignedHead, publicKey: string): boolean {
  const key = Buffer.concat([PUBLIC_PREFIX, Buffer.from(publicKey, 'base64url')])
  try {
    const object = createPublicKey({ key, format: 'der', type: 'spki' })
    return verify(null, textOf(head), object, Buffer.from(head.signature, 'base64url'))
  } catch {
    return false // not a valid key
  }
}

const textOf = ({ service, seq, hash, at }: Omit<SignedHead, 'publicKey' | 'signature'>) =>
  Buffer.from(JSON.stringify([service, seq, hash, at.toISOString()]))
