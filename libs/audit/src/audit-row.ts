import { canonicalJson } from '@hissa/kernel'
import { createHash } from 'node:crypto'

/**
 * A staff action or read: the actor, the action and its subject. `detail` holds ids, codes and reasons, never personal
 * data.
 */
export interface AuditEntry {
  actor: string
  roles: readonly string[]
  /** Past tense, such as `case.approved`. */
  action: string
  /** The person or object that the action was about; null for a list. */
  subject: string | null
  detail: Record<string, unknown>
}

export interface AuditRow extends AuditEntry {
  _id: string
  at: Date
  /** Set when the row is written, removed when it gets its sequence number. */
  unsealed?: true
  /** Sequence number in the chain, from 1. */
  seq?: number
  /** SHA-256, hex. */
  hash?: string
}

export interface ChainHead {
  seq: number
  hash: string
}

export const EMPTY_CHAIN: ChainHead = { seq: 0, hash: '0'.repeat(64) }

/**
 * Returns the head after `row`: SHA-256 over the sequence number, the previous hash and the whole row, as canonical
 * JSON.
 */
export function extendChain(head: ChainHead, row: AuditRow): ChainHead {
  const { _id: id, at, actor, roles, action, subject, detail } = row
  const seq = head.seq + 1
  const text = canonicalJson({
    seq,
    previous: head.hash,
    id,
    at: at.toISOString(),
    actor,
    roles,
    action,
    subject,
    detail,
  })
  return { seq, hash: createHash('sha256').update(text).digest('hex') }
}
