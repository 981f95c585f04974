import { newId } from '@hissa/kernel'
import { isDuplicateKey, type Connection } from '@hissa/persistence'

interface LeaseRow {
  _id: string
  holder: string
  until: Date
}

const LEASE_MS = 15_000

/** Lets one replica at a time do some work. Times are wall time. */
export class Lease {
  private readonly holder = newId()
  private untilMs = 0

  constructor(
    private readonly connection: Pick<Connection, 'collection'>,
    private readonly name: string,
    private readonly nowMs: () => number = Date.now,
  ) {}

  /** Takes or renews the lease. Returns whether this replica holds it for at least half its duration. */
  async hold(): Promise<boolean> {
    const now = this.nowMs()
    if (this.untilMs - now > LEASE_MS / 2) return true
    const until = new Date(now + LEASE_MS)
    try {
      await this.leases.updateOne(
        { _id: this.name, $or: [{ holder: this.holder }, { until: { $lt: new Date(now) } }] },
        { $set: { holder: this.holder, until } },
        { upsert: true },
      )
    } catch (error) {
      // Another holder's lease is still valid, so the upsert violates the unique id.
      if (!isDuplicateKey(error)) throw error
      this.untilMs = 0
      return false
    }
    this.untilMs = until.getTime()
    return true
  }

  /** Gives the lease up, so that another replica can continue at once. */
  async release(): Promise<void> {
    this.untilMs = 0
    await this.leases.deleteOne({ _id: this.name, holder: this.holder })
  }

  private get leases() {
    return this.connection.collection<LeaseRow>('leases')
  }
}
