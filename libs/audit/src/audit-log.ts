import { newId, SystemClock, type Clock } from '@hissa/kernel'
import { isDuplicateKey, rowsAfter, transaction, type ClientSession, type Connection } from '@hissa/persistence'
import { auditModels, type AuditModels, type HeadRow } from './audit-models.js'
import { EMPTY_CHAIN, extendChain, type AuditEntry, type AuditRow, type ChainHead } from './audit-row.js'
import { isProved, provePosition, type ChainPosition } from './chain-position.js'
import { isSignedBy, signHead, type AuditKey, type SignedHead } from './signed-head.js'
import { verifyAudit, verifyAuditPart, type ChainVerdict, type PartVerdict } from './verify-audit.js'

const BATCH = 256
/** The rows of one part of a verification, which takes well under a second. */
const PART_ROWS = 2_000
const HOUR_LENGTH = '2026-11-21T20'.length

/** Which rows to list; all of them without a filter. */
export interface RowFilter {
  actor?: string
  subject?: string
  action?: string
  /** Any of these. */
  actions?: readonly string[]
  /** Without the rows about this person, and those that say who read what they did. */
  notAbout?: string
  from?: Date
  until?: Date
}

type Position = readonly [at: Date, id: string]

/** Append-only rows of one service, hash-chained so that changed, removed and inserted rows are detected. */
export class AuditLog {
  private readonly models: AuditModels
  /** The last hour known to be signed; saves a query every half second. */
  private signedHour: string | undefined

  /**
   * Create it before the models' collections and indexes are created. `clock` stamps the rows; signatures use wall
   * time, which can't be moved.
   */
  constructor(
    private readonly connection: Connection,
    private readonly clock: Clock,
    private readonly key: AuditKey,
    private readonly wall: Clock = new SystemClock(),
  ) {
    this.models = auditModels(connection)
  }

  /** Writes a row in the caller's transaction. It gets its sequence number in the chain within a second. */
  async append(session: ClientSession, entry: AuditEntry): Promise<void> {
    await this.models.rows.insertMany([this.row(entry)], { session })
  }

  /** Creates the row of an entry, for a service that writes it to the collection `AUDIT` in its own transaction. */
  row(entry: AuditEntry): AuditRow {
    // The hash must cover the value that the store returns.
    const detail = JSON.parse(JSON.stringify(entry.detail)) as Record<string, unknown>
    const { actor, roles, action, subject } = entry
    return { _id: newId(), at: this.clock.now(), actor, roles: [...roles], action, subject, detail, unsealed: true }
  }

  /** Returns the latest rows about a subject whose detail has these values, latest first. */
  async about(subject: string, detail: Readonly<Record<string, string>>, limit: number): Promise<AuditRow[]> {
    const match = Object.fromEntries(Object.entries(detail).map(([name, value]) => [`detail.${name}`, value]))
    return this.models.rows
      .find({ subject, ...match })
      .sort({ at: -1, _id: -1 })
      .limit(limit)
      .lean<AuditRow[]>()
  }

  /** Returns at most `limit` rows, latest first, before a position if one is given. `until` is exclusive. */
  async list(
    { from, until, actions, notAbout, ...match }: RowFilter,
    before: Position | undefined,
    limit: number,
  ): Promise<AuditRow[]> {
    const where = {
      ...match,
      ...(notAbout !== undefined && {
        $nor: [{ subject: notAbout }, { action: 'audit.read', 'detail.actor': notAbout }],
      }),
      ...(actions && { action: { $in: [...actions] } }),
      ...((from ?? until) && { at: { ...(from && { $gte: from }), ...(until && { $lt: until }) } }),
    }
    return this.models.rows
      .find({ ...where, ...rowsAfter<AuditRow>('at', -1, before) })
      .sort({ at: -1, _id: -1 })
      .limit(limit)
      .lean<AuditRow[]>()
  }

  /**
   * Numbers and chains unsealed rows; returns how many. Safe in several replicas: one of two concurrent commits is
   * repeated.
   */
  async seal(): Promise<number> {
    const unsealed = await this.models.rows.findOne({ unsealed: true }, { _id: 1 }).lean()
    if (!unsealed) return 0
    await this.ensureHead()
    return transaction(this.connection, (session) => this.sealBatch(session))
  }

  /**
   * Returns when the oldest unsealed row was written, in wall time, or null. More than a minute ago raises an alarm.
   */
  async unsealedSince(): Promise<Date | null> {
    const row = await this.models.rows.findOne({ unsealed: true }, { _id: 1 }).sort({ _id: 1 }).lean<AuditRow>()
    return row && createdAt(row._id)
  }

  /**
   * Signs the end of the chain, once an hour over all replicas, and returns the signed head of the hour: each replica,
   * and each start, is given it once to log, since the process that signed it may have ended before it wrote its log.
   * Returns null if it was returned before or nothing is sealed. Throws, once, if the stored head is not signed by our
   * key.
   */
  async signHead(): Promise<SignedHead | null> {
    const at = this.wall.now()
    const hour = at.toISOString().slice(0, HOUR_LENGTH)
    if (hour === this.signedHour) return null
    const head = await this.models.heads.findOne({ _id: 'head' }).lean<HeadRow>()
    if (!head) return null
    const stored = await this.storeSigned(hour, signHead(head, at, this.key))
    this.signedHour = hour
    if (!isSignedBy(stored, this.key.publicKey)) throw new Error(`the signed head of ${hour} is not signed by us`)
    return stored
  }

  verify(): Promise<ChainVerdict> {
    return verifyAudit(this.models, this.key)
  }

  /** Verifies at most `limit` rows of the chain, from its start or after the head of an earlier part. */
  verifyPart(from: ChainHead = EMPTY_CHAIN, limit = PART_ROWS): Promise<PartVerdict> {
    return verifyAuditPart(this.models, this.key, { from, limit })
  }

  /**
   * Verifies a part from the start, or after the position that an earlier part returned as `next`. Undefined if the
   * service didn't return this position in the last hour.
   */
  async continueVerification(after?: ChainPosition): Promise<(PartVerdict & { next: ChainPosition }) | undefined> {
    const now = this.wall.now()
    if (after && !isProved(after, this.key, now)) return undefined
    const part = await this.verifyPart(after)
    const { seq, hash } = part.intact ? part.head : (after ?? EMPTY_CHAIN)
    return { ...part, next: provePosition({ seq, hash }, after?.startedAt ?? now.toISOString(), this.key) }
  }

  /** Stores a signed head unless the hour has one, and returns the stored one. */
  private async storeSigned(hour: string, head: SignedHead): Promise<SignedHead> {
    const { signed } = this.models
    const find = () => signed.findById(hour, { _id: 0 }).lean<SignedHead>()
    const before = await find()
    if (before) return before
    try {
      await signed.create({ _id: hour, ...head })
      return head
    } catch (error) {
      const other = isDuplicateKey(error) ? await find() : null
      if (other) return other
      throw error
    }
  }

  private async sealBatch(session: ClientSession): Promise<number> {
    const { rows, heads } = this.models
    const before = (await heads.findOne({ _id: 'head' }, null, { session }).lean<HeadRow>())!
    const unsealed = await rows
      .find({ unsealed: true }, null, { session })
      .sort({ _id: 1 })
      .limit(BATCH)
      .lean<AuditRow[]>()
    let head: ChainHead = before
    for (const row of unsealed) {
      head = extendChain(head, row)
      const update = { $set: { seq: head.seq, hash: head.hash }, $unset: { unsealed: 1 as const } }
      await rows.updateOne({ _id: row._id }, update, { session })
    }
    const moved = await heads.updateOne(
      { _id: 'head', seq: before.seq },
      { $set: { seq: head.seq, hash: head.hash } },
      { session },
    )
    if (moved.matchedCount !== 1) throw new Error('The head of the audit chain was moved by another sealer')
    return unsealed.length
  }

  private async ensureHead(): Promise<void> {
    const { heads } = this.models
    if (await heads.findOne({ _id: 'head' }).lean()) return
    try {
      await heads.create({ _id: 'head', ...EMPTY_CHAIN })
    } catch (error) {
      if (!isDuplicateKey(error)) throw error
    }
  }
}

/** Returns the wall time in a UUIDv7: its first 48 bits, in milliseconds. */
const createdAt = (id: string) => new Date(parseInt(id.replace('-', '').slice(0, 12), 16))
