import type { Binary, ClientSession, Collection, Db, MongoClient } from 'mongodb'

interface WriterRow {
  _id: string
  lsid: Binary
  at: Date
}

/**
 * The session that this process writes through, written down where other processes find it. A process that is killed
 * in a transaction leaves it open on the server for up to a minute, and with it the ledger's head; whoever is kept
 * waiting ends the sessions of the others. That is safe for the living too: their transaction is aborted, and decided
 * and written again.
 */
export class WriterSession {
  private session: ClientSession | undefined
  private readonly rows: Collection<WriterRow>

  constructor(
    private readonly client: MongoClient,
    private readonly db: Db,
  ) {
    this.rows = db.collection('ledger_writers')
  }

  async take(): Promise<ClientSession> {
    if (this.session) return this.session
    const session = this.client.startSession()
    const lsid = session.id!.id
    const _id = lsid.toString('hex')
    await this.rows.updateOne({ _id }, { $set: { lsid }, $currentDate: { at: true } }, { upsert: true })
    return (this.session = session)
  }

  /** Takes another session next time: nobody knows in which state this one is. */
  async discard(): Promise<void> {
    const { session } = this
    this.session = undefined
    await session?.endSession()
  }

  /** Aborts what others have open, the dead and the living, and forgets the dead. */
  async endOthers(): Promise<void> {
    const mine = this.session?.id?.id.toString('hex') ?? ''
    const others = await this.rows.find({ _id: { $ne: mine } }).toArray()
    if (others.length === 0) return
    await this.db.command({ killSessions: others.map(({ lsid }) => ({ id: lsid })) })
    await this.rows.deleteMany({ _id: { $in: others.map((row) => row._id) } })
  }
}
