import { newId, type Logger } from '@hissa/kernel'
import { isDuplicateKey, type Connection } from '@hissa/persistence'
import { CHECK_STREAM, ensureStream, isAbsent, pingSubjectOf, streamOf, type Bus } from './connection.js'
import type { OutboxRow } from './event.js'
import { NEW_ROWS_FIRST, type Outbox } from './outbox.js'

const BATCH_ROWS = 256
const POLL_MS = 1_000
const LEASE_MS = 10_000
const CHECK_STREAM_MS = 5_000
/** Keeps `sentAt`: retention counts from the first publication, however often a row is republished. */
const REPUBLISH = { $set: { unsent: true }, $unset: { seq: '' } } as const

interface LeaseRow {
  _id: string
  holder: string
  until: Date
}

interface StreamRow {
  _id: string
  created: string
}

export interface RelayOptions {
  /** Called with the number of rows that the stream no longer held and that are published again. */
  countRepublished?: (rows: number) => void
}

/**
 * Sends a service's outbox to its stream. One replica at a time holds the lease; the others ping it over core NATS
 * after a commit, and polling is what remains when a ping is lost. A row that was sent twice is dropped by the
 * stream (same message id) or by the consumers' inboxes. While the stream is missing, rows stay unsent.
 */
export class Relay {
  private readonly holder = newId()
  private readonly pingSubject: string
  private wake: (() => void) | undefined
  private woken = false
  private stopped = false
  private streamIsMissing = false
  private leaseUntilMs = 0
  private checkedStreamAtMs = 0
  private loop: Promise<void> | undefined

  constructor(
    private readonly service: string,
    private readonly connection: Connection,
    private readonly outbox: Outbox,
    private readonly bus: Bus,
    private readonly logger: Logger,
    private readonly options: RelayOptions = {},
  ) {
    this.pingSubject = pingSubjectOf(service)
  }

  async start(): Promise<void> {
    await this.outbox.ensureIndexes()
    this.outbox.onNudge(() => this.nudge())
    this.bus.nc.subscribe(this.pingSubject, {
      callback: (_error, message) => (message?.string() === CHECK_STREAM ? this.checkSoon() : this.wakeUp()),
    })
    void this.checkAfterReconnects()
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

  /** A server that comes back may have lost its store. */
  private async checkAfterReconnects(): Promise<void> {
    for await (const { type } of this.bus.nc.status()) if (type === 'reconnect') this.checkSoon()
  }

  private checkSoon(): void {
    this.checkedStreamAtMs = 0
    this.wakeUp()
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
        this.noteFailure(error)
        this.checkedStreamAtMs = 0
      }
      await this.pause()
    } while (!this.stopped)
    if (this.holdsLease())
      await this.sendBatch().catch((error) => this.logger.warn({ err: error }, 'rows are left unsent'))
  }

  private noteFailure(error: unknown): void {
    if (!isAbsent(error)) return this.logger.warn({ err: error }, 'the relay could not send and will try again')
    if (!this.streamIsMissing)
      this.logger.warn({ err: error }, 'the stream is missing; rows stay unsent until it exists')
    this.streamIsMissing = true
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
    const rows = await this.outbox.rows.find({ unsent: true }).sort(NEW_ROWS_FIRST).limit(BATCH_ROWS).toArray()
    if (rows.length === 0) return 0
    const acks = await Promise.allSettled(rows.map((row) => this.publish(row)))
    // A row that the stream refuses must not hold up the others.
    await this.markSent(
      rows.flatMap(({ _id, sentAt }, index) => {
        const ack = acks[index]!
        return ack.status === 'fulfilled' ? [{ _id, seq: ack.value.seq, sentAt: sentAt ?? new Date() }] : []
      }),
    )
    const refused = acks.find((ack) => ack.status === 'rejected')
    if (refused) throw refused.reason
    return rows.length
  }

  /**
   * Records the rows' sequence numbers. A reused sequence number means the stream was truncated: the earlier row is
   * republished.
   */
  private async markSent(sent: readonly { _id: string; seq: number; sentAt: Date }[]): Promise<void> {
    if (sent.length === 0) return
    const [seqs, ids] = [sent.map(({ seq }) => seq), sent.map(({ _id }) => _id)]
    await this.republish({ seq: { $in: seqs }, _id: { $nin: ids } }, { reason: 'truncated' })
    await this.outbox.rows.bulkWrite(
      sent.map(({ _id, seq, sentAt }) => ({
        updateOne: { filter: { _id }, update: { $unset: { unsent: '' }, $set: { seq, sentAt } } },
      })),
      { ordered: false },
    )
  }

  private publish(row: OutboxRow) {
    return this.bus.js.publish(row.subject, JSON.stringify(row.event), { msgID: row._id, timeout: 5_000 })
  }

  /** Compares the stream with the rows: what it no longer holds, since it was truncated or recreated, is republished. */
  private async checkStream(): Promise<void> {
    if (Date.now() - this.checkedStreamAtMs < CHECK_STREAM_MS) return
    // Before the look, so that a request made meanwhile leads to another.
    this.checkedStreamAtMs = Date.now()
    await ensureStream(this.bus, this.service)
    const { created, state } = await this.bus.jsm.streams.info(streamOf(this.service))
    const known = this.connection.collection<StreamRow>('leases')
    const before = await known.findOne({ _id: 'stream' })
    const recreated = before !== null && before.created !== created
    const reason = recreated ? 'recreated' : 'truncated'
    await this.republish({ seq: { $gt: recreated ? 0 : state.last_seq } }, { reason })
    await known.updateOne({ _id: 'stream' }, { $set: { created } }, { upsert: true })
    if (this.streamIsMissing) this.logger.info('the stream exists again')
    this.streamIsMissing = false
  }

  private async republish(lost: object, { reason }: { reason: 'truncated' | 'recreated' }): Promise<void> {
    const { modifiedCount: rows } = await this.outbox.rows.updateMany(lost, REPUBLISH)
    if (rows === 0) return
    this.options.countRepublished?.(rows)
    this.logger.warn({ rows, reason }, 'the stream no longer held these rows; they are published again')
  }
}
