import type { CloudEvent } from '@hissa/contracts'
import { afterCommit, gather, type ClientSession, type Connection } from '@hissa/persistence'
import { EventEmitter } from 'node:events'
import { outboxRow, type OutboxRow } from './event.js'
import { RETENTION_DAYS, secondsOf } from './retention.js'

/** Order of the relay: unsent rows first, then republished ones, of which a lost stream can leave many. */
export const NEW_ROWS_FIRST = { unsent: 1, sentAt: 1, _id: 1 } as const

/** Publishes events if and only if the transaction that writes them commits. */
export class Outbox {
  private readonly nudges = new EventEmitter()

  constructor(private readonly connection: Connection) {}

  get rows() {
    return this.connection.collection<OutboxRow>('outbox')
  }

  /** Writes the rows at the end of the caller's transaction, and passes them to the relay once it has committed. */
  append(session: ClientSession, ...events: CloudEvent[]): Promise<void> {
    for (const event of events)
      gather(session, this, outboxRow(event), async (rows) => {
        await this.rows.insertMany(rows, { session })
        afterCommit(session, () => this.nudge(rows))
      })
    return Promise.resolve()
  }

  /** Passes rows that have just been committed to the relay. Only for code that commits its own transaction. */
  nudge(rows: readonly OutboxRow[]): void {
    this.nudges.emit('nudge', rows)
  }

  onNudge(listener: (rows: readonly OutboxRow[]) => void): void {
    this.nudges.on('nudge', listener)
  }

  unsentCount(): Promise<number> {
    return this.rows.countDocuments({ unsent: true })
  }

  /** Returns the business time of the oldest event that was never published, or undefined. */
  async oldestUnsentAt(): Promise<Date | undefined> {
    const row = await this.rows.findOne({ unsent: true, sentAt: { $exists: false } }, { sort: NEW_ROWS_FIRST })
    return row ? new Date(row.event.time) : undefined
  }

  /**
   * Indexes the unsent rows, which are all that the relay reads. A row expires by the time of its first publication.
   */
  async ensureIndexes(): Promise<void> {
    await this.connection.createCollection('outbox').catch(ignoreExisting)
    await this.rows.createIndex(NEW_ROWS_FIRST, { partialFilterExpression: { unsent: true }, name: 'unsentNewFirst' })
    await this.rows.createIndex(
      { sentAt: 1 },
      { expireAfterSeconds: secondsOf(RETENTION_DAYS.outboxRow), name: 'sentAt' },
    )
    await this.rows.createIndex({ seq: 1 }, { sparse: true, name: 'seq' })
  }
}

const NAMESPACE_EXISTS = 48

/** Rethrows an error unless it reports that a collection exists already. */
export function ignoreExisting(error: unknown): void {
  if ((error as { code?: number }).code !== NAMESPACE_EXISTS) throw error
}
