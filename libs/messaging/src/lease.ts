import { newId, systemTiming } from '@hissa/kernel'
import { isDuplicateKey, type Connection } from '@hissa/persistence'

interface LeaseRow {
  _id: string
  holder: string
  until: Date
}

const LEASE_MS = 15_000

export interface LeaseOptions {
  /** How long it is held without being renewed; 15 s by default. */
  durationMs?: number
  /** Wall time in epoch milliseconds; replaced in simulations. */
  nowMs?: (() => number) | undefined
}

/** Lets one replica at a time do some work, by a row in `leases`. Times are wall time. */
export class Lease {
  private readonly holder = newId()
  private readonly durationMs: number
  private readonly nowMs: () => number
  private untilMs = 0

  constructor(
    private readonly connection: Pick<Connection, 'collection'>,
    private readonly name: string,
    { durationMs = LEASE_MS, nowMs = systemTiming.wallMs }: LeaseOptions = {},
  ) {
    this.durationMs = durationMs
    this.nowMs = nowMs
  }

  /** Returns whether this replica holds it now, as far as it knows without asking the store. */
  isHeld(): boolean {
    return this.nowMs() < this.untilMs
  }

  /** Takes or renews the lease. Returns whether this replica holds it for at least half its duration. */
  async hold(): Promise<boolean> {
    const now = this.nowMs()
    if (this.untilMs - now > this.durationMs / 2) return true
    const until = new Date(now + this.durationMs)
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
