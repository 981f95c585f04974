import type { ClientSession, Collection, Db, Document, MongoClient } from 'mongodb'
import type { Pending } from './book.js'
import type { Batch, ChangeRow, KnownChange } from './decide.js'
import { DUPLICATE_KEY, MongoSaves, type Row } from './mongo-saves.js'
import type { AccountRange, Head, LedgerStore, Side, StoredBalance, Written } from './store.js'
import { systemTimers, type Timers } from './timers.js'
import { WriterSession } from './writer-session.js'
import { InvalidChange, type Transfer, transferId } from './types.js'

interface HeadRow extends Omit<Head, 'at'> {
  _id: 'head'
  /** Absent before the first batch, and after batches of earlier releases. */
  at?: Date
}

/** A short read of a few rows by an index. */
export interface CombinedRead {
  from: string
  where: Readonly<Record<string, unknown>>
  sort?: Readonly<Record<string, 1 | -1>>
  limit?: number
  fields?: Readonly<Record<string, 1>>
}

export interface MongoStoreOptions {
  client: MongoClient
  db: Db
  /** Returns whether an error means that the store is unreachable or full, rather than that it rejects the change. */
  isStoreDown: (error: unknown) => boolean
  /** Combines short reads with others of the process. By default each is a separate command. */
  reads?: { rows<T>(read: CombinedRead): Promise<T[]> }
  /** Collection of the outbox rows. Default `outbox`. */
  outbox?: string
  /** By default the system’s. */
  timers?: Pick<Timers, 'elapsedMs'>
  /** Called at the steps of a write, for tests that fail there. */
  probe?: (point: 'beforeWrite' | 'beforeCommit' | 'afterCommit') => Promise<void> | void
}

const MAJORITY = { readConcern: { level: 'majority' } } as const
const CONCURRENT_READS = 64
const BEFORE_ALL = new Date(0)
/** Longer than any transaction of a running process takes. */
const PATIENCE_MS = 2_000

/**
 * Stores the ledger in the MongoDB collections `ledger_transfers`, `ledger_head` and `changes`, through the plain
 * driver.
 */
export class MongoLedgerStore implements LedgerStore {
  private readonly transfers: Collection<Transfer>
  private readonly heads: Collection<HeadRow>
  private readonly changes: Collection<ChangeRow>
  private readonly outbox: Collection<Row>
  private readonly writer: WriterSession
  private readonly saves: MongoSaves
  private readonly timers: Pick<Timers, 'elapsedMs'>
  /** The head that another writer has locked, and since when. */
  private blocked: { batchId: string; sinceMs: number } | undefined

  constructor(private readonly options: MongoStoreOptions) {
    const { db, outbox = 'outbox', timers = systemTimers } = options
    this.timers = timers
    this.transfers = db.collection('ledger_transfers')
    this.heads = db.collection('ledger_head')
    this.changes = db.collection('changes')
    this.outbox = db.collection(outbox)
    this.writer = new WriterSession(options.client, db, timers)
    this.saves = new MongoSaves(db)
  }

  /** Creates collections, indexes and the head. Idempotent, and safe in several processes at once. */
  async prepare(): Promise<void> {
    await this.transfers.createIndexes([
      { key: { seq: 1 }, unique: true },
      { key: { debit: 1, seq: -1 } },
      { key: { credit: 1, seq: -1 } },
      // Partial, so that it has one entry for each batch instead of each transfer.
      { key: { at: 1, seq: 1 }, partialFilterExpression: { opens: true } },
      { key: { pendingId: 1 }, unique: true, partialFilterExpression: { pendingId: { $exists: true } } },
    ])
    for (const name of [this.changes.collectionName, this.outbox.collectionName, 'ledger_writers']) {
      await this.options.db.createCollection(name).catch(ignoreExisting)
    }
    await this.writer.prepare()
    const first = { $setOnInsert: { seq: 0, batchId: '' } }
    await this.heads.updateOne({ _id: 'head' }, first, { upsert: true }).catch(ignoreExisting)
  }

  async head(): Promise<Head> {
    const row = await this.heads.findOne({ _id: 'head' }, MAJORITY)
    if (!row) throw new Error('the ledger has no head; call prepare() first')
    const { seq, batchId, at = await this.timeOf(seq) } = row
    return { seq, batchId, at: at ?? BEFORE_ALL }
  }

  async known(keys: readonly string[]): Promise<KnownChange[]> {
    const ids = keys.map((key) => transferId(key, 0))
    const [transfers, changes] = await Promise.all([
      this.rows<Transfer>({ from: this.transfers.collectionName, where: { _id: { $in: ids } } }),
      this.rows<ChangeRow>({ from: this.changes.collectionName, where: { _id: { $in: [...keys] } } }),
    ])
    return [
      ...transfers.map(({ _id, inputHash = '', batchId, seq, at }) => ({
        key: keyOf(_id),
        inputHash,
        batchId,
        seq,
        at,
      })),
      ...changes.map(({ _id, inputHash, batchId, seq, at }) => ({ key: _id, inputHash, batchId, seq, at })),
    ]
  }

  async balances(accountIds: readonly string[]): Promise<StoredBalance[]> {
    const found: StoredBalance[] = []
    for (let from = 0; from < accountIds.length; from += CONCURRENT_READS) {
      const part = accountIds.slice(from, from + CONCURRENT_READS)
      for (const row of await Promise.all(part.map((id) => this.newestOf(id)))) if (row) found.push(row)
    }
    return found
  }

  async lastOf(side: Side, accountId: string, seq?: number): Promise<StoredBalance | undefined> {
    const filter = { [side]: accountId, ...(seq === undefined ? {} : { seq: { $lte: seq } }) }
    return this.firstBySide(side, filter, { seq: -1 })
  }

  async nextAccount(side: Side, { from, below, after }: AccountRange): Promise<StoredBalance | undefined> {
    const filter = { [side]: { ...(after === undefined ? { $gte: from } : { $gt: after }), $lt: below } }
    return this.firstBySide(side, filter, { [side]: 1, seq: -1 })
  }

  async openingAfter(at: Date): Promise<number | undefined> {
    const read = { ...MAJORITY, sort: { at: 1, seq: 1 }, projection: { seq: 1 } } as const
    return (await this.transfers.findOne({ opens: true, at: { $gt: at } }, read))?.seq
  }

  async timeOf(seq: number): Promise<Date | undefined> {
    return (await this.transfers.findOne({ seq }, { ...MAJORITY, projection: { at: 1 } }))?.at
  }

  async pendings(ids: readonly string[]): Promise<Pending[]> {
    const from = this.transfers.collectionName
    const [held, resolutions] = await Promise.all([
      this.rows<Transfer>({ from, where: { _id: { $in: [...ids] }, kind: 'pending' } }),
      this.rows<Transfer>({ from, where: { pendingId: { $in: [...ids] } }, fields: { pendingId: 1 } }),
    ])
    const resolved = new Set(resolutions.map((row) => row.pendingId))
    return held.map(({ _id, debit, credit, amount, expiresAt }) => {
      return { id: _id, debit, credit, amount, expiresAt, resolved: resolved.has(_id) }
    })
  }

  async since(seq: number, limit: number): Promise<Transfer[]> {
    return this.transfers
      .find({ seq: { $gt: seq } }, MAJORITY)
      .sort({ seq: 1 })
      .limit(limit)
      .toArray()
  }

  async write(batch: Batch, head: Head): Promise<Written> {
    const session = await this.writer.take()
    try {
      session.startTransaction({ readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority' } })
      const refused = await this.writeRows(session, batch, head)
      if (refused) {
        await session.abortTransaction()
        return refused
      }
      await this.options.probe?.('beforeCommit')
    } catch (error) {
      await session.abortTransaction().catch(() => undefined) // unreachable: the server aborts it when the session expires
      if (isBlocked(error)) await this.waitFor(head)
      else this.writer.discard()
      return this.failedWrite(error)
    }
    return this.commit(session)
  }

  private async commit(session: ClientSession): Promise<Written> {
    try {
      await session.commitTransaction()
      await this.options.probe?.('afterCommit')
      this.blocked = undefined
      return { result: 'committed' }
    } catch (cause) {
      this.writer.discard()
      return { result: hasLabel(cause, 'TransientTransactionError') ? 'lost' : 'unknown', cause }
    }
  }

  /**
   * Classifies a failed write, of which nothing is durable. The batch holds the head once it has been set, and its keys
   * were new at that head: a duplicate after that is a collision with another change, not a lost race.
   */
  private failedWrite(cause: unknown): Written {
    const { code, name } = cause as DriverError
    if (hasLabel(cause, 'TransientTransactionError') || code === INTERRUPTED) return { result: 'lost', cause }
    if (code === DUPLICATE_KEY) throw new InvalidChange('an id of this change belongs to another change', { cause })
    if (!this.options.isStoreDown(cause) && CONTENT_ERRORS.has(name) && !hasLabel(cause, 'RetryableWriteError')) {
      throw new InvalidChange('the store rejects this change', { cause })
    }
    throw cause
  }

  /**
   * Ends the other sessions if one of them has locked the same head for longer than PATIENCE_MS, probably because its
   * process was killed.
   */
  private async waitFor({ batchId }: Head): Promise<void> {
    const nowMs = this.timers.elapsedMs()
    if (this.blocked?.batchId !== batchId) this.blocked = { batchId, sinceMs: nowMs }
    if (nowMs - this.blocked.sinceMs < PATIENCE_MS) return
    this.blocked = undefined
    await this.writer.endOthers()
  }

  /** Writes everything except the commit. Returns why the transaction must be aborted, or undefined. */
  private async writeRows(session: ClientSession, batch: Batch, head: Head): Promise<Written | undefined> {
    await this.options.probe?.('beforeWrite')
    const { seq, batchId } = head
    const next = { $set: { seq: batch.toSeq, batchId: batch.batchId, at: batch.at } }
    const { matchedCount } = await this.heads.updateOne({ _id: 'head', seq, batchId }, next, { session })
    if (matchedCount === 0) return { result: 'lost' }
    if (batch.transfers.length > 0) await this.transfers.insertMany(batch.transfers, { session })
    const refused = await this.saves.write(session, batch)
    if (refused) return refused
    if (batch.events.length > 0) await this.outbox.insertMany(batch.events, { session })
    if (batch.changes.length > 0) await this.changes.insertMany(batch.changes, { session })
    return undefined
  }

  /** The hint prevents a scan of the index on `seq` alone, which would read other accounts' transfers. */
  private async firstBySide(side: Side, filter: object, sort: Record<string, 1 | -1>) {
    const projection = { [side]: 1, seq: 1, [`${side}After`]: 1 }
    const row = await this.transfers.findOne(filter, { ...MAJORITY, sort, projection, hint: { [side]: 1, seq: -1 } })
    return row ? balanceOf(side, row) : undefined
  }

  private rows<T extends Document>(read: CombinedRead): Promise<T[]> {
    const { reads, db } = this.options
    if (reads) return reads.rows<T>(read)
    const { from, where, fields } = read
    const options = { ...MAJORITY, ...(fields ? { projection: fields } : {}) }
    return db.collection(from).find(where, options).toArray() as unknown as Promise<T[]>
  }

  private async newestOn(side: Side, id: string): Promise<StoredBalance | undefined> {
    const { reads } = this.options
    if (!reads) return this.lastOf(side, id)
    const fields = { [side]: 1, seq: 1, [`${side}After`]: 1 } as const
    // Sorted by both, so that only the index of this side serves it.
    const sort = { [side]: 1, seq: -1 } as const
    const [row] = await reads.rows<Transfer>({
      ...{ from: this.transfers.collectionName, where: { [side]: id } },
      ...{ sort, limit: 1, fields },
    })
    return row && balanceOf(side, row)
  }

  private async newestOf(id: string): Promise<StoredBalance | undefined> {
    const [debited, credited] = await Promise.all([this.newestOn('debit', id), this.newestOn('credit', id)])
    return (debited?.seq ?? 0) > (credited?.seq ?? 0) ? debited : credited
  }
}

const balanceOf = (side: Side, row: Transfer) => ({ id: row[side], seq: row.seq, balance: row[`${side}After`] })

const keyOf = (id: string) => id.slice(0, id.lastIndexOf('#'))

interface DriverError {
  name: string
  code?: number
}

const CONTENT_ERRORS = new Set(['MongoServerError', 'MongoBulkWriteError', 'BSONError', 'MongoInvalidArgumentError'])
/** Server error code: another writer has ended this session during a statement. */
const INTERRUPTED = 11601

const WRITE_CONFLICT = 112
const LOCK_TIMEOUT = 24

function isBlocked(error: unknown): boolean {
  const { code } = error as DriverError
  return code === WRITE_CONFLICT || code === LOCK_TIMEOUT
}

function hasLabel(error: unknown, label: string): boolean {
  const labelled = error as { hasErrorLabel?: (label: string) => boolean }
  return labelled.hasErrorLabel?.(label) ?? false
}

const NAMESPACE_EXISTS = 48

function ignoreExisting(error: unknown): void {
  const { code } = error as DriverError
  if (code !== NAMESPACE_EXISTS && code !== DUPLICATE_KEY) throw error
}
