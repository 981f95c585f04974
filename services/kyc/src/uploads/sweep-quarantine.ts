import { LOGGER, type Logger } from '@hissa/kernel'
import { Storage } from '@hissa/storage'
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common'

const EVERY_MS = 10 * 60_000
const RETENTION_MS = 60 * 60_000

/** Deletes uploads that were not processed within an hour, by wall time, as in file timestamps. */
@Injectable()
export class SweepQuarantine implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined

  constructor(
    private readonly storage: Storage,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.sweep(), EVERY_MS).unref()
  }

  onModuleDestroy(): void {
    clearInterval(this.timer)
  }

  async sweep(): Promise<void> {
    try {
      const removed = await this.storage.sweepQuarantine(new Date(Date.now() - RETENTION_MS))
      if (removed > 0) this.logger.info({ removed }, 'deleted unprocessed uploads')
    } catch (error) {
      this.logger.error({ err: error }, 'failed to sweep the quarantine, will retry')
    }
  }
}
