import type { Connection } from '@hissa/persistence'
import { Schema, type Model } from 'mongoose'
import { APPROVALS, PENDING_INDEX, type ApprovalRow } from './approval-row.js'

const schema = new Schema<ApprovalRow>(
  {
    _id: String,
    action: { type: String, required: true },
    subjectId: { type: String, required: true },
    pendingKey: String,
    evidence: { type: String, required: true },
    proposal: { type: Schema.Types.Mixed, required: true },
    state: { type: String, required: true },
    maker: { type: String, required: true },
    reason: { type: String, required: true },
    requestedAt: { type: Date, required: true },
    checker: { type: String, default: null },
    checkerReason: { type: String, default: null },
    endedAt: { type: Date, default: null },
    version: { type: Number, required: true },
  },
  { versionKey: false, minimize: false },
)
schema.index(
  { pendingKey: 1 },
  { unique: true, name: PENDING_INDEX, partialFilterExpression: { pendingKey: { $exists: true } } },
)
// `queue` serves pending approvals, oldest first; `subject` the history of one subject.
schema.index({ state: 1, action: 1, requestedAt: 1, _id: 1 }, { name: 'queue' })
schema.index({ subjectId: 1, requestedAt: -1 }, { name: 'subject' })

/** Returns the model of a service's approvals. Call it before collections and indexes are created. */
export const approvalModel = (connection: Connection): Model<ApprovalRow> =>
  (connection.models[APPROVALS] as Model<ApprovalRow> | undefined) ??
  connection.model<ApprovalRow>(APPROVALS, schema, APPROVALS)
