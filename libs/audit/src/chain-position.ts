import { publicKeyOf } from '@hissa/kernel'
import { sign, verify } from 'node:crypto'
import type { ChainHead } from './audit-row.js'
import type { AuditKey } from './signed-head.js'

/** How long a verification may be continued. */
const VALID_MS = 3_600_000

/** How far a verification that began with the first row has come. */
export interface ChainPosition extends ChainHead {
  /** Wall time, ISO 8601. */
  startedAt: string
  /** Ed25519 over the service and the position, base64url. Without it, a verification could start anywhere. */
  proof: string
}

/** Returns the position after a part, signed by the service. Pure. */
export function provePosition(
  { seq, hash }: ChainHead,
  startedAt: string,
  { service, privateKey }: AuditKey,
): ChainPosition {
  const position = { seq, hash, startedAt }
  return { ...position, proof: sign(null, textOf(service, position), privateKey).toString('base64url') }
}

/** Returns whether the service signed this position of a verification that began within the last hour. Pure. */
export function isProved({ proof, ...position }: ChainPosition, { service, publicKey }: AuditKey, now: Date): boolean {
  if (now.getTime() - Date.parse(position.startedAt) > VALID_MS) return false
  return verify(null, textOf(service, position), publicKeyOf(publicKey), Buffer.from(proof, 'base64url'))
}

/** Differs from the text of a signed head, so that neither can stand for the other. */
const textOf = (service: string, { seq, hash, startedAt }: Omit<ChainPosition, 'proof'>) =>
  Buffer.from(JSON.stringify(['position', service, seq, hash, startedAt]))
