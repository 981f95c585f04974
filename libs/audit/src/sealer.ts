import type { Logger } from '@hissa/kernel'
import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common'
import type { AuditLog } from './audit-log.js'

const EVERY_MS = 500

/** Seals a service's audit rows twice a second; a failure is logged and tried again. */
export class AuditSealer implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private timer: NodeJS.Timeout | undefined
  private sealing: Promise<void> = Promise.resolve()
  private busy = false

  constructor(
    private readonly log: AuditLog,
    private readonly logger: Logger,
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
  private run(): Promise<void> {
    this.busy = true
    this.sealing = this.sealing
      .then(async () => void (await this.log.seal()))
      .catch((error: unknown) => this.logger.error({ err: error }, 'the audit log could not be sealed'))
      .finally(() => {
        this.busy = false
      })
    return this.sealing
  }
}
