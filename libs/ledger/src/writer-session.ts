import type { Binary, ClientSession, Collection, Db, MongoClient } from 'mongodb'

interface WriterRow {
  _id: string
  lsid: Binary
  at: Date
}

/** How often a living writer renews its row, and when the row of one that no longer does is removed. */
const RENEW_MS = 600_000
const KEPT_SECONDS = 3_600

/**
 * The session that this process writes through, registered where other processes find it. A process that is killed in
 * a transaction leaves it open on the server for up to a minute, and with it the ledger's head; a writer that is kept
 * waiting ends the sessions of the others. That is safe for living ones too: their transaction is aborted, and decided
 * and written again.
 */
export class WriterSession {
  private session: ClientSession | undefined
  private registeredMs = -Infinity
  private readonly rows: Collection<WriterRow>

  constructor(
    private readonly client: MongoClient,
    private readonly db: Db,
  ) {
    this.rows = db.collection('ledger_writers')
  }

  async prepare(): Promise<void> {
    await this.rows.createIndex({ at: 1 }, { expireAfterSeconds: KEPT_SECONDS })
  }

  /** Returns the session to write through, registered before it is used. */
  async take(): Promise<ClientSession> {
    const session = (this.session ??= this.client.startSession())
    const nowMs = performance.now()
    if (nowMs - this.registeredMs < RENEW_MS) return session
    const lsid = session.id!.id
    await this.rows.updateOne({ _id: nameOf(lsid) }, { $set: { lsid }, $currentDate: { at: true } }, { upsert: true })
    this.registeredMs = nowMs
    return session
  }

  /** Takes another session next time, because the state of this one is unknown. */
  discard(): void {
    if (this.session) void this.end(this.session)
    this.session = undefined
    this.registeredMs = -Infinity
  }

  /**
   * Aborts the open transactions of all other sessions. Their rows stay: a living writer that lost its row could not be found
   * when it is killed later, and rows that are no longer renewed are removed by their age.
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
      // The store is away. The row stays, so that a writer that is kept waiting can end the session later.
    }
    await session.endSession()
  }

  private async kill(lsids: readonly Binary[]): Promise<void> {
    await this.db.command({ killSessions: lsids.map((id) => ({ id })) })
  }
}

const nameOf = (lsid: Binary) => lsid.toString('hex')
