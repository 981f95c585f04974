import type { Binary, ClientSession, Collection, Db, MongoClient } from 'mongodb'
import { systemTimers, type Timers } from './timers.js'

interface WriterRow {
  _id: string
  lsid: Binary
  at: Date
}

/** How often a running writer renews its row. A row that is not renewed for an hour is removed. */
const RENEW_MS = 600_000
const EXPIRE_SECONDS = 3_600

/**
 * Keeps the session that this process writes through, and registers it where other processes find it. A process killed
 * during a transaction leaves it open on the server for up to a minute, and with it the lock on the ledger's head. A
 * blocked writer therefore ends the sessions of the others. That is safe for running writers: their transaction is
 * aborted, decided again and written again.
 */
export class WriterSession {
  private session: ClientSession | undefined
  private registeredMs = -Infinity
  private readonly rows: Collection<WriterRow>

  constructor(
    private readonly client: MongoClient,
    private readonly db: Db,
    private readonly timers: Pick<Timers, 'elapsedMs'> = systemTimers,
  ) {
    this.rows = db.collection('ledger_writers')
  }

  async prepare(): Promise<void> {
    await this.rows.createIndex({ at: 1 }, { expireAfterSeconds: EXPIRE_SECONDS })
  }

  /** Returns the session to write through, after registering it. */
  async take(): Promise<ClientSession> {
    const session = (this.session ??= this.client.startSession())
    const nowMs = this.timers.elapsedMs()
    if (nowMs - this.registeredMs < RENEW_MS) return session
    const lsid = session.id!.id
    await this.rows.updateOne({ _id: nameOf(lsid) }, { $set: { lsid }, $currentDate: { at: true } }, { upsert: true })
    this.registeredMs = nowMs
    return session
  }

  /** Discards the current session, whose state is unknown; the next call of `take` creates another. */
  discard(): void {
    if (this.session) void this.end(this.session)
    this.session = undefined
    this.registeredMs = -Infinity
  }

  /**
   * Aborts the open transactions of all other sessions. Their rows remain: a running writer without a row couldn't be
   * found if it were killed later. Rows that are no longer renewed expire.
   */
  async endOthers(): Promise<void> {
    const mine = this.session?.id ? nameOf(this.session.id.id) : ''
    const others = await this.rows.find({ _id: { $ne: mine } }).toArray()
    if (others.length > 0) await this.kill(others.map((row) => row.lsid))
  }

  private async end(session: ClientSession): Promise<void> {
    const lsid = session.id!.id
    try {
      await this.kill([lsid])
      await this.rows.deleteOne({ _id: nameOf(lsid) })
    } catch {
      // The store is unreachable. The row remains, so that a blocked writer can end the session later.
    }
    await session.endSession()
  }

  private async kill(lsids: readonly Binary[]): Promise<void> {
    await this.db.command({ killSessions: lsids.map((id) => ({ id })) })
  }
}

const nameOf = (lsid: Binary) => lsid.toString('hex')
