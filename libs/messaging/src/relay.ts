import { systemTiming, type Logger, type Timing } from '@hissa/kernel'
import type { Connection } from '@hissa/persistence'
import { CHECK_STREAM, pingSubjectOf, type Bus } from './connection.js'
import type { OutboxRow } from './event.js'
import type { Outbox } from './outbox.js'
import { RelayPass, type PassOptions } from './relay-pass.js'

const POLL_MS = 1_000
/** Published rows are marked as sent when nothing else was committed for this long. */
const QUIET_MS = 100
/** More rows than these are read from the store instead. */
const MOST_COMMITTED = 1_024

export interface RelayOptions extends PassOptions {
  timing?: Timing
}

/**
 * Sends a service's outbox to its stream. One replica at a time holds the lease. It sends what its own process commits
 * without reading it from the store. The others ping it over core NATS after a commit, and it looks for their rows; if
 * a ping is lost, polling finds them. The stream (same message id) or the consumers' inboxes drop a row that was sent
 * twice. While the stream is missing, rows stay unsent.
 */
export class Relay {
  private readonly pass: RelayPass
  private readonly pingSubject: string
  private readonly timing: Timing
  /** Rows that this process has committed since the last run. */
  private committed: OutboxRow[] = []
  /** Set while there may be unsent rows besides `committed`. */
  private mustLook = true
  private lookedAtMs = 0
  private wake: (() => void) | undefined
  private woken = false
  private stopped = false
  private held = false
  private loop: Promise<void> | undefined

  constructor(
    service: string,
    connection: Connection,
    private readonly outbox: Outbox,
    private readonly bus: Bus,
    logger: Logger,
    options: RelayOptions = {},
  ) {
    this.timing = options.timing ?? systemTiming
    this.pass = new RelayPass(service, connection, outbox, bus, logger, options)
    this.pingSubject = pingSubjectOf(service)
  }

  async start(): Promise<void> {
    await this.outbox.ensureIndexes()
    this.outbox.onNudge((rows) => this.nudge(rows))
    this.bus.nc.subscribe(this.pingSubject, {
      callback: (_error, message) => (message?.string() === CHECK_STREAM ? this.checkSoon() : this.look()),
    })
    void this.checkAfterReconnects()
    this.loop = this.run()
  }

  /** Sends the remaining rows, releases the lease and stops. */
  async stop(): Promise<void> {
    this.stopped = true
    this.look()
    await this.loop
    await this.pass.end()
  }

  /** Sends nothing until the returned function is called: rows wait in the outbox. Only local mode needs it. */
  hold(): () => void {
    this.held = true
    return () => {
      this.held = false
      this.look()
    }
  }

  /**
   * Wakes the relay after a commit. Never throws, because the commit succeeded even if a ping fails: polling finds the
   * rows.
   */
  private nudge(rows: readonly OutboxRow[]): void {
    if (this.pass.holdsLease()) return this.take(rows)
    if (!this.bus.nc.isClosed() && !this.bus.nc.isDraining()) this.bus.nc.publish(this.pingSubject)
  }

  /** Checks the stream after each reconnect, because a restarted server may have lost its store. */
  private async checkAfterReconnects(): Promise<void> {
    for await (const { type } of this.bus.nc.status()) if (type === 'reconnect') this.checkSoon()
  }

  private checkSoon(): void {
    this.pass.requestCheck()
    this.look()
  }

  private take(rows: readonly OutboxRow[]): void {
    if (this.committed.length + rows.length > MOST_COMMITTED) this.mustLook = true
    else this.committed.push(...rows)
    this.wakeUp()
  }

  private look(): void {
    this.mustLook = true
    this.wakeUp()
  }

  private wakeUp(): void {
    this.woken = true
    this.wake?.()
  }

  private async run(): Promise<void> {
    do {
      if (!this.held || this.stopped) this.mustLook = !(await this.step()) || this.mustLook
      await this.pause()
    } while (!this.stopped)
  }

  /** Sends what was committed, looks for other rows, or marks what was sent. Returns false if rows may be left. */
  private step(): Promise<boolean> {
    // Taken before the store is read, which then finds these too.
    const rows = this.committed.splice(0)
    const nowMs = this.timing.elapsedMs()
    if (this.mustLook || nowMs - this.lookedAtMs >= POLL_MS) {
      this.mustLook = false
      this.lookedAtMs = nowMs
      return this.pass.run()
    }
    return rows.length > 0 ? this.pass.send(rows) : this.pass.mark()
  }

  private async pause(): Promise<void> {
    if (!this.woken && !this.stopped) {
      await new Promise<void>((resolve) => {
        const cancel = this.timing.after(this.pass.hasUnmarked() ? QUIET_MS : POLL_MS, resolve)
        this.wake = () => {
          cancel()
          resolve()
        }
      })
    }
    this.wake = undefined
    this.woken = false
  }
}
