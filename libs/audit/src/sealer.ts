import { SystemClock, type Clock, type Logger } from '@hissa/kernel'
import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common'
import type { AuditLog } from './audit-log.js'

const EVERY_MS = 500
const ALARM_MS = 60_000

/**
 * Seals a service's audit rows twice a second and has the head signed each hour; a failure is logged and tried again.
 * A row that is unsealed for more than a minute is an error with `alarm: AUDIT_UNSEALED`, each minute that it lasts.
 */
export class AuditSealer implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private timer: NodeJS.Timeout | undefined
  private sealing: Promise<void> = Promise.resolve()
  private busy = false
  private alarmedAtMs = -Infinity

  constructor(
    private readonly log: AuditLog,
    private readonly logger: Logger,
    private readonly wall: Clock = new SystemClock(),
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      if (!this.busy) void this.run()
    }, EVERY_MS)
    this.timer.unref()
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer)
    await this.run()
  }

  /** One seal at a time, after the one that may be under way. */
  run(): Promise<void> {
    this.busy = true
    this.sealing = this.sealing
      .then(() => this.seal())
      .catch((error: unknown) => {
        this.logger.error({ err: error }, 'the audit log could not be sealed')
        return false
      })
      .then((isSealed) => (isSealed ? undefined : this.raiseAlarm()))
      .catch((error: unknown) => this.logger.error({ err: error }, 'the audit log could not be looked at'))
      .finally(() => {
        this.busy = false
      })
    return this.sealing
  }

  /**
   * True when no row was without its place. The line in the log is the copy of a signed head that nobody with the store
   * alone can take back.
   */
  private async seal(): Promise<boolean> {
    const sealed = await this.log.seal()
    const signed = await this.log.signHead()
    if (signed) {
      const { seq, hash, at, publicKey, signature } = signed
      this.logger.info({ seq, hash, at, publicKey, signature }, 'the head of the audit log is signed')
    }
    return sealed === 0
  }

  private async raiseAlarm(): Promise<void> {
    const since = await this.log.unsealedSince()
    const nowMs = this.wall.now().getTime()
    if (!since || nowMs - since.getTime() <= ALARM_MS || nowMs - this.alarmedAtMs < ALARM_MS) return
    this.alarmedAtMs = nowMs
    this.logger.error({ alarm: 'AUDIT_UNSEALED', since: since.toISOString() }, 'audit rows wait for their place')
  }
}
