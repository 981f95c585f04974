import { newId, type Clock } from '@hissa/kernel'
import { isDuplicateKey, transaction, type ClientSession, type Connection } from '@hissa/persistence'
import { Schema, type Model } from 'mongoose'
import { EMPTY_CHAIN, extendChain, type AuditEntry, type AuditRow, type ChainHead } from './audit-row.js'

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
rowSchema.index({ subject: 1, at: 1 }, { name: 'subject' })

type HeadRow = ChainHead & { _id: 'head' }
const headSchema = new Schema<HeadRow>({ _id: String, seq: Number, hash: String }, { versionKey: false })

const BATCH = 256

export type ChainVerdict =
  { intact: true; head: ChainHead } | { intact: false; seq: number; reason: 'changed' | 'missing' | 'head' }

/** Append-only rows of one service, chained so that a row that is changed, taken out or put in shows. */
export class AuditLog {
  private readonly rows: Model<AuditRow>
  private readonly heads: Model<HeadRow>

  /** Make it before the models' collections and indexes are created. */
  constructor(
    private readonly connection: Connection,
    private readonly clock: Clock,
  ) {
    this.rows = connection.model<AuditRow>('audit', rowSchema, 'audit')
    this.heads = connection.model<HeadRow>('audit_heads', headSchema, 'audit_heads')
  }

  /** Writes a row in the transaction of what it speaks of. Its place in the chain follows within a second. */
  async append(session: ClientSession, entry: AuditEntry): Promise<void> {
    // What is hashed must be what comes back from the store.
    const detail = JSON.parse(JSON.stringify(entry.detail)) as Record<string, unknown>
    const { actor, roles, action, subject } = entry
    const row: AuditRow = {
      _id: newId(),
      at: this.clock.now(),
      actor,
      roles: [...roles],
      action,
      subject,
      detail,
      unsealed: true,
    }
    await this.rows.insertMany([row], { session })
  }

  /** Numbers and chains what is unsealed; returns how many rows. Safe in several replicas: one of two commits is repeated. */
  async seal(): Promise<number> {
    const unsealed = await this.rows.findOne({ unsealed: true }, { _id: 1 }).lean()
    if (!unsealed) return 0
    await this.ensureHead()
    return transaction(this.connection, (session) => this.sealBatch(session))
  }

  /** When the oldest row without a place was written, or null; more than a minute ago is an alarm. */
  async unsealedSince(): Promise<Date | null> {
    const row = await this.rows.findOne({ unsealed: true }).sort({ _id: 1 }).lean<AuditRow>()
    return row?.at ?? null
  }

  /** Recalculates the whole chain and compares it with what is stored. */
  async verify(): Promise<ChainVerdict> {
    let head = EMPTY_CHAIN
    for await (const row of this.rows
      .find({ seq: { $gte: 1 } })
      .sort({ seq: 1 })
      .lean<AuditRow[]>()
      .cursor()) {
      const next = extendChain(head, row)
      if (row.seq !== next.seq) return { intact: false, seq: next.seq, reason: 'missing' }
      if (row.hash !== next.hash) return { intact: false, seq: next.seq, reason: 'changed' }
      head = next
    }
    const stored = (await this.heads.findOne({ _id: 'head' }).lean<HeadRow>()) ?? EMPTY_CHAIN
    if (stored.seq !== head.seq || stored.hash !== head.hash) return { intact: false, seq: stored.seq, reason: 'head' }
    return { intact: true, head }
  }

  private async sealBatch(session: ClientSession): Promise<number> {
    const before = (await this.heads.findOne({ _id: 'head' }, null, { session }).lean<HeadRow>())!
    const rows = await this.rows
      .find({ unsealed: true }, null, { session })
      .sort({ _id: 1 })
      .limit(BATCH)
      .lean<AuditRow[]>()
    let head: ChainHead = before
    for (const row of rows) {
      head = extendChain(head, row)
      const update = { $set: { seq: head.seq, hash: head.hash }, $unset: { unsealed: 1 as const } }
      await this.rows.updateOne({ _id: row._id }, update, { session })
    }
    const moved = await this.heads.updateOne(
      { _id: 'head', seq: before.seq },
      { $set: { seq: head.seq, hash: head.hash } },
      { session },
    )
    if (moved.matchedCount !== 1) throw new Error('The head of the audit chain was moved by another sealer')
    return rows.length
  }

  private async ensureHead(): Promise<void> {
    if (await this.heads.findOne({ _id: 'head' }).lean()) return
    try {
      await this.heads.create({ _id: 'head', ...EMPTY_CHAIN })
    } catch (error) {
      if (!isDuplicateKey(error)) throw error
    }
  }
}
