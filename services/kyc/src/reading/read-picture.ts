import { ok, refuse, type ErrorOf, type Result } from '@hissa/contracts'
import { UPLOADS_BUSY } from '@hissa/contracts/kyc'
import { Counter, Gauge, type MetricsRegistry, type TimeLimits } from '@hissa/kernel'
import {
  TaskRejectedError,
  TaskTimeoutError,
  WorkerPool,
  workerFile,
  type WorkerPoolOptions,
} from '@hissa/kernel/workers'
import type { OnModuleDestroy } from '@nestjs/common'
// Keeps the decoder's library loaded while worker threads start and exit.
import 'sharp'
import type { PictureText } from './read-picture.worker.js'

/** The worker that reads pictures, and its limits. */
export type ReadingOptions = Partial<WorkerPoolOptions<Uint8Array>>

/** Pinned in package.json; stored with each reading, because another version may read other characters. */
export const ENGINE = 'tesseract.js-core 7.0.0, eng 4.0.0'

/** A thread holds the engine and its data, about 220 MB, until it has been idle for a minute. */
const DEFAULTS = {
  file: workerFile(import.meta.url, 'read-picture.worker'),
  ...{ maxThreads: 1, maxWaiting: 16, maxWaitingPerUser: 1, heapLimitMb: 128 },
}

/**
 * Reads the machine-readable lines of pictures on a worker thread, within limits of time and number, in turn between users.
 * A picture that takes too long or too much memory counts as unclear, and its thread ends.
 */
export class ReadPicture implements OnModuleDestroy {
  private readonly pool: WorkerPool<Uint8Array, PictureText>
  private readonly outcomes: Counter

  /** @param options replace the defaults and `limits`, in tests */
  constructor(metrics: MetricsRegistry, limits: TimeLimits, options: ReadingOptions = {}) {
    const waits = { queueTimeoutMs: limits.readingQueueMs, taskTimeoutMs: limits.readingMs }
    const pool = (this.pool = new WorkerPool<Uint8Array, PictureText>({ ...DEFAULTS, ...waits, ...options }))
    new Gauge({
      name: 'kyc_readings_waiting',
      help: 'Uploaded pictures queued for reading.',
      registers: [metrics],
      collect() {
        this.set(pool.waiting)
      },
    })
    this.outcomes = new Counter({
      name: 'kyc_readings_total',
      help: 'Pictures read, by outcome.',
      labelNames: ['outcome'],
      registers: [metrics],
    })
  }

  /** Reads a picture. `load` returns its bytes once a thread is available. Throws what `load` throws. */
  async execute(
    userId: string,
    load: () => Promise<Buffer>,
  ): Promise<Result<PictureText, ErrorOf<typeof UPLOADS_BUSY>>> {
    try {
      const text = await this.pool.run(userId, load)
      this.outcomes.inc({ outcome: text.found ? (text.failing === 0 ? 'read' : 'doubtful') : text.refusal })
      return ok(text)
    } catch (error) {
      if (error instanceof TaskRejectedError)
        return refuse(UPLOADS_BUSY, 'Too many pictures are being read. Please try again in a minute.')
      const outcome = error instanceof TaskTimeoutError ? 'timeout' : isOutOfMemory(error) ? 'memory' : undefined
      if (!outcome) throw error
      this.outcomes.inc({ outcome })
      return ok({ found: false, refusal: 'unclear' })
    }
  }

  async onModuleDestroy(): Promise<void> {
    await this.pool.close()
  }
}

const isOutOfMemory = (error: unknown) => (error as { code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY'
