import type { Connection } from '@hissa/persistence'
import { Schema, type Model } from 'mongoose'
import type { AuditRow, ChainHead } from './audit-row.js'
import type { SignedHead } from './signed-head.js'

const rowSchema = new Schema<AuditRow>(
  {
    _id: String,
    at: { type: Date, required: true },
    actor: { type: String, required: true },
    roles: { type: [String], required: true },
    action: { type: String, required: true },
    subject: String,
    detail: { type: Schema.Types.Mixed, required: true },
    unsealed: Boolean,
    seq: Number,
    hash: String,
  },
  { versionKey: false, minimize: false },
)
rowSchema.index({ unsealed: 1, _id: 1 }, { partialFilterExpression: { unsealed: true }, name: 'unsealed' })
rowSchema.index({ seq: 1 }, { unique: true, partialFilterExpression: { seq: { $exists: true } }, name: 'seq' })
// The names say that the order of pages is part of the index.
rowSchema.index({ subject: 1, at: 1, _id: 1 }, { name: 'subject_page' })
rowSchema.index({ at: 1, _id: 1 }, { name: 'at' })
rowSchema.index({ actor: 1, at: 1, _id: 1 }, { name: 'actor_page' })
rowSchema.index({ action: 1, at: 1, _id: 1 }, { name: 'action_page' })

export type HeadRow = ChainHead & { _id: 'head' }
const headSchema = new Schema<HeadRow>({ _id: String, seq: Number, hash: String }, { versionKey: false })

/** The id is the hour, such as `2026-11-21T20`, so that only one of many replicas signs. */
type SignedRow = SignedHead & { _id: string }
const signedSchema = new Schema<SignedRow>(
  {
    _id: String,
    service: { type: String, required: true },
    seq: { type: Number, required: true },
    hash: { type: String, required: true },
    at: { type: Date, required: true },
    publicKey: { type: String, required: true },
    signature: { type: String, required: true },
  },
  { versionKey: false },
)
signedSchema.index({ seq: 1 }, { name: 'seq' })

/** Name of the collection of rows. */
export const AUDIT = 'audit'

export interface AuditModels {
  rows: Model<AuditRow>
  heads: Model<HeadRow>
  signed: Model<SignedRow>
}

/** Creates the models of one service's audit log. Call it before collections and indexes are created. */
export const auditModels = (connection: Connection): AuditModels => ({
  rows: connection.model<AuditRow>(AUDIT, rowSchema, AUDIT),
  heads: connection.model<HeadRow>('audit_heads', headSchema, 'audit_heads'),
  signed: connection.model<SignedRow>('audit_signed_heads', signedSchema, 'audit_signed_heads'),
})
