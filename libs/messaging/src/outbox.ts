import type { CloudEvent } from '@hissa/contracts'
import { afterCommit, type ClientSession, type Connection } from '@hissa/persistence'
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

  /** Writes the rows in the caller's transaction and wakes the relay once it has committed. */
  async append(session: ClientSession, ...events: CloudEvent[]): Promise<void> {
    if (events.length === 0) return
    await this.rows.insertMany(events.map(outboxRow), { session })
    afterCommit(session, () => this.nudge())
  }

  /** Wakes the relay to send new rows. Only for code that commits its own transaction. */
  nudge(): void {
    this.nudges.emit('nudge')
  }

  onNudge(listener: () => void): void {
    this.nudges.on('nudge', listener)
  }

  unsentCount(): Promise<number> {
    return this.rows.countDocuments({ unsent: true })
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

export function ignoreExisting(error: unknown): void {
  if ((error as { code?: number }).code !== NAMESPACE_EXISTS) throw error
}
