import {
  contextOf,
  inSpan,
  silentTracer,
  SpanKind,
  systemTiming,
  type Logger,
  type Timing,
  type Tracer,
} from '@hissa/kernel'
import type { Connection } from '@hissa/persistence'
import { ensureStream, isAbsent, streamOf, type Bus } from './connection.js'
import type { OutboxRow } from './event.js'
import { Lease } from './lease.js'
import { NEW_ROWS_FIRST, type Outbox } from './outbox.js'

const BATCH_ROWS = 256
const LEASE_MS = 10_000
const CHECK_STREAM_MS = 5_000
/** How long published rows may stay unmarked, so that many are marked by one command. A crash publishes them again. */
const MARK_WITHIN_MS = 250
/** Keeps `sentAt`: retention counts from the first publication, however often a row is republished. */
const REPUBLISH = { $set: { unsent: true }, $unset: { seq: '' } } as const

interface StreamRow {
  _id: string
  created: string
}

export interface PassOptions {
  /** Called with the number of rows that the stream no longer held and that are published again. */
  countRepublished?: (rows: number) => void
  /** By default the system’s. */
  timing?: Pick<Timing, 'wallMs'>
  /** The default records nothing. */
  tracer?: Tracer
}

/** Runs the relay's steps: takes the lease, compares the stream with the rows and sends unsent rows. */
export class RelayPass {
  private readonly lease: Lease
  private readonly nowMs: () => number
  private streamIsMissing = false
  private checkedStreamAtMs = 0
  /** Rows that the stream has acknowledged and that are not yet marked as sent, by sequence number. */
  private readonly acked = new Map<number, { _id: string; sentAt: Date }>()
  private firstAckedAtMs = 0
  /** Rows that the last read found and published, perhaps before the process that committed them passed them on. */
  private readonly found = new Set<string>()

  constructor(
    private readonly service: string,
    private readonly connection: Pick<Connection, 'collection'>,
    private readonly outbox: Pick<Outbox, 'rows'>,
    private readonly bus: Bus,
    private readonly logger: Logger,
    private readonly options: PassOptions = {},
  ) {
    this.nowMs = (options.timing ?? systemTiming).wallMs
    this.lease = new Lease(connection, 'relay', { durationMs: LEASE_MS, nowMs: this.nowMs })
  }

  holdsLease(): boolean {
    return this.lease.isHeld()
  }

  /** Makes the next run compare the stream with the rows, however recent the last comparison is. */
  requestCheck(): void {
    this.checkedStreamAtMs = 0
  }

  /** Returns whether published rows are not yet marked as sent. */
  hasUnmarked(): boolean {
    return this.acked.size > 0
  }

  /**
   * Sends every unsent row if this replica holds or gets the lease. A failure is logged and retried in the next run.
   */
  run(): Promise<boolean> {
    return this.attempt(() => this.sendUnsent())
  }

  /**
   * Sends rows that this process has just committed, without reading them from the store, and marks them as sent soon
   * after. Returns false if a later run has to look for unsent rows.
   */
  send(rows: readonly OutboxRow[]): Promise<boolean> {
    return this.attempt(async () => {
      await this.publishAll(rows.filter(({ _id }) => !this.found.delete(_id)))
      const isFull = this.acked.size >= BATCH_ROWS
      if (isFull || this.nowMs() - this.firstAckedAtMs >= MARK_WITHIN_MS) await this.markSent()
    })
  }

  /** Marks the rows that have been published. */
  mark(): Promise<boolean> {
    return this.attempt(() => this.markSent())
  }

  private async attempt(work: () => Promise<void>): Promise<boolean> {
    try {
      if (!(await this.takeLease())) return false
      await this.checkStream()
      await work()
      return true
    } catch (error) {
      this.noteFailure(error)
      this.requestCheck()
      return false
    }
  }

  private async sendUnsent(): Promise<void> {
    this.found.clear()
    // Marked first, so that they are not found and published again.
    await this.markSent()
    while ((await this.sendBatch()) === BATCH_ROWS) if (!(await this.takeLease())) return
  }

  /** Sends the rows of the last commits and releases the lease. */
  async end(): Promise<void> {
    if (!this.holdsLease()) return
    await this.sendUnsent().catch((error: unknown) => this.logger.warn({ err: error }, 'failed to send the last rows'))
    await this.lease.release()
  }

  private noteFailure(error: unknown): void {
    if (!isAbsent(error)) return this.logger.warn({ err: error }, 'the relay failed to send rows and will retry')
    if (!this.streamIsMissing)
      this.logger.warn({ err: error }, 'the stream does not exist; rows stay unsent until it does')
    this.streamIsMissing = true
  }

  private takeLease(): Promise<boolean> {
    // Another holder may have compared the stream with the rows since, so unmarked rows are found and published again.
    if (!this.holdsLease()) this.acked.clear()
    return this.lease.hold()
  }

  private async sendBatch(): Promise<number> {
    const rows = await this.outbox.rows.find({ unsent: true }).sort(NEW_ROWS_FIRST).limit(BATCH_ROWS).toArray()
    if (rows.length === 0) return 0
    // A row that the stream rejects must not delay the others.
    await this.publishAll(rows).finally(() => {
      for (const { _id } of this.acked.values()) this.found.add(_id)
      return this.markSent()
    })
    return rows.length
  }

  /** Publishes rows and keeps those that the stream acknowledges, to be marked. Throws if it rejects one. */
  private async publishAll(rows: readonly OutboxRow[]): Promise<void> {
    const acks = await Promise.allSettled(rows.map((row) => this.publish(row)))
    if (this.acked.size === 0) this.firstAckedAtMs = this.nowMs()
    for (const [index, { _id, sentAt = new Date(this.nowMs()) }] of rows.entries()) {
      const ack = acks[index]!
      // A row that had the same sequence number was truncated with the stream. It stays unsent and is found again.
      if (ack.status === 'fulfilled') this.acked.set(ack.value.seq, { _id, sentAt })
    }
    const refused = acks.find((ack) => ack.status === 'rejected')
    if (refused) throw refused.reason
  }

  /**
   * Records the rows' sequence numbers. A reused sequence number means the stream was truncated: the earlier row is
   * republished.
   */
  private async markSent(): Promise<void> {
    if (this.acked.size === 0) return
    const sent = [...this.acked]
    const [seqs, ids] = [sent.map(([seq]) => seq), sent.map(([, { _id }]) => _id)]
    await this.republish({ seq: { $in: seqs }, _id: { $nin: ids } }, { reason: 'truncated' })
    await this.outbox.rows.bulkWrite(
      sent.map(([seq, { _id, sentAt }]) => ({
        updateOne: { filter: { _id }, update: { $unset: { unsent: '' }, $set: { seq, sentAt } } },
      })),
      { ordered: false },
    )
    for (const [seq] of sent) this.acked.delete(seq)
  }

  private publish(row: OutboxRow) {
    const { type, id, traceparent } = row.event
    // An event without a trace must not start one.
    if (!traceparent) return this.sendRow(row)
    const settings = {
      kind: SpanKind.PRODUCER,
      attributes: { 'messaging.system': 'nats', 'messaging.destination.name': type, 'messaging.message.id': id },
      parent: contextOf(traceparent),
    }
    return inSpan(this.options.tracer ?? silentTracer, `publish ${type}`, settings, () => this.sendRow(row))
  }

  private sendRow(row: OutboxRow) {
    return this.bus.js.publish(row.subject, JSON.stringify(row.event), { msgID: row._id, timeout: 5_000 })
  }

  /** Compares the stream with the rows and republishes those that it lost when it was truncated or recreated. */
  private async checkStream(): Promise<void> {
    if (this.nowMs() - this.checkedStreamAtMs < CHECK_STREAM_MS) return
    // Set before the check, so that a request during it causes another.
    this.checkedStreamAtMs = this.nowMs()
    // A row that is marked after the comparison could keep the sequence number of a lost stream.
    await this.markSent()
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
    this.logger.warn({ rows, reason }, 'the stream no longer held these rows; publishing them again')
  }
}
