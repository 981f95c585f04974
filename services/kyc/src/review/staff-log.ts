import { CLOCK, newId, type Clock } from '@hissa/kernel'
import type { Caller } from '@hissa/messaging'
import { MONGO, type ClientSession, type Connection } from '@hissa/persistence'
import { Inject, Injectable } from '@nestjs/common'
import { Schema, type Model } from 'mongoose'

export type StaffAction =
  | 'case.listed'
  | 'case.read'
  | 'case.revealed'
  | 'case.claimed'
  | 'case.approved'
  | 'case.rejected'
  | 'case.resubmission_requested'
  | 'document.read'

interface AuditRow {
  _id: string
  at: Date
  actor: string
  roles: string[]
  action: StaffAction
  /** The person whose data it was; null for a list. */
  subject: string | null
  caseId: string | null
  detail: Record<string, unknown>
}

const schema = new Schema<AuditRow>(
  {
    _id: String,
    at: Date,
    actor: String,
    roles: [String],
    action: String,
    subject: String,
    caseId: String,
    detail: Schema.Types.Mixed,
  },
  { collection: 'audit', versionKey: false, minimize: false },
)
schema.index({ caseId: 1, at: 1 })
export const auditModel = (connection: Connection): Model<AuditRow> => connection.model<AuditRow>('Audit', schema)

/** Who of the staff saw or decided what. Append-only, in the transaction of what it speaks of. */
@Injectable()
export class StaffLog {
  private readonly model: Model<AuditRow>

  constructor(
    @Inject(MONGO) connection: Connection,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.model = auditModel(connection)
  }

  async append(
    session: ClientSession,
    by: Pick<Caller, 'userId' | 'roles'>,
    action: StaffAction,
    about: { subject: string | null; caseId: string | null },
    detail: Record<string, unknown> = {},
  ): Promise<void> {
    await this.model.insertMany(
      [{ _id: newId(), at: this.clock.now(), actor: by.userId, roles: by.roles, action, ...about, detail }],
      { session },
    )
  }
}
