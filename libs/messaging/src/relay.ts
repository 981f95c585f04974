import type { Logger } from '@hissa/kernel'
import type { Connection } from '@hissa/persistence'
import { CHECK_STREAM, pingSubjectOf, type Bus } from './connection.js'
import type { Outbox } from './outbox.js'
import { RelayPass, type RelayOptions } from './relay-pass.js'

const POLL_MS = 1_000

/**
 * Sends a service's outbox to its stream. One replica at a time holds the lease. The others ping it over core NATS
 * after a commit; if a ping is lost, polling finds the rows. The stream (same message id) or the consumers' inboxes
 * drop a row that was sent twice. While the stream is missing, rows stay unsent.
 */
export class Relay {
  private readonly pass: RelayPass
  private readonly pingSubject: string
  private wake: (() => void) | undefined
  private woken = false
  private stopped = false
  private loop: Promise<void> | undefined

  constructor(
    service: string,
    connection: Connection,
    private readonly outbox: Outbox,
    private readonly bus: Bus,
    logger: Logger,
    options: RelayOptions = {},
  ) {
    this.pass = new RelayPass(service, connection, outbox, bus, logger, options)
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

  /** Sends the remaining rows, releases the lease and stops. */
  async stop(): Promise<void> {
    this.stopped = true
    this.wakeUp()
    await this.loop
    await this.pass.end()
  }

  /**
   * Wakes the relay after a commit. Never throws, because the commit succeeded even if a ping fails: polling finds the
   * rows.
   */
  private nudge(): void {
    if (this.pass.holdsLease()) return this.wakeUp()
    if (!this.bus.nc.isClosed() && !this.bus.nc.isDraining()) this.bus.nc.publish(this.pingSubject)
  }

  /** Checks the stream after each reconnect, because a restarted server may have lost its store. */
  private async checkAfterReconnects(): Promise<void> {
    for await (const { type } of this.bus.nc.status()) if (type === 'reconnect') this.checkSoon()
  }

  private checkSoon(): void {
    this.pass.requestCheck()
    this.wakeUp()
  }

  private wakeUp(): void {
    this.woken = true
    this.wake?.()
  }

  private async run(): Promise<void> {
    do {
      await this.pass.run()
      await this.pause()
    } while (!this.stopped)
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
}
