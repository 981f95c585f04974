import { LOGGER, type Logger } from '@hissa/kernel'
import { Storage } from '@hissa/storage'
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common'

const EVERY_MS = 10 * 60_000
const KEEP_MS = 60 * 60_000

/** Removes uploads that nobody took within the hour: by wall time, for that is what the disk stamps. */
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
      const removed = await this.storage.sweepQuarantine(new Date(Date.now() - KEEP_MS))
      if (removed > 0) this.logger.info({ removed }, 'uploads that nobody took were removed')
    } catch (error) {
      this.logger.error({ err: error }, 'the quarantine could not be swept and will be tried again')
    }
  }
}
