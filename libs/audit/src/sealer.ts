import { SystemClock, systemTiming, type Clock, type Logger, type Timing } from '@hissa/kernel'
import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common'
import type { AuditLog } from './audit-log.js'

const EVERY_MS = 500
const ALARM_MS = 60_000

/**
 * Seals a service's audit rows twice a second and has the head signed each hour; a failure is logged and retried. A row
 * unsealed for more than a minute is logged as an error with `alarm: AUDIT_UNSEALED`, every minute.
 */
export class AuditSealer implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private endTimer = () => {}
  private sealing: Promise<void> = Promise.resolve()
  private busy = false
  private alarmedAtMs = -Infinity

  constructor(
    private readonly log: AuditLog,
    private readonly logger: Logger,
    private readonly wall: Clock = new SystemClock(),
    private readonly timing: Timing = systemTiming,
  ) {}

  onApplicationBootstrap(): void {
    this.endTimer = this.timing.every(EVERY_MS, () => {
      if (!this.busy) void this.run()
    })
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.endTimer()
    await this.run()
  }

  /** Seals once, after any seal in progress. */
  run(): Promise<void> {
    this.busy = true
    this.sealing = this.sealing
      .then(() => this.seal())
      .catch((error: unknown) => {
        this.logger.error({ err: error }, 'failed to seal the audit log')
        return false
      })
      .then((isSealed) => (isSealed ? undefined : this.raiseAlarm()))
      .catch((error: unknown) => this.logger.error({ err: error }, 'failed to read the audit log'))
      .finally(() => {
        this.busy = false
      })
    return this.sealing
  }

  /**
   * Returns true if no row was unsealed. The log line is a copy of the signed head that can't be removed with access to
   * the store alone.
   */
  private async seal(): Promise<boolean> {
    const sealed = await this.log.seal()
    const signed = await this.log.signHead()
    if (signed) {
      const { seq, hash, at, publicKey, signature } = signed
      this.logger.info({ seq, hash, at, publicKey, signature }, 'signed the head of the audit log')
    }
    return sealed === 0
  }

  private async raiseAlarm(): Promise<void> {
    const since = await this.log.unsealedSince()
    const nowMs = this.wall.now().getTime()
    if (!since || nowMs - since.getTime() <= ALARM_MS || nowMs - this.alarmedAtMs < ALARM_MS) return
    this.alarmedAtMs = nowMs
    this.logger.error({ alarm: 'AUDIT_UNSEALED', since: since.toISOString() }, 'audit rows are still unsealed')
  }
}
