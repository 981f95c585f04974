import { newId, type Logger } from '@hissa/kernel'
import { isDuplicateKey, type Connection } from '@hissa/persistence'
import { ensureStream, streamOf, type Bus } from './connection.js'
import type { OutboxRow } from './event.js'
import type { Outbox } from './outbox.js'

const BATCH_ROWS = 256
const POLL_MS = 1_000
const LEASE_MS = 10_000
const CHECK_STREAM_MS = 60_000
const UNSEND = { $set: { unsent: true }, $unset: { seq: '', sentAt: '' } } as const

interface LeaseRow {
  _id: string
  holder: string
  until: Date
}

interface StreamRow {
  _id: string
  created: string
}

/**
 * Sends a service's outbox to its stream. One replica at a time holds the lease; the others ping it over core NATS
 * after a commit, and polling is what remains when a ping is lost. A row that was sent twice is dropped by the
 * stream (same message id) or by the consumers' inboxes.
 */
export class Relay {
  private readonly holder = newId()
  private readonly pingSubject: string
  private wake: (() => void) | undefined
  private woken = false
  private stopped = false
  private leaseUntilMs = 0
  private checkedStreamAtMs = 0
  private loop: Promise<void> | undefined

  constructor(
    private readonly service: string,
    private readonly connection: Connection,
    private readonly outbox: Outbox,
    private readonly bus: Bus,
    private readonly logger: Logger,
  ) {
    this.pingSubject = `hissa-ping.${service}`
  }

  async start(): Promise<void> {
    await this.outbox.ensureIndexes()
    await ensureStream(this.bus, this.service)
    this.outbox.onNudge(() => this.nudge())
    this.bus.nc.subscribe(this.pingSubject, { callback: () => this.wakeUp() })
    this.loop = this.run()
  }

  /** Sends what is left, gives the lease up and ends. */
  async stop(): Promise<void> {
    this.stopped = true
    this.wakeUp()
    await this.loop
    if (this.holdsLease()) await this.leases.deleteOne({ _id: 'relay', holder: this.holder })
  }

  private get leases() {
    return this.connection.collection<LeaseRow>('leases')
  }

  private holdsLease(): boolean {
    return Date.now() < this.leaseUntilMs
  }

  /** Called after a commit, which must not look failed because a ping could not be sent: the poll finds the rows too. */
  private nudge(): void {
    if (this.holdsLease()) return this.wakeUp()
    if (!this.bus.nc.isClosed() && !this.bus.nc.isDraining()) this.bus.nc.publish(this.pingSubject)
  }

  private wakeUp(): void {
    this.woken = true
    this.wake?.()
  }

  private async run(): Promise<void> {
    do {
      try {
        if (await this.takeLease()) {
          await this.checkStream()
          while ((await this.sendBatch()) === BATCH_ROWS) if (!(await this.takeLease())) break
        }
      } catch (error) {
        this.logger.warn({ err: error }, 'the relay could not send and will try again')
        this.checkedStreamAtMs = 0
      }
      await this.pause()
    } while (!this.stopped)
    if (this.holdsLease())
      await this.sendBatch().catch((error) => this.logger.warn({ err: error }, 'rows are left unsent'))
  }

  private async pause(): Promise<void> {
    if (!this.woken && !this.stopped) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, POLL_MS)
        this.wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
    this.wake = undefined
    this.woken = false
  }

  private async takeLease(): Promise<boolean> {
    if (this.leaseUntilMs - Date.now() > LEASE_MS / 2) return true
    const until = new Date(Date.now() + LEASE_MS)
    try {
      await this.leases.updateOne(
        { _id: 'relay', $or: [{ holder: this.holder }, { until: { $lt: new Date() } }] },
        { $set: { holder: this.holder, until } },
        { upsert: true },
      )
      this.leaseUntilMs = until.getTime()
      return true
    } catch (error) {
      // The upsert meets the row of another holder whose lease still runs.
      if (!isDuplicateKey(error)) throw error
      this.leaseUntilMs = 0
      return false
    }
  }

  private async sendBatch(): Promise<number> {
    const rows = await this.outbox.rows.find({ unsent: true }).sort({ _id: 1 }).limit(BATCH_ROWS).toArray()
    if (rows.length === 0) return 0
    const acks = await Promise.allSettled(rows.map((row) => this.publish(row)))
    // A row that the stream refuses must not hold up the others.
    await this.markSent(
      rows.flatMap(({ _id }, index) => {
        const ack = acks[index]!
        return ack.status === 'fulfilled' ? [{ _id, seq: ack.value.seq }] : []
      }),
    )
    const refused = acks.find((ack) => ack.status === 'rejected')
    if (refused) throw refused.reason
    return rows.length
  }

  /**
   * Notes the rows' places in the stream. A place that another row had was given away anew because the stream had lost
   * its end: that row is sent again.
   */
  private async markSent(sent: readonly { _id: string; seq: number }[]): Promise<void> {
    if (sent.length === 0) return
    const sentAt = new Date()
    const { modifiedCount } = await this.outbox.rows.updateMany(
      { seq: { $in: sent.map(({ seq }) => seq) }, _id: { $nin: sent.map(({ _id }) => _id) } },
      UNSEND,
    )
    if (modifiedCount > 0) this.logger.warn({ rows: modifiedCount }, 'the stream had lost events; they are sent again')
    await this.outbox.rows.bulkWrite(
      sent.map(({ _id, seq }) => ({
        updateOne: { filter: { _id }, update: { $unset: { unsent: '' }, $set: { seq, sentAt } } },
      })),
      { ordered: false },
    )
  }

  private publish(row: OutboxRow) {
    return this.bus.js.publish(row.subject, JSON.stringify(row.event), { msgID: row._id, timeout: 5_000 })
  }

  /** A stream that lost its end, or was made anew, is given again what it no longer holds. */
  private async checkStream(): Promise<void> {
    if (Date.now() - this.checkedStreamAtMs < CHECK_STREAM_MS) return
    await ensureStream(this.bus, this.service)
    const { created, state } = await this.bus.jsm.streams.info(streamOf(this.service))
    const known = this.connection.collection<StreamRow>('leases')
    const before = await known.findOne({ _id: 'stream' })
    const remade = before !== null && before.created !== created
    const lost = remade ? { seq: { $gte: 0 } } : { seq: { $gt: state.last_seq } }
    const { modifiedCount } = await this.outbox.rows.updateMany(lost, UNSEND)
    if (modifiedCount > 0)
      this.logger.warn({ rows: modifiedCount, remade }, 'the stream had lost events; they are sent again')
    await known.updateOne({ _id: 'stream' }, { $set: { created } }, { upsert: true })
    this.checkedStreamAtMs = Date.now()
  }
}
