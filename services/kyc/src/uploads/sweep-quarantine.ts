import { LOGGER, TIMING, type Logger, type Timing } from '@hissa/kernel'
import { Storage } from '@hissa/storage'
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common'

const EVERY_MS = 10 * 60_000
const RETENTION_MS = 60 * 60_000

/** Deletes uploads that were not processed within an hour, by wall time, as in file timestamps. */
@Injectable()
export class SweepQuarantine implements OnApplicationBootstrap, OnModuleDestroy {
  private endTimer = () => {}

  constructor(
    private readonly storage: Storage,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(TIMING) private readonly timing: Timing,
  ) {}

  onApplicationBootstrap(): void {
    this.endTimer = this.timing.every(EVERY_MS, () => void this.sweep())
  }

  onModuleDestroy(): void {
    this.endTimer()
  }

  async sweep(): Promise<void> {
    try {
      const removed = await this.storage.sweepQuarantine(new Date(this.timing.wallMs() - RETENTION_MS))
      if (removed > 0) this.logger.info({ removed }, 'deleted unprocessed uploads')
    } catch (error) {
      this.logger.error({ err: error }, 'failed to sweep the quarantine, will retry')
    }
  }
}
